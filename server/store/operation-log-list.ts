import { sql, type Kysely } from 'kysely'
import { seesEverything } from '../../domain/roles.ts'
import { pageOf, walk, type Keyset, type Page } from './keyset.ts'
import { likePart } from './like-pattern.ts'
import { isWithin } from './owner-tree.ts'
import type { OperationResult, Tables } from './tables.ts'
import { countRows } from './totals.ts'
import type { Person } from './users.ts'

export interface OperationFilter {
  user_id?: number | undefined
  /** Part of the name. */
  user_name?: string | undefined
  action?: string[] | undefined
  target_kind?: string | undefined
  /** Of that kind, or of any; one of a batch as well. */
  target_id?: string | undefined
  /** Part of what the target was called, or one of a batch. */
  target_name?: string | undefined
  ip?: string | undefined
  result?: OperationResult | undefined
  /** Unix time in milliseconds. */
  from?: number | undefined
  /** Unix time in milliseconds; not included. */
  to?: number | undefined
}

const kind = sql<string>`split_part(operation_log.target, ':', 1)`
const idOfTarget = sql<string>`split_part(operation_log.target, ':', 2)`

/** How a list calls a target: a batch of thousands by its first. */
const firstNames = 20
const shortName = sql<string>`case when cardinality(operation_log.target_ids) <= ${sql.lit(firstNames)} then operation_log.target_name
  else array_to_string((string_to_array(operation_log.target_name, ', '))[:${sql.lit(firstNames)}], ', ') || '…' end`

/** What batches of a kind were called before their ids were kept: such entries stay as they were hashed. */
const kindsOf = (kind: string): string[] => [kind, `${kind}s`]

/** Entries of one target, alone or in a batch. */
function isAbout(id: string, targetKind: string | undefined) {
  const alone =
    targetKind === undefined
      ? sql<boolean>`${idOfTarget} = ${id}`
      : sql<boolean>`operation_log.target = any(${kindsOf(targetKind).map((each) => `${each}:${id}`)})`
  if (!/^\d{1,15}$/.test(id)) return alone
  const ofKind = targetKind === undefined ? sql`true` : sql`${kind} = ${targetKind}`
  return sql<boolean>`(${alone} or operation_log.target_ids <> '{}' and operation_log.target_ids @> ${[Number(id)]}::bigint[] and ${ofKind})`
}

const shown = [
  'operation_log.id',
  'operation_log.at',
  'operation_log.user_id',
  'operation_log.user_name',
  'operation_log.action',
  'operation_log.target',
  'operation_log.ip',
  'operation_log.result',
] as const

const undoOf = sql<OperationEntry['undo']>`
  (select jsonb_build_object('at', undos.at, 'undone_at', undos.undone_at) from undos where undos.log_id = operation_log.id)`

export interface OperationEntry {
  id: number
  at: number
  user_id: number | null
  user_name: string
  action: string
  target: string
  target_name: string
  ip: string
  result: OperationResult
  has_detail: boolean
  /** Where it is kept so that it can be undone; else null. */
  undo: { at: number; undone_at: number | null } | null
}

/** Reading the operation log: what the caller and everyone below did. Admin and security see all of it. */
export const operationLogListQueries = (db: Kysely<Tables>) => {
  const matching = (caller: Person, filter: OperationFilter) => {
    let query = db.selectFrom('operation_log')
    if (!seesEverything(caller.role)) query = query.where(isWithin(sql.ref('operation_log.user_path'), caller.path))
    if (filter.user_id !== undefined) query = query.where('operation_log.user_id', '=', filter.user_id)
    if (filter.user_name !== undefined)
      query = query.where('operation_log.user_id', 'in', (of) =>
        of
          .selectFrom('users')
          .select('users.id')
          .where('users.user_name', 'ilike', likePart(filter.user_name ?? '')),
      )
    if (filter.action !== undefined && filter.action.length > 0)
      query = query.where('operation_log.action', 'in', filter.action)
    if (filter.target_id !== undefined) query = query.where(isAbout(filter.target_id, filter.target_kind))
    else if (filter.target_kind !== undefined) query = query.where(kind, 'in', kindsOf(filter.target_kind))
    if (filter.target_name !== undefined)
      query = query.where('operation_log.target_name', 'ilike', likePart(filter.target_name))
    if (filter.ip !== undefined) query = query.where('operation_log.ip', '=', filter.ip)
    if (filter.result !== undefined) query = query.where('operation_log.result', '=', filter.result)
    if (filter.from !== undefined) query = query.where('operation_log.at', '>=', filter.from)
    if (filter.to !== undefined) query = query.where('operation_log.at', '<', filter.to)
    return query
  }

  const keyset = (
    caller: Person,
    filter: OperationFilter,
    descending: boolean,
  ): Keyset<Tables, 'operation_log', OperationEntry> => ({
    rows: matching(caller, filter)
      .select(shown)
      .select(shortName.as('target_name'))
      .select(sql<boolean>`operation_log.detail <> ''`.as('has_detail'))
      .select(undoOf.as('undo')),
    count: () => countRows(matching(caller, filter)),
    key: sql<number>`operation_log.at`,
    id: sql<number>`operation_log.id`,
    descending,
    identity: [descending, filter],
  })

  return {
    /** The page behind a cursor; undefined when the cursor doesn't belong to this sort and these filters. */
    page: (
      caller: Person,
      filter: OperationFilter,
      { descending, ...page }: { descending: boolean; limit: number; cursor: string | undefined },
    ): Promise<Page<OperationEntry> | undefined> => pageOf(keyset(caller, filter, descending), page),

    walk: (caller: Person, filter: OperationFilter, descending: boolean) => walk(keyset(caller, filter, descending)),

    /** One entry with everything, and its hashes once it is chained; undefined unless the caller may see it. */
    visible: (caller: Person, id: number) =>
      matching(caller, {})
        .leftJoin('operation_chain', 'operation_chain.log_id', 'operation_log.id')
        .selectAll('operation_log')
        .select(['operation_chain.previous_hash', 'operation_chain.hash'])
        .select(undoOf.as('undo'))
        .where('operation_log.id', '=', id)
        .executeTakeFirst(),
  }
}
