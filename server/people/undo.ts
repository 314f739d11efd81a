import { endSessionsOf, keepBelowWithin, type Leases, objectionTo } from './rules.ts'
import { expiryOf, toUser } from './shown.ts'
import { announceUser } from './announce.ts'
import type { Broker } from '../broker/broker.ts'
import type { UserAnnouncer } from '../messages/announce.ts'
import type { UserRow } from '../store/users.ts'
import { forbids } from '../http/refusal.ts'
import { judge, pairsOf, type Undos } from '../log/put-back.ts'
import { reason } from '../../texts/reason.ts'

/** What a batch changes of a user. */
export const userColumns = ['enabled', 'authorization_at', 'expiration'] as const satisfies readonly (keyof UserRow)[]
/** What it takes away with a user. */
export const deletionColumns = [
  'deleted_at',
  'enabled',
  'invite_code',
  'password_hash',
] as const satisfies readonly (keyof UserRow)[]

const named = ({ id, user_name }: UserRow) => ({ id, name: user_name })

interface Ports {
  broker: Broker
  userAnnouncer: UserAnnouncer
  controlLeases: Leases
}

type Kinds = 'users' | 'deleted users'

export const userUndos = ({ broker, userAnnouncer, controlLeases }: Ports): Pick<Undos, Kinds> => ({
  /** Gives users the switch or the service back that they had. */
  users: async ({ tx, call, rows, at }) => {
    const found = [...(await tx.users.lockMany(rows.map(({ id }) => id))).values()]
    const { restored, refused } = judge(rows, {
      found,
      absent: reason('people.reason.noSuchUser'),
      objectionTo: (user) => objectionTo(call.caller, user),
    })
    const after = await tx.undos.putBack('users', restored)
    const changes = pairsOf(found, after)
    const disabled = changes.filter((one) => one.before.enabled && !one.after.enabled).map((one) => one.after.id)
    await endSessionsOf({ controlLeases, broker }, tx, disabled, call.client.ip)
    const served = changes.filter((one) => expiryOf(one.before) !== expiryOf(one.after)).map((one) => one.after)
    for (const user of served) await keepBelowWithin({ broker, userAnnouncer }, tx, user, at)
    tx.afterCommit(() => {
      for (const user of after) announceUser(broker, user, { enabled: user.enabled, expires_at: expiryOf(user) }, at)
      for (const user of served) userAnnouncer.accountChanged(user)
    })
    return { done: after.map(named), refused }
  },

  /** Brings users back that a batch deleted, with their passwords; those above come before those below. */
  'deleted users': async ({ tx, call, rows, at }) => {
    const ids = rows.map(({ id }) => id)
    const above = [...(await tx.users.byIds(ids)).values()].flatMap(({ parent_id }) => parent_id ?? [])
    const parents = await tx.users.lockMany([...new Set(above)])
    const found = await tx.users.lockDeleted(ids)
    const taken = await tx.users.taken(found.map(({ user_name }) => user_name))
    const present = new Set(parents.keys())
    const { restored, refused } = judge(
      rows.toSorted((one, other) => one.id - other.id),
      {
        found,
        absent: reason('people.reason.noSuchUser'),
        objectionTo(user) {
          const objection = objectionTo(call.caller, user)
          if (objection !== undefined) return objection
          if (user.parent_id !== null && !present.has(user.parent_id))
            return forbids(reason('people.reason.nobodyAbove'))
          const name = user.user_name.toLowerCase()
          if (taken.has(name)) return forbids(reason('people.reason.nameTaken'))
          taken.add(name)
          present.add(user.id)
          return undefined
        },
      },
    )
    const after = await tx.undos.putBack('users', restored)
    for (const user of [...parents.values(), ...after]) await keepBelowWithin({ broker, userAnnouncer }, tx, user, at)
    const shown = await tx.users.allVisible(
      call.caller,
      after.map(({ id }) => id),
    )
    tx.afterCommit(() => {
      for (const user of shown) announceUser(broker, user, { ...toUser(user) }, at)
    })
    return { done: after.map(named), refused }
  },
})
