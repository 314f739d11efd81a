import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { serveApiDocs } from '../http/api-docs.ts'
import { serveConsole } from '../http/console-files.ts'
import { serveWebApp } from '../http/web-app.ts'
import { serveContract } from '../http/contract-routes.ts'
import { readContract } from '../http/contract.ts'
import { serveHealth } from '../http/health.ts'
import type { Departure } from '../http/departure.ts'
import { type Gauge, memory, partsGauge, serveMetrics } from '../http/metrics.ts'
import { dialledUrlOf } from '../http/server-url.ts'
import { watchParts } from '../http/watched-part.ts'
import type { StartedNouns } from './nouns.ts'
import type { StartedDatabase } from './start-database.ts'

async function writingProblem(db: StartedDatabase['db']): Promise<string | undefined> {
  const { rows } = await sql<{ is: string }>`select current_setting('transaction_read_only') as is`.execute(db)
  return rows[0]?.is === 'on' ? 'the database is read-only' : undefined
}

async function archivingProblem(db: StartedDatabase['db']): Promise<string | undefined> {
  const { rows } = await sql<{ wal: string }>`
    select last_failed_wal as wal from pg_stat_archiver
    where last_failed_time > coalesce(last_archived_time, '-infinity')`.execute(db)
  return rows[0] && `WAL_ARCHIVE does not take ${rows[0].wal}; the log of the server says why`
}

/** Everything that the HTTP server answers. */
export async function serve(
  app: FastifyInstance,
  config: Config,
  { db }: StartedDatabase,
  { store, sessions, broker, upgrades, files, relayed, gauges, logProblem, operations }: StartedNouns,
  departure: Departure,
): Promise<void> {
  const contract = readContract()
  const figures: Gauge[] = [
    ...gauges.devices,
    ...gauges.events,
    {
      name: 'phonedeck_broker_connections',
      help: 'Consoles and agents at the broker.',
      read: () => [{ value: broker.connections() }],
    },
    ...gauges.messages,
    ...gauges.relay,
    memory,
  ]
  const parts = watchParts(app, {
    database: {
      isEssential: true,
      problem: () => sql`select 1`.execute(db).then(() => undefined),
    },
    // One that only reads is so for all servers, and much can be read.
    writing: { isEssential: false, problem: () => writingProblem(db) },
    broker: { isEssential: false, problem: () => broker.problem() },
    operation_log: { isEssential: false, problem: logProblem },
    ...(config.walArchive !== undefined && {
      wal_archive: { isEssential: false, problem: () => archivingProblem(db) },
    }),
    ...(config.s3 && {
      files: { isEssential: false, problem: () => files.files.storage.check().then(() => undefined) },
    }),
  })
  serveMetrics(app, [...figures, partsGauge(parts)], config.metricsToken)
  serveHealth(app, config, departure, parts)
  serveContract(app, contract, operations, {
    authenticate: ({ headers, query }, { tokenInQuery }) => {
      const { token } = tokenInQuery ? (query as { token?: unknown }) : {}
      const given = headers['x-token'] ?? token
      return sessions.recognise(typeof given === 'string' ? given : undefined)
    },
    storeOf: (caller) => (caller === undefined ? store : sessions.storeFor(caller)),
    clientOf: (request) => {
      const dialledUrl = dialledUrlOf(request)
      return { ip: request.ip, dialledUrl, serverUrl: config.publicUrl ?? dialledUrl }
    },
    follow: (sessionId, response) => files.sessionTransfers.follow(sessionId, response),
  })
  await files.serve(app)
  await serveApiDocs(app, contract.text)
  serveWebApp(app)
  await serveConsole(app, config.consoleDir)
  upgrades.register(app)
  relayed.serve(app)
}
