import '@blueprintjs/table/lib/css/table.css'
import { Button } from '@blueprintjs/core'
import { Trash } from '@blueprintjs/icons'
import {
  Cell,
  Column,
  ColumnHeaderCell,
  EditableCell,
  RowHeaderCell,
  Table,
  type CellRenderer,
  type RowHeaderRenderer,
} from '@blueprintjs/table'
import { useTranslation } from 'react-i18next'
import { lineColumns, type EnvironmentLine, type LineField } from '../../../domain/environment-lines.ts'
import sheet from '../../ui/Sheet.module.css'
import styles from './ImportDialog.module.css'

interface ImportSheetProps {
  lines: readonly EnvironmentLine[]
  problems: ReadonlyMap<number, ReadonlyMap<string, string>>
  onEdit: (line: number, field: LineField, value: string) => void
  onDrop: (line: number) => void
}

/** In pixels. */
const rowHeight = 30
const reasonWidth = 230
const widths: Partial<Record<LineField, number>> = { name: 150, account: 170, groups: 130, proxy_host: 150, note: 200 }
const usualWidth = 110

const header = (name: string) => () => <ColumnHeaderCell name={name} />

/** The bad lines of a file as a sheet: what is wrong is marked and says why, and every cell can be corrected in place. */
export function ImportSheet({ lines, problems, onEdit, onDrop }: ImportSheetProps) {
  const { t } = useTranslation()

  const lineHeader: RowHeaderRenderer = (row) => {
    const line = lines[row]
    if (line === undefined) return <RowHeaderCell />
    return (
      <RowHeaderCell
        nameRenderer={() => (
          <span className={styles.line}>
            {line.line}
            <Button
              size="small"
              variant="minimal"
              icon={<Trash size={12} />}
              aria-label={`${t('markets.importing.dropLine')} ${line.line}`}
              title={t('markets.importing.dropLine')}
              onClick={() => onDrop(line.line)}
            />
          </span>
        )}
      />
    )
  }
  const reasons: CellRenderer = (row) => {
    const line = lines[row]
    const left = [...(problems.get(line?.line ?? 0) ?? [])]
    const text = left.map(([field, reason]) => `${columnName(field)}: ${reason}`).join('; ')
    return (
      <Cell intent={left.length > 0 ? 'danger' : 'success'} tooltip={text}>
        {text === '' ? '✓' : text}
      </Cell>
    )
  }
  const columnName = (field: string): string => {
    const known = lineColumns.find((column) => column.field === field)
    return known === undefined ? field : t(`markets.importing.column.${known.field}`)
  }
  const cells =
    (field: LineField): CellRenderer =>
    (row) => {
      const line = lines[row]
      if (line === undefined) return <Cell />
      const reason = problems.get(line.line)?.get(field)
      return (
        <EditableCell
          // The cell keeps what it was given at first: another value is another cell.
          key={`${line.line} ${line[field]}`}
          value={line[field]}
          intent={reason === undefined ? 'none' : 'danger'}
          className={reason === undefined ? undefined : styles.wrong}
          tooltip={reason}
          onConfirm={(value) => {
            if (value !== line[field]) onEdit(line.line, field, value)
          }}
        />
      )
    }

  return (
    <div
      className={`${sheet.sheet} ${styles.sheet}`}
      style={{ height: `min(${(lines.length + 1) * rowHeight + 20}px, 56vh)` }}
    >
      <Table
        numRows={lines.length}
        enableRowResizing={false}
        defaultRowHeight={rowHeight}
        rowHeaderCellRenderer={lineHeader}
        columnWidths={[reasonWidth, ...lineColumns.map(({ field }) => widths[field] ?? usualWidth)]}
        enableFocusedCell
        cellRendererDependencies={[lines, problems, onEdit, onDrop, t]}
      >
        {[
          <Column
            key="reason"
            id="reason"
            columnHeaderCellRenderer={header(t('markets.importing.reason'))}
            cellRenderer={reasons}
          />,
          ...lineColumns.map(({ field }) => (
            <Column
              key={field}
              id={field}
              columnHeaderCellRenderer={header(columnName(field))}
              cellRenderer={cells(field)}
            />
          )),
        ]}
      </Table>
    </div>
  )
}
