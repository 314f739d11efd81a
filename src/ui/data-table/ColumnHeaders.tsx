import { memo, type ReactNode } from 'react'
import { ColumnHeader } from './ColumnHeader.tsx'
import type { RememberedColumns } from './remembered-columns.ts'

interface ColumnHeadersProps<Row> {
  remembered: RememberedColumns<Row>
  sort: string
  onSort: (sort: string) => void
}

/** The heads of all columns. They are not drawn again because rows arrive. */
export const ColumnHeaders = memo(Heads) as typeof Heads // For any row.

function Heads<Row>({ remembered: { shown, resize, move }, sort, onSort }: ColumnHeadersProps<Row>): ReactNode {
  return shown.map((column, index) => (
    <ColumnHeader
      key={column.key}
      column={column}
      place={index + 2}
      sort={sort}
      onSort={onSort}
      onResize={(width) => resize(column.key, width)}
      onMove={index === 0 ? undefined : move}
      before={shown[index - 1]?.key}
      behind={shown[index + 1]?.key}
    />
  ))
}
