import { announcementsOf } from './batch.ts'
import { requireMarket } from '../http/needs.ts'
import { areElsewhere, objectionToOwner, surroundingsOf, wrongOwner } from './rules.ts'
import { bringBack } from './trash.ts'
import type { Market } from '../../domain/markets.ts'
import { reason } from '../../texts/reason.ts'
import { forbids, isGone } from '../http/refusal.ts'
import type { Caller } from '../http/sessions.ts'
import { announceGone } from '../broker/announce-change.ts'
import type { Broker } from '../broker/broker.ts'
import { announceEnvironments } from './announce.ts'
import type { EnvironmentRow } from '../store/environments.ts'
import type { TrashedRow } from '../store/environment-trash-queries.ts'
import type { UndoRow } from '../store/tables.ts'
import type { Kept } from '../log/kept-changes.ts'
import { judge, type Undoing, type Undos } from '../log/put-back.ts'

/** What a batch changes of an environment. */
export const environmentColumns = [
  'name',
  'account',
  'owner_id',
  'owner_path',
  'tags',
  'region',
  'proxy',
  'proxy_password',
  'timezone',
  'language',
  'note',
] as const satisfies readonly (keyof EnvironmentRow)[]

/** A password is kept with the proxy that it is for. */
export const proxyColumns = ['proxy', 'proxy_password'] as const satisfies readonly (keyof EnvironmentRow)[]

type Columns = Record<string, unknown>
// What is kept of a row are its own columns.
const proxyOf = ({ proxy }: Columns) => proxy as EnvironmentRow['proxy'] | undefined

/** Whether a password would come to another host or port than it was given for. */
function wouldMoveAPassword(row: EnvironmentRow, back: Columns, before: Columns): boolean {
  const after: Columns = { ...row, ...back }
  const [goesTo, givenFor] = [proxyOf(after), 'proxy_password' in back ? proxyOf(before) : row.proxy]
  return after.proxy_password !== null && areElsewhere(goesTo, givenFor)
}

/** What every undoing of environments begins with. */
async function begin({ tx, call, market, rows }: Undoing) {
  if (market === null) throw new Error('a batch of environments was kept without its market')
  const { caller } = call
  requireMarket(caller, market)
  call.count('environmentChanges')
  const around = await surroundingsOf(tx, caller, market, 'all groups')
  await tx.environments.lockNames(around.managerId, market)
  return { market, around, ids: rows.map(({ id }) => id) }
}

/** Environments that a batch added or took out of the trash, as they are kept: nothing may have happened to them since. */
export const arrivalsOf = (
  rows: readonly EnvironmentRow[],
  before: (row: EnvironmentRow) => Partial<TrashedRow>,
): UndoRow[] =>
  rows.map((row) => {
    const { id, updated_at, device_id, last_opened_at } = row
    return { id, before: { ...before(row) }, after: { updated_at, device_id, last_opened_at } }
  })

/** How environments that a batch added go: into the trash. */
export const withoutAdded = (rows: readonly EnvironmentRow[], { id }: Caller, market: Market, at: number): Kept => {
  const trashed = { trashed_at: at, trashed_by: id }
  return { kind: 'arrival', market, at, rows: arrivalsOf(rows, () => trashed) }
}

export const environmentUndos = ({ broker }: { broker: Broker }): Pick<Undos, 'change' | 'trash' | 'arrival'> => ({
  /** Gives environments what they had before a change. */
  change: async (undoing) => {
    const { tx, call, rows, at } = undoing
    const { market, around, ids } = await begin(undoing)
    const found = await tx.environments.lockMatching(call.caller, { market, ids }, ids.length)
    const names = rows.flatMap(({ before }) => (typeof before?.name === 'string' ? [before.name] : []))
    const taken = await tx.environments.taken(around.managerId, market, names)
    const isLeft = (tag: unknown) => around.groups.has(Number(tag))
    const { restored, refused } = judge(rows, {
      found,
      absent: reason('environments.reason.noSuchEnvironment'),
      objectionTo(row, back, before) {
        const { name, owner_id, tags } = back
        if (typeof name === 'string' && name !== row.name && taken.has(name))
          return forbids(reason('environments.reason.nameTaken'))
        if (owner_id !== undefined) {
          const owner = around.members.find(({ id }) => id === owner_id)
          const problem = wrongOwner(owner, market)
          if (problem !== undefined || owner === undefined)
            return forbids(problem ?? reason('people.reason.noSuchUser'))
          const objection = objectionToOwner(row, owner, around)
          if (objection !== undefined) return objection
        }
        if (wouldMoveAPassword(row, back, before)) return forbids(reason('environments.reason.passwordAgain'))
        return Array.isArray(tags) && !tags.every(isLeft)
          ? forbids(reason('environments.reason.noSuchGroup'))
          : undefined
      },
    })
    const after = await tx.undos.putBack(
      'environments',
      restored.map((row) => ({ ...row, updated_at: at })),
    )
    tx.afterCommit(() => void announceEnvironments(broker, announcementsOf(found, after, around), at))
    return { done: after, refused }
  },

  /** Brings back those that a batch deleted. */
  trash: async (undoing) => {
    const { tx, call, at } = undoing
    const { market, around, ids } = await begin(undoing)
    const found = await tx.environmentTrash.lockMatching(call.caller, { market, ids }, ids.length)
    const { restored, refused } = await bringBack(tx, around, found)
    const seen = new Set(found.map(({ id }) => id))
    const absent = ids.filter((id) => !seen.has(id))
    const back = await tx.environments.lockMatching(call.caller, { market, ids: absent }, absent.length)
    for (const id of absent) refused.set(id, isGone(reason('environments.reason.noSuchEnvironment')))
    for (const { id } of back) refused.set(id, forbids(reason('log.reason.changedSince')))
    const announcements = restored.map((after) => ({ before: undefined, after }))
    tx.afterCommit(() => void announceEnvironments(broker, announcements, at))
    return { done: restored, refused }
  },

  /** Puts those that a batch added into the trash, and those back that it took from there. */
  arrival: async (undoing) => {
    const { tx, call, rows, at } = undoing
    const { market, ids } = await begin(undoing)
    const found = await tx.environments.lockMatching(call.caller, { market, ids }, ids.length)
    const { restored, refused } = judge(rows, {
      found,
      absent: reason('environments.reason.noSuchEnvironment'),
      objectionTo: () => undefined,
    })
    await tx.undos.putBack('environment_rows', restored)
    const gone = found.filter(({ id }) => !refused.has(id))
    tx.afterCommit(() => void announceGone(broker, 'environment', gone, at))
    return { done: gone, refused }
  },
})
