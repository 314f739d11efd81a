import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Column } from '../../ui/data-table/columns.ts'
import { paramsOf, queryOf, type Filter, type ListQuery } from './filters.ts'

interface Described<Row, Query> {
  columns: readonly Column<Row>[]
  filters: readonly Filter<Query>[]
  firstSort: string
}

/**
 * The address as the one place where sort and filters are kept, so that a list can be bookmarked and sent. A change names
 * only what changes; undefined takes a filter away.
 */
export function useListQuery<Row, Query extends ListQuery>({ columns, filters, firstSort }: Described<Row, Query>) {
  const [params, setParams] = useSearchParams()
  const query = useMemo(() => {
    const sortable = columns.filter((column) => column.sortable === true).map(({ key }) => key)
    return queryOf<Query>(params, { filters, sortable, firstSort })
  }, [params, columns, filters, firstSort])
  return {
    query,
    change: useCallback(
      (change: Partial<Query>) => setParams(paramsOf({ ...query, ...change }, firstSort), { replace: true }),
      [query, firstSort, setParams],
    ),
    /** The query as the address writes it. */
    search: paramsOf(query, firstSort).toString(),
    /** Goes to a query as an address writes it. */
    apply: useCallback((search: string) => setParams(new URLSearchParams(search), { replace: true }), [setParams]),
    /** Takes every filter away; the sort stays. */
    clear: () => setParams(paramsOf({ sort: query.sort }, firstSort), { replace: true }),
  }
}
