import type { WebSocket } from 'ws'
import { codes, type Code } from '../../domain/codes.ts'
import type { Role } from '../../domain/roles.ts'
import { heartbeatTask, sessionOverTask, type UserMessage } from '../../domain/user-messages.ts'
import type { Caller, Sessions } from '../http/sessions.ts'
import { Refusal } from '../http/refusal.ts'
import { RateWindow } from '../http/rate-window.ts'
import type { Upgrades } from '../http/upgrades.ts'
import { reason } from '../../texts/reason.ts'

/** A browser beats every 15 s (DESIGN, realtime), and once a minute where its tab is hidden; a silent one is gone. Milliseconds. */
const silenceLimit = 90_000
/** Messages a minute; a browser sends four. */
const messagesAMinute = 120
/** What may wait for a browser that does not read, in bytes. */
const backlogLimit = 1024 * 1024
/** Tabs that one session may have open. */
const socketsOfSession = 16

/** Why the server closes a user's websocket; 4000 to 4999 are the application's (RFC 6455 §7.4.2). */
const closing = { sessionOver: 4401, silent: 4408, tooMany: 4429, malformed: 4400 } as const

/** The websocket `ws/user`, by which the server reaches a signed-in user (SPEC §4, §7). */
export class UserSockets {
  /** By session. */
  readonly #sockets = new Map<string, { userId: number; role: Role; open: Set<WebSocket> }>()
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
    for (const { open } of this.#sockets.values()) count += open.size
    return count
  }

  /** Whose they are. */
  userIds(): number[] {
    return [...new Set([...this.#sockets.values()].map(({ userId }) => userId))]
  }

  /** Tells a user, in every browser it has open. */
  tell(user: number, message: UserMessage): void {
    for (const { userId, open } of this.#sockets.values())
      if (userId === user) for (const one of open) send(one, message)
  }

  /** Tells some users, and everybody of a role. */
  tellOr(users: readonly number[], ofRole: Role, message: UserMessage): void {
    for (const { userId, role, open } of this.#sockets.values())
      if (users.includes(userId) || role === ofRole) for (const one of open) send(one, message)
  }

  tellAll(message: UserMessage): void {
    for (const { open } of this.#sockets.values()) for (const one of open) send(one, message)
  }

  sessionIds(): Iterable<string> {
    return this.#sockets.keys()
  }

  /** Tells a session's browsers that it has ended, and closes their websockets. */
  signOut(sessionId: string, end: Code): void {
    const why = reason(`people.reason.${end === codes.tokenExpired ? 'tokenExpired' : 'signedOutElsewhere'}`)
    for (const socket of this.#sockets.get(sessionId)?.open ?? []) {
      send(socket, { task_type: sessionOverTask, code: end, reason: why })
      socket.close(closing.sessionOver, 'the session is over')
    }
  }

  #enter(socket: WebSocket, { session_id, id, role }: Caller): void {
    const session = this.#sockets.get(session_id) ?? { userId: id, role, open: new Set() }
    const sockets = session.open
    if (sockets.size >= socketsOfSession) return socket.close(closing.tooMany, 'too many connections')
    sockets.add(socket)
    this.#sockets.set(session_id, session)

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

function send(socket: WebSocket, message: UserMessage): void {
  if (socket.bufferedAmount > backlogLimit) return socket.terminate() // It comes again and fetches what it has missed.
  socket.send(JSON.stringify(message))
}

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
