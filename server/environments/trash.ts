import { maxGroupsOfOne, trashDays } from '../../domain/environments.ts'
import { ownerColumns } from './fields.ts'
import type { Surroundings } from './rules.ts'
import { reason } from '../../texts/reason.ts'
import { shownProxy, shownRecord } from './announce.ts'
import { forbids, type Objection } from '../http/refusal.ts'
import type { RecordRow } from '../store/environment-records.ts'
import type { EnvironmentRow } from '../store/environments.ts'
import type { TrashedRow } from '../store/environment-trash-queries.ts'
import { targetsOf } from '../store/operation-log.ts'
import type { Store, Transaction } from '../store/store.ts'

const day = 86_400_000
/** How long what was deleted is kept, in milliseconds. */
export const trashTime = trashDays * day

/** Rows that one transaction of the sweep removes. */
const chunk = 1_000

const shown = ({ id, size, sha256, device_id, saved_at }: RecordRow) => ({ id, size, sha256, device_id, saved_at })

/** What the log keeps of environments that go: everything but their secrets. */
export async function wholeOf(tx: Transaction, rows: readonly EnvironmentRow[]): Promise<Record<string, unknown>[]> {
  const records = Map.groupBy(
    await tx.environmentRecords.ofMany(rows.map(({ id }) => id)),
    ({ environment_id }) => environment_id,
  )
  return rows.map((row) => ({ ...plainOf(row), records: (records.get(row.id) ?? []).map(shown) }))
}

const plainOf = (row: EnvironmentRow) => ({
  id: row.id,
  market: row.market,
  name: row.name,
  account: row.account,
  owner_id: row.owner_id,
  tags: row.tags,
  region: row.region,
  proxy: shownProxy(row),
  timezone: row.timezone,
  language: row.language,
  note: row.note,
  record: shownRecord(row),
  last_opened_at: row.last_opened_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** What a row comes back with: its owner, or the caller where that one has left; its groups, of those that are left. */
const restoredOf = ({ id, owner_id, tags }: TrashedRow, { members, caller, groups }: Surroundings) => ({
  id,
  ...ownerColumns(members.find((member) => member.id === owner_id) ?? caller),
  tags: tags.filter((tag) => groups.has(tag)).slice(0, maxGroupsOfOne),
})

/** Takes rows out of the trash, each unless its name is another's by now; answers who came back, and why not who did not. */
export async function bringBack(tx: Transaction, around: Surroundings, rows: readonly TrashedRow[]) {
  const { managerId, market } = around
  const taken = await tx.environments.taken(
    managerId,
    market,
    rows.map(({ name }) => name),
  )
  const refused = new Map<number, Objection>()
  // Of those that were deleted under one name, the one that was deleted last comes back.
  for (const { id, name } of rows.toSorted((a, b) => (b.trashed_at ?? 0) - (a.trashed_at ?? 0)))
    if (taken.has(name)) refused.set(id, forbids(reason('environments.reason.nameTaken')))
    else taken.add(name)
  const back = rows.filter(({ id }) => !refused.has(id))
  const restored = await tx.environmentTrash.takeOut(back.map((row) => restoredOf(row, around)))
  return { restored, refused }
}

/** Removes for ever what has been in the trash for its time. */
export async function emptyTrash(store: Store, now: number): Promise<void> {
  const removeSome = () =>
    store.transaction(async (tx) => {
      const rows = await tx.environmentTrash.due(now - trashTime, chunk)
      if (rows.length === 0) return 0
      const detail = { before: { environments: await wholeOf(tx, rows), count: rows.length } }
      await tx.environmentTrash.remove(rows.map(({ id }) => id))
      const targets = targetsOf('environment', rows)
      await tx.operationLog.append({ user: null, action: 'environment.purge', ...targets, ip: '', detail }, now)
      return rows.length
    })
  while ((await removeSome()) === chunk);
}
