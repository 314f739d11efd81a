import { createHash } from 'node:crypto'
import { sql, type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { DatabaseError } from 'pg'
import type { Tables as Database } from './tables.ts'
import { planOnce } from './planned-once.ts'
import { totalBeside, type Total } from './totals.ts'

/** Whether a filter asks for nothing. */
export const isUnasked = (filter: object): boolean =>
  Object.values(filter).every((value) => value === undefined || value === '')

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

type Cuttable<DB, Tables extends keyof DB, Row> =
  | SelectQueryBuilder<DB, Tables, Row>
  | ((cut: Cut) => SelectQueryBuilder<DB, Tables, Row>)

interface Place {
  value: string | number
  id: number
}

/** The places of rows. */
type Bare = (cut: Cut, of: { key: SortKey; id: RawBuilder<number> }) => Expression<Place>

const cutOf = <DB, Tables extends keyof DB, Row>(rows: Cuttable<DB, Tables, Row>, cut: Cut) =>
  cut(typeof rows === 'function' ? rows(cut) : rows)

export const bareOf =
  <DB, Tables extends keyof DB>(rows: Cuttable<DB, Tables, object>): Bare =>
  (cut, { key, id }) =>
    cutOf(rows, cut)
      .select([key.as('value'), id.as('id')])
      .$castTo<Place>()

/** Two ways to a page: a walk that ends somewhere, and the rows found first, where it has not met enough. */
interface Paged<DB, Tables extends keyof DB, Row> {
  /** About so many match. */
  expected: number
  /** What `reach` cuts off the list, and the rows of it that match. */
  walked: (reach: Cut) => Cuttable<DB, Tables, Row>
  /** What those are sorted by: a column of what was cut, as an expression is not known to be in order any more. */
  key: SortKey
  found: Cuttable<DB, Tables, Row>
  /** Both with the rows' places alone. */
  bare: { walked: (reach: Cut) => Bare; found: Bare }
  /** Whether an index leads the way of `rows` to the first of them, which may be far: its filter is about what the list is sorted by. */
  isLedTo: boolean
}

/** Rows in an order in which each has its place, so that a page begins behind the last one, at any depth alike. */
interface Keyset<DB, Tables extends keyof DB, Row extends { id: number }> {
  /** Those that match, in no order; where a part of them can be left out sooner, made of what is cut from the list. */
  rows: Cuttable<DB, Tables, Row>
  /** The same without what is shown beside them: enough to pass over some. */
  bare: Bare
  count: () => Promise<Total>
  key: SortKey
  /** Tells rows of the same key apart. */
  id: RawBuilder<number>
  descending: boolean
  /** For a page of a list whose rows stand among others: a walk that nothing ends passes all of those where rows of one kind stand together. */
  paged?: Paged<DB, Tables, Row> | undefined
  /** Where one plan is good for all pages, as nothing narrows the list: on whose connections it is kept. */
  plannedOn?: Kysely<Database> | undefined
}

/** A list whose pages have cursors. */
export interface CursorKeyset<DB, Tables extends keyof DB, Row extends { id: number }> extends Keyset<DB, Tables, Row> {
  /** Sort and filters as plain data: a cursor is good for these alone. */
  identity: unknown
}

/** With the rows that matched when the first page was read: a walk counts once. */
export interface Page<Row> extends Total {
  items: Row[]
  /** Null behind the last row. */
  next_cursor: string | null
}

interface Cursor extends Place, Total {}

/** Of sort and filters, so that a cursor is good for these alone. */
export const digestOf = (identity: unknown): string =>
  createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, 16)

const sealCursor = (digest: string, { value, id, total, total_is_estimate }: Cursor): string =>
  Buffer.from(JSON.stringify([digest, value, id, total, total_is_estimate])).toString('base64url')

/** Reads a cursor; undefined when it is none, or of another sort or other filters. */
function openCursor(text: string, digest: string): Cursor | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(parts) || parts.length !== 5) return undefined
    const [of, value, id, total, total_is_estimate] = parts as unknown[]
    if (of !== digest || !Number.isSafeInteger(id) || !Number.isSafeInteger(total)) return undefined
    if (Number(total) < 0 || typeof total_is_estimate !== 'boolean') return undefined
    if (typeof value !== 'string' && typeof value !== 'number') return undefined
    return { value, id: Number(id), total: Number(total), total_is_estimate }
  } catch {
    return undefined // What is no JSON is no cursor.
  }
}

/**
 * The rows of a page as the console asks for it, and one more. A plan is kept for this size alone: not knowing how many rows are
 * wanted, PostgreSQL plans for a tenth of all, and a plan for each size that somebody may ask for would fill its memory.
 */
const usualPage = 101

/** Leaves the rows behind a place, in order; `limit` of them at most. */
function cutBehind(
  { key, id, descending }: Pick<Keyset<never, never, { id: number }>, 'key' | 'id' | 'descending'>,
  after: Place | undefined,
  limit: number,
): Cut {
  const written = limit === usualPage ? sql.lit(limit) : limit
  const direction = descending ? 'desc' : 'asc'
  const beyond = sql.raw(descending ? '<' : '>')
  return (query) =>
    (after === undefined ? query : query.where(sql<boolean>`(${key}, ${id}) ${beyond} (${after.value}, ${after.id})`))
      .orderBy(key, direction)
      .orderBy(id, direction)
      .limit(written)
}

