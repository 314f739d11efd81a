import type { SelectQueryBuilder } from 'kysely'

/** How many rows a query finds. */
export async function countRows<DB, Tables extends keyof DB>(
  query: SelectQueryBuilder<DB, Tables, object>,
): Promise<number> {
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return total
}

/**
 * How many rows there are in all, beside those of a page. They are counted only where the page can't tell: a count is of another
 * moment, and would promise rows that the page that holds them all doesn't have.
 */
export async function totalBeside(
  items: readonly unknown[],
  { limit, skip }: { limit: number; skip: number },
  count: () => Promise<number>,
): Promise<number> {
  const endsHere = items.length < limit && (items.length > 0 || skip === 0)
  return endsHere ? skip + items.length : count()
}
