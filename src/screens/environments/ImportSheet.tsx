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
  type EditableCellProps,
  type Region,
  type RowHeaderRenderer,
} from '@blueprintjs/table'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shownCell, type ImportField } from '../../../domain/import-columns.ts'
import type { PreparedLine } from '../../../domain/import-table.ts'
import { proxyMeant, withoutPassword } from '../../../domain/proxy-text.ts'
import type { Block } from '../../machines/environments/environment-import.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './ImportDialog.module.css'
import { problemsIn, type LineProblem } from './import-problems.ts'
import { triedOf, type ProxyTries } from './use-proxy-tries.ts'

interface ImportSheetProps {
  lines: readonly PreparedLine[]
  fields: readonly ImportField[]
  /** What the server found wrong, by line and field. */
  problems: ReadonlyMap<number, ReadonlyMap<string, string>>
  tries: ProxyTries
  onEdit: (line: number, field: ImportField, text: string) => void
  onDrop: (line: number) => void
  onSelect: (block: Block) => void
}

/** In pixels. */
const rowHeight = 30
const problemWidth = 260
const widths: Partial<Record<ImportField, number>> = {
  name: 150,
  account: 190,
  groups: 130,
  proxy: 260,
  proxy_host: 150,
  note: 200,
}
const usualWidth = 110

const header = (name: string) => () => <ColumnHeaderCell name={name} />

/** A selection ends where it says, or reaches to the end. */
const within = <Item,>(all: readonly Item[], ends: readonly number[] | null | undefined): readonly Item[] =>
  ends ? all.slice(Math.max(0, ends[0] ?? 0), (ends[1] ?? 0) + 1) : all

/**
 * What a cell is confirmed with: the same function from one drawing to the next, whichever row it is in by then. With another, the cell
 * forgets what is being typed, and by its row it could write into another line.
 */
function confirmsOf(onEdit: ImportSheetProps['onEdit']) {
  const made = new Map<string, (text: string) => void>()
  return (line: number, field: ImportField) => {
    const key = `${line} ${field}`
    const confirm = made.get(key) ?? ((text: string) => onEdit(line, field, text))
    made.set(key, confirm)
    return confirm
  }
}

/** A cell that is shown without its password. One that was confirmed is a new cell: the old one would go on showing what was typed. */
function SecretCell({ onConfirm, ...props }: EditableCellProps) {
  const [confirmed, setConfirmed] = useState(0)
  // The same from one drawing to the next, as of any cell: with another, it forgets what is being typed.
  const confirm = useCallback(
    (text: string) => {
      setConfirmed((times) => times + 1)
      onConfirm?.(text)
    },
    [onConfirm],
  )
  return <EditableCell key={`${confirmed}`} {...props} onConfirm={confirm} />
}

/**
 * The lines of a file as a sheet: what is to be done is marked and says why, and every cell can be corrected in place.
 *
 * The table's own focused cell is left out: with it, the Enter that confirms a cell empties it as well.
 */
export function ImportSheet({ lines, fields, problems, tries, onEdit, onDrop, onSelect }: ImportSheetProps) {
  const { t } = useTranslation()

  const confirms = useMemo(() => confirmsOf(onEdit), [onEdit])

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
            aria-label={`${t('importing.dropLine')} ${line.line}`}
            title={t('importing.dropLine')}
            onClick={() => onDrop(line.line)}
          />
        </span>
      </RowHeaderCell>
    )
  }
  const found = (line: PreparedLine): readonly LineProblem[] => problemsIn(t, line, problems.get(line.line))
  const problemCell: CellRenderer = (row) => {
    const line = lines[row]
    if (line === undefined) return <Cell />
    const all = found(line)
    const isSilent = triedOf(tries, line) === 'silent'
    // It keeps no line from being imported: phones may reach what the server does not.
    const text = [...all.map(({ reason }) => reason), ...(isSilent ? [t('importing.tries.silent')] : [])].join('; ')
    const meant = line.flaws.get('proxy') === 'proxy' ? proxyMeant(line.cells.proxy ?? '') : undefined
    return (
      <Cell
        interactive={meant !== undefined}
        className={text === '' ? styles.good : all.some(({ isWrong }) => isWrong) ? styles.bad : styles.open}
        tooltip={text}
      >
        {meant === undefined ? (
          text || '✓'
        ) : (
          <button type="button" className={styles.fix} title={text} onClick={() => onEdit(line.line, 'proxy', meant)}>
            {t('importing.mean', { text: withoutPassword(meant) })}
          </button>
        )}
      </Cell>
    )
  }
  const cells =
    (field: ImportField): CellRenderer =>
    (row) => {
      const line = lines[row]
      if (line === undefined) return <Cell />
      const problem = found(line).find((one) => one.field === field)
      const cell = {
        value: shownCell(field, line.cells[field] ?? ''),
        className: problem && (problem.isWrong ? styles.wrong : styles.undecided),
        tooltip: problem?.reason,
        onConfirm: confirms(line.line, field),
      }
      return field === 'proxy' || field === 'proxy_password' ? <SecretCell {...cell} /> : <EditableCell {...cell} />
    }
  const select = ([region]: readonly Region[]) => {
    // The first column says what is wrong; cells begin behind it.
    const columns = region?.cols?.map((column) => column - 1)
    if (region !== undefined)
      onSelect({ lines: within(lines, region.rows).map(({ line }) => line), fields: within(fields, columns) })
  }

  return (
    <Sheet className={styles.sheet} style={{ height: '100%' }}>
      <Table
        numRows={lines.length}
        enableRowResizing={false}
        enableMultipleSelection={false}
        defaultRowHeight={rowHeight}
        rowHeaderCellRenderer={lineHeader}
        columnWidths={[problemWidth, ...fields.map((field) => widths[field] ?? usualWidth)]}
        getCellClipboardData={(row, column) => {
          const field = fields[column - 1]
          return field === undefined ? '' : (lines[row]?.cells[field] ?? '')
        }}
        onSelection={select}
        cellRendererDependencies={[lines, fields, problems, tries, onEdit, onDrop, t]}
      >
        {[
          <Column
            key="problems"
            id="problems"
            columnHeaderCellRenderer={header(t('importing.problems'))}
            cellRenderer={problemCell}
          />,
          ...fields.map((field) => (
            <Column
              key={field}
              id={field}
              columnHeaderCellRenderer={header(t(`importing.column.${field}`))}
              cellRenderer={cells(field)}
            />
          )),
        ]}
      </Table>
    </Sheet>
  )
}
