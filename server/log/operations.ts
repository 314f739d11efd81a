import { codes } from '../../domain/codes.ts'
import { targetsIn } from '../../domain/log-fields.ts'
import { reasonIn } from '../../domain/reason.ts'
import type { Language, TextKey } from '../../texts/catalogue.ts'
import { textIn, worded } from '../http/words.ts'
import type { LogChecks } from './checks.ts'
import type { LogHeads } from './heads.ts'
import { defineOperations, type Call, type Query, type Schemas } from '../http/contract.ts'
import { csvFile, timeColumn, type CsvColumn } from '../http/csv.ts'
import { reason } from '../../texts/reason.ts'
import { badCursor, invalidFields, Refusal } from '../http/refusal.ts'
import type { EntryDetail } from '../store/operation-log.ts'
import type { OperationEntry, OperationFilter } from '../store/operation-log-list.ts'
import { kindAndIdOf } from '../store/target-names.ts'
import { undoTime } from './kept-changes.ts'
import { undoneLike } from './undo-kinds.ts'

const toEntry = (
  { target, undo, ...entry }: OperationEntry,
  call: Pick<Call<'logList'>, 'mayCall'>,
): Schemas['LogEntry'] => {
  const like = undoneLike(entry.action)
  return { ...entry, ...kindAndIdOf(target), undo: like && call.mayCall(like) ? undoState(entry.at, undo) : null }
}

/** Whether something can be undone still. What never could, as it changed nothing, is not told from what no longer can. */
function undoState(at: number, undo: OperationEntry['undo']): Schemas['LogEntry']['undo'] {
  if (undo?.undone_at != null) return 'done'
  if (Date.now() > at + undoTime) return 'over'
  return undo === null ? null : 'open'
}

function filterOf(query: Query<'logExport'>): OperationFilter {
  const { sort: _, user_name, target_id, target_kind, target_name, ip, ...filter } = query
  return {
    user_id: filter.user_id,
    user_name: user_name?.trim() || undefined,
    action: filter.action,
    target_kind: target_kind || undefined,
    target_id: target_id?.trim() || undefined,
    target_name: target_name?.trim() || undefined,
    ip: ip?.trim() || undefined,
    result: filter.result,
    from: filter.from,
    to: filter.to,
  }
}

/** What the exported file shows of each entry, in the words of the caller's language; a code that has none stays one. */
const exportedIn = (language: Language): CsvColumn<OperationEntry>[] => {
  const word = (area: 'actions' | 'kinds' | 'results', name: string): string =>
    textIn(language, `log.${area}.${name.replaceAll('.', '_')}` as TextKey, name) // Or none, for which the name is.
  return [
    { header: 'log.field.id', cell: ({ id }) => id },
    timeColumn('log.field.at', ({ at }) => at),
    { header: 'log.field.user', cell: ({ user_name }) => user_name },
    { header: 'log.field.action', cell: ({ action }) => word('actions', action) },
    { header: 'log.field.targetKind', cell: ({ target }) => word('kinds', kindAndIdOf(target).target_kind) },
    { header: 'log.field.target', cell: ({ target }) => kindAndIdOf(target).target_id },
    { header: 'log.field.targetName', cell: ({ target_name }) => target_name },
    { header: 'log.field.ip', cell: ({ ip }) => ip },
    { header: 'log.field.result', cell: ({ result }) => word('results', result) },
  ]
}

/** What failed has its reason among what was changed. */
function wordedIn(language: Language, fields: Record<string, unknown>): Record<string, unknown> {
  const why = typeof fields.reason === 'object' ? reasonIn(fields.reason) : undefined
  return why ? { ...fields, reason: worded(language, why) } : fields
}

interface Ports {
  logHeads: LogHeads
  checks: LogChecks
}

export const logOperations = defineOperations(({ logHeads, checks }: Ports) => ({
  logList: async (call) => {
    const { caller, query, store } = call
    const page = { limit: query.limit, cursor: query.cursor, descending: query.sort === '-at' }
    const found = await store.operationLog.page(caller, filterOf(query), page)
    if (found === undefined) throw badCursor()
    return { ...found, items: found.items.map((entry) => toEntry(entry, call)) }
  },

  /** One entry with what was changed, and what chains it. */
  logDetail: async (call) => {
    const { caller, query, store } = call
    const row = await store.operationLog.visible(caller, query.id)
    if (row === undefined) throw new Refusal(codes.notFound, reason('log.reason.noSuchEntry'))
    const { hash, previous_hash, detail, user_path: _, target_ids, ...entry } = row
    // The log wrote it itself, from an EntryDetail.
    const { before = null, after = null } = detail === '' ? {} : (JSON.parse(detail) as EntryDetail)
    return {
      entry: toEntry({ ...entry, has_detail: detail !== '' }, call),
      target_ids,
      names: Object.fromEntries(await store.operationLog.names(caller, targetsIn([before, after]))),
      before,
      after: after && wordedIn(call.language, after),
      hash: hash?.toString('hex') ?? null,
      previous_hash: previous_hash?.toString('hex') ?? null,
    }
  },

  logExport: async ({ caller, query, store, language }) => {
    const entries = store.operationLog.walk(caller, filterOf(query), query.sort === '-at')
    return csvFile('operation-log', exportedIn(language), entries, language)
  },

  /** Begins to follow the chain from the first entry; `logCheck` tells how far that is and where it is broken. */
  logVerify: async ({ store, body: { receipt_id, receipt_hash } }) => {
    if ((receipt_id === undefined) !== (receipt_hash === undefined))
      throw invalidFields({
        receipt_hash: reason('log.reason.wholeReceipt'),
      })
    const receipt =
      receipt_id === undefined || receipt_hash === undefined ? undefined : { id: receipt_id, at: 0, hash: receipt_hash }
    return store.transaction((tx) => checks.begin(tx, logHeads.kept, receipt))
  },

  logCheck: ({ store, query }) => checks.find(store, query.id),
}))
