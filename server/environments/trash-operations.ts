import type { Broker } from '../broker/broker.ts'
import { defineOperations, type Call, type Schemas } from '../http/contract.ts'
import { environmentResults } from './batch.ts'
import { surroundingsOf } from './rules.ts'
import { bringBack, trashTime, wholeOf } from './trash.ts'
import { announceEnvironments, shownRecord } from './announce.ts'
import { badCursor } from '../http/refusal.ts'
import { filterOf, maxMatching, notTooMany } from '../http/selection.ts'
import type { TrashedRow } from '../store/environment-trash-queries.ts'
import { targetsOf } from '../store/operation-log.ts'
import type { Transaction } from '../store/store.ts'
import { arrivalsOf } from './undo.ts'
import { noteUndoable, extentOf } from '../log/kept-changes.ts'

/** The selected rows of the trash that the caller may see, locked. */
async function lockTrashed(
  tx: Transaction,
  { caller, body }: Call<'environmentRestore'> | Call<'environmentPurge'>,
): Promise<TrashedRow[]> {
  const filter = { market: body.market, ...filterOf(body) }
  return notTooMany(await tx.environmentTrash.lockMatching(caller, filter, maxMatching + 1))
}

export const environmentTrashOperations = defineOperations(({ broker }: { broker: Broker }) => ({
  environmentTrash: async ({ caller, query, store }) => {
    const filter = { market: query.market, keyword: query.keyword?.trim() }
    const page = { limit: query.limit, cursor: query.cursor }
    const found = await store.environmentTrash.byCursor(caller, filter, page)
    if (found === undefined) throw badCursor()
    const items = found.items.map((row): Schemas['TrashedEnvironment'] => {
      const { id, market, name, account, owner_id, owner_name, tags, region, note, trashed_by_name } = row
      const trashed_at = row.trashed_at ?? 0
      const shown = { id, market, name, account, owner_id, owner_name, tags, region, note, record: shownRecord(row) }
      return { ...shown, trashed_at, trashed_by_name: trashed_by_name ?? '', kept_until: trashed_at + trashTime }
    })
    return { ...found, items }
  },

  /** Takes environments out of the trash. */
  environmentRestore: (call) => {
    const { caller, body, store } = call
    const { market } = body
    return store.transaction(async (tx) => {
      const around = await surroundingsOf(tx, caller, market, 'all groups')
      await tx.environments.lockNames(around.managerId, market)
      const rows = await lockTrashed(tx, call)
      const { restored, refused } = await bringBack(tx, around, rows)
      let undo: Schemas['Undoable'] | undefined
      if (restored.length > 0) {
        const now = Date.now()
        const announcements = restored.map((after) => ({ before: undefined, after }))
        tx.afterCommit(() => void announceEnvironments(broker, announcements, now))
        const entry = { ...targetsOf('environment', restored, market), detail: { after: extentOf(restored) } }
        const earlier = new Map(rows.map((row) => [row.id, row]))
        const kept = arrivalsOf(restored, ({ id }) => {
          const { trashed_at, trashed_by, owner_id, owner_path, tags } = earlier.get(id) ?? {}
          return { trashed_at, trashed_by, owner_id, owner_path, tags }
        })
        const undone = { kind: 'arrival', market, at: now, rows: kept } as const
        undo = await noteUndoable(tx, call, 'environment.restore', entry, undone)
      }
      return { results: environmentResults(call, rows, refused), undo }
    })
  },

  /** Removes environments from the trash, with their records, for ever. */
  environmentPurge: (call) => {
    const { body, store, note } = call
    const { market } = body
    return store.transaction(async (tx) => {
      const rows = await lockTrashed(tx, call)
      if (rows.length > 0) {
        const detail = { before: { environments: await wholeOf(tx, rows), count: rows.length } }
        await tx.environmentTrash.remove(rows.map(({ id }) => id))
        const targets = targetsOf('environment', rows, market)
        await note(tx, 'environment.purge', { ...targets, detail })
      }
      return { results: environmentResults(call, rows) }
    })
  },
}))
