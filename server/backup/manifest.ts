import { createHash } from 'node:crypto'

/** What is written of a backup's parts, so that each can be told from a damaged one. */
export interface Part {
  /** Its path in the backup's folder. */
  name: string
  /** Bytes. */
  size: number
  /** In hexadecimal digits. */
  sha256: string
}

export interface TablePart extends Part {
  /** As statements name it. */
  table: string
  /** As statements name them, in the order of the values. */
  columns: string[]
  rows: number
}

/** A sequence, which is where the next id of a table comes from. */
export interface Sequence {
  sequence: string
  /** An int8, in digits. */
  value: string
  isCalled: boolean
}

/** What stands in `manifest.json`: written last, so that a backup without one is not whole. */
export interface Manifest {
  format: 1
  /** When the backup began, ISO 8601. */
  made_at: string
  /** Of Phonedeck. */
  version: string
  database: {
    /** Of PostgreSQL. */
    version: string
    /** The last migration. */
    schema: string
    /** Of the tables of the queue of jobs, which are pg-boss's own. */
    queue: number
    tables: TablePart[]
    sequences: Sequence[]
  }
  /** What the data folder keeps beside database and files: keys, the operation log's head, the agents' own. */
  kept: Part[]
  /** The list of uploaded files and records, a JSON object (`StoredFile`) a line. */
  files: Part & {
    count: number
    /** How many the database names that were not in the storage. */
    missing: number
  }
}

/** A line of the list of files. */
export interface StoredFile extends Part {
  /** Its name in the storage. */
  object: string
  /** Bytes of the whole file, of which those of an unfinished upload are the first; null of what servers put there themselves. */
  length: number | null
}

const sumOf = (manifest: Manifest): string => createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

/** With a sum of its own, over what else stands there. */
export const manifestText = (manifest: Manifest): string =>
  `${JSON.stringify({ ...manifest, sha256: sumOf(manifest) }, undefined, 2)}\n`

/** Why a text is no manifest that can be relied on, or the manifest. */
export function readManifest(text: string): Manifest | { problem: string } {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return { problem: 'is damaged' }
  }
  if (typeof content !== 'object' || content === null || !('sha256' in content)) return { problem: 'is damaged' }
  const { sha256, ...manifest } = content
  if ('format' in manifest && manifest.format !== 1) return { problem: 'is of a newer Phonedeck' }
  // What has this sum was written by `manifestText`.
  const known = manifest as unknown as Manifest
  return sumOf(known) === sha256 ? known : { problem: 'is damaged' }
}
