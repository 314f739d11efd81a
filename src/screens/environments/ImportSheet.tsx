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
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lineColumns, type EnvironmentLine, type LineField } from '../../../domain/environment-lines.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './ImportDialog.module.css'

interface ImportSheetProps {
  lines: readonly EnvironmentLine[]
  /** Fields that are wrong somewhere: their columns come first. */
  suspects: ReadonlySet<string>
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

/**
 * The bad lines of a file as a sheet: what is wrong is marked and says why, and every cell can be corrected in place.
 *
 * The table's own focused cell is left out: with it, the Enter that confirms a cell empties it as well.
 */
export function ImportSheet({ lines, suspects, problems, onEdit, onDrop }: ImportSheetProps) {
  const { t } = useTranslation()
  const [first, ...others] = lineColumns
  const isSuspect = ({ field }: { field: string }) => suspects.has(field)
  const columns = [first, ...others.filter(isSuspect), ...others.filter((column) => !isSuspect(column))]

  // The same functions from one drawing to the next: the cell forgets what is being typed when one of its props is new.
  const confirm = useMemo(() => {
    const confirmed = (field: LineField) => (value: string, row?: number) => {
      const line = lines[row ?? -1]
      if (line !== undefined && value !== line[field]) onEdit(line.line, field, value)
    }
    const entries = lineColumns.map(({ field }) => [field, confirmed(field)] as const)
    return Object.fromEntries(entries) as Record<LineField, ReturnType<typeof confirmed>> // One for each field.
  }, [lines, onEdit])

  const lineHeader: RowHeaderRenderer = (row) => {
    const line = lines[row]
    if (line === undefined) return <RowHeaderCell />
    return (
      <RowHeaderCell>
        <span className={styles.line}>
          {line.line}
          <Button
            size="small"
            variant="minimal"
            icon={<Trash size={12} />}
            aria-label={`${t('environments.importing.dropLine')} ${line.line}`}
            title={t('environments.importing.dropLine')}
            onClick={() => onDrop(line.line)}
          />
        </span>
      </RowHeaderCell>
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
    return known === undefined ? field : t(`environments.importing.column.${known.field}`)
  }
  const cells =
    (field: LineField): CellRenderer =>
    (row) => {
      const line = lines[row]
      if (line === undefined) return <Cell />
      const reason = problems.get(line.line)?.get(field)
      return (
        <EditableCell
          value={line[field]}
          intent={reason === undefined ? 'none' : 'danger'}
          className={reason === undefined ? undefined : styles.wrong}
          tooltip={reason}
          rowIndex={row}
          onConfirm={confirm[field]}
        />
      )
    }

  return (
    <Sheet className={styles.sheet} style={{ height: `min(${(lines.length + 1) * rowHeight + 20}px, 56vh)` }}>
      <Table
        numRows={lines.length}
        enableRowResizing={false}
        defaultRowHeight={rowHeight}
        rowHeaderCellRenderer={lineHeader}
        columnWidths={[reasonWidth, ...columns.map(({ field }) => widths[field] ?? usualWidth)]}
        cellRendererDependencies={[lines, suspects, problems, onEdit, onDrop, t]}
      >
        {[
          <Column
            key="reason"
            id="reason"
            columnHeaderCellRenderer={header(t('environments.importing.reason'))}
            cellRenderer={reasons}
          />,
          ...columns.map(({ field }) => (
            <Column
              key={field}
              id={field}
              columnHeaderCellRenderer={header(columnName(field))}
              cellRenderer={cells(field)}
            />
          )),
        ]}
      </Table>
    </Sheet>
  )
}
