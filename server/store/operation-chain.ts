import { sql, type Insertable, type Kysely, type Selectable } from 'kysely'
import { advisoryLocks } from './advisory-locks.ts'
import type { OperationRow } from './operation-hashes.ts'
import type { OperationChainTable, Tables } from './tables.ts'
import { tryLock } from './try-lock.ts'

export type Link = Selectable<OperationChainTable>

/** An entry that was the newest of the chain once: its hash stands for all before it, too. */
export interface LogHead {
  id: number
  at: number
  hash: string
}

/** Entries that are looked at in one statement for what vouches for them. */
const scanned = 10_000

/** An entry of an outer join, whose columns are null where there is none. */
const entryOf = ({ id, ...columns }: { [Column in keyof OperationRow]: OperationRow[Column] | null }) =>
  id === null ? undefined : ({ id, ...columns } as OperationRow) // Then none of them is.

async function linksOf(
  db: Kysely<Tables>,
  first: number,
  last: number,
  limit: number,
): Promise<{ link: Link; entry: OperationRow | undefined }[]> {
  const rows = await db
    .selectFrom('operation_chain')
    .leftJoin('operation_log', 'operation_log.id', 'operation_chain.log_id')
    .selectAll('operation_chain')
    .selectAll('operation_log')
    .where('position', '>=', first)
    .where('position', '<=', last)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(({ position: place, log_id, found, previous_hash, hash, ...columns }) => ({
    link: { position: place, log_id, found, previous_hash, hash },
    entry: entryOf(columns),
  }))
}

/** The chain of the operation log, and what waits to be chained. */
export const operationChainQueries = (db: Kysely<Tables>) => ({
  /** Has the transaction add to the chain alone; false where another one does. */
  claim: (): Promise<boolean> => tryLock(db, advisoryLocks.operationChain),

  last: (): Promise<Pick<Link, 'position' | 'hash'> | undefined> =>
    db
      .selectFrom('operation_chain')
      .select(['position', 'hash'])
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** Adds links, whose entries wait no longer. */
  async add(links: readonly Required<Insertable<OperationChainTable>>[]): Promise<void> {
    const column = <Name extends keyof Link>(name: Name) => links.map((link) => link[name])
    await sql`
      with links as (
        insert into operation_chain (position, log_id, found, previous_hash, hash)
        select * from unnest(${column('position')}::bigint[], ${column('log_id')}::bigint[], ${column('found')}::text[],
          ${column('previous_hash')}::bytea[], ${column('hash')}::bytea[])
        returning log_id
      )
      delete from operation_log_waiting using links where operation_log_waiting.log_id = links.log_id`.execute(db)
  },

  /** Links behind a place, with the entries that are still there. */
  behind: (position: number, limit: number): Promise<{ link: Link; entry: OperationRow | undefined }[]> =>
    linksOf(db, position + 1, Number.MAX_SAFE_INTEGER, limit),

  /** Links from one place to another, with the entries that are still there. */
  between: (first: number, last: number, limit: number): Promise<{ link: Link; entry: OperationRow | undefined }[]> =>
    linksOf(db, first, last, limit),

  /** Entries that wait, behind one of them, with what vouches for each; `entry` is undefined where it is gone. */
  async waiting(
    behind: number,
    limit: number,
  ): Promise<{ log_id: number; seal: Buffer; entry: OperationRow | undefined }[]> {
    const rows = await db
      .selectFrom('operation_log_waiting')
      .leftJoin('operation_log', 'operation_log.id', 'operation_log_waiting.log_id')
      .select(['operation_log_waiting.log_id', 'operation_log_waiting.seal'])
      .selectAll('operation_log')
      .where('operation_log_waiting.log_id', '>', behind)
      .orderBy('operation_log_waiting.log_id')
      .limit(limit)
      .execute()
    return rows.map(({ log_id, seal, ...columns }) => ({ log_id, seal, entry: entryOf(columns) }))
  },

  /** For how many milliseconds the first of those that wait has waited; undefined where none does. */
  async longestWait(): Promise<number | undefined> {
    const row = await db
      .selectFrom('operation_log_waiting')
      .select(sql<number>`now_ms() - written_at`.as('waited'))
      .orderBy('log_id')
      .limit(1)
      .executeTakeFirst()
    return row?.waited
  },

  /** Entries behind one that are neither chained nor wait to be, among the next so many; `last` is the last of these. */
  async unvouched(behind: number): Promise<{ last: number | undefined; entries: { id: number; at: number }[] }> {
    const { rows } = await sql<{ last: number | null; id: number | null; at: number | null }>`
      with scanned as materialized (
        select id, at from operation_log where id > ${behind} order by id limit ${scanned}
      ),
      unvouched as (
        select id, at from scanned
        where not exists (select from operation_chain where log_id = id)
          and not exists (select from operation_log_waiting where log_id = id)
      )
      select (select max(id) from scanned) as last, unvouched.id, unvouched.at
      from (select) as one left join unvouched on true order by unvouched.id`.execute(db)
    return {
      last: rows[0]?.last ?? undefined,
      entries: rows.flatMap(({ id, at }) => (id === null || at === null ? [] : [{ id, at }])),
    }
  },

  /** The newest entry that is chained, and its hash; undefined where there is none. */
  async head(): Promise<LogHead | undefined> {
    const row = await db
      .selectFrom('operation_chain')
      .leftJoin('operation_log', 'operation_log.id', 'operation_chain.log_id')
      .select(['log_id', 'at', 'hash'])
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row && { id: row.log_id, at: row.at ?? 0, hash: row.hash.toString('hex') }
  },

  /** The hash of an entry that is chained and still there; undefined where there is no such one. */
  async hashOf(id: number): Promise<string | undefined> {
    const row = await db
      .selectFrom('operation_chain')
      .innerJoin('operation_log', 'operation_log.id', 'operation_chain.log_id')
      .select('hash')
      .where('log_id', '=', id)
      .executeTakeFirst()
    return row?.hash.toString('hex')
  },
})
