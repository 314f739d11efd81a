/** Ends a websocket. One that is on its way ends as soon as it is there: to give it up before makes browsers complain. */
export function hangUp(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close())
  else socket.close()
}
