import type { WebSocket } from 'ws'

/** Pings left unanswered before a connection counts as dead. */
const maxUnanswered = 3

/**
 * Finds connections whose other end went away without a word.
 * @returns to be called at intervals: pings, and terminates the socket that left three pings unanswered
 */
export function takePulse(socket: WebSocket): () => void {
  let unanswered = 0
  socket.on('pong', () => {
    unanswered = 0
  })
  return () => {
    if (unanswered >= maxUnanswered) return socket.terminate()
    unanswered += 1
    if (socket.readyState === socket.OPEN) socket.ping()
  }
}
