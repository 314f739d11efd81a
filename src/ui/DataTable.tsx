import { Button } from '@blueprintjs/core'
import { Refresh, WarningSign } from '@blueprintjs/icons'
import {
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type JSX,
  type ReactNode,
  type RefObject,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Said } from './Said.tsx'
import styles from './DataTable.module.css'
import { ColumnChooser } from './data-table/ColumnChooser.tsx'
import { ColumnHeaders } from './data-table/ColumnHeaders.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Late } from './Late.tsx'
import { overlays } from './late-overlays.ts'
import { layOutColumns, selectWidth, type CellContent, type Column } from './data-table/columns.ts'
import { withNeeds } from './data-table/column-needs.ts'
import { useRememberedColumns } from './data-table/remembered-columns.ts'
import type { RowSource } from './data-table/row-source.ts'
import { countOf, extentOf, withAll, type Selection } from './data-table/selection.ts'
import { SelectionBar } from './data-table/SelectionBar.tsx'
import { StatusBar } from './data-table/StatusBar.tsx'
import { useRowDrag, type RowOrdering } from './data-table/use-row-drag.ts'
import { useGridGestures } from './data-table/use-grid-gestures.ts'
import { useRowPainter } from './data-table/use-row-painter.ts'
import { momentText } from './moment.ts'
import { timeAgo } from './time-ago.ts'

/** Skeletons behind the last row at hand, while there are more. */
const rowsOnTheirWay = 20

export interface DataTableProps<Row> {
  /** What the operator's columns are remembered by. */
  name: string
  label: string
  /** The same array from render to render, or the rows are built anew. The first column names the row. */
  columns: readonly Column<Row>[]
  rows: RowSource<Row>
  phase: 'loading' | 'ready' | 'failed'
  /** Why loading failed. */
  failure: string
  /** Since when the rows are out of date, as a Unix time; undefined while they are current. */
  staleSince?: number | undefined
  /** `field`, ascending, or `-field`, descending. */
  sort: string
  onSort: (sort: string) => void
  selected: Selection
  onSelect: (selected: Selection) => void
  /** An action of a cell; `open` also comes from Enter and a double click, whatever the row's state. */
  onAction: (action: string, row: Row) => void
  /** The menu behind an action called `menu`, a right click and the menu key; `cell` where it is asked of one. */
  renderRowMenu: (row: Row, cell: CellContent<Row> | undefined) => JSX.Element
  /** Something was put on the clipboard. */
  onCopied?: () => void
  /** Where operators put the rows in order. */
  order?: RowOrdering<Row> | undefined
  onNearEnd: () => void
  onRetry: () => void
  onRefresh: () => void
  /** Whether changes arrive by themselves, as a LiveTag says it; nothing where none are to be expected. */
  live?: ReactNode
  /** Whether everything that matches can be selected, rows that are not loaded too. */
  offersMatching?: boolean
  /** How many rows there are, and how many are selected, in words. */
  summary: { total: string; selected: string }
  filters: ReactNode
  /** Buttons behind the filters: add, export. */
  tools?: ReactNode
  /** Between the filters and the rows: what they come to, drawn. */
  picture?: ReactNode
  selectionActions: ReactNode
  /** Says what to do next, where there are no rows. */
  empty: JSX.Element
}

