import { Cell, Column, ColumnHeaderCell, Table, type CellRenderer } from '@blueprintjs/table'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Sheet } from './Sheet.tsx'
import styles from './Sheet.module.css'
import { useSize } from './use-size.ts'

export interface Property {
  name: string
  value: string
}

interface PropertyTableProps {
  properties: readonly Property[]
  /** Of the names, in pixels; the values have the rest. */
  nameWidth?: number
}

/** Of a line, of what is above and below the lines of a row, and of what is beside each column's, as Sheet.module.css has them, in pixels. */
const lineHeight = 18
const above = 12
const beside = { name: 18, value: 34 }

const header = (name: string) => () => <ColumnHeaderCell name={name} />
const cells =
  (properties: readonly Property[], field: keyof Property): CellRenderer =>
  (row) => (
    <Cell className={`${styles.whole} ${field === 'name' ? styles.muted : ''}`} wrapText>
      {properties[row]?.[field]}
    </Cell>
  )

/** How high rows are that show names and values whole, which the spreadsheet has to be told: as the browser itself lays them out. */
function heightsOf(properties: readonly Property[], widths: Readonly<Record<keyof Property, number>>): number[] {
  const gauge = document.createElement('div')
  gauge.className = styles.gauge ?? ''
  const rows = properties.map((property) =>
    (['name', 'value'] as const).map((field) => {
      const cell = document.createElement('div')
      cell.style.width = `${widths[field] - beside[field]}px`
      cell.textContent = property[field]
      return cell
    }),
  )
  gauge.append(...rows.flat())
  document.body.append(gauge)
  const heights = rows.map((row) => Math.max(lineHeight, ...row.map((cell) => cell.offsetHeight)) + above)
  gauge.remove()
  return heights
}

/** Names and values as a sheet, so that any part of it can be selected and copied. */
export function PropertyTable({ properties, nameWidth = 120 }: PropertyTableProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const width = useSize(place)?.width
  const valueWidth = width === undefined ? 0 : width - nameWidth - 1 // The sheet's own line.
  return (
    <div ref={place} className={styles.place}>
      {valueWidth > beside.value && (
        <Sheet style={{ flex: 1 }}>
          <Table
            numRows={properties.length}
            enableRowHeader={false}
            enableRowResizing={false}
            defaultRowHeight={lineHeight + above}
            rowHeights={heightsOf(properties, { name: nameWidth, value: valueWidth })}
            columnWidths={[nameWidth, valueWidth]}
            cellRendererDependencies={[properties, t]}
          >
            <Column
              id="name"
              columnHeaderCellRenderer={header(t('table.property'))}
              cellRenderer={cells(properties, 'name')}
            />
            <Column
              id="value"
              columnHeaderCellRenderer={header(t('table.value'))}
              cellRenderer={cells(properties, 'value')}
            />
          </Table>
        </Sheet>
      )}
    </div>
  )
}
