import { createHash, createHmac, createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { codes, type Code } from '../../domain/codes.ts'
import type { Market } from '../../domain/markets.ts'
import { isServed, type Service } from '../../domain/service.ts'
import { Refusal } from './refusal.ts'
import { isSameSecret } from './secrets.ts'
import { DatabaseAway } from '../store/database-away.ts'
import type { Store, Transaction } from '../store/store.ts'
import type { Person } from '../store/users.ts'
import { reason } from '../../texts/reason.ts'

/** Who makes a call, and in which session. */
export interface Caller extends Person, Service {
  avatar: string
  /** The markets that it works in. */
  modules: readonly Market[]
  session_id: string
}

/** Somebody who does something, and from where. */
export interface Actor {
  caller: Person & Service & Pick<Caller, 'modules'>
  ip: string
}

/** A session ends when it was not used for so long. Milliseconds. */
const idleLifetime = 7 * 24 * 60 * 60_000
/** It ends after this however much it is used. Milliseconds. */
const maxLifetime = 30 * 24 * 60 * 60_000
/** How exactly its use is written down. Milliseconds. */
const seenResolution = 60_000

const maxTokenLength = 128

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

type SessionRow = NonNullable<Awaited<ReturnType<Store['sessions']['byId']>>>

/** Why a session no longer serves; undefined while it does. */
function endOf(session: SessionRow, now: number): Code | undefined {
  if (session.ended_at !== null || !session.enabled || session.role !== session.session_role)
    return codes.signedOutElsewhere
  return session.expires_at <= now ? codes.tokenExpired : undefined
}

const refusalOf = (code: Code): Refusal =>
  new Refusal(
    code,
    code === codes.tokenExpired ? reason('people.reason.tokenExpired') : reason('people.reason.signedOutElsewhere'),
  )

const callerOf = (session: SessionRow): Caller => {
  const { id, user_name, avatar, role, path, modules, expiration, authorization_at, session_id } = session
  return { id, user_name, avatar, role, path, modules, expiration, authorization_at, session_id }
}

/**
 * Asks again, at the end of a transaction of a caller's, whether its session serves, and whether it still has the service and
 * the markets with which it was let in at `since`; who ends its session in this very transaction needs no more.
 *
 * @throws Refusal of the session family, 40900 where the service ended, 40300 where a market was taken
 */
async function requireStanding(tx: Transaction, caller: Caller, since: number): Promise<void> {
  const session = await tx.sessions.forWrite(caller.session_id)
  if (session === undefined) throw new Refusal(codes.illegalToken, reason('people.reason.illegalToken'))
  const now = Date.now()
  const end = endOf(session.ended_here ? { ...session, ended_at: null } : session, now)
  if (end !== undefined) throw refusalOf(end)
  if (session.ended_here) return
  if (isServed(caller, since) && !isServed(session, now))
    throw new Refusal(codes.stateForbids, reason('people.reason.serviceOver'))
  if (caller.modules.some((market) => !session.modules.includes(market)))
    throw new Refusal(codes.notAllowed, reason('people.reason.notYourMarket'))
}

/** Opens, recognises and ends sessions. A session's token is opaque, and only its hash is kept. */
export class Sessions {
  readonly #store: Store
  readonly #secret: KeyObject
  /** When the use of sessions is written down again, after it could not be. */
  #writesFrom = 0

  constructor(store: Store, secret: Uint8Array) {
    this.#store = store
    this.#secret = createSecretKey(secret)
  }

  /** Opens a session in the transaction, and answers its token. */
  async open(tx: Transaction, user: Person, ip: string): Promise<string> {
    const now = Date.now()
    const token = randomBytes(32).toString('base64url')
    const id = randomUUID()
    await tx.sessions.add({
      id,
      user_id: user.id,
      role: user.role,
      token_hash: hashOf(token),
      created_at: now,
      expires_at: now + idleLifetime,
      ip,
    })
    await tx.users.noteLogin(user.id, now, ip)
    await tx.operationLog.append({ user, action: 'session.open', target: `session:${id}`, ip }, now)
    return token
  }

  /** Whose session a token belongs to; refuses with one of the session family of codes. */
  async recognise(token: string | undefined): Promise<Caller> {
    if (token === undefined || token === '' || token.length > maxTokenLength)
      throw new Refusal(codes.illegalToken, reason('people.reason.illegalToken'))
    const session = await this.#store.sessions.byTokenHash(hashOf(token))
    if (session === undefined) throw new Refusal(codes.illegalToken, reason('people.reason.illegalToken'))

    const now = Date.now()
    const end = endOf(session, now)
    if (end !== undefined) throw refusalOf(end)
    if (now - session.last_seen_at > seenResolution && now >= this.#writesFrom) {
      const expiresAt = Math.min(now + idleLifetime, session.session_created_at + maxLifetime)
      await this.#store.sessions.extend(session.session_id, now, expiresAt).catch((error: unknown) => {
        if (!(error instanceof DatabaseAway)) throw error
        this.#writesFrom = now + seenResolution // It may only read, which is all that many a call needs.
      })
    }
    return callerOf(session)
  }

  /** The password with which a session is let in at the broker. */
  brokerPassword(sessionId: string): string {
    return createHmac('sha256', this.#secret).update(`broker:session:${sessionId}`).digest('base64url')
  }

  /** Whose session this is, if it lives and the broker password is its own. */
  async recogniseAtBroker(sessionId: string, password: Uint8Array): Promise<Caller | undefined> {
    const expected = Buffer.from(this.brokerPassword(sessionId))
    if (!isSameSecret(password, expected)) return undefined
    const session = await this.#store.sessions.byId(sessionId)
    return session && endOf(session, Date.now()) === undefined ? callerOf(session) : undefined
  }

  /** Who the callers of these sessions are by now, and which of the sessions no longer serve, and why. */
  async standingOf(
    ids: readonly string[],
  ): Promise<{ callers: Map<string, Caller & { expires_at: number }>; ended: Map<string, Code> }> {
    const now = Date.now()
    const known = new Map((await this.#store.sessions.byIds(ids)).map((session) => [session.session_id, session]))
    const callers = new Map<string, Caller & { expires_at: number }>()
    const ended = new Map<string, Code>()
    for (const id of ids) {
      const session = known.get(id)
      const end = session === undefined ? codes.tokenExpired : endOf(session, now)
      if (session !== undefined && end === undefined)
        callers.set(id, { ...callerOf(session), expires_at: session.expires_at })
      else if (end !== undefined) ended.set(id, end)
    }
    return { callers, ended }
  }

  /**
   * The store as a caller who was let in just now writes to it: in transactions, each of which is undone where the caller lost
   * its right before it was through. Outside of them it reads.
   *
   * @throws Refusal where the right was lost
   */
  storeFor(caller: Caller): Store {
    const { reading } = this.#store
    const since = Date.now()
    return {
      ...reading,
      reading,
      transaction: (work) =>
        this.#store.transaction(async (tx) => {
          const result = await work(tx)
          await requireStanding(tx, caller, since)
          return result
        }),
    }
  }
}