/**
 * A live table: rows drawn apart from React, as an ARIA grid whose tab stop is the grid and whose keyboard walks rows.
 * It knows no entity; DESIGN and TOOLCHAIN say why it is built so.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, label, columns, rows, phase, failure, staleSince, sort, onSort, selected, onSelect, summary } = props
  const { t } = useTranslation()
  const id = useId()
  const remembered = useRememberedColumns(name, columns)
  const [active, setActive] = useState<number>()
  const [activeColumn, setActiveColumn] = useState<number>()
  const ago = useCallback((at: number) => timeAgo(t, at, Date.now()), [t])
  const [menu, setMenu] = useState<{ isOpen: boolean; content: JSX.Element; at: { left: number; top: number } }>()

  const { scroller, canvas, painter, availableWidth, cards } = useRowPainter<Row>({
    columns: remembered.shown,
    rows,
    placeholders: placeholdersOf(phase, rows),
    selected,
    active,
    activeColumn,
    ago,
    onNearEnd: props.onNearEnd,
    rowId: useCallback((index: number) => `${id}-row-${index}`, [id]),
  })
  const { order } = props
  const carry = (from: number, to: number) => {
    const row = rows.at(from)
    if (order === undefined || row === undefined || to === from || order.whyFixed(row) !== undefined) return
    order.onMove(row, to)
    setActive(to)
    setActiveColumn(undefined)
    painter.current?.scrollTo(to)
    scroller.current?.focus({ preventScroll: true })
  }
  useRowDrag({ scroller, canvas, painter, rows, order, carry })
  const gestures = useGridGestures({
    rows,
    painter,
    scroller,
    active,
    setActive,
    activeColumn,
    setActiveColumn,
    columns: remembered.shown,
    ago,
    selected,
    onSelect,
    onAction: props.onAction,
    onCarry: order && carry,
    onMenu(row, at, cell) {
      void overlays.fetch()
      setMenu({ isOpen: true, content: props.renderRowMenu(row, cell), at })
    },
    onCopied: props.onCopied,
  })
  const measured = useMemo(() => withNeeds(remembered.shown), [remembered.shown])
  const widths = useMemo(
    () => layOutColumns(measured, remembered.widths, availableWidth - selectWidth),
    [measured, remembered.widths, availableWidth],
  )
  const width = widths.reduce((sum, each) => sum + each, selectWidth)
  const skeleton = useMemo(() => skeletonOf(remembered.shown, widths), [remembered.shown, widths])
  const toolbar = useToolbar(() => {
    setActive(rows.size > 0 ? 0 : undefined)
    setActiveColumn(undefined)
    painter.current?.scrollTo(0)
    scroller.current?.focus({ preventScroll: true })
  })
  const count = countOf(selected, rows.total)
  const selectionBar = useSelectionBarThatStaysOutOfTheWay(count > 0, scroller)
  const extent = extentOf(selected, rows)

  return (
    <section className={[styles.table, cards?.className].filter(Boolean).join(' ')}>
      <div className={styles.toolbar}>
        <div ref={toolbar} className={styles.filters} role="toolbar" aria-label={t('table.filters')}>
          {props.filters}
        </div>
        <div ref={toolbar} className={styles.tools} role="toolbar" aria-label={t('table.tools')}>
          {props.tools}
          <Button
            variant="outlined"
            icon={<Refresh />}
            aria-label={t('table.refresh')}
            title={t('table.refresh')}
            onClick={props.onRefresh}
          />
          <ColumnChooser remembered={remembered} widths={cards ? undefined : widths} />
          {cards && <cards.SortPick columns={columns} sort={sort} onSort={onSort} />}
        </div>
      </div>
      {props.picture}
      <div className={styles.frame} data-frame>
        {count > 0 && (
          <div ref={selectionBar} data-selection>
            <SelectionBar
              rows={rows}
              selected={selected}
              onSelect={(next) => {
                onSelect(next)
                scroller.current?.focus({ preventScroll: true }) // The button that was pressed is gone.
              }}
              summary={summary.selected}
              offersMatching={props.offersMatching === true}
            >
              {props.selectionActions}
            </SelectionBar>
          </div>
        )}
        <div
          ref={scroller}
          className={styles.grid}
          // Custom properties are not among the properties that React knows.
          style={
            {
              '--columns': [selectWidth, ...widths].map((each) => `${each}px`).join(' '),
              '--width': `${width}px`,
              '--skeleton': skeleton,
            } as CSSProperties
          }
          role="grid"
          tabIndex={0}
          aria-label={label}
          aria-multiselectable
          aria-rowcount={rows.total + 1}
          aria-colcount={remembered.shown.length + 1}
          aria-busy={phase === 'loading'}
          aria-keyshortcuts={order && 'Alt+ArrowUp Alt+ArrowDown'}
          data-sideways={(!cards && width > availableWidth) || undefined}
          data-ends-with={remembered.shown.at(-1)?.kind}
          {...gestures}
        >
          <div role="rowgroup" className={styles.header}>
            <div role="row" className={styles.headerRow} aria-rowindex={1}>
              <div role="columnheader" className={`${styles.cell} ${styles.head} ${styles.select}`} aria-colindex={1}>
                <button
                  type="button"
                  role="checkbox"
                  className={styles.checkbox}
                  aria-label={t('table.selectAll')}
                  aria-checked={extent === 'some' ? 'mixed' : extent === 'all'}
                  onClick={() => onSelect(extent === 'all' ? new Set() : withAll(selected, rows))}
                />
              </div>
              <ColumnHeaders remembered={remembered} sort={sort} onSort={onSort} />
            </div>
          </div>
          <div ref={canvas} role="rowgroup" className={styles.canvas} />
        </div>
        {phase === 'ready' && rows.size === 0 && <div className={styles.instead}>{props.empty}</div>}
        {phase === 'failed' && rows.size === 0 && (
          <div className={styles.instead} role="alert">
            <EmptyState
              icon={<WarningSign size={40} />}
              title={t('table.failed', { message: failure })}
              action={<Button intent="primary" text={t('table.retry')} onClick={props.onRetry} />}
            />
          </div>
        )}
        {staleSince !== undefined && rows.size > 0 && (
          <div className={styles.failure} role="alert">
            <span>{t('table.stale', { since: momentText(staleSince) })}</span>
            <Button size="small" text={t('table.retry')} onClick={props.onRefresh} />
          </div>
        )}
        {phase === 'failed' && staleSince === undefined && rows.size > 0 && (
          <div className={styles.failure} role="alert">
            <span>{t('table.moreFailed', { message: failure })}</span>
            <Button size="small" text={t('table.retry')} onClick={props.onRetry} />
          </div>
        )}
      </div>
      <StatusBar
        summary={summary.total}
        loaded={rows.size < rows.total ? rows.size : undefined}
        live={props.live}
        hasOrder={order !== undefined}
      />
      {order && <Said>{order.said}</Said>}
      {menu && (
        <Late of={overlays} floats>
          {({ ContextMenuPopover }) => (
            <ContextMenuPopover
              isOpen={menu.isOpen}
              isDarkTheme={document.body.classList.contains('bp6-dark')}
              content={menu.content}
              targetOffset={menu.at}
              onClose={() => setMenu({ ...menu, isOpen: false })}
            />
          )}
        </Late>
      )}
    </section>
  )
}

/** The keys of a bar of buttons, which who never presses one does without. */
function useToolbar(enterRows: () => void) {
  const enter = useRef(enterRows)
  useLayoutEffect(() => {
    enter.current = enterRows
  })
  return useCallback((bar: HTMLElement | null) => {
    if (bar === null) return undefined
    const gone = new AbortController()
    const wire = () => {
      import('./data-table/toolbar-keys.ts').then(
        ({ toolbarKeys }) => gone.signal.aborted || toolbarKeys(bar, () => enter.current(), gone.signal),
        () => {}, // Each button stays a stop of its own.
      )
    }
    document.addEventListener('keydown', wire, { once: true, signal: gone.signal })
    return () => gone.abort()
  }, [])
}

