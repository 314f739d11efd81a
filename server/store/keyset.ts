import { createHash } from 'node:crypto'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { DatabaseError } from 'pg'
import { totalBeside } from './totals.ts'

/** What rows may be sorted by: never null, so that a page's end can be named; each wants an index with the id behind it. */
export type SortKey = RawBuilder<string | number>

export interface Order<Field extends string> {
  field: Field
  descending: boolean
}

/** Puts rows in the order of a list, and leaves those that a page or a chunk of it takes. */
export type Cut = <DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
) => SelectQueryBuilder<DB, Tables, Row>

/** Rows in an order in which each has its place, so that a page begins behind the last one, at any depth alike. */
export interface Keyset<DB, Tables extends keyof DB, Row extends { id: number }> {
  /** Those that match, in no order; where a part of them can be left out sooner, made of what is cut from the list. */
  rows: SelectQueryBuilder<DB, Tables, Row> | ((cut: Cut) => SelectQueryBuilder<DB, Tables, Row>)
  count: () => Promise<number>
  key: SortKey
  /** Tells rows of the same key apart. */
  id: RawBuilder<number>
  descending: boolean
  /** Sort and filters as plain data: a cursor is good for these alone. */
  identity: unknown
}

export interface Page<Row> {
  items: Row[]
  /** Null behind the last row. */
  next_cursor: string | null
  /** Rows that matched when the first page was read: a walk counts once. */
  total: number
}

interface Place {
  value: string | number
  id: number
}

interface Cursor extends Place {
  total: number
}

const digestOf = (identity: unknown): string =>
  createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, 16)

const sealCursor = (digest: string, { value, id, total }: Cursor): string =>
  Buffer.from(JSON.stringify([digest, value, id, total])).toString('base64url')

/** Reads a cursor; undefined when it is none, or of another sort or other filters. */
function openCursor(text: string, digest: string): Cursor | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(parts) || parts.length !== 4) return undefined
    const [of, value, id, total] = parts as unknown[]
    if (of !== digest || !Number.isSafeInteger(id) || !Number.isSafeInteger(total)) return undefined
    if (Number(total) < 0) return undefined
    if (typeof value !== 'string' && typeof value !== 'number') return undefined
    return { value, id: Number(id), total: Number(total) }
  } catch {
    return undefined // What is no JSON is no cursor.
  }
}

/** The rows behind a place, with their keys. */
async function rowsBehind<DB, Tables extends keyof DB, Row extends { id: number }>(
  { rows, key, id, descending }: Keyset<DB, Tables, Row>,
  after: Place | undefined,
  limit: number,
) {
  const direction = descending ? 'desc' : 'asc'
  const beyond = sql.raw(descending ? '<' : '>')
  const cut: Cut = (query) =>
    (after === undefined ? query : query.where(sql<boolean>`(${key}, ${id}) ${beyond} (${after.value}, ${after.id})`))
      .orderBy(key, direction)
      .orderBy(id, direction)
      .limit(limit)
  const found = await cut(typeof rows === 'function' ? rows(cut) : rows)
    .select(key.as('sort_key'))
    .execute()
  // Kysely can't say what a generic row has; each is a Row and its key, which stays: copying rows cost more than writing them.
  return found as unknown as (Row & { sort_key: string | number })[]
}

/** Whether PostgreSQL can't read a value (class 22): a cursor that nobody answered names a place that no row can have. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code?.startsWith('22') === true

/** The page behind a cursor; undefined when the cursor doesn't belong to this sort and these filters. */
export async function pageOf<DB, Tables extends keyof DB, Row extends { id: number }>(
  keyset: Keyset<DB, Tables, Row>,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<Page<Row> | undefined> {
  const digest = digestOf(keyset.identity)
  const after = cursor === undefined ? undefined : openCursor(cursor, digest)
  if (cursor !== undefined && after === undefined) return undefined

  // One more tells whether there is a next page.
  const found = await rowsBehind(keyset, after, limit + 1).catch((error: unknown) => {
    if (after !== undefined && isUnreadable(error)) return undefined
    throw error
  })
  if (found === undefined) return undefined
  const page = found.slice(0, limit)
  const total = after?.total ?? (await totalBeside(found, { limit: limit + 1, skip: 0 }, keyset.count))
  const last = page.at(-1)
  const next_cursor =
    found.length > limit && last !== undefined ? sealCursor(digest, { value: last.sort_key, id: last.id, total }) : null
  return { items: page, next_cursor, total }
}

/** Rows that a walk holds at once. */
export const chunk = 2_000

/** All rows, a chunk at a time: memory stays as it is, and no transaction stays open meanwhile. */
export async function* walk<DB, Tables extends keyof DB, Row extends { id: number }>(
  keyset: Keyset<DB, Tables, Row>,
): AsyncGenerator<Row[]> {
  let after: Place | undefined
  for (;;) {
    const found = await rowsBehind(keyset, after, chunk)
    if (found.length > 0) yield found
    const last = found.at(-1)
    if (found.length < chunk || last === undefined) return
    after = { value: last.sort_key, id: last.id }
  }
}
