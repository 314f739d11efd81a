import { sql } from 'kysely'
import { readBases } from '../embedded/wal-archive.ts'
import { type DatabaseAddress, withConnection } from '../store/database.ts'
import { type Check, type Finding, failed, ok, warning } from './finding.ts'

/** A base that is older makes the way to a moment long, and one a day is taken. Milliseconds. */
const oldBase = 2 * 86_400_000

interface Archiving {
  isOn: boolean
  archivedAt: Date | null
  failedAt: Date | null
  waiting: number
}

const ago = (then: number): string => {
  const minutes = Math.max(0, Math.round((Date.now() - then) / 60_000))
  return minutes < 120 ? `${minutes} min ago` : `${Math.round(minutes / 60)} h ago`
}

/** Whether what the embedded PostgreSQL does comes into its archive. */
export const archiveCheck = (archive: string, address: DatabaseAddress): Check => ({
  name: 'WAL archive',
  look: async () => [await segments(archive, address), await bases(archive)],
})

const segments = (archive: string, address: DatabaseAddress): Promise<Finding> =>
  withConnection(address, async (db) => {
    const { rows } = await sql<Archiving>`
      select current_setting('archive_mode') <> 'off' as "isOn", last_archived_time as "archivedAt",
        last_failed_time as "failedAt",
        (select count(*)::int from pg_ls_archive_statusdir() where name like '%.ready') as waiting
      from pg_stat_archiver
    `.execute(db)
    const [found] = rows
    if (!found?.isOn)
      return warning('WAL archive', 'the server was started without WAL_ARCHIVE; start it again with its settings')
    const { archivedAt, failedAt, waiting } = found
    const last = archivedAt === null ? 'nothing was archived yet' : `last archived ${ago(archivedAt.getTime())}`
    if (failedAt !== null && failedAt.getTime() > (archivedAt?.getTime() ?? 0)) {
      const since = archivedAt === null ? 'since the beginning' : `since ${archivedAt.toISOString()}`
      return failed(
        'WAL archive',
        `fails ${since}, ${waiting} files wait in DATA_DIR, which grows; make WAL_ARCHIVE=${archive} writable and see to room there: the server's log says why`,
      )
    }
    return ok('WAL archive', `works, ${last}`)
  })

async function bases(archive: string): Promise<Finding> {
  const all = await readBases(archive)
  const [oldest, newest] = [all[0], all.at(-1)]
  if (oldest === undefined || newest === undefined)
    return warning('base of the archive', 'there is none yet; a server takes one when it starts: its log says why not')
  const words = `${ago(Date.parse(newest.finished_at))}; moments from ${oldest.finished_at} on can be reached`
  return Date.parse(newest.finished_at) < Date.now() - oldBase
    ? warning('base of the archive', `${words}; one a day is due: the server's log says why not`)
    : ok('base of the archive', words)
}
