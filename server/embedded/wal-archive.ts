import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, rmSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BadConfig } from '../config/config.ts'
import { readWhole, writeWhole } from '../config/whole-file.ts'

/** For how many days back a moment can be reached. Of what is older, the newest base stays, which the first of them begin at. */
const keepDays = 7

const program = fileURLToPath(new URL('wal-segment.ts', import.meta.url))

/** Which archive a cluster's WAL is in: clusters are copied from one, so that PostgreSQL's own number of them tells none apart. */
const idOf = (data: string): string => join(data, 'archive.id')
/** It is there where the cluster has run without its archive, so that what was archived before leads to nowhere. */
const gapOf = (data: string): string => join(data, 'archive.gap')

const walOf = (archive: string): string => join(archive, 'wal')
export const basesOf = (archive: string): string => join(archive, 'bases')
const noteOf = (archive: string): string => join(archive, 'archive.json')

/** What a cluster notes for itself, which a copy of it goes without. */
export const ofTheClusterAlone = new Set(['archive.gap'])

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`
const run = (...words: string[]): string => [quote(process.execPath), quote(program), ...words].join(' ')
const archived = (archive: string): string => `${quote(`${walOf(archive)}/`)}%f.gz`

/** Settings with which PostgreSQL archives its WAL. */
export const archiving = (archive: string): Record<string, string> => ({
  wal_level: 'replica',
  archive_mode: 'on',
  archive_timeout: '60s',
  archive_command: run('put', '"%p"', archived(archive)),
})

/** Settings with which it goes through the archive up to a moment. */
export const goingTo = (archive: string, time: Date): Record<string, string> => ({
  wal_level: 'replica',
  hot_standby: 'off',
  restore_command: run('get', archived(archive), '"%p"'),
  recovery_target_time: time.toISOString().replace('Z', '+00'), // PostgreSQL knows no abbreviation of a zone yet.
  recovery_target_timeline: 'current', // As the base has it: an archive that a restored cluster goes on with has bases of its own.
  recovery_target_action: 'promote',
})

/** What PostgreSQL's account has to own. */
export const archiveFolders = (archive: string): string[] => [archive, walOf(archive), basesOf(archive)]

/**
 * Says of a cluster that is about to start that the archive is its own.
 *
 * @throws BadConfig where it is another's
 */
export async function claimArchive(data: string, archive: string): Promise<void> {
  const there = readArchiveId(archive)
  const own = readWhole(idOf(data))?.trim()
  if (there !== undefined && there !== own)
    throw new BadConfig(`WAL_ARCHIVE=${archive}: is the archive of another database; give this one an empty folder`)
  const id = own ?? randomUUID()
  if (own === undefined || there === undefined) noteGap(data)
  if (own === undefined) await writeWhole(idOf(data), id)
  if (there === undefined) await writeWhole(noteOf(archive), JSON.stringify({ format: 1, id }))
  if (existsSync(gapOf(data))) archiveHistory(data)
}

/** Of a cluster that was taken back: what later ones have to count on from. */
function archiveHistory(data: string): void {
  const status = join(data, 'pg_wal/archive_status')
  for (const name of readdirSync(join(data, 'pg_wal')))
    if (name.endsWith('.history') && !existsSync(join(status, `${name}.done`))) mark(join(status, `${name}.ready`))
}

/** A file that says all by being there. */
const mark = (path: string): void => closeSync(openSync(path, 'a'))

const noteGap = (data: string): void => mark(gapOf(data))

/** A cluster that has an archive is about to start without. */
export function leaveArchive(data: string): void {
  if (existsSync(idOf(data))) noteGap(data)
}

/** Whether a new base is the only one that what is archived from now on leads on from. */
export const needsBase = (data: string): boolean => existsSync(gapOf(data))
export const hasBase = (data: string): void => rmSync(gapOf(data), { force: true })

function readArchiveId(archive: string): string | undefined {
  const text = readWhole(noteOf(archive))
  if (text === undefined) return undefined
  try {
    const note = JSON.parse(text) as { format?: unknown; id?: unknown }
    if (note.format === 1 && typeof note.id === 'string') return note.id
  } catch {
    // It is no note of ours.
  }
  throw new BadConfig(`${noteOf(archive)}: is damaged, or of a newer Phonedeck`)
}

/** A copy of the data folder, with which the way through the WAL begins. */
export interface Base {
  /** Its folder in the archive. */
  name: string
  /** From when on moments can be reached from it, ISO 8601. */
  finished_at: string
  /** The first file of the WAL that it needs. */
  first_segment: string
  /** Of PostgreSQL. */
  version: string
  files: number
  /** Bytes in the archive. */
  size: number
}

/** Those that are whole, the oldest first. */
export async function readBases(archive: string): Promise<Base[]> {
  const names = await readdir(basesOf(archive)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const bases: Base[] = []
  for (const name of names.filter((one) => /^\d{8}T\d{6}Z$/.test(one)))
    bases.push({ ...(JSON.parse(await readFile(join(basesOf(archive), name, 'base.json'), 'utf8')) as Base), name })
  return bases.toSorted((a, b) => a.finished_at.localeCompare(b.finished_at))
}

/** @throws BadConfig where a folder is no archive */
export async function openArchive(archive: string): Promise<Base[]> {
  if (readArchiveId(archive) === undefined) throw new BadConfig(`--archive ${archive}: there is no archive`)
  return readBases(archive)
}

/** Removes bases that no moment of the last days needs, and the WAL before the first that stays. */
export async function prune(archive: string, now: number): Promise<void> {
  const from = new Date(now - keepDays * 86_400_000).toISOString()
  const bases = await readBases(archive)
  const first = Math.max(
    0,
    bases.findLastIndex(({ finished_at }) => finished_at <= from),
  )
  for (const { name } of bases.slice(0, first)) await rm(join(basesOf(archive), name), { recursive: true, force: true })
  const oldest = bases[first]?.first_segment
  if (oldest === undefined) return
  // Its first eight digits are the timeline, as in pg_archivecleanup.
  for (const name of await readdir(walOf(archive)))
    if (/^[\dA-F]{24}/.test(name) && name.slice(8, 24) < oldest.slice(8)) await rm(join(walOf(archive), name))
}
