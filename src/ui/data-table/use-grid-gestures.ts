import {
  useRef,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import { textOf, type CellContent, type Column } from './columns.ts'
import { intentOf, type GridIntent } from './grid-keys.ts'
import type { RowPainter } from './row-painter.ts'
import type { RowSource } from './row-source.ts'
import { isSelected, withAll, withRange, withToggled, type Selection } from './selection.ts'

interface Grid<Row> {
  rows: RowSource<Row>
  painter: RefObject<RowPainter<Row> | undefined>
  scroller: RefObject<HTMLDivElement | null>
  active: number | undefined
  setActive: (index: number | undefined) => void
  /** In which of the columns the keyboard is; undefined where it is on the row. */
  activeColumn: number | undefined
  setActiveColumn: (column: number | undefined) => void
  columns: readonly Column<Row>[]
  ago: (at: number) => string
  selected: Selection
  onSelect: (selected: Selection) => void
  onAction: (action: string, row: Row) => void
  /** Takes a row to another place; undefined where rows have no order of their own. */
  onCarry: ((from: number, to: number) => void) | undefined
  /** Opens a row's menu at a point of the window. */
  onMenu: (row: Row, at: { left: number; top: number }, cell: CellContent<Row> | undefined) => void
  /** Something was put on the clipboard. */
  onCopied?: () => void
}

/** What Enter and a double click do. */
const defaultAction = 'open'
const menuAction = 'menu'

/** A finger that rests so long on a row, in milliseconds, wants its menu, as phones have it. */
const longPress = 500

/** A row as a line of a sheet. */
const lineOf = <Row>(columns: readonly Column<Row>[], row: Row, ago: (at: number) => string): string =>
  columns.flatMap((column) => textOf(column, row, ago) ?? []).join('\t')

/** Keyboard and mouse on a grid whose rows are drawn apart from React: everything is heard on the grid itself. */
export function useGridGestures<Row>(grid: Grid<Row>) {
  const { rows, painter, scroller, active, setActive, selected, onSelect, onAction, onMenu } = grid
  const { columns, ago, activeColumn, setActiveColumn } = grid
  /** Where an extension began, and what was selected then. */
  const anchor = useRef<{ index: number; selected: Selection }>(undefined)

  /** The finger or pen that was put down last: when, and whether its row's menu has come already. */
  const touch = useRef<{ at: number; hasMenu: boolean }>(undefined)

  const extendTo = (index: number) => {
    anchor.current ??= { index: active ?? index, selected }
    onSelect(withRange(anchor.current.selected, rows, anchor.current.index, index))
  }
  const toggle = (index: number) => {
    anchor.current = undefined
    onSelect(withToggled(selected, rows, rows.key(index)))
  }
  const contentOf = (row: Row, column: number | undefined): CellContent<Row> | undefined => {
    const described = column === undefined ? undefined : columns[column]
    const text = described && textOf(described, row, ago)
    return described === undefined || text === undefined ? undefined : { column: described, text }
  }
  /** What is copied: the cell, else the selected rows at hand, else the row; cells are parted by tabs, as sheets take them. */
  const clipping = (): string | undefined => {
    const row = active === undefined ? undefined : rows.at(active)
    const cell = row && contentOf(row, activeColumn)
    if (cell !== undefined) return cell.text
    const lines: string[] = []
    for (let index = 0; index < rows.size; index += 1) {
      const each = rows.at(index)
      if (each !== undefined && isSelected(selected, rows.key(index))) lines.push(lineOf(columns, each, ago))
    }
    if (lines.length > 0) return lines.join('\n')
    return row && lineOf(columns, row, ago)
  }
  const stepAside = (step: 1 | -1) => {
    if (active === undefined) return
    const next = activeColumn === undefined ? (step === 1 ? 0 : undefined) : activeColumn + step
    if (next !== undefined && next >= columns.length) return
    const column = next === undefined || next < 0 ? undefined : next
    setActiveColumn(column)
    painter.current?.scrollAside(active, column ?? 0)
  }
  const act = (action: string, index: number, element: Element | undefined) => {
    const row = rows.at(index)
    if (row === undefined) return
    if (action !== menuAction) return onAction(action, row)
    const isInCell = index === active && activeColumn !== undefined
    const spot = isInCell ? element?.querySelector(`[aria-colindex="${activeColumn + 2}"]`) : element
    const { left = 0, bottom = 0 } = spot?.getBoundingClientRect() ?? {}
    return onMenu(row, { left, top: bottom }, isInCell ? contentOf(row, activeColumn) : undefined)
  }
  const obey = (intent: GridIntent) => {
    switch (intent.type) {
      case 'move':
        if (intent.extend) extendTo(intent.to)
        else anchor.current = undefined
        setActive(intent.to)
        return painter.current?.scrollTo(intent.to)
      case 'select all':
        return onSelect(withAll(selected, rows))
      case 'clear':
        anchor.current = undefined
        // Out of the cell first, then out of the selection.
        return activeColumn === undefined ? onSelect(new Set()) : setActiveColumn(undefined)
      case 'aside':
        return stepAside(intent.step)
      case 'carry':
        return active === undefined ? undefined : grid.onCarry?.(active, intent.to)
      case 'toggle':
        return active === undefined ? undefined : toggle(active)
      case 'open':
        return active === undefined ? undefined : act(defaultAction, active, undefined)
      case 'menu':
        return active === undefined ? undefined : act(menuAction, active, painter.current?.elementOf(active))
    }
  }

  /** The index of the row, and the action of the button, that an event is about. */
  const targetOf = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return undefined
    const index = painter.current?.indexOf(target)
    const button = target.closest<HTMLElement>('[data-action]')
    const place = Number(target.closest('[role=gridcell]')?.getAttribute('aria-colindex') ?? '')
    const column = place > 1 ? place - 2 : undefined // Before the columns stands the checkbox.
    return index === undefined
      ? undefined
      : { index, button, column, isSelect: target.closest('[data-select]') !== null }
  }

  const openMenu = (event: MouseEvent) => {
    const target = targetOf(event)
    const row = target && rows.at(target.index)
    if (target === undefined || row === undefined) return
    event.preventDefault()
    if (touch.current !== undefined) touch.current.hasMenu = true
    setActive(target.index)
    onMenu(row, { left: event.clientX, top: event.clientY }, contentOf(row, target.column))
  }

  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.target !== event.currentTarget) return // The header's buttons keep their own keys.
      const page = painter.current?.rowsPerPage ?? 1
      const intent = intentOf(event, { active, size: rows.size, page })
      if (intent === undefined || (intent.type === 'carry' && grid.onCarry === undefined)) return
      event.preventDefault()
      obey(intent)
    },
    onPointerDown: ({ pointerType, timeStamp }: PointerEvent) => {
      touch.current = pointerType === 'mouse' ? undefined : { at: timeStamp, hasMenu: false }
    },
    onMouseDown: (event: MouseEvent) => {
      const target = targetOf(event)
      if (target === undefined) return
      // Focus stays on the grid, as its rows are reused, and shift extends the selection rather than a text's.
      if (target.button === null && !target.isSelect && !event.shiftKey) return
      event.preventDefault()
      scroller.current?.focus({ preventScroll: true })
    },
    onClick: (event: MouseEvent) => {
      const target = targetOf(event)
      if (target === undefined) return
      const { index, button, isSelect } = target
      const { at, hasMenu } = touch.current ?? { at: event.timeStamp, hasMenu: false }
      touch.current = undefined
      // Where the browser has no menu of its own for it, a click ends a long press.
      if (hasMenu) return
      if (event.timeStamp - at >= longPress) return openMenu(event)
      if (button !== null) act(button.dataset.action ?? '', index, button)
      else if (event.shiftKey) extendTo(index)
      else if (isSelect || event.ctrlKey || event.metaKey) toggle(index)
      else anchor.current = undefined
      setActive(index)
      setActiveColumn(undefined)
    },
    onDoubleClick: (event: MouseEvent) => {
      const target = targetOf(event)
      if (target !== undefined && target.button === null && !target.isSelect)
        act(defaultAction, target.index, undefined)
    },
    onContextMenu: openMenu,
    onCopy: (event: ClipboardEvent) => {
      if (window.getSelection()?.isCollapsed === false) return // A text that was marked by hand is what is meant.
      const text = clipping()
      if (text === undefined) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', text)
      grid.onCopied?.()
    },
    /** A text that its cell cuts off is told in full, and a dash why it is one. */
    onMouseOver: ({ target }: MouseEvent) => {
      const cell = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]') : null
      if (cell === null) return
      const isCut = cell.scrollWidth > cell.clientWidth
      const title = isCut ? cell.textContent : cell.dataset.why
      if (title) cell.title = title
      else cell.removeAttribute('title')
    },
    onFocus: (event: { target: EventTarget; currentTarget: EventTarget }) => {
      if (event.target === event.currentTarget && active === undefined && rows.size > 0) setActive(0)
    },
  }
}
