import styles from '../DataTable.module.css'
import { paintCell, type CellPainter } from './cell-painter.ts'
import type { Column } from './columns.ts'
import type { RowShape } from './geometry.ts'
import type { RowSource } from './row-source.ts'
import { isSelected, type Selection } from './selection.ts'

/** What a table shows at the moment. */
export interface TableView<Row> {
  columns: readonly Column<Row>[]
  shape: RowShape
  rows: RowSource<Row>
  /** Rows on their way, for which skeletons stand behind those at hand: so many, or as many as fit the window. */
  placeholders: number | 'window'
  selected: Selection
  /** Where the keyboard is. */
  active: number | undefined
  /** In which of the shown columns, where it is in a cell. */
  activeColumn: number | undefined
  ago: (at: number) => string
  onNearEnd: () => void
  rowId: (index: number) => string
}

/** One row element, used for one row after another. */
export class RowSlot<Row> {
  readonly element = document.createElement('div')
  readonly #cells: CellPainter<Row>[]
  index = -1
  #top = NaN
  #selected: boolean | undefined
  #isActive = false
  #activeColumn: number | undefined

  constructor({ columns, ago }: TableView<Row>) {
    this.element.setAttribute('role', 'row')
    this.element.className = styles.row ?? ''
    const select = this.element.appendChild(document.createElement('div'))
    select.className = [styles.cell, styles.select].join(' ')
    select.setAttribute('role', 'gridcell')
    select.setAttribute('aria-colindex', '1')
    select.dataset.select = ''
    select.appendChild(document.createElement('span')).className = styles.checkbox ?? ''
    this.#cells = columns.map((column, index) => {
      const cell = paintCell(column, ago)
      cell.element.setAttribute('aria-colindex', String(index + 2))
      this.element.append(cell.element)
      return cell
    })
  }

  moveTo(top: number): void {
    if (top === this.#top) return
    this.#top = top
    this.element.style.transform = `translateY(${top}px)`
  }

  draw(index: number, { rows, selected, active, activeColumn, rowId }: TableView<Row>): void {
    if (index !== this.index) {
      if (this.index < 0) this.element.hidden = false
      this.index = index
      this.element.id = rowId(index)
      this.element.ariaRowIndex = String(index + 2)
    }
    const isTaken = isSelected(selected, rows.key(index))
    if (isTaken !== this.#selected) {
      this.#selected = isTaken
      this.element.ariaSelected = String(isTaken)
    }
    const isActive = index === active
    if (isActive !== this.#isActive) {
      this.#isActive = isActive
      this.element.toggleAttribute('data-active', isActive)
    }
    this.#pointAt(isActive ? activeColumn : undefined, rowId(index))
    const row = rows.at(index)
    if (row !== undefined) for (const cell of this.#cells) cell.draw(row)
  }

  /** Only the cell that the keyboard is in has a name to be pointed at. */
  #pointAt(column: number | undefined, rowId: string): void {
    if (this.#activeColumn !== column && this.#activeColumn !== undefined) {
      const before = this.#cells[this.#activeColumn]?.element
      before?.removeAttribute('data-active')
      before?.removeAttribute('id')
    }
    this.#activeColumn = column
    const element = column === undefined ? undefined : this.#cells[column]?.element
    if (element === undefined) return
    element.dataset.active = ''
    element.id = `${rowId}-cell`
  }

  hide(): void {
    if (this.index < 0) return
    this.index = -1
    this.element.hidden = true
  }
}
