import type { UserAnnouncer } from '../messages/announce.ts'
import type { Broker } from '../broker/broker.ts'
import type { Caller } from '../http/sessions.ts'
import { defineOperations, type Call, type Schemas } from '../http/contract.ts'
import { announceUser } from './announce.ts'
import { announceGone } from '../broker/announce-change.ts'
import { resultsOf } from '../http/batch-results.ts'
import { forbids, type Objection } from '../http/refusal.ts'
import { maxMatching, notTooMany, selectionOf } from '../http/selection.ts'
import { targetsOf, type Action, type EntryDetail } from '../store/operation-log.ts'
import type { Store, Transaction } from '../store/store.ts'
import type { UndoKind } from '../store/tables.ts'
import type { UserRow } from '../store/users.ts'
import { differenceOf, noteUndoable } from '../log/kept-changes.ts'
import { pairsOf } from '../log/put-back.ts'
import { deletionColumns, userColumns } from './undo.ts'
import { endSessionsOf, type Leases, objectionTo } from './rules.ts'
import { expiryOf } from './shown.ts'
import type { Reason } from '../../domain/reason.ts'
import { renewedUntil } from '../../domain/service.ts'
import { reason } from '../../texts/reason.ts'
import type { Holdings } from '../store/user-changes.ts'

type BatchCall = Call<'userSwitch'> | Call<'userRenew'> | Call<'userDel'>

/** Whom a batch is about. */
async function chosenIds(
  store: Store,
  caller: Caller,
  asked: { ids?: number[]; matching?: Schemas['UserFilter'] },
): Promise<number[]> {
  const selection = selectionOf(asked)
  if ('ids' in selection) return selection.ids.toSorted((a, b) => a - b)
  return notTooMany(await store.users.idsBelow(caller, selection.matching, maxMatching + 1))
}

/** Does something to those of a batch that the caller may change, in one transaction with one entry in the log. */
async function batch(
  call: BatchCall,
  action: Action,
  work: (tx: Transaction, users: UserRow[], refuse: (id: number, why: Objection) => void) => Promise<EntryDetail>,
  undoneAs: { kind: UndoKind; columns: readonly (keyof UserRow)[] } = { kind: 'users', columns: userColumns },
): Promise<Schemas['BatchResults']> {
  const { store, caller, body } = call
  const ids = await chosenIds(store, caller, body)
  return store.transaction(async (tx) => {
    const users = await tx.users.lockMany(ids)
    const objections = new Map<number, Objection>()
    for (const id of ids) {
      const objection = objectionTo(caller, users.get(id))
      if (objection !== undefined) objections.set(id, objection)
    }
    const mine = [...users.values()].filter(({ id }) => !objections.has(id))
    const { before, after } = await work(tx, mine, (id, why) => objections.set(id, why))

    const done = mine.filter(({ id }) => !objections.has(id))
    let undo: Schemas['Undoable'] | undefined
    if (done.length > 0) {
      const detail = done.length === 1 ? { before, after } : { after: { ...after, count: done.length } }
      const named = done.map(({ id, user_name }) => ({ id, name: user_name }))
      const now = Date.now()
      const changed = await tx.users.byIds(done.map(({ id }) => id))
      const rows = differenceOf(undoneAs.columns, pairsOf(done, [...changed.values()]))
      const entry = { ...targetsOf('user', named), detail }
      undo = await noteUndoable(tx, call, action, entry, { kind: undoneAs.kind, at: now, rows })
    }
    return { results: resultsOf(call, ids, objections), undo }
  })
}

interface Ports {
  broker: Broker
  userAnnouncer: UserAnnouncer
  controlLeases: Leases
}

/** What somebody has, and how much of it. */
const whatIsLeft = (held: Holdings & { below: number }): Reason[] =>
  (['below', 'devices', 'boxes', 'environments', 'files'] as const).flatMap((kind) =>
    held[kind] === 0 ? [] : [reason(`people.left.${kind}`, { count: held[kind] })],
  )