/** The first page is awaited with a window full of skeletons, the next with a few behind the last row. */
function placeholdersOf(phase: DataTableProps<unknown>['phase'], rows: RowSource<unknown>): number | 'window' {
  if (phase === 'loading' && rows.size === 0) return 'window'
  return phase === 'failed' ? 0 : Math.max(0, Math.min(rowsOnTheirWay, rows.total - rows.size))
}

/** The picture of a row that is on its way, as a CSS background: a bar in each column, and the line below. */
function skeletonOf(columns: readonly Pick<Column<unknown>, 'align'>[], widths: readonly number[]): string {
  let left = selectWidth
  const bars = widths.map((width, index) => {
    const length = Math.round((width - 20) * 0.7)
    const begin = columns[index]?.align === 'right' ? left + width - 10 - length : left + 10
    left += width
    return `linear-gradient(transparent 10px, var(--bar) 10px 20px, transparent 20px) ${begin}px 0 / ${length}px 30px repeat-y`
  })
  return [...bars, 'linear-gradient(transparent 29px, var(--line) 29px) 0 0 / 100% 30px'].join(', ')
}

/** The bar takes its height from the rows: they are scrolled by as much, so that none moves under the pointer. */
function useSelectionBarThatStaysOutOfTheWay(isShown: boolean, scroller: RefObject<HTMLDivElement | null>) {
  const bar = useRef<HTMLDivElement>(null)
  const height = useRef(0)
  useLayoutEffect(() => {
    if (scroller.current === null) return
    const before = height.current
    // Below cards it takes none from those in sight.
    const isAbove = isShown && bar.current?.offsetTop === 0
    height.current = isAbove ? (bar.current?.offsetHeight ?? 0) : 0
    if (height.current !== before) scroller.current.scrollBy(0, height.current - before)
  }, [isShown, scroller])
  return bar
}
