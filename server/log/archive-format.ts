import { createHash } from 'node:crypto'
import { createGunzip, createGzip } from 'node:zlib'
import { pipeline, Readable } from 'node:stream'
import { sealOfArchive, type LogKey, type OperationRow } from '../store/operation-hashes.ts'
import type { Link } from '../store/operation-chain.ts'

/**
 * An archive is JSON lines, compressed with gzip: what it is, its links with their entries, and at the end how many there were and
 * a seal over all lines before. It can be read without Phonedeck, and only be made with the key of the log.
 */
interface Header {
  format: 1
  month: string
}
interface Line {
  position: number
  log_id: number
  found: Link['found']
  previous_hash: string
  hash: string
  /** Null where it had gone before it was archived. */
  entry: OperationRow | null
}
interface End {
  entries: number
  seal: string
}

export interface Chained {
  link: Link
  entry: OperationRow | undefined
}

/** An archive that is not as it was written, or not there; the message says what was found. */
export class ArchiveDamaged extends Error {
  override readonly name = 'ArchiveDamaged'
}

/** Of one line, in characters; the longest that is written is an entry of 50,000 targets with names. */
const maxLineLength = 64 * 1024 ** 2
/** Links that are yielded at once. */
const chunk = 200

/** Whoever reads the last stream gets the error of any. */
const heardByReader = (): void => {}

const lineOf = ({ link, entry }: Chained): string => {
  const { previous_hash, hash, ...place } = link
  const line: Line = {
    ...place,
    previous_hash: previous_hash.toString('hex'),
    hash: hash.toString('hex'),
    entry: entry ?? null,
  }
  return `${JSON.stringify(line)}\n`
}

async function* linesOf(
  month: string,
  chained: AsyncIterable<readonly Chained[]>,
  logKey: LogKey,
): AsyncGenerator<string> {
  const sum = createHash('sha256')
  const summed = (lines: string): string => {
    sum.update(lines)
    return lines
  }
  const header: Header = { format: 1, month }
  yield summed(`${JSON.stringify(header)}\n`)
  let entries = 0
  for await (const some of chained) {
    entries += some.length
    yield summed(some.map(lineOf).join(''))
  }
  const end: End = { entries, seal: sealOfArchive(sum.digest(), logKey).toString('hex') }
  yield `${JSON.stringify(end)}\n`
}

/** The bytes of an archive; where the links break off, so do they. */
export const archiveOf = (
  month: string,
  chained: AsyncIterable<readonly Chained[]>,
  logKey: LogKey,
): AsyncIterable<Uint8Array> => pipeline(Readable.from(linesOf(month, chained, logKey)), createGzip(), heardByReader)

/** Lines with the ends that they have, however the bytes are cut. */
async function* whole(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = []
  let length = 0
  for await (const piece of bytes) {
    let from = 0
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, from)) {
      yield Buffer.concat([...rest, piece.subarray(from, at + 1)]).toString()
      rest = []
      length = 0
      from = at + 1
    }
    rest.push(piece.subarray(from))
    length += piece.length - from
    if (length > maxLineLength) throw new ArchiveDamaged('a line of it has no end')
  }
  if (length > 0) throw new ArchiveDamaged('it breaks off')
}

const chainedOf = ({ entry, previous_hash, hash, ...place }: Line): Chained => ({
  link: { ...place, previous_hash: Buffer.from(previous_hash, 'hex'), hash: Buffer.from(hash, 'hex') },
  entry: entry ?? undefined,
})

const isOfZlib = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

/** @throws ArchiveDamaged where it can't be decompressed, or not to its end */
async function* unpacked(content: Readable): AsyncGenerator<string> {
  try {
    yield* whole(pipeline(content, createGunzip(), heardByReader))
  } catch (error) {
    throw isOfZlib(error) ? new ArchiveDamaged('it cannot be decompressed', { cause: error }) : error
  }
}

/**
 * Reads an archive to its end without looking at what its lines say.
 *
 * @throws ArchiveDamaged where it is not as it was written
 */
export async function expectSealed(content: Readable, logKey: LogKey): Promise<void> {
  const sum = createHash('sha256')
  let last: string | undefined
  for await (const line of unpacked(content)) {
    if (last !== undefined) sum.update(last)
    last = line
  }
  const { seal } = endOf(last)
  if (sealOfArchive(sum.digest(), logKey).toString('hex') !== seal)
    throw new ArchiveDamaged('it is not as it was written')
}

function endOf(line: string | undefined): Partial<End> {
  try {
    return JSON.parse(line ?? '{}') as Partial<End>
  } catch {
    return {} // Which has no seal.
  }
}

/**
 * Yields the links of an archive in order, all of which are what was written: it is read twice, as nobody knows before the end.
 *
 * @throws ArchiveDamaged
 */
export async function* readArchive(open: () => Promise<Readable>, logKey: LogKey): AsyncGenerator<Chained[]> {
  await expectSealed(await open(), logKey)
  let some: Chained[] = []
  for await (const line of unpacked(await open())) {
    const parsed = JSON.parse(line) as Header | Line | End // It is sealed, so it was written above.
    if (!('position' in parsed)) continue
    some.push(chainedOf(parsed))
    if (some.length < chunk) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}
