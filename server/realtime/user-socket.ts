import type { WebSocket } from 'ws'
import { codes } from '../../domain/codes.ts'
import { heartbeatTask, sessionOverTask, type UserMessage } from '../../domain/user-messages.ts'
import type { Caller, Sessions } from '../auth/sessions.ts'
import { messages } from '../messages.ts'
import { Refusal } from '../refusal.ts'
import { RateWindow } from '../rate-window.ts'
import type { Upgrades } from './upgrades.ts'

/** A browser beats every 15 s (DESIGN, realtime); one that is silent for three beats is gone. Milliseconds. */
const silenceLimit = 45_000
/** Messages a minute; a browser sends four. */
const messagesAMinute = 120
/** Tabs that one session may have open. */
const socketsOfSession = 16

/** Why the server closes a user's websocket; 4000 to 4999 are the application's (RFC 6455 §7.4.2). */
const closing = { sessionOver: 4401, silent: 4408, tooMany: 4429, malformed: 4400 } as const

/** The websocket `ws/user`, by which the server reaches a signed-in user (SPEC §4, §7). */
export class UserSockets {
  readonly #sockets = new Map<string, Set<WebSocket>>()
  readonly #rate = new RateWindow({ limit: messagesAMinute, length: 60_000 })
  readonly #silenceLimit: number

  constructor({ silence = silenceLimit }: { silence?: number } = {}) {
    this.#silenceLimit = silence
  }

  register(upgrades: Upgrades, sessions: Pick<Sessions, 'recognise'>): void {
    upgrades.add({
      path: '/api/restful/v2/ws/user',
      maxPayload: 4 * 1024,
      async admit(_request, url) {
        try {
          return await sessions.recognise(url.searchParams.get('token') ?? undefined)
        } catch (error) {
          if (error instanceof Refusal) return '401 Unauthorized'
          throw error
        }
      },
      // What `admit` answers, which is a caller.
      enter: (socket, visitor) => this.#enter(socket, visitor as Caller),
    })
  }

  /** How many are open. */
  get count(): number {
    let count = 0
    for (const sockets of this.#sockets.values()) count += sockets.size
    return count
  }

  /** Tells a session's browsers that it has ended, and closes their websockets. */
  signOut(sessionId: string): void {
    for (const socket of this.#sockets.get(sessionId) ?? []) {
      send(socket, {
        task_type: sessionOverTask,
        code: codes.signedOutElsewhere,
        message: messages.signedOutElsewhere.zh,
      })
      socket.close(closing.sessionOver, 'the session is over')
    }
  }

  #enter(socket: WebSocket, { session_id }: Caller): void {
    const sockets = this.#sockets.get(session_id) ?? new Set()
    if (sockets.size >= socketsOfSession) return socket.close(closing.tooMany, 'too many connections')
    this.#sockets.set(session_id, sockets.add(socket))

    const silence = setTimeout(() => socket.close(closing.silent, 'no heartbeat'), this.#silenceLimit)
    socket.once('close', () => {
      clearTimeout(silence)
      sockets.delete(socket)
      if (sockets.size === 0) this.#sockets.delete(session_id)
    })
    socket.on('message', (data, isBinary) => {
      if (!this.#rate.take(session_id)) return socket.close(closing.tooMany, 'too many messages')
      // ws hands out one Buffer a message: its binaryType is left at nodebuffer.
      if (isBinary || !isHeartbeat((data as Buffer).toString())) return socket.close(closing.malformed, 'malformed')
      silence.refresh()
      return send(socket, { task_type: heartbeatTask })
    })
  }
}

const send = (socket: WebSocket, message: UserMessage): void => socket.send(JSON.stringify(message))

/** A browser has nothing else to say. */
function isHeartbeat(text: string): boolean {
  try {
    const message: unknown = JSON.parse(text)
    return (
      typeof message === 'object' && message !== null && 'task_type' in message && message.task_type === heartbeatTask
    )
  } catch {
    return false // What is no JSON is no heartbeat.
  }
}
