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

/** Of a line, of what is above and below the lines of a row, and of what is beside them, where a bar to scroll by has room, in pixels. */
const lineHeight = 18
const above = 12
const beside = 34

const header = (name: string) => () => <ColumnHeaderCell name={name} />
const cells =
  (properties: readonly Property[], field: keyof Property): CellRenderer =>
  (row) => (
    <Cell className={`${styles.whole} ${field === 'name' ? styles.muted : ''}`} wrapText>
      {properties[row]?.[field]}
    </Cell>
  )

/** How high rows are that show values of this width whole, which the spreadsheet has to be told: as the browser itself lays them out. */
function heightsOf(properties: readonly Property[], width: number): number[] {
  const gauge = document.createElement('div')
  gauge.className = styles.gauge ?? ''
  gauge.style.width = `${width - beside}px`
  const lines = properties.map(({ value }) => {
    const line = document.createElement('div')
    line.textContent = value
    return line
  })
  gauge.append(...lines)
  document.body.append(gauge)
  const heights = lines.map((line) => Math.max(line.offsetHeight, lineHeight) + above)
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
      {valueWidth > beside && (
        <Sheet style={{ flex: 1 }}>
          <Table
            numRows={properties.length}
            enableRowHeader={false}
            enableRowResizing={false}
            defaultRowHeight={lineHeight + above}
            rowHeights={heightsOf(properties, valueWidth)}
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
