import { Cell, Column, ColumnHeaderCell, Table, type CellRenderer } from '@blueprintjs/table'
import { useTranslation } from 'react-i18next'
import { Sheet } from './Sheet.tsx'
import styles from './Sheet.module.css'

export interface Property {
  name: string
  value: string
}

interface PropertyTableProps {
  properties: readonly Property[]
  /** Of the names and of the values, in pixels. */
  nameWidth?: number
  valueWidth?: number
}

const header = (name: string) => () => <ColumnHeaderCell name={name} />
const cells =
  (properties: readonly Property[], field: keyof Property): CellRenderer =>
  (row) => (
    <Cell className={field === 'name' ? styles.muted : undefined} tooltip={properties[row]?.[field]}>
      {properties[row]?.[field]}
    </Cell>
  )

/** Names and values as a sheet, so that any part of it can be selected and copied. */
export function PropertyTable({ properties, nameWidth = 120, valueWidth = 338 }: PropertyTableProps) {
  const { t } = useTranslation()
  return (
    <Sheet style={{ flex: 1 }}>
      <Table
        numRows={properties.length}
        enableRowHeader={false}
        enableRowResizing={false}
        defaultRowHeight={30}
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
  )
}
