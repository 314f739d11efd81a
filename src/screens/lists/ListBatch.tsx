import type { ListQuery } from './filters.ts'
import { BatchDialog } from './BatchDialog.tsx'
import type { Resource } from './use-resource.ts'

interface ListBatchProps<Row extends { id: number }, Query extends ListQuery> {
  resource: Resource<Row, Query>
  nameOf: (row: Row) => string
}

/** The batch that a list is asked for, as long as it is. */
export function ListBatch<Row extends { id: number }, Query extends ListQuery>({
  resource,
  nameOf,
}: ListBatchProps<Row, Query>) {
  const { batch, list, rows, count } = resource
  if (batch === null) return null
  return (
    <BatchDialog
      batch={batch}
      count={count}
      nameOf={(id) => {
        const row = rows.byId(id)
        return row && nameOf(row)
      }}
      onEnd={(outcome) => {
        resource.settle()
        if (outcome) list.send(outcome)
      }}
      // Whether what comes back belongs here the server knows; and the screen may have been left since.
      onUndone={() => list.getSnapshot().status === 'active' && resource.refresh()}
    />
  )
}
