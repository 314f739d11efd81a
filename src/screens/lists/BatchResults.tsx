import { Cell, Column, ColumnHeaderCell, Regions, Table, type CellRenderer, type Region } from '@blueprintjs/table'
import { useTranslation } from 'react-i18next'
import type { BatchResult } from '../../api/list-calls.ts'
import { Sheet } from '../../ui/Sheet.tsx'

interface ResultColumn<Result> {
  key: string
  header: string
  /** In pixels. */
  width: number
  text: (result: Result) => string
}

interface BatchResultsProps<Result extends BatchResult> {
  results: readonly Result[]
  nameOf: (id: number) => string
  /** How many there will be: the sheet has that height from the start. */
  expected: number
  /** What this batch tells beside success and failure. */
  details?: readonly ResultColumn<Result>[]
}

/** In pixels. */
const rowHeight = 30
const scrollbar = 16

/** A row is what one of them came to: it is selected whole. */
const wholeRow = (region: Region): Region => (region.rows ? Regions.row(region.rows[0], region.rows[1]) : region)

const header = (name: string) => () => <ColumnHeaderCell name={name} />
const cells =
  <Result extends BatchResult>(results: readonly Result[], { key, text }: ResultColumn<Result>): CellRenderer =>
  (row) => {
    const result = results[row]
    if (result === undefined) return <Cell />
    return <Cell intent={key === 'result' && !result.ok ? 'danger' : 'none'}>{text(result)}</Cell>
  }

/** What a batch came to, row by row, as a sheet that can be selected and copied. */
export function BatchResults<Result extends BatchResult>({
  results,
  nameOf,
  expected,
  details,
}: BatchResultsProps<Result>) {
  const { t } = useTranslation()
  const columns: ResultColumn<Result>[] = [
    { key: 'name', header: t('table.batch.name'), width: 110, text: ({ id }) => nameOf(id) },
    {
      key: 'result',
      header: t('table.batch.result'),
      width: 80,
      text: ({ ok }) => t(ok ? 'table.batch.ok' : 'table.batch.failed'),
    },
    ...(details ?? []),
    {
      key: 'message',
      header: t('table.batch.message'),
      width: 185,
      text: ({ code, message = '' }) => (code === undefined ? message : `${code} ${message}`),
    },
  ]
  return (
    <Sheet style={{ height: `min(${(expected + 1) * rowHeight + scrollbar}px, 60vh)` }}>
      <Table
        numRows={results.length}
        enableRowResizing={false}
        defaultRowHeight={rowHeight}
        columnWidths={columns.map(({ width }) => width)}
        selectedRegionTransform={wholeRow}
        cellRendererDependencies={[results, nameOf, details, t]}
      >
        {columns.map((column) => (
          <Column
            key={column.key}
            id={column.key}
            columnHeaderCellRenderer={header(column.header)}
            cellRenderer={cells(results, column)}
          />
        ))}
      </Table>
    </Sheet>
  )
}
