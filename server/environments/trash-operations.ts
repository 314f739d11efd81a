import { codes } from '../../domain/codes.ts'
import type { Broker } from '../broker/broker.ts'
import { requireMarket } from '../people/service.ts'
import { defineOperations, type Call, type Schemas } from '../http/contract.ts'
import { admit, mostMatching, resultsOf } from './batch.ts'
import { surroundingsOf } from './rules.ts'
import { bringBack, trashTime, wholeOf } from './trash.ts'
import { announceEnvironments, shownRecord } from './announce.ts'
import { Refusal } from '../http/refusal.ts'
import { selectionOf } from '../http/selection.ts'
import type { TrashedRow } from '../store/environment-trash-queries.ts'
import { targetsOf } from '../store/operation-log.ts'
import type { Transaction } from '../store/store.ts'
import { arrivalsOf } from './undo.ts'
import { keepUndo, extentOf } from '../log/kept-changes.ts'
import { reason } from '../../texts/reason.ts'

/** The selected rows of the trash that the caller may see, locked. */
async function lockTrashed(
  tx: Transaction,
  { caller, body }: Call<'environmentRestore'> | Call<'environmentPurge'>,
): Promise<TrashedRow[]> {
  const selected = selectionOf(body)
  const filter = { market: body.market, ...('ids' in selected ? selected : selected.matching) }
  const rows = await tx.environmentTrash.lockMatching(caller, filter, mostMatching + 1)
  if (rows.length > mostMatching)
    throw new Refusal(codes.invalidInput, reason('call.invalidInput'), { matching: reason('call.tooManyMatching') })
  return rows
}

export const environmentTrashOperations = defineOperations(({ broker }: { broker: Broker }) => ({
  environmentTrash: async ({ caller, query, store }) => {
    requireMarket(caller, query.market)
    const filter = { market: query.market, keyword: query.keyword?.trim() }
    const page = { limit: query.limit, cursor: query.cursor }
    const found = await store.environmentTrash.byCursor(caller, filter, page)
    if (found === undefined)
      throw new Refusal(codes.invalidInput, reason('call.invalidInput'), { cursor: reason('call.badCursor') })
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
    const { caller, body, store, limits, language, client } = call
    const { market } = body
    admit(caller, market, limits)
    return store.transaction(async (tx) => {
      const around = await surroundingsOf(tx, caller, market, 'all groups')
      await tx.environments.lockNames(around.managerId, market)
      const rows = await lockTrashed(tx, call)
      const { restored, refused } = await bringBack(tx, around, rows)
      let undo: Schemas['Undoable'] | undefined
      if (restored.length > 0) {
        const now = Date.now()
        const news = restored.map((after) => ({ before: undefined, after }))
        tx.afterCommit(() => void announceEnvironments(broker, news, now))
        const targets = targetsOf('environment', restored, market)
        const detail = { after: extentOf(restored) }
        const entry = { user: caller, action: 'environment.restore', ...targets, ip: client.ip, detail } as const
        const logId = await tx.operationLog.appendNumbered(entry, now)
        const earlier = new Map(rows.map((row) => [row.id, row]))
        const kept = arrivalsOf(restored, ({ id }) => {
          const { trashed_at, trashed_by, owner_id, owner_path, tags } = earlier.get(id) ?? {}
          return { trashed_at, trashed_by, owner_id, owner_path, tags }
        })
        undo = await keepUndo(tx, { caller, kind: 'arrival', market, at: now, logId, rows: kept })
      }
      return { results: resultsOf(body, rows, language, refused), undo }
    })
  },

  /** Removes environments from the trash, with their records, for ever. */
  environmentPurge: (call) => {
    const { caller, body, store, limits, language, client } = call
    const { market } = body
    admit(caller, market, limits)
    return store.transaction(async (tx) => {
      const rows = await lockTrashed(tx, call)
      if (rows.length > 0) {
        const detail = { before: { environments: await wholeOf(tx, rows), count: rows.length } }
        await tx.environmentTrash.remove(rows.map(({ id }) => id))
        const targets = targetsOf('environment', rows, market)
        const entry = { user: caller, action: 'environment.purge', ...targets, ip: client.ip, detail } as const
        await tx.operationLog.append(entry, Date.now())
      }
      return { results: resultsOf(body, rows, language) }
    })
  },
}))
