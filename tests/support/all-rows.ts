import { Client } from 'pg'
import { connectionOf, type DatabaseAddress } from '../../server/store/database.ts'

/**
 * Every row of every table, as PostgreSQL writes it out, sorted; what servers themselves count of their queue of jobs, in a table a
 * day, is left out, and a table of partitions is one. And how far each sequence has come.
 */
export async function allRows(address: DatabaseAddress): Promise<Record<string, string[]>> {
  const client = new Client(connectionOf(address))
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', nspname, relname) as name
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname in ('public', 'jobs') and relkind in ('r', 'p') and not relispartition and relname not like 'queue_stats%'
    `)
    const { rows: sequences } = await client.query<{ name: string }>(`
      select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname in ('public', 'jobs')
    `)
    const all: Record<string, string[]> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`select row_to_json(one)::text as text from ${name} one`)
      all[name] = rows.map(({ text }) => text).toSorted()
    }
    for (const { name } of sequences) {
      const { rows } = await client.query<{ text: string }>(
        `select last_value || ' ' || is_called as text from ${name}`,
      )
      all[name] = rows.map(({ text }) => text)
    }
    return all
  } finally {
    await client.end()
  }
}