/** Rows that a walk to a page passes before it is given up. For many more PostgreSQL would put all in order first. */
const reach = 20_000

/** Of at most so many that match, the rows are found first then: of more a walk meets enough, if not so soon. */
const foundAtMost = 120_000

/** The rows of a page behind a place, with their keys, by whichever way is the shorter. */
async function pageRows<DB, Tables extends keyof DB, Row extends { id: number }>(
  keyset: Keyset<DB, Tables, Row>,
  after: Place | undefined,
  limit: number,
) {
  const { paged } = keyset
  if (paged === undefined || (after === undefined && paged.isLedTo)) return rowsBehind(keyset, after, limit)
  const { expected, walked, key, found } = paged
  const met = await rowsBehind({ ...keyset, rows: walked(cutBehind(keyset, after, reach)), key }, after, limit)
  if (met.length === limit) return met
  return rowsBehind({ ...keyset, rows: expected <= foundAtMost ? found : keyset.rows }, after, limit)
}

/** The rows behind a place, with their keys. */
async function rowsBehind<DB, Tables extends keyof DB, Row extends { id: number }>(
  keyset: Keyset<DB, Tables, Row>,
  after: Place | undefined,
  limit: number,
) {
  const query = cutOf(keyset.rows, cutBehind(keyset, after, limit)).select(keyset.key.as('sort_key'))
  const plannedOn = limit === usualPage ? keyset.plannedOn : undefined
  const found = plannedOn ? (await plannedOn.executeQuery(planOnce(query.compile()))).rows : await query.execute()
  // Kysely can't say what a generic row has; each is a Row and its key, which stays: copying rows cost more than writing them.
  return found as unknown as (Row & { sort_key: string | number })[]
}

/** Whether PostgreSQL can't read a value (class 22): a cursor that nobody answered names a place that no row can have. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code?.startsWith('22') === true

/** The page behind a cursor; undefined when the cursor doesn't belong to this sort and these filters. */
export async function pageOf<DB, Tables extends keyof DB, Row extends { id: number }>(
  keyset: CursorKeyset<DB, Tables, Row>,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<Page<Row> | undefined> {
  const digest = digestOf(keyset.identity)
  const after = cursor === undefined ? undefined : openCursor(cursor, digest)
  if (cursor !== undefined && after === undefined) return undefined

  // One more tells whether there is a next page.
  const found = await pageRows(keyset, after, limit + 1).catch((error: unknown) => {
    if (after !== undefined && isUnreadable(error)) return undefined
    throw error
  })
  if (found === undefined) return undefined
  const page = found.slice(0, limit)
  const { total, total_is_estimate } = after ?? (await totalBeside(found, { limit: limit + 1, skip: 0 }, keyset.count))
  const last = page.at(-1)
  const next_cursor =
    found.length > limit && last !== undefined
      ? sealCursor(digest, { value: last.sort_key, id: last.id, total, total_is_estimate })
      : null
  return { items: page, next_cursor, total, total_is_estimate }
}

/** The last of the first `skip` rows; undefined where there are none. */
async function placeOf<DB, Tables extends keyof DB, Row extends { id: number }>(
  db: Kysely<Database>,
  keyset: Keyset<DB, Tables, Row>,
  skip: number,
): Promise<Place | undefined> {
  const direction = sql.raw(keyset.descending ? 'asc' : 'desc')
  const lastOf = async (bare: Bare, key = keyset.key) => {
    const passed = bare(cutBehind({ ...keyset, key }, undefined, skip), { ...keyset, key })
    const { rows } = await sql<Place & { passed: number }>`
      select value, id, count(*) over () as passed from (${passed}) as passed
      order by value ${direction}, id ${direction} limit 1`.execute(db)
    return rows[0]
  }
  const { paged } = keyset
  if (paged === undefined || paged.isLedTo) return lastOf(keyset.bare)
  const met = await lastOf(paged.bare.walked(cutBehind(keyset, undefined, reach)), paged.key)
  if (met?.passed === skip) return met
  return lastOf(paged.expected <= foundAtMost ? paged.bare.found : keyset.bare)
}

/** The page behind so many rows, which are passed over: what a call may skip is bounded for that. */
export async function pageBehind<DB, Tables extends keyof DB, Row extends { id: number }>(
  db: Kysely<Database>,
  keyset: Keyset<DB, Tables, Row>,
  page: { limit: number; skip: number },
): Promise<Omit<Page<Row>, 'next_cursor'>> {
  const after = page.skip === 0 ? undefined : await placeOf(db, keyset, page.skip)
  const items = page.skip > 0 && after === undefined ? [] : await pageRows(keyset, after, page.limit)
  return { items, ...(await totalBeside(items, page, keyset.count)) }
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
