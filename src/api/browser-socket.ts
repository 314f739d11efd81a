import { fromCallback } from 'xstate'
import { hangUp } from './hang-up.ts'

export type ServerMessage = { task_type: number; [field: string]: unknown }

export type SocketReport = { type: 'opened' } | { type: 'closed' } | { type: 'received'; message: ServerMessage }

/** The longest message that the server has reason to push, in UTF-16 units. */
const maxMessageLength = 256 * 1024

function messageIn(data: unknown): ServerMessage | undefined {
  if (typeof data !== 'string' || data.length > maxMessageLength) return undefined
  try {
    const message: unknown = JSON.parse(data)
    const isMessage =
      typeof message === 'object' && message !== null && 'task_type' in message && typeof message.task_type === 'number'
    return isMessage ? (message as ServerMessage) : undefined // Checked just now; the other fields are unknown.
  } catch {
    return undefined // Not JSON, hence no message of the protocol; the caller hangs up.
  }
}

/** A websocket of the browser as the user socket's machine wants it. What is no message of the protocol closes it. */
export const browserSocket = fromCallback<{ type: 'send'; message: ServerMessage }, { url: string }>(
  ({ input, sendBack, receive }) => {
    const report = (event: SocketReport) => sendBack(event)
    const socket = new WebSocket(input.url)
    socket.addEventListener('open', () => report({ type: 'opened' }))
    socket.addEventListener('close', () => report({ type: 'closed' }))
    socket.addEventListener('message', ({ data }) => {
      const message = messageIn(data)
      if (message === undefined) socket.close(4400, 'malformed')
      else report({ type: 'received', message })
    })
    receive(({ message }) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    })
    return () => hangUp(socket)
  },
)
