import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openObjectFolder } from '../server/files/object-folder.ts'
import { LogArchives } from '../server/log/archives.ts'
import { verifyChain } from '../server/log/verification.ts'
import { openKeys } from '../server/start/keys.ts'
import { openLog } from '../server/start/logging.ts'
import { forgetOld } from '../server/store/forget-old.ts'
import type { Link } from '../server/store/operation-chain.ts'
import { hashOfLink, noHash, type LogKey } from '../server/store/operation-hashes.ts'
import { openStore, type Store } from '../server/store/store.ts'
import { spawnServer } from '../tests/support/server-process.ts'
import { openTestStore, type TestStore } from '../tests/support/test-store.ts'
import type { Benchmark, Figure, Measured, Point } from './figure.ts'

const million = 1_000_000
/** Rows of each table, whose sizes are told of a million. */
const rows = 250_000
/** Entries of the log, each of which has to be chained; their figures are told of a million. */
const entries = 200_000
/** Entries after which the chain is checked, for a curve. */
const checkedAt = [1_000, 10_000, 100_000]
/** Links that one statement adds. */
const batch = 5_000
const goesOn = new AbortController().signal
/** Nothing of it is removed but by what is measured. */
const kept = Object.fromEntries(
  ['LOG', 'USES', 'ADDRESSES', 'REPORTS', 'WORKFLOWS', 'JOBS', 'MESSAGES', 'SESSIONS'].map((name) => [
    `KEEP_${name}_DAYS`,
    '0',
  ]),
)

/** So many are years old, as a sweep finds them after a long pause; the others are of now. */
const old = rows / 10
const timeOf = (share = 1) => `case when n <= ${old / share} then n else now_ms() end`

/** Fills each table with so many. */
const fills = {
  sessions: [
    `insert into sessions (id, user_id, role, token_hash, last_seen_at, expires_at, ip)
       select gen_random_uuid(), 1, 'admin', sha256(n::text::bytea), 1, ${timeOf()}, '192.0.2.1' from generate_series(1, ${rows}) as n`,
  ],
  messages: [
    `insert into site_messages (id, sender_id, msg_text, created_at)
       select 100 + n, 1, repeat('words ', 20), ${timeOf(5)} from generate_series(1, ${rows / 5}) as n`,
    `insert into site_message_recipients (message_id, user_id, confirmed_at)
       select 100 + n, users.id, 1 from generate_series(1, ${rows / 5}) as n cross join (select id from users limit 5) as users`,
  ],
  uses: [
    `insert into device_uses (device_id, user_id, user_path, market, started_at, ended_at)
       select n % 10000, 1, '1/2/3', 'temu', n, ${timeOf()} from generate_series(1, ${rows}) as n`,
  ],
  addresses: [
    `insert into device_addresses (device_id, address, since, until)
       select n % 10000, '198.51.' || n % 250 || '.' || n % 240, n, ${timeOf()} from generate_series(1, ${rows}) as n`,
  ],
  reports: [
    `insert into report_days select case when n % 1000 < 100 then '2001-01-01' else current_date end + n % 1000, 'user', n / 1000, '1/2/3', 'all', 1, 1, 1, 1, 1, 1
       from generate_series(0, ${rows - 1}) as n`,
  ],
  jobs: [
    `insert into jobs (id, name, action, script, state, timeout_seconds, concurrency, created_by, total, created_at, ended_at)
       select 100 + n, 'Reboot', 'reboot', '', 'done', 60, 10, 1, 1000, n, ${timeOf(1_000)} from generate_series(1, ${rows / 1_000}) as n`,
    `insert into job_viewers select 1, id from jobs`,
    `insert into job_items (job_id, device_name, state, started_at, ended_at, output)
       select 100 + n, 'Phone ' || m, 'succeeded', 1, 1, repeat('output ', 10)
       from generate_series(1, ${rows / 1_000}) as n cross join generate_series(1, 1000) as m`,
  ],
  workflows: [
    `insert into devices (box_id, slot, serial, name, owner_id, owner_path, region)
       select id, 1, 'S1', 'Phone', owner_id, owner_path, region from boxes limit 1`,
    `insert into workflows (kind, device_id, user_id, ip, state, step, command_id, claimed_until, created_at, ended_at)
       select 'open', devices.id, 1, '192.0.2.1', 'done', 7, gen_random_uuid(), n, n, ${timeOf()}
       from generate_series(1, ${rows}) as n cross join (select id from devices limit 1) as devices`,
  ],
} as const

/** What operators' days leave in the log, over ten months of 2024: entries from one to another. */
const logged = (
  first: number,
  last: number,
) => `insert into operation_log (at, user_id, user_name, user_path, action, target, target_name, ip, detail)
  select 1704067200000 + n::bigint * 130000, 5, 'element', '1/3/4/5', (array['control.take', 'control.release', 'environment.open'])[1 + n % 3],
    'device:' || n % 10000, 'Phone ' || n % 10000, '198.51.100.' || n % 200,
    case n % 3 when 0 then '{"before":{"note":""},"after":{"note":"was looked at"}}' else '' end
  from generate_series(${first}, ${last}) as n`

