import { commandsTopic, eventsTopic } from '../../domain/box-protocol.ts'
import { mayHear, topicOf } from '../../domain/fleet-topics.ts'
import type { Role } from '../../domain/roles.ts'
import { isBoxPassword } from './box-passwords.ts'
import type { Sessions } from '../http/sessions.ts'
import type { Store } from '../store/store.ts'

/** Who is connected to the broker, and what it may do there. */
export type Peer =
  | {
      kind: 'session'
      id: string
      role: Role
      /** What it may subscribe to: this and everything below. */
      branch: string
    }
  | { kind: 'box'; id: number }

/** The user name with which a session or a box introduces itself. */
export const sessionUserName = (sessionId: string): string => `session:${sessionId}`
export const boxUserName = (boxId: number): string => `box:${boxId}`

/**
 * What a client id has to begin with. Whoever connects with a client id ends the connection that has it, so nobody may use
 * another's.
 */
export const clientIdPrefix = (userName: string): string => `${userName}:`

const sessionPattern = /^session:([\da-f-]{36})$/
const boxPattern = /^box:(\d{1,15})$/

/** Recognises who connects; undefined: nobody we know. */
export async function recognisePeer(
  { store, sessions, secret }: { store: Store; sessions: Sessions; secret: Uint8Array },
  given: { userName: string; password: Uint8Array; clientId: string },
): Promise<Peer | undefined> {
  if (!given.clientId.startsWith(clientIdPrefix(given.userName)) || given.clientId.length > 128) return undefined
  const sessionId = sessionPattern.exec(given.userName)?.[1]
  if (sessionId !== undefined) {
    const user = await sessions.recogniseAtBroker(sessionId, given.password)
    return user && { kind: 'session', id: sessionId, role: user.role, branch: topicOf(user).slice(0, -1) }
  }
  const boxId = Number(boxPattern.exec(given.userName)?.[1])
  if (Number.isNaN(boxId)) return undefined
  const box = await store.boxes.byId(boxId)
  return box && isBoxPassword(secret, box, given.password) ? { kind: 'box', id: boxId } : undefined
}

/** A console hears its own branch, an agent its own box's commands. */
export const maySubscribe = (peer: Peer, filter: string): boolean =>
  peer.kind === 'session' ? filter.startsWith(peer.branch) : filter === commandsTopic(peer.id)

/** An agent speaks on its own box's topic; a console never does. */
export const mayPublish = (peer: Peer, topic: string): boolean => peer.kind === 'box' && topic === eventsTopic(peer.id)

/** Of its branch a console hears what its role may read by a call. */
export const mayReceive = (peer: Peer, topic: string): boolean => peer.kind === 'box' || mayHear(peer.role, topic)
