import { ArrowDown, ArrowUp } from '@blueprintjs/icons'
import { useRef, type DragEvent, type KeyboardEvent, type PointerEvent } from 'react'
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
  /** Puts a column where another stands; absent where this one may not be moved. */
  onMove?: (key: string, to: string) => void
  /** The columns beside it. */
  before?: string
  behind?: string
}

/** What a column is dragged as. */
const dragged = 'application/x-column'

/** A column's head: sorts on click, sizes by its right edge or shift and the arrow keys, moves by being dragged or by ctrl. */
export function ColumnHeader<Row>(props: ColumnHeaderProps<Row>) {
  const { column, place, sort, onSort, onResize, onMove, before, behind } = props
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
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const isRight = event.key === 'ArrowRight'
    const neighbour = isRight ? behind : before
    if (event.shiftKey) onResize(widthNow() + (isRight ? keyStep : -keyStep))
    else if (event.ctrlKey && neighbour !== undefined) onMove?.(key, neighbour)
    else return
    event.preventDefault()
  }
  const onDragStart = (event: DragEvent) => {
    if (drag.current !== undefined) return event.preventDefault() // The edge is being pulled.
    event.dataTransfer.setData(dragged, key)
    event.dataTransfer.effectAllowed = 'move'
    return undefined
  }
  const onDragOver = (event: DragEvent) => {
    if (onMove !== undefined && event.dataTransfer.types.includes(dragged)) event.preventDefault()
  }

  return (
    <div
      ref={cell}
      role="columnheader"
      className={`${styles.cell} ${styles.head} ${align === 'right' ? styles.right : ''}`}
      aria-colindex={place}
      draggable={onMove !== undefined}
      onDragStart={onDragStart}
      onDragOver={onDragOver}
      onDrop={(event) => onMove?.(event.dataTransfer.getData(dragged), key)}
      aria-sort={ascending ? 'ascending' : descending ? 'descending' : sortable ? 'none' : undefined}
    >
      {sortable ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort(ascending ? `-${key}` : key)}
          onKeyDown={onKeyDown}
        >
          <span className={styles.ellipsis}>{header}</span>
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
