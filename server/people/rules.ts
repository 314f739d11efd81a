import { codes } from '../../domain/codes.ts'
import { rolesBelow } from '../../domain/roles.ts'
import { sees } from '../../domain/tree.ts'
import { type Broker, sessionEndsTopic } from '../broker/broker.ts'
import type { UserAnnouncer } from '../messages/announce.ts'
import { announceUser } from './announce.ts'
import { isGone, Refusal, type Objection } from '../http/refusal.ts'
import type { Transaction } from '../store/store.ts'
import type { Person, UserRow } from '../store/users.ts'
import { expiryOf } from './shown.ts'
import { reason } from '../../texts/reason.ts'

/** Why the caller may not change a user: it is not to be seen, or is the caller itself, or not below (DESIGN, people). */
export function objectionTo(caller: Person, user: UserRow | undefined): Objection | undefined {
  if (user === undefined || !sees(caller, user.path)) return isGone(reason('people.reason.noSuchUser'))
  if (!rolesBelow(caller.role).includes(user.role))
    return { code: codes.notAllowed, reason: reason('people.reason.notBelow') }
  return undefined
}

/**
 * A user that the caller may change, locked until the transaction ends.
 *
 * @throws Refusal 40400 unless the caller may see it; 40300 where it is the caller itself or somebody above
 */
export async function lockBelow(tx: Transaction, caller: Person, id: number): Promise<UserRow> {
  const user = (await tx.users.lockMany([id])).get(id)
  const objection = objectionTo(caller, user)
  if (objection !== undefined) throw new Refusal(objection.code, objection.reason)
  if (user === undefined) throw new Refusal(codes.notFound, reason('people.reason.noSuchUser'))
  return user
}

/** Keeps everybody below a user within what it has now; whom that changed hears of it once the change is committed. */
export async function keepBelowWithin(
  { broker, userAnnouncer }: { broker: Broker; userAnnouncer: UserAnnouncer },
  tx: Transaction,
  user: UserRow,
  at: number,
): Promise<UserRow[]> {
  const { role, modules, thread_number, authorization_at, expiration } = user
  const ends_at = expiration === 0 ? 0 : authorization_at + expiration
  const bounds = { ...(role !== 'admin' && { modules }), ...(role === 'manager' && { thread_number, ends_at }) }
  const curtailed = await tx.users.keepWithin(user, bounds)
  tx.afterCommit(() => {
    for (const one of curtailed) {
      const shown = { modules: one.modules, thread_number: one.thread_number, expires_at: expiryOf(one) }
      announceUser(broker, one, shown, at)
      userAnnouncer.accountChanged(one)
    }
  })
  return curtailed
}

/** Takes away what sessions hold. */
export interface Leases {
  releaseOfSessions(tx: Transaction, sessionIds: readonly string[], ip: string): Promise<void>
}

/** Ends all sessions of users and of everybody below them, and what they hold; once the change is committed every server hears of it. */
export async function endSessionsOf(
  { controlLeases, broker }: { controlLeases: Leases; broker: Broker },
  tx: Transaction,
  userIds: readonly number[],
  ip: string,
): Promise<void> {
  const ended = await tx.sessions.endAllOfBranches(userIds, Date.now())
  await controlLeases.releaseOfSessions(tx, ended, ip)
  tx.afterCommit(() => {
    for (const sessionId of ended) broker.publish(sessionEndsTopic, sessionId, 1)
  })
}
