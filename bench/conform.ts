import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { startPostgres } from '../server/embedded/postgres.ts'
import { checkConformance, deviationLine } from '../server/events/conformance.ts'
import { openLog } from '../server/start/logging.ts'
import { seed } from '../server/start/seed.ts'
import { openDatabase } from '../server/store/database.ts'
import { migrate } from '../server/store/migrations/migrate.ts'
import { openStore } from '../server/store/store.ts'
import type { Tables } from '../server/store/tables.ts'
import { medianOf, type Benchmark, type Figure } from './figure.ts'

const transitions = 1_000_000
const phones = 20_000
/** How often the state of a box's phones is changed, in one statement each time. */
const changes = 60
const phonesOfBox = 60

const run = (db: Kysely<Tables>, ...statements: string[]) =>
  db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    for (const statement of statements) await sql.raw(statement).execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })

/** Phones on each of which an environment was opened and closed again and again: those of all at the same time. */
const days = [
  'alter table devices disable trigger user',
  `insert into devices (id, box_id, slot, serial, name, owner_id, owner_path, region, status)
     select 1000 + n, boxes.id, n, 'S' || n, 'Phone ' || n, owner_id, owner_path, region, 'preparing'
     from generate_series(1, ${phones}) as n cross join (select * from boxes limit 1) as boxes`,
  'alter table devices enable trigger user',
  `insert into transitions (at, kind, subject_id, from_state, cause, facts, to_state, deviates)
     select now_ms(), 'device', 1001 + n % ${phones},
       case when turn = 0 then 'offline' else (array['releasing', 'idle', 'preparing', 'in_use'])[1 + turn % 4] end,
       case when turn = 0 then 'ready' else (array['released', 'opening', 'prepared', 'closing'])[1 + turn % 4] end,
       case when turn % 4 = 0 then '' else 'held occupied' end,
       (array['idle', 'preparing', 'in_use', 'releasing'])[1 + turn % 4], false
     from generate_series(0, ${transitions - 1}) as n cross join lateral (select n / ${phones} as turn) as turns order by n`,
  'analyze',
]

/** How long it takes to change the state of a box's phones, in milliseconds: the median of some. */
async function changing(db: Kysely<Tables>) {
  const took: number[] = []
  for (let change = 0; change < changes; change += 1) {
    const [status, cause] = change % 2 === 0 ? ['in_use', 'taken'] : ['idle', 'freed']
    const begun = performance.now()
    await sql`update devices set status = ${status}, cause = ${cause} where id between 1001 and ${1_000 + phonesOfBox}`.execute(
      db,
    )
    took.push(performance.now() - begun)
  }
  return medianOf(took)
}

export default {
  group: 'Operations',
  title: 'Transitions, held against the charts',
  async measure() {
    const folder = mkdtempSync(join(tmpdir(), 'phonedeck-conform-'))
    const postgres = await startPostgres(folder, openLog({ logLevel: 'error' }))
    const db = openDatabase({ socketDir: postgres.socketDir }, () => {})
    try {
      await migrate(db)
      await seed(db, 'accounts')
      await openStore(db).transaction((tx) => tx.transitionMonths.prepare(Date.now()))
      await run(db, ...days)
      const { rows } = await sql<{ size: number }>`
        select sum(pg_total_relation_size(inhrelid))::bigint as size from pg_inherits
        where inhparent = 'transitions'::regclass`.execute(db)
      const begun = performance.now()
      const found: string[] = []
      const { transitions: read } = await checkConformance(db, (one) => found.push(deviationLine(one)))
      const seconds = (performance.now() - begun) / 1_000
      if (read !== transitions || found.length > 0) throw new Error(`${read} read, ${found.length}: ${found[0]}`)

      await run(db, `update devices set status = 'idle', cause = 'released' where id <= ${1_000 + phonesOfBox}`)
      const written = await changing(db)
      await run(db, 'alter table devices disable trigger device_transition')
      const bare = await changing(db)
      return [
        { name: `${transitions} transitions are checked in`, value: seconds, unit: 's', bound: 60 },
        { name: 'they take', value: (rows[0]?.size ?? 0) / 1e6, unit: 'MB' },
        {
          name: `${phonesOfBox} phones change their state in`,
          ...written,
          unit: 'ms',
          peer: { name: 'without a transition', ...bare },
        },
      ] satisfies Figure[]
    } finally {
      await db.destroy()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
} satisfies Benchmark
