import type { FetchPage } from './page-flight.ts'
import type { RowPage } from '../../api/row-store.ts'

/** Asks for so many rows behind the first `skip`. */
type FetchSlice<Row, Query> = (
  request: { query: Query; skip: number; limit: number },
  signal: AbortSignal,
) => Promise<Pick<RowPage<Row>, 'items' | 'total'>>

/** Lets a list that pages by offset be read as one that pages by cursor: the cursor is how many rows came before. */
export const pagesByOffset =
  <Row, Query>(fetchSlice: FetchSlice<Row, Query>): FetchPage<Row, Query> =>
  async ({ query, cursor, limit }, signal) => {
    const skip = Number(cursor ?? 0)
    const { items, total } = await fetchSlice({ query, skip, limit }, signal)
    const reached = skip + items.length
    return { items, total, next_cursor: items.length > 0 && reached < total ? String(reached) : null }
  }
