import type { FetchPage } from './list-calls.ts'
import type { Flight, RowPage, RowStore } from './row-store.ts'

/** Pages that arrived, as one, with the changes that came meanwhile. */
export interface FetchedPage<Row> {
  page: RowPage<Row>
  flight: Flight
}

export interface PageRequest<Row extends { id: number }, Query> {
  query: Query
  /** Where to begin; null for the first page. */
  cursor: string | null
  rows: RowStore<Row>
  fetchPage: FetchPage<Row, Query>
}

/** Asks for pages until `wanted` rows are there or none are left, and notes the changes that come meanwhile. */
export async function fetchWithPatches<Row extends { id: number }, Query>(
  { query, cursor, rows, fetchPage }: PageRequest<Row, Query>,
  { wanted, limit }: { wanted: number; limit: number },
  signal: AbortSignal,
): Promise<FetchedPage<Row>> {
  const flight = rows.depart()
  try {
    const page = await fetchPage({ query, cursor, limit }, signal)
    while (page.items.length < wanted && page.next_cursor !== null) {
      signal.throwIfAborted()
      const next = await fetchPage({ query, cursor: page.next_cursor, limit }, signal)
      page.items.push(...next.items)
      page.next_cursor = next.next_cursor
      page.total = next.total
      page.total_is_estimate = next.total_is_estimate
      if (next.items.length === 0) break // A server that promises more and has none would keep us here.
    }
    signal.throwIfAborted()
    return { page, flight }
  } catch (failure) {
    rows.abandon(flight)
    throw failure
  }
}
