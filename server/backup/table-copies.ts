import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { type Client, escapeIdentifier } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { queueSchema } from '../jobs/queue.ts'
import type { Sequence, TablePart } from './manifest.ts'

/** Tables and sequences that are ours: those of the schema that we work in, and those of the queue of jobs. */
const ours = `nspname in (current_schema(), '${queueSchema}')`

/** One of partitions is a whole, as other months may be there when it is restored; those of the queue are always the same. */
const wholeTables = `(
  nspname = current_schema() and relkind in ('r', 'p') and not relispartition or nspname = '${queueSchema}' and relkind = 'r')`

export interface Table {
  table: string
  columns: string[]
}

/** What the queue has counted of itself, in tables that it makes a day; it counts anew. */
const counts = 'queue_stats%'

/** Every table that has rows and is not made anew, with the columns that are not computed. */
export async function ourTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select pg_class.oid::regclass::text as table, array_agg(attname::text order by attnum) as columns
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where ${wholeTables} and relname not like '${counts}'
    group by pg_class.oid
    order by 1
  `)
  return rows.map(({ table, columns }) => ({ table, columns: columns.map(escapeIdentifier) }))
}

/** How far each sequence has come. Ids that were given meanwhile may be among them. */
export async function ourSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ sequence: string }>(`
    select pg_class.oid::regclass::text as sequence
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'S' and ${ours}
    order by 1
  `)
  const sequences: Sequence[] = []
  for (const { sequence } of rows) {
    const found = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value, is_called from ${sequence}`,
    )
    for (const { last_value, is_called } of found.rows)
      sequences.push({ sequence, value: last_value, isCalled: is_called })
  }
  return sequences
}

/** The rows of a table, as COPY writes them; `rows()` is how many there were. */
export function readTable(client: Client, { table, columns }: Table): { content: Readable; rows: () => number } {
  const content = client.query(copyTo(`copy (select ${columns.join(', ')} from ${table}) to stdout`))
  return { content, rows: () => content.rowCount }
}

/**
 * Replaces the rows of all tables in the current transaction. What keeps rows in order meanwhile (triggers, references between
 * tables) steps aside, as the rows of a backup are in order; references are proved anew at the end.
 */
export async function loadTables(
  client: Client,
  parts: readonly TablePart[],
  sequences: readonly Sequence[],
  read: (part: TablePart) => Readable,
): Promise<void> {
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_namespace on pg_namespace.oid = connamespace
    where contype = 'f' and conparentid = 0 and ${ours}
  `)
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table } of parts) await client.query(`alter table ${table} disable trigger user`)
  await client.query(`truncate ${parts.map(({ table }) => table).join(', ')}`)
  for (const part of parts) {
    const rows = client.query(copyFrom(`copy ${part.table} (${part.columns.join(', ')}) from stdin`))
    await pipeline(read(part), rows)
    if (rows.rowCount !== part.rows) throw new Error(`${part.name}: ${rows.rowCount} rows, not ${part.rows}`)
  }
  for (const { table } of parts) await client.query(`alter table ${table} enable trigger user`)
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { sequence, value, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::int8, $3)', [sequence, value, isCalled])
}