async function sizeOf(db: TestStore['db'], ...tables: string[]): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select sum(pg_total_relation_size(name::regclass))::bigint as size from unnest(${tables}::text[]) as name`.execute(
    db,
  )
  return (rows[0]?.size ?? 0) / 1e6
}

async function run(db: TestStore['db'], statement: string): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql.raw(statement).execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}

/** Chains what is not, as servers do, but many at a time. */
async function chain(store: Store, db: TestStore['db'], logKey: LogKey): Promise<void> {
  let last = await store.operationChain.last()
  let behind = (await store.operationChain.head())?.id ?? 0
  for (;;) {
    const rows = await db
      .selectFrom('operation_log')
      .selectAll()
      .where('id', '>', behind)
      .orderBy('id')
      .limit(batch)
      .execute()
    if (rows.length === 0) return
    const links = rows.map((entry): Link => {
      const { position, hash } = last ?? { position: 0, hash: noHash }
      const place = { position: position + 1, log_id: entry.id, found: 'whole', previous_hash: hash } as const
      last = { ...place, hash: hashOfLink(place, entry, logKey) }
      behind = entry.id
      return { ...place, hash: last.hash }
    })
    await store.operationChain.add(links)
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}

/** A store that notes how long its longest transaction took, in milliseconds. */
function timed(store: Store): { store: Store; longest: () => number } {
  let longest = 0
  return {
    store: {
      ...store,
      async transaction(work) {
        const begun = performance.now()
        try {
          return await store.transaction(work)
        } finally {
          longest = Math.max(longest, performance.now() - begun)
        }
      },
    },
    longest: () => longest,
  }
}

async function measureTables({ db, ...store }: TestStore): Promise<Figure[]> {
  const tables = {
    sessions: ['sessions'],
    messages: ['site_messages', 'site_message_recipients'],
    uses: ['device_uses'],
    addresses: ['device_addresses'],
    reports: ['report_days'],
    jobs: ['jobs', 'job_items', 'job_viewers'],
    workflows: ['workflows'],
  } as const
  const figures: Figure[] = []
  for (const name of Object.keys(fills) as (keyof typeof fills)[]) {
    const before = await sizeOf(db, ...tables[name])
    for (const statement of fills[name]) await run(db, statement)
    const size = (await sizeOf(db, ...tables[name])) - before
    const { store: watched, longest } = timed(store)
    const seconds = await secondsOf(() => forgetOld(watched, name, 1, goesOn))
    figures.push(
      { name: `a million of ${tables[name].join(', ')}`, value: size * (million / rows), unit: 'MB' },
      { name: `${name} removed`, value: old / seconds, unit: 'rows/s' },
      { name: `${name}, longest transaction`, value: longest(), unit: 'ms' },
    )
  }
  return figures
}

async function measureLog({ db }: TestStore, dataDir: string): Promise<Required<Measured>> {
  const { log: logKey } = await openKeys(db, { dataDir, secretKey: undefined })
  const store = openStore(db, logKey)
  const before = await sizeOf(db, 'operation_log', 'operation_chain')
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-archives-'))
  try {
    const objects = await openObjectFolder(folder)
    const archives = new LogArchives({ store, objects, logKey, days: 400, log: openLog({ logLevel: 'error' }) })
    const { operationChain } = store
    /** Seconds that the whole chain takes to be checked; it has to be whole, and as long. */
    const check = (many: number): Promise<number> =>
      secondsOf(async () => {
        const { whole, checked } = await verifyChain({ chain: operationChain, archives, logKey, receipts: [] })
        if (!whole || checked < many) throw new Error('the chain is not whole')
      })
    const points: Point[] = []
    let filled = 0
    for (const many of [...checkedAt, entries]) {
      await run(db, logged(filled + 1, many))
      await chain(store, db, logKey)
      if (many < entries) points.push({ size: many, value: await check(many) })
      filled = many
    }
    await sql`insert into operation_log (at, user_name, user_path, action, target, ip, detail)
      values (now_ms(), '', '', 'notice.edit', 'notice:*', '', '')`.execute(db)
    await chain(store, db, logKey)
    const size = (await sizeOf(db, 'operation_log', 'operation_chain')) - before
    const archived = await secondsOf(() => archives.run(goesOn))
    const files = readdirSync(join(folder, 'log')).map((name) => statSync(join(folder, 'log', name)).size)
    const verified = await check(entries)
    const share = million / entries
    const figures = [
      { name: 'a million of operation_log, operation_chain', value: size * share, unit: 'MB' },
      { name: 'the same in archives', value: (files.reduce((sum, one) => sum + one, 0) / 1e6) * share, unit: 'MB' },
      { name: 'a million archived, read back and removed', value: archived * share, unit: 's' },
      { name: 'a million checked in archives', value: verified * share, unit: 's' },
    ]
    const series = {
      plot: 'The chain of the log, checked from its beginning',
      name: 'entries in the database',
      sizes: 'entries',
      unit: 's',
      points,
    }
    return { figures, series: [series] }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What a million rows of each table that grows would take, and how fast they go. */
const whatGrows: Benchmark['measure'] = async () => {
  const server = await spawnServer({ env: { ...kept, LOG_LEVEL: 'warn' } })
  const store = openTestStore(server)
  try {
    const tables = await measureTables(store)
    const { figures, series } = await measureLog(store, server.dataDir)
    return { figures: [...tables, ...figures], series }
  } finally {
    await store.close()
    await server.stop()
  }
}

export default {
  group: 'Operations',
  title: 'What grows, and how it is removed',
  measure: whatGrows,
} satisfies Benchmark
