import { sql, type Kysely } from 'kysely'

/** Renames the constraints, indexes and sequences of tables, which keep their names where a table gets another. */
export async function renameWhatBelongsTo(
  db: Kysely<unknown>,
  tables: readonly string[],
  renamed: (name: string) => string,
): Promise<void> {
  const those = sql.raw(tables.map((table) => `'${table}'::regclass`).join(', '))
  // A constraint's index is renamed with it.
  const { rows: constraints } = await sql<{ owner: string; name: string }>`
    select conrelid::regclass::text as owner, conname as name from pg_constraint
    where conrelid in (${those})`.execute(db)
  for (const { owner, name } of constraints)
    if (renamed(name) !== name)
      await sql`alter table ${sql.table(owner)} rename constraint ${sql.ref(name)} to ${sql.ref(renamed(name))}`.execute(
        db,
      )
  const { rows: indexes } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index where indrelid in (${those})`.execute(db)
  for (const { name } of indexes)
    if (renamed(name) !== name) await sql`alter index ${sql.ref(name)} rename to ${sql.ref(renamed(name))}`.execute(db)
  const { rows: sequences } = await sql<{ name: string }>`
    select objid::regclass::text as name from pg_depend
    where refobjid in (${those}) and deptype = 'i' and classid = 'pg_class'::regclass
      and objid in (select oid from pg_class where relkind = 'S')`.execute(db)
  for (const { name } of sequences)
    if (renamed(name) !== name)
      await sql`alter sequence ${sql.ref(name)} rename to ${sql.ref(renamed(name))}`.execute(db)
}
