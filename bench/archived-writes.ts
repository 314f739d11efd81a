import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { withConnection } from '../server/store/database.ts'
import { runProgram, type ServerProcess, spawnServer } from '../tests/support/server-process.ts'
import { type Benchmark, medianOf } from './figure.ts'
import { cpuSecondsEverBelow } from './support/cpu-time.ts'
import type { Done } from './support/again-and-again.ts'
import { fillLog, writeThroughStore } from './support/logged-writers.ts'

/** Each server writes so often, in turn with the other, for what else the machine does to count for both. */
const turns = 3
const period = { warmUp: 2_000, duration: 10_000 }
/** Entries that the log is filled up to, for a way through the WAL that is long enough to be measured. */
const filled = 300_000
const gigabyte = 1e9

/** How much WAL a server has written so far, in bytes. */
const walOf = (server: ServerProcess): Promise<number> =>
  withConnection(server.database, async (db) => {
    const { rows } = await sql<{ written: string }>`select pg_current_wal_lsn() - '0/0' as written`.execute(db)
    return Number(rows[0]?.written)
  })

const sizeOf = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

async function program(script: string, args: string[], dataDir: string): Promise<void> {
  const { exitCode, lines } = await runProgram([script, ...args], { DATA_DIR: dataDir })
  if (exitCode !== 0) throw new Error(lines.join('\n'))
}

interface Turn extends Done {
  /** Processor time of PostgreSQL and what it runs, a write. Milliseconds. */
  cpu: number
}

async function turnOf(server: ServerProcess): Promise<Turn> {
  const before = cpuSecondsEverBelow(server.pid)
  const written = await writeThroughStore(server, period)
  const writes = (written.perSecond * (period.warmUp + period.duration)) / 1_000
  return { ...written, cpu: ((cpuSecondsEverBelow(server.pid) - before) / writes) * 1_000 }
}

/** How long it takes to have the database of a moment again, in seconds. */
async function restored(folder: string, name: string, moment: string): Promise<number> {
  const begun = performance.now()
  const args = [join(folder, 'backup'), '--archive', join(folder, 'archive'), '--at', moment]
  await program('server/restore.ts', args, join(folder, name))
  return (performance.now() - begun) / 1_000
}

/** What archiving the WAL costs those who write, and how long the way through it takes. */
const archivedWrites: Benchmark['measure'] = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-archived-'))
  const env = { LOG_LEVEL: 'info' }
  const without = await spawnServer({ dataDir: join(folder, 'without'), env })
  const archive = { WAL_ARCHIVE: join(folder, 'archive') }
  const archiving = await spawnServer({ dataDir: join(folder, 'archiving'), env: { ...env, ...archive } })
  try {
    await archiving.line(/took a base of the database/)
    await program('server/backup.ts', [join(folder, 'backup')], archiving.dataDir)
    const early = new Date().toISOString()
    const before = { wal: await walOf(archiving), archived: sizeOf(join(folder, 'archive/wal')) }
    const plain: Turn[] = []
    const archived: Turn[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      plain.push(await turnOf(without))
      archived.push(await turnOf(archiving))
    }
    const written = (await walOf(archiving)) - before.wal
    await fillLog(archiving, filled)
    const late = new Date().toISOString()
    await writeThroughStore(archiving, { warmUp: 0, duration: 1_000 }) // So that the archive reaches beyond it.
    const wal = (await walOf(archiving)) - before.wal
    await without.stop()
    await archiving.stop() // Which archives what was left.
    const inArchive = sizeOf(join(folder, 'archive/wal')) - before.archived
    const toEarly = await restored(folder, 'early', early)
    const toLate = await restored(folder, 'late', late)
    const writes =
      archived.reduce((sum, { perSecond }) => sum + perSecond, 0) * ((period.warmUp + period.duration) / 1_000)
    const rate = medianOf(plain.map(({ perSecond }) => perSecond))
    const wait = medianOf(plain.map(({ p99 }) => p99))
    return [
      {
        name: 'logged writes while the WAL is archived',
        ...medianOf(archived.map(({ perSecond }) => perSecond)),
        unit: '/s',
        peer: { name: 'without archiving', ...rate },
      },
      {
        name: 'one of them, p99',
        ...medianOf(archived.map(({ p99 }) => p99)),
        unit: 'ms',
        peer: { name: 'without archiving', ...wait },
      },
      {
        name: 'one of them, processor of PostgreSQL and of archiving',
        ...medianOf(archived.map(({ cpu }) => cpu)),
        unit: 'ms',
        peer: { name: 'without archiving', ...medianOf(plain.map(({ cpu }) => cpu)) },
      },
      { name: 'WAL of a million of them', value: written / writes, unit: 'MB' },
      { name: '1 GB of WAL in the archive', value: (inArchive / wal) * 1_000, unit: 'MB' },
      { name: 'back to a moment right after the base', value: toEarly, unit: 's' },
      { name: 'back through 1 GB of WAL', value: ((toLate - toEarly) / wal) * gigabyte, unit: 's' },
    ]
  } finally {
    await without.kill()
    await archiving.kill()
    rmSync(folder, { recursive: true })
  }
}

export default {
  group: 'Operations',
  title: 'Writes while the WAL is archived, and back to a moment',
  measure: archivedWrites,
} satisfies Benchmark
