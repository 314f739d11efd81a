import { trashDays } from '../domain/environments.ts'
import { shownProxy, shownRecord } from './realtime/environment-news.ts'
import type { EnvironmentRow } from './store/environments.ts'
import type { Store } from './store/store.ts'

const day = 86_400_000
/** How long what was deleted is kept, in milliseconds. */
export const trashTime = trashDays * day

/** Rows that one transaction of the sweep removes. */
const chunk = 1_000

/** What the log keeps of an environment that goes: everything but its secret. */
export const wholeOf = (row: EnvironmentRow): Record<string, unknown> => ({
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

/** Removes for ever what has been in the trash for its time. */
export async function emptyTrash(store: Store, now: number): Promise<void> {
  const removeSome = () =>
    store.transaction(async (tx) => {
      const rows = await tx.environmentTrash.due(now - trashTime, chunk)
      if (rows.length === 0) return 0
      await tx.environmentTrash.remove(rows.map(({ id }) => id))
      const detail = { before: { environments: rows.map(wholeOf), count: rows.length } }
      const names = rows.map(({ name }) => name)
      const target = 'environments:*'
      await tx.operationLog.append({ user: null, action: 'environment.purge', target, names, ip: '', detail }, now)
      return rows.length
    })
  while ((await removeSome()) === chunk);
}