export const userBatchOperations = defineOperations(({ broker, userAnnouncer, controlLeases }: Ports) => ({
  /** Enables or disables users. Whoever is disabled is signed out at once with everybody below, none of whom can sign in. */
  userSwitch: (call) => {
    const { enabled } = call.body
    return batch(call, enabled ? 'user.enable' : 'user.disable', async (tx, users) => {
      const ids = users.filter((user) => user.enabled !== enabled).map(({ id }) => id)
      await tx.users.setEnabled(ids, enabled)
      if (!enabled) await endSessionsOf({ controlLeases, broker }, tx, ids, call.client.ip)
      tx.afterCommit(() => {
        for (const user of users) announceUser(broker, user, { enabled }, Date.now())
      })
      return { before: { enabled: users[0]?.enabled }, after: { enabled } }
    })
  },

  /** Renews services, from now or from their end, whichever is later; an element's ends with its manager's at the latest. */
  userRenew: (call) => {
    const { days } = call.body
    return batch(call, 'user.renew', async (tx, users, refuse) => {
      const now = Math.floor(Date.now() / 1_000)
      const above = users.flatMap(({ role, parent_id }) =>
        role === 'element' && parent_id !== null ? [parent_id] : [],
      )
      const managers = await tx.users.byIds([...new Set(above)])
      const renewed = new Map<number, UserRow>()
      // By id: a manager's turn comes before its elements'.
      for (const user of users) {
        const end = expiryOf(user)
        const authorization_at = end === null || end <= now * 1_000 ? now : user.authorization_at
        const expiration = renewedUntil(end, days, now * 1_000) / 1_000 - authorization_at
        const next = { ...user, authorization_at, expiration }
        const manager = renewed.get(user.parent_id ?? 0) ?? managers.get(user.parent_id ?? 0)
        if (manager?.role === 'manager' && (expiryOf(next) ?? 0) > (expiryOf(manager) ?? 0))
          refuse(user.id, forbids(reason('people.reason.beyondService', { name: manager.user_name })))
        else renewed.set(user.id, next)
      }
      const services = [...renewed.values()].map(({ id, authorization_at, expiration }) => ({
        id,
        authorization_at,
        expiration,
      }))
      await tx.users.setServices(services)
      tx.afterCommit(() => {
        for (const user of renewed.values()) {
          announceUser(broker, user, { expires_at: expiryOf(user) }, Date.now())
          userAnnouncer.accountChanged(user)
        }
      })
      const [only] = users
      const after = only && renewed.get(only.id)
      return {
        before: { expires_at: only ? expiryOf(only) : null },
        after: { days, ...(users.length === 1 && after && { expires_at: expiryOf(after) }) },
      }
    })
  },

  /** Deletes users who have nothing left; of a batch those below go first, so that a whole branch can go at once. */
  userDel: (call) =>
    batch(
      call,
      'user.del',
      async (tx, users, refuse) => {
        const ids = users.map(({ id }) => id)
        const [children, holdings] = await Promise.all([tx.users.childrenOf(ids), tx.users.holdingsOf(ids)])
        const gone = new Set<number>()
        for (const { id } of users.toReversed()) {
          const below = (children.get(id) ?? []).filter((child) => !gone.has(child)).length
          const left = whatIsLeft({ below, devices: 0, boxes: 0, environments: 0, files: 0, ...holdings.get(id) })
          if (left.length > 0) refuse(id, forbids(reason('people.reason.stillHas', { left })))
          else gone.add(id)
        }
        await endSessionsOf({ controlLeases, broker }, tx, [...gone], call.client.ip)
        const now = Date.now()
        await tx.users.remove([...gone], now)
        const rows = users.filter(({ id }) => gone.has(id)).map(({ id, path }) => ({ id, owner_path: path }))
        tx.afterCommit(() => void announceGone(broker, 'user', rows, now))
        return { before: { user_name: users.find(({ id }) => gone.has(id))?.user_name } }
      },
      { kind: 'deleted users', columns: deletionColumns },
    ),
}))
