import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { at } from '../config/bad-surroundings.ts'
import { BadConfig, type Config } from '../config/config.ts'
import { unpackBase } from '../embedded/base-backup.ts'
import { makeCluster } from '../embedded/postgres-data.ts'
import { type EmbeddedPostgres, giveToPostgres, startPostgres } from '../embedded/postgres.ts'
import { type Base, goingTo, openArchive } from '../embedded/wal-archive.ts'
import { keyProblem } from '../start/keys.ts'
import { withConnection } from '../store/database.ts'

/** How long the way through a day's WAL may take. Milliseconds. */
const timeout = 6 * 3_600_000

/** A moment, written with its zone. */
export function readTime(text: string, now: number): Date {
  const isTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const time = new Date(isTime ? text.replace(' ', 'T') : Number.NaN)
  if (Number.isNaN(time.getTime()))
    throw new BadConfig(`--at ${text}: a time with its zone is expected, as in 2026-11-28T14:05:00+08:00`)
  if (time.getTime() > now) throw new BadConfig(`--at ${text}: is in the future`)
  return time
}

/**
 * The base from which a moment is reached.
 *
 * @throws BadConfig where there is none
 */
export async function baseBefore(archive: string, time: Date): Promise<Base> {
  const bases = await at(`--archive ${archive}`, openArchive(archive))
  const [oldest] = bases
  if (oldest === undefined) throw new BadConfig(`--archive ${archive}: it has no base yet`)
  const base = bases.findLast(({ finished_at }) => Date.parse(finished_at) <= time.getTime())
  if (base === undefined)
    throw new BadConfig(`--at ${time.toISOString()}: is before the oldest base, which is of ${oldest.finished_at}`)
  return base
}

/** Makes the embedded database as it was at a moment, and starts it until `cleanup`. */
export async function recover(
  config: Pick<Config, 'dataDir' | 'secretKey'>,
  { archive, time, base }: { archive: string; time: Date; base: Base },
  log: FastifyBaseLogger,
  cleanup: AsyncDisposableStack,
): Promise<EmbeddedPostgres> {
  const { dataDir } = config
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const make = async (folder: string): Promise<void> => {
    await unpackBase(archive, base, folder)
    giveToPostgres(folder)
  }
  await makeCluster(dataDir, make, log)
  let last = base.finished_at
  const hear = (line: string): void => {
    last = /last completed transaction was at log time (.+)$/.exec(line)?.[1] ?? last
  }
  const postgres = await startPostgres(dataDir, log, { settings: goingTo(archive, time), timeout, hear }).catch(
    (error: unknown) => {
      if (
        error instanceof Error &&
        /before configured recovery target was reached|before end of online backup/.test(error.message)
      )
        throw new BadConfig(
          `--at ${time.toISOString()}: from the base of ${base.finished_at} the archive reaches until ${last}`,
        )
      throw new BadConfig(`${join(dataDir, 'postgres')}: ${error instanceof Error ? error.message : String(error)}`)
    },
  )
  cleanup.defer(() => postgres.stop())
  const problem = await withConnection({ socketDir: postgres.socketDir }, (db) => keyProblem(db, config))
  if (problem !== undefined)
    throw new BadConfig(
      `--archive ${archive}: its database is sealed with a key that the backup has not; it is the archive of another, or the key was changed: take a backup of the archive's own`,
    )
  return postgres
}
