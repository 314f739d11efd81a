import { ArrowDown, ArrowUp } from '@blueprintjs/icons'
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../DataTable.module.css'
import type { Column } from './columns.ts'

/** Pixels a key press moves a column's edge. */
const keyStep = 10

interface ColumnHeaderProps<Row> {
  column: Column<Row>
  /** From 1, the checkbox included. */
  place: number
  /** `field`, ascending, or `-field`, descending. */
  sort: string
  onSort: (sort: string) => void
  /** Without a width the column is to share the space again. */
  onResize: (width?: number) => void
}

/** A column's head: sorts on click, sizes by its right edge, or by shift and the arrow keys. */
export function ColumnHeader<Row>({ column, place, sort, onSort, onResize }: ColumnHeaderProps<Row>) {
  const { t } = useTranslation()
  const cell = useRef<HTMLDivElement>(null)
  const drag = useRef<{ x: number; width: number }>(undefined)
  const { key, header, align, sortable = false } = column
  const ascending = sort === key
  const descending = sort === `-${key}`

  const widthNow = () => cell.current?.offsetWidth ?? column.width
  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, width: widthNow() }
  }
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current !== undefined) onResize(drag.current.width + event.clientX - drag.current.x)
  }
  const onPointerUp = () => {
    drag.current = undefined
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    onResize(widthNow() + (event.key === 'ArrowRight' ? keyStep : -keyStep))
  }

  return (
    <div
      ref={cell}
      role="columnheader"
      className={`${styles.cell} ${styles.head} ${align === 'right' ? styles.right : ''}`}
      aria-colindex={place}
      aria-sort={ascending ? 'ascending' : descending ? 'descending' : sortable ? 'none' : undefined}
    >
      {sortable ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort(ascending ? `-${key}` : key)}
          onKeyDown={onKeyDown}
        >
          {header}
          {ascending && <ArrowUp size={12} />}
          {descending && <ArrowDown size={12} />}
        </button>
      ) : (
        <span className={styles.ellipsis}>{header}</span>
      )}
      <span
        className={styles.edge}
        aria-hidden // The button before it does the same by keyboard.
        title={t('table.resize', { column: header })}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
        onDoubleClick={() => onResize()}
      />
    </div>
  )
}
