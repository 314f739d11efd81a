import styles from '../DataTable.module.css'
import { selectWidth } from './columns.ts'
import { geometryOf, lines, rowTop, scrollTopFor, type Geometry } from './geometry.ts'
import { Overscan } from './overscan.ts'
import type { RowChange } from './row-source.ts'
import { RowSlot, type TableView } from './row-slot.ts'

/** The next page is asked for when fewer rows than this are left below the window: half a second of fast scrolling. */
const lookahead = 60

/**
 * Draws the rows in the window, and those that are about to come into it: elements that rows have left are used for others,
 * moved by a transform. Everything that changed is drawn once per animation frame (TOOLCHAIN has the measurements that
 * decided this). It never asks the page for its layout, which would have to be made for the answer: it is told.
 */
export class RowPainter<Row> {
  readonly #scroller: HTMLElement
  readonly #canvas: HTMLElement
  /** Stands for all the rows that are on their way. */
  readonly #waiting = document.createElement('div')
  readonly #overscan = new Overscan()
  #view: TableView<Row>
  /** By the index of the row that they show. */
  #drawn = new Map<number, RowSlot<Row>>()
  #spare: RowSlot<Row>[] = []
  #dirty: Set<number> | 'all' = 'all'
  #frame: number | undefined
  #leaveRows: () => void
  /** The scroller's, in pixels. */
  #height: number
  #scrollTop = 0
  #geometry: Geometry = geometryOf(0, 0, lines)
  #pointedAt = ''
  /** Stays drawn as it is held by the pointer, wherever the window is scrolled to. */
  #held: HTMLElement | undefined
  /** How many rows there were when the next page was last asked for. */
  #askedAt = -1

