import type { Client } from 'pg'
import type { FileStorage } from '../files/file-storage.ts'
import { checkObjectName, NoSuchObject } from '../files/object-storage.ts'
import type { BackupReader } from './backup-reader.ts'
import type { BackupWriter } from './backup-writer.ts'
import type { StoredFile } from './manifest.ts'
import { tallyOf } from './tally.ts'

/** A file that the database names. */
interface NamedFile {
  object: string
  /** Of the whole file; null of an object that servers put there. */
  length: number | null
  /** Whether its bytes may well not be there: an upload that nobody has sent anything of, or that a bucket keeps in parts. */
  mayBeMissing: boolean
}

/** Rows that are asked for at once. */
const page = 1_000

/** What the database names, as the client's transaction sees it: a million take about 150 MB. */
export async function namedFiles(client: Client): Promise<NamedFile[]> {
  const named: NamedFile[] = []
  const uploads = `
    select id, upload_id as object, size as length, status in ('uploading', 'damaged') as "mayBeMissing" from files
    where status <> 'removed' and id > $1 order by id limit ${page}`
  const records = `
    select id, object, null as length, false as "mayBeMissing" from environment_records
    where id > $1 order by id limit ${page}`
  const archives = `
    select first_position as id, object, null as length, false as "mayBeMissing" from log_archives
    where first_position > $1 order by first_position limit ${page}`
  // A database that was not brought up to date yet has none.
  const known = await client.query<{ has: boolean }>(`select to_regclass('log_archives') is not null as has`)
  for (const statement of [uploads, records, ...(known.rows[0]?.has === true ? [archives] : [])])
    for (let after = '0', isOver = false; !isOver;) {
      const { rows } = await client.query<{ id: string; object: string; length: string | null; mayBeMissing: boolean }>(
        statement,
        [after],
      )
      for (const { object, length, mayBeMissing } of rows)
        named.push({ object, length: length === null ? null : Number(length), mayBeMissing })
      after = rows.at(-1)?.id ?? after
      isOver = rows.length < page
    }
  return named
}

export interface FileCount {
  count: number
  missing: number
}

/** Copies what the database names out of the storage, and yields the lines of the list. */
export async function* copyFiles(
  named: readonly NamedFile[],
  storage: FileStorage,
  writer: BackupWriter,
  counted: FileCount,
): AsyncGenerator<Uint8Array, void, void> {
  for (const { object, length, mayBeMissing } of named) {
    const content = await storage.objects.read(object).catch((error: unknown) => {
      if (error instanceof NoSuchObject) return undefined
      throw error
    })
    if (content === undefined) {
      if (!mayBeMissing) counted.missing += 1
      continue
    }
    const file: StoredFile = { ...(await writer.write(`files/${object}`, content)), object, length }
    counted.count += 1
    yield Buffer.from(`${JSON.stringify(file)}\n`)
  }
}

/** Puts a backup's files into the storage. What is there with the same bytes stays; with others, it stays too, and is told. */
export async function putFiles(backup: BackupReader, storage: FileStorage): Promise<void> {
  for await (const file of backup.files()) {
    const { object, length, size, sha256 } = file
    const there = await sumThere(storage, checkObjectName(object))
    if (there === sha256) continue
    if (there !== undefined)
      throw new Error(`${object} is there already, with other bytes; restore into an empty storage`)
    if (length === null) await storage.objects.write(object, backup.read(file))
    else await storage.adopt(object, Math.max(length, size), backup.read(file))
  }
}

async function sumThere(storage: FileStorage, object: string): Promise<string | undefined> {
  try {
    return (await tallyOf(await storage.objects.read(object))).sha256
  } catch (error) {
    if (error instanceof NoSuchObject) return undefined
    throw error
  }
}
