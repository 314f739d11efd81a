import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import type { Tables as Database } from './tables.ts'

/** Rows are counted one by one up to so many; of more, a list says about how many there are. */
const countedUpTo = 10_000

/**
 * Rows that are expected to be at most so many are found first and put in order then. A walk through the order of a list, which
 * is the way to more of them, would pass too many others: 200 for each in a million.
 */
export const few = 5_000

/** How many rows there are in all. */
export interface Total {
  total: number
  /** Whether that is about how many, as the planner's statistics have it. */
  total_is_estimate: boolean
}

export const exactly = (total: number): Total => ({ total, total_is_estimate: false })

/** How PostgreSQL answers EXPLAIN (FORMAT JSON). */
interface Explained {
  'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }]
}

/** How many rows a query finds, each counted: for lists that stay short. */
export async function countRows<DB, Tables extends keyof DB>(
  query: SelectQueryBuilder<DB, Tables, object>,
): Promise<number> {
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return total
}

/** The same as a list's total. */
export const countedTotal = async <DB, Tables extends keyof DB>(
  query: SelectQueryBuilder<DB, Tables, object>,
): Promise<Total> => exactly(await countRows(query))

const onesOf = <DB, Tables extends keyof DB>(query: SelectQueryBuilder<DB, Tables, object>) =>
  query.select(sql<number>`1`.as('one'))

/** About how many rows a query finds, as the planner's statistics have it. */
export async function expectedRows<DB, Tables extends keyof DB>(
  query: SelectQueryBuilder<DB, Tables, object>,
): Promise<number> {
  const [explained] = await onesOf(query).explain<Explained>('json')
  if (explained === undefined) throw new Error('the planner said nothing')
  return explained['QUERY PLAN'][0].Plan['Plan Rows']
}

/**
 * How many rows a query finds. Where they are expected to be many they are not counted, which would take longer than the page
 * that the number stands beside.
 */
export async function roughlyCountRows<DB, Tables extends keyof DB>(
  db: Kysely<Database>,
  query: SelectQueryBuilder<DB, Tables, object>,
  alreadyExpected?: number,
): Promise<Total> {
  const expected = alreadyExpected ?? (await expectedRows(query))
  if (expected > countedUpTo) return { total: expected, total_is_estimate: true }
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${onesOf(query).limit(countedUpTo + 1)}) as counted`.execute(db)
  const counted = rows[0]?.total ?? 0
  return { total: counted, total_is_estimate: counted > countedUpTo }
}

/**
 * How many rows there are in all, beside those of a page. They are counted only where the page can't tell: a count is of another
 * moment, and would promise rows that the page that holds them all doesn't have.
 */
export async function totalBeside(
  items: readonly unknown[],
  { limit, skip }: { limit: number; skip: number },
  count: () => Promise<Total>,
): Promise<Total> {
  const endsHere = items.length < limit && (items.length > 0 || skip === 0)
  return endsHere ? exactly(skip + items.length) : count()
}