  /** `height` is the scroller's, in pixels, within its borders. */
  constructor(scroller: HTMLElement, canvas: HTMLElement, view: TableView<Row>, height: number) {
    this.#scroller = scroller
    this.#canvas = canvas
    this.#view = view
    this.#height = height
    this.#waiting.className = styles.waiting ?? ''
    this.#waiting.dataset.waiting = ''
    canvas.append(this.#waiting)
    this.#leaveRows = view.rows.subscribe(this.#onAnnouncement)
    scroller.addEventListener('scroll', this.#onScroll, { passive: true })
    this.#paint()
  }

  /** Shows something else from the next frame on. */
  show(view: TableView<Row>): void {
    const before = this.#view
    this.#view = view
    if (view.rows !== before.rows) {
      this.#leaveRows()
      this.#leaveRows = view.rows.subscribe(this.#onAnnouncement)
      this.#note('all')
      this.#request()
    }
    if (view.shape !== before.shape || view.columns !== before.columns || view.ago !== before.ago) {
      this.#discardSlots()
      this.#request()
    }
    if (view.selected !== before.selected) this.redraw()
    if (view.active !== before.active || view.activeColumn !== before.activeColumn) {
      this.#note(new Set([before.active, view.active].filter((index) => index !== undefined)))
      this.#request()
    }
    if (view.placeholders !== before.placeholders) this.#request()
  }

  /** Draws every row in the window again in the next frame. */
  redraw(): void {
    this.#dirty = 'all'
    this.#request()
  }

  /** The scroller has another height. */
  resize(height: number): void {
    if (height === this.#height) return
    this.#height = height
    this.#paint()
  }

  /** Where rows are seen, in pixels. */
  get #windowHeight(): number {
    return Math.max(0, this.#height - this.#view.shape.headerHeight)
  }

  /** How many whole rows the window shows. */
  get rowsPerPage(): number {
    return Math.max(1, Math.floor(this.#windowHeight / this.#view.shape.rowHeight))
  }

  /** The index of the row that an element is part of; undefined where it is part of none. */
  indexOf(element: Element): number | undefined {
    const row = element.closest('[role=row]')
    for (const [index, slot] of this.#drawn) if (slot.element === row) return index
    return undefined
  }

  /** Leaves this row's element to it until another one is held, or none. */
  hold(row: HTMLElement | undefined): void {
    this.#held = row
    this.#request()
  }

  /** The element of a row; undefined while it is not drawn. */
  elementOf(index: number): HTMLElement | undefined {
    return this.#drawn.get(index)?.element
  }

  /** Brings a cell of the row into the window, sideways. */
  scrollAside(index: number, column: number): void {
    const row = this.elementOf(index)
    const cell = row?.querySelector<HTMLElement>(`[aria-colindex="${column + 2}"]`)
    if (cell === null || cell === undefined || column === 0) {
      this.#scroller.scrollLeft = 0
      return
    }
    const { offsetLeft, offsetWidth } = cell
    const named = row?.querySelector<HTMLElement>('[aria-colindex="2"]')
    const left = (named?.offsetWidth ?? 0) + selectWidth // The row's name stays in sight,
    const last = row?.lastElementChild as HTMLElement // and so may its actions, which then are where they are.
    const staysLast = getComputedStyle(last).position === 'sticky'
    if (cell === last && staysLast) return
    const { scrollLeft, clientWidth } = this.#scroller
    const room = clientWidth - (staysLast ? last.offsetWidth : 0)
    if (offsetLeft - left < scrollLeft) this.#scroller.scrollLeft = offsetLeft - left
    else if (offsetLeft + offsetWidth > scrollLeft + room) this.#scroller.scrollLeft = offsetLeft + offsetWidth - room
  }

  scrollTo(index: number): void {
    const { scrollTop } = this.#scroller
    this.#grow()
    const target = scrollTopFor(index, scrollTop, this.#windowHeight, this.#geometry)
    if (target !== scrollTop) this.#scroller.scrollTop = target
    this.#request()
  }

  dispose(): void {
    this.#leaveRows()
    this.#scroller.removeEventListener('scroll', this.#onScroll)
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    this.#discardSlots()
    this.#waiting.remove()
  }

  /** Changes are announced once a frame, as it begins: they are still drawn in it. */
  readonly #onAnnouncement = (change: RowChange): void => {
    this.#note(change)
    this.#paint()
  }

  #note(change: RowChange): void {
    if (change === 'all') {
      this.#dirty = 'all'
      this.#askedAt = -1
    } else if (this.#dirty !== 'all') for (const index of change) this.#dirty.add(index)
  }

  readonly #onScroll = (): void => {
    this.#scrollTop = Math.max(0, this.#scroller.scrollTop)
    this.#request()
  }

  readonly #request = (): void => {
    this.#frame ??= requestAnimationFrame((now) => {
      this.#frame = undefined
      const { scale, rowHeight } = this.#geometry
      this.#overscan.follow((this.#scrollTop * scale) / rowHeight, now)
      this.#paint()
    })
  }

  #discardSlots(): void {
    for (const { element } of [...this.#drawn.values(), ...this.#spare]) element.remove()
    this.#drawn.clear()
    this.#spare = []
  }

  /** Makes room for the rows, and says where those are that are on their way. */
  #grow(): void {
    const { rows, placeholders, shape } = this.#view
    const awaited = placeholders === 'window' ? this.rowsPerPage : placeholders
    const geometry = geometryOf(rows.size + awaited, this.#windowHeight, shape)
    if (geometry.canvasHeight !== this.#geometry.canvasHeight) {
      this.#canvas.style.height = `${geometry.canvasHeight}px`
    }
    this.#geometry = geometry
    this.#waiting.hidden = awaited === 0
    if (awaited === 0) return
    this.#waiting.style.height = `${awaited * shape.rowHeight}px`
    this.#waiting.style.transform = `translateY(${rowTop(rows.size, this.#scrollTop, geometry)}px)`
  }

  #paint(): void {
    this.#grow()
    const { rows } = this.#view
    const { above, below } = this.#overscan
    const { scale, rowHeight } = this.#geometry
    const top = Math.floor((this.#scrollTop * scale) / rowHeight)
    const window = Math.ceil(this.#windowHeight / rowHeight) + 1
    const end = Math.min(rows.size, top + window + below)
    const first = Math.max(0, Math.min(top, end - window) - above)
    const dirty = this.#dirty
    this.#dirty = new Set()
    this.#release(first, end)
    for (let index = first; index < end; index += 1) {
      const slot = this.#drawn.get(index) ?? this.#take(index)
      slot.moveTo(rowTop(index, this.#scrollTop, this.#geometry))
      if (slot.index !== index || dirty === 'all' || dirty.has(index)) slot.draw(index, this.#view)
    }
    for (const slot of this.#spare) slot.hide()
    this.#pointAtActiveRow()
    this.#askForMore(top + this.rowsPerPage)
  }

  /** Lets go of the rows outside of these. */
  #release(first: number, end: number): void {
    for (const [index, slot] of this.#drawn) {
      if ((index >= first && index < end) || slot.element === this.#held) continue
      this.#drawn.delete(index)
      this.#spare.push(slot)
    }
  }

  /** An element for a row: one that another row has left, else a new one. */
  #take(index: number): RowSlot<Row> {
    let slot = this.#spare.pop()
    if (slot === undefined) {
      slot = new RowSlot(this.#view)
      this.#canvas.append(slot.element)
    }
    this.#drawn.set(index, slot)
    return slot
  }

  #pointAtActiveRow(): void {
    const { active, activeColumn, rowId } = this.#view
    const isDrawn = active !== undefined && this.#drawn.has(active)
    const id = !isDrawn ? '' : activeColumn === undefined ? rowId(active) : `${rowId(active)}-cell`
    if (id === this.#pointedAt) return
    this.#pointedAt = id
    if (id === '') this.#scroller.removeAttribute('aria-activedescendant')
    else this.#scroller.setAttribute('aria-activedescendant', id)
  }

  #askForMore(last: number): void {
    const { rows, onNearEnd } = this.#view
    if (rows.size >= rows.total || last + lookahead < rows.size || this.#askedAt === rows.size) return
    this.#askedAt = rows.size
    onNearEnd()
  }
}
