import { createReadStream, type Dirent } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { Client } from 'pg'
import { syncFolder, writeWhole } from '../config/whole-file.ts'
import { type Base, basesOf, hasBase, needsBase, ofTheClusterAlone, prune, readBases } from './wal-archive.ts'

/** Milliseconds. */
const day = 86_400_000
/** How long the last WAL of a base may take into the archive. Without it the base is of no use. */
const archivingTimeout = '60s'

/** What a copy begins without: the folder itself stays. */
const emptied = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOut = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init', ...ofTheClusterAlone])

interface Place {
  archive: string
  dataDir: string
  socketDir: string
}

/** Lets go of what is too old, and takes a base where the last is a day old, or what is archived now does not follow from it. */
export async function keepBases(place: Place, signal: AbortSignal): Promise<Base | undefined> {
  await prune(place.archive, Date.now()) // First, as it may be what fills the disk.
  const newest = (await readBases(place.archive)).at(-1)
  const data = join(place.dataDir, 'postgres')
  const isDue = newest === undefined || needsBase(data) || Date.parse(newest.finished_at) <= Date.now() - day
  const base = isDue ? await takeBase(place, signal) : undefined
  if (base !== undefined) hasBase(data)
  return base
}

/** As PostgreSQL's manual has it: the files in any order while it works, between the start and the stop of one connection. */
async function takeBase({ archive, dataDir, socketDir }: Place, signal: AbortSignal): Promise<Base> {
  const data = join(dataDir, 'postgres')
  const name = `${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const folder = join(basesOf(archive), name)
  const partial = `${folder}.partial`
  for (const left of (await readdir(basesOf(archive))).filter((one) => one.endsWith('.partial')))
    await rm(join(basesOf(archive), left), { recursive: true })
  const client = new Client({
    host: socketDir,
    user: 'phonedeck',
    database: 'postgres',
    application_name: 'phonedeck base',
  })
  client.on('error', () => {}) // Its statements tell.
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    const started = await client.query<{ segment: string; version: string }>(
      `select pg_walfile_name(pg_backup_start('phonedeck', true)) as segment, current_setting('server_version') as version`,
    )
    const [{ segment, version } = { segment: '', version: '' }] = started.rows
    const counted = { files: 0, size: 0 }
    await copyFolder(data, join(partial, 'data'), counted, signal)
    await client.query(`set statement_timeout = '${archivingTimeout}'`)
    const { rows } = await client.query<{ labelfile: string; at: Date }>(
      'select labelfile, clock_timestamp() as at from pg_backup_stop(true)',
    )
    const [stopped] = rows
    if (stopped === undefined) throw new Error('PostgreSQL has not ended the base')
    await writeWhole(join(partial, 'backup_label'), stopped.labelfile)
    const base = { name, finished_at: stopped.at.toISOString(), first_segment: segment, version, ...counted }
    await writeWhole(join(partial, 'base.json'), JSON.stringify({ format: 1, ...base }))
    await rename(partial, folder)
    await syncFolder(basesOf(archive))
    return base
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  } finally {
    await client.end().catch(() => {}) // PostgreSQL itself may be gone.
  }
}

async function copyFolder(
  from: string,
  to: string,
  counted: { files: number; size: number },
  signal: AbortSignal,
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const entries: Dirent[] = await readdir(from, { withFileTypes: true }).catch(orGone([]))
  for (const entry of entries) {
    signal.throwIfAborted()
    const { name } = entry
    if (leftOut.has(name) || name.startsWith('pgsql_tmp')) continue
    if (entry.isDirectory()) {
      if (emptied.has(name))
        await mkdir(join(to, name, ...(name === 'pg_wal' ? ['archive_status'] : [])), { recursive: true })
      else await copyFolder(join(from, name), join(to, name), counted, signal)
    } else if (entry.isFile()) await copyFile(join(from, name), join(to, `${name}.gz`), counted)
  }
  await syncFolder(to)
}

async function copyFile(from: string, to: string, counted: { files: number; size: number }): Promise<void> {
  const source = await open(from, 'r').catch(orGone(undefined))
  if (source === undefined) return
  const sink = (await open(to, 'wx', 0o600)).createWriteStream({ flush: true })
  await pipeline(source.createReadStream(), createGzip({ level: constants.Z_BEST_SPEED }), sink)
  counted.files += 1
  counted.size += sink.bytesWritten
}

/** What goes while it is copied, the WAL knows of. */
const orGone =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead
    throw error
  }

/** Puts a base into a folder, as data that PostgreSQL begins to recover. */
export async function unpackBase(archive: string, { name }: Base, into: string): Promise<void> {
  const folder = join(basesOf(archive), name)
  const data = join(folder, 'data')
  await mkdir(into, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const to = join(into, path.slice(data.length + 1))
    if (entry.isDirectory()) await mkdir(to, { recursive: true, mode: 0o700 })
    else {
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      const file = await open(to.replace(/\.gz$/, ''), 'w', 0o600)
      await pipeline(createReadStream(path), createGunzip(), file.createWriteStream())
    }
  }
  await writeWhole(join(into, 'backup_label'), await readFile(join(folder, 'backup_label'), 'utf8'))
  await writeWhole(join(into, 'recovery.signal'), '')
}
