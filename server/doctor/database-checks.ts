import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { reasonOf } from '../config/bad-surroundings.ts'
import { type Config, databasePlace } from '../config/config.ts'
import { keyProblem } from '../start/keys.ts'
import { connectionOf, type DatabaseAddress, withConnection } from '../store/database.ts'
import { databaseProblem } from '../store/database-problem.ts'
import { appliedMigrations } from '../store/migrations/migrate.ts'
import { clockFinding } from './clock.ts'
import { type Check, type Finding, failed, ok, warning } from './finding.ts'

/** A transaction that is older keeps rows that are gone from being cleared away. Seconds. */
const long = 300
/** One that others have waited for so long is stuck. Seconds. */
const stuck = 5
/** Of the connections that PostgreSQL takes, from how many on it is short of them. */
const crowded = 0.8
/** How long a notification may take. Milliseconds. */
const hearing = 2_000

/** What can be asked of a database, in order: the first says whether there is one. */
export function databaseChecks(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'secretKey'>,
  address: DatabaseAddress,
): Check[] {
  const place = databasePlace(config)
  return [
    { name: 'database', look: () => reach(place, address) },
    { name: 'database settings', look: () => settings(address) },
    { name: 'pooler', look: () => pooler(address) },
    { name: 'locks', look: () => locks(address) },
    { name: 'key', look: () => key(config, address) },
    { name: 'clock of the database', look: () => clock(address) },
  ]
}

const remedies: readonly (readonly [RegExp, string])[] = [
  [
    /unsupported startup parameter/,
    'set ignore_startup_parameters = extra_float_digits,options,statement_timeout in pgbouncer.ini',
  ],
  [/ECONNREFUSED|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT/, 'start it, or mend the address'],
  [/authentication|password/, 'mend user or password'],
  [/does not exist/, 'create it'],
]

async function reach(place: string, address: DatabaseAddress): Promise<Finding[]> {
  try {
    return await withConnection(address, async (db) => {
      const problem = await databaseProblem(db)
      if (problem !== undefined) return [failed('database', `${place}: ${problem}`)]
      const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
      const schema = (await appliedMigrations(db)).at(-1)
      return [
        ok('database', `PostgreSQL ${rows[0]?.version}, ${schema ?? 'no tables yet: the first start makes them'}`),
      ]
    })
  } catch (error) {
    const words = reasonOf(error instanceof Error && error.cause instanceof Error ? error.cause : error)
    const remedy = remedies.find(([pattern]) => pattern.test(words))?.[1] ?? 'look at its log'
    return [failed('database', `${place}: ${words}; ${remedy}`)]
  }
}

const settings = (address: DatabaseAddress): Promise<Finding[]> =>
  withConnection(address, async (db) => {
    const { rows } = await sql<{
      encoding: string
      isReadOnly: boolean
      hasTrigrams: boolean
      most: number
      used: number
    }>`
      select current_setting('server_encoding') as encoding, current_setting('transaction_read_only') = 'on' as "isReadOnly",
        exists (select from pg_available_extensions where name = 'pg_trgm') as "hasTrigrams",
        current_setting('max_connections')::int as most,
        (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used
    `.execute(db)
    const [found] = rows
    if (found === undefined) return [failed('database settings', 'the database says nothing of them')]
    const findings: Finding[] = []
    if (found.encoding !== 'UTF8')
      findings.push(
        failed(
          'encoding',
          `${found.encoding}; make the database anew with encoding UTF8, and restore a backup into it`,
        ),
      )
    if (found.isReadOnly)
      findings.push(
        failed('writing', 'the database is read-only; set DATABASE_URL to the primary, or promote this one'),
      )
    if (!found.hasTrigrams)
      findings.push(failed('pg_trgm', 'is not installed; install PostgreSQL’s contrib modules on its machine'))
    const connections = `${found.used} of ${found.most} connections`
    findings.push(
      found.used > found.most * crowded
        ? warning('connections', `${connections}; raise max_connections: a server takes up to 18`)
        : ok('database settings', connections),
    )
    return findings
  })

async function connect(address: DatabaseAddress): Promise<Client> {
  const client = new Client({
    ...connectionOf(address),
    application_name: 'phonedeck doctor',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {}) // Its statements tell.
  await client.connect()
  return client
}

/** Whether a connection stays with a session: servers hear of changes by LISTEN, which a pooler by transactions loses. */
async function pooler(address: DatabaseAddress): Promise<Finding[]> {
  const [listener, other] = [await connect(address), await connect(address)]
  try {
    const heard = new Promise<boolean>((resolve) => listener.once('notification', () => resolve(true)))
    await listener.query('listen phonedeck_doctor')
    await other.query('notify phonedeck_doctor')
    const isHeard = await Promise.race([heard, pause(hearing, false)])
    const pids = await Promise.all(
      [listener, other].map(
        async (client) => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid,
      ),
    )
    if (isHeard && pids[0] !== pids[1]) return [ok('pooler', 'connections stay with their sessions')]
    return [
      failed(
        'pooler',
        'a pooler takes connections away after each transaction, and LISTEN with them; set pool_mode = session there, or DATABASE_URL to PostgreSQL itself',
      ),
    ]
  } finally {
    await Promise.all([listener.end(), other.end()])
  }
}

const locks = (address: DatabaseAddress): Promise<Finding[]> =>
  withConnection(address, async (db) => {
    const { rows } = await sql<{
      pid: number
      name: string
      state: string
      seconds: number
      waiting: number
      waited: number
    }>`
      with blocked as (
        select unnest(pg_blocking_pids(pid)) as blocker, extract(epoch from clock_timestamp() - query_start)::int as waited
        from pg_stat_activity where wait_event_type = 'Lock'
      )
      select pid, application_name as name, state, extract(epoch from clock_timestamp() - xact_start)::int as seconds,
        count(blocker)::int as waiting, coalesce(max(waited), 0) as waited
      from pg_stat_activity left join blocked on blocker = pid
      where datname = current_database() and backend_type = 'client backend' and xact_start is not null
        and pid <> pg_backend_pid() and application_name <> 'phonedeck backup'
      group by 1, 2, 3, 4
      order by seconds desc
    `.execute(db)
    const findings = rows.flatMap(({ pid, name, state, seconds, waiting, waited }): Finding[] => {
      const words = `process ${pid} (${name || 'no name'}, ${state}) has been in a transaction for ${seconds} s`
      const remedy = `end it with select pg_terminate_backend(${pid})`
      if (waiting > 0 && waited >= stuck) return [failed('locks', `${words}, and ${waiting} wait for it; ${remedy}`)]
      return seconds > long ? [warning('locks', `${words}; ${remedy}`)] : []
    })
    return findings.length > 0 ? findings : [ok('locks', 'nothing is stuck')]
  })

const key = (config: Pick<Config, 'dataDir' | 'secretKey'>, address: DatabaseAddress): Promise<Finding[]> =>
  withConnection(address, async (db) => {
    if ((await appliedMigrations(db)).length === 0) return [ok('key', 'the first start makes it')]
    const problem = await keyProblem(db, config)
    if (problem === undefined) return [ok('key', 'opens what the database keeps sealed')]
    return [failed('key', `${problem}; it is in every backup, as kept/secret.key`)]
  })

async function clock(address: DatabaseAddress): Promise<Finding[]> {
  const client = await connect(address)
  try {
    const before = Date.now()
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    return rows.map(({ now }) => clockFinding('the database', now.getTime(), [before, Date.now()]))
  } finally {
    await client.end()
  }
}
