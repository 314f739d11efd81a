import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import { seesEverything } from '../../domain/roles.ts'
import { bareOf, pageOf, walk, type Cut, type CursorKeyset, type Page } from './keyset.ts'
import { hasPart, isWritten, userTexts } from './keyword.ts'
import { isWithin } from './owner-tree.ts'
import type { OperationResult, Tables } from './tables.ts'
import { targetNames } from './target-names.ts'
import { expectedRows, few, roughlyCountRows } from './totals.ts'
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
export const shortName = sql<string>`case when cardinality(operation_log.target_ids) <= ${sql.lit(firstNames)} then operation_log.target_name
  else array_to_string((string_to_array(operation_log.target_name, ', '))[:${sql.lit(firstNames)}], ', ') || '…' end`

/** What batches of a kind were called before their ids were kept: such entries stay as they were hashed. */
const kindsOf = (kind: string): string[] => [kind, `${kind}s`]

/** Entries of one target, alone or in a batch. */
export function isAbout(id: string, targetKind: string | undefined) {
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

/** Entries of at most so many users are merged from the newest of each, unless they are so many that a walk meets them soon. */
const maxMerged = 100
const soonMet = 100_000

/** Of a part of more names than that, those are meant whom the log has, where these are not too many: a letter or two are in nearly all. */
const maxNamed = 1_000
const maxPresent = 2_000

/** A filter with whom its part of a name means. */
type Resolved = Omit<OperationFilter, 'user_name'> & { user_ids?: readonly number[] | undefined }

const entriesOf = (entries: SelectQueryBuilder<Tables, 'operation_log', object>) =>
  entries
    .select(shown)
    .select(shortName.as('target_name'))
    .select(sql<boolean>`operation_log.detail <> ''`.as('has_detail'))
    .select(undoOf.as('undo'))

/** Reading the operation log: what the caller and everyone below did. Admin and security see all of it. */
export const operationLogListQueries = (db: Kysely<Tables>) => {
  /** Whoever has entries, if they are not too many: from each the index leads to the next, and passes none of their entries. */
  const present = async (): Promise<number[] | undefined> => {
    const { rows } = await sql<{ user_id: number }>`
      with recursive present as (
        (select user_id from operation_log where user_id is not null order by user_id limit 1)
        union all
        select next.user_id from present cross join lateral (
          select user_id from operation_log where operation_log.user_id > present.user_id order by user_id limit 1) as next
      )
      select user_id from present limit ${maxPresent + 1}`.execute(db)
    return rows.length > maxPresent ? undefined : rows.map(({ user_id }) => user_id)
  }

  /** Nobody's place changes, so that entries of others than those below the caller are not for it. */
  const resolved = async (caller: Person, { user_name, ...filter }: OperationFilter): Promise<Resolved> => {
    if (user_name === undefined) return filter
    let named = db.selectFrom('users').select('users.id').where(isWritten(userTexts, user_name))
    if (!seesEverything(caller.role)) named = named.where(isWithin(sql.ref('users.path'), caller.path))
    const first = await named.limit(maxNamed + 1).execute()
    const among = first.length > maxNamed ? await present() : undefined
    const meant =
      among === undefined
        ? await (first.length > maxNamed ? named.execute() : first)
        : await named.where(sql<boolean>`users.id = any(${among}::bigint[])`).execute()
    return { ...filter, user_ids: meant.map(({ id }) => id) }
  }

  const matching = (caller: Person, filter: Resolved) => {
    let query = db.selectFrom('operation_log')
    if (!seesEverything(caller.role)) query = query.where(isWithin(sql.ref('operation_log.user_path'), caller.path))
    if (filter.user_id !== undefined) query = query.where('operation_log.user_id', '=', filter.user_id)
    if (filter.user_ids !== undefined)
      query = query.where(sql<boolean>`operation_log.user_id = any(${filter.user_ids}::bigint[])`)
    if (filter.action !== undefined && filter.action.length > 0)
      query = query.where('operation_log.action', 'in', filter.action)
    if (filter.target_id !== undefined) query = query.where(isAbout(filter.target_id, filter.target_kind))
    else if (filter.target_kind !== undefined) query = query.where(kind, 'in', kindsOf(filter.target_kind))
    if (filter.target_name !== undefined)
      query = query.where(hasPart(['operation_log.target_name'], filter.target_name))
    if (filter.ip !== undefined) query = query.where('operation_log.ip', '=', filter.ip)
    if (filter.result !== undefined) query = query.where('operation_log.result', '=', filter.result)
    if (filter.from !== undefined) query = query.where('operation_log.at', '>=', filter.from)
    if (filter.to !== undefined) query = query.where('operation_log.at', '<', filter.to)
    return query
  }

  /** The entries that match, found first by whatever finds them soonest. */
  const found = (caller: Person, filter: Resolved) =>
    db
      .with(
        (log) => log('operation_log').materialized(),
        () => matching(caller, filter).selectAll('operation_log'),
      )
      .selectFrom('operation_log')

  /** The entries of some users, a walk of an index for each. */
  const merged = (caller: Person, { user_ids, ...filter }: Resolved, cut: Cut) => {
    const ofOne = cut(
      matching(caller, filter)
        .where(sql<boolean>`operation_log.user_id = merged.user_id`)
        .selectAll('operation_log'),
    )
    return db
      .with('operation_log', () =>
        db
          .selectFrom(sql<{ user_id: number }>`unnest(${user_ids}::bigint[])`.as<'merged'>(sql`merged (user_id)`))
          .innerJoinLateral(ofOne.as('operation_log'), (join) => join.onTrue())
          .selectAll('operation_log'),
      )
      .selectFrom('operation_log')
  }

  const waysTo = (caller: Person, filter: Resolved, expected: number) => {
    const isMerged =
      expected > few && expected < soonMet && filter.user_ids !== undefined && filter.user_ids.length <= maxMerged
    if (isMerged) {
      const bare = (cut: Cut) => merged(caller, filter, cut)
      return { rows: (cut: Cut) => entriesOf(bare(cut)), bare: bareOf(bare) }
    }
    const bare = expected > few ? matching(caller, filter) : found(caller, filter)
    return { rows: entriesOf(bare), bare: bareOf(bare) }
  }

  const keyset = async (
    caller: Person,
    asked: OperationFilter,
    descending: boolean,
  ): Promise<CursorKeyset<Tables, 'operation_log', OperationEntry>> => {
    const filter = await resolved(caller, asked)
    const expected = await expectedRows(matching(caller, filter))
    return {
      ...waysTo(caller, filter, expected),
      count: () => roughlyCountRows(db, matching(caller, filter), expected),
      key: sql<number>`operation_log.at`,
      id: sql<number>`operation_log.id`,
      descending,
      identity: [descending, asked],
    }
  }

  return {
    /** The page behind a cursor; undefined when the cursor doesn't belong to this sort and these filters. */
    async page(
      caller: Person,
      filter: OperationFilter,
      { descending, ...page }: { descending: boolean; limit: number; cursor: string | undefined },
    ): Promise<Page<OperationEntry> | undefined> {
      return pageOf(await keyset(caller, filter, descending), page)
    },

    async *walk(caller: Person, filter: OperationFilter, descending: boolean) {
      yield* walk(await keyset(caller, filter, descending))
    },

    /** One entry with everything, and its hashes once it is chained; undefined unless the caller may see it. */
    visible: (caller: Person, id: number) =>
      matching(caller, {})
        .leftJoin('operation_chain', 'operation_chain.log_id', 'operation_log.id')
        .selectAll('operation_log')
        .select(['operation_chain.previous_hash', 'operation_chain.hash'])
        .select(undoOf.as('undo'))
        .where('operation_log.id', '=', id)
        .executeTakeFirst(),

    /** What targets are called now that are of the caller's branch, as in `user:7`. */
    names: (caller: Person, targets: readonly string[]) => targetNames(db, targets, caller),
  }
}
