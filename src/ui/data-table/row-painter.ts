import { geometryOf, headerHeight, rowHeight, rowTop, scrollTopFor, type Geometry } from './geometry.ts'
import { selectWidth } from './columns.ts'
import type { RowChange } from './row-source.ts'
import { RowSlot, type TableView } from './row-slot.ts'

/** Rows drawn beyond the window, most of them in the direction of travel. */
const spareRows = 8
const spareBehind = 2
/** The next page is asked for when fewer rows than this are left below the window. */
const lookahead = 100

/**
 * Draws the rows in the window and no others: row i in slot i mod n, moved by a transform. Everything that changed since
 * the last picture is drawn once per animation frame (TOOLCHAIN has the measurements that decided this).
 */
export class RowPainter<Row> {
  readonly #scroller: HTMLElement
  readonly #canvas: HTMLElement
  readonly #resizes: ResizeObserver
  #view: TableView<Row>
  #slots: RowSlot<Row>[] = []
  #dirty: Set<number> | 'all' = 'all'
  #frame: number | undefined
  #leaveRows: () => void
  #windowHeight = 0
  #geometry: Geometry = geometryOf(0, 0)
  #lastTop = 0
  /** How many rows there were when the next page was last asked for. */
  #askedAt = -1

  constructor(scroller: HTMLElement, canvas: HTMLElement, view: TableView<Row>) {
    this.#scroller = scroller
    this.#canvas = canvas
    this.#view = view
    this.#leaveRows = view.rows.subscribe(this.#onChange)
    this.#resizes = new ResizeObserver(() => {
      this.#measure()
      this.#request()
    })
    this.#resizes.observe(scroller)
    scroller.addEventListener('scroll', this.#request, { passive: true })
    this.#measure()
    this.#paint()
  }

  /** Shows something else from the next frame on. */
  show(view: TableView<Row>): void {
    const before = this.#view
    this.#view = view
    if (view.rows !== before.rows) {
      this.#leaveRows()
      this.#leaveRows = view.rows.subscribe(this.#onChange)
      this.#onChange('all')
    }
    if (view.columns !== before.columns || view.ago !== before.ago) this.#discardSlots()
    this.redraw()
  }

  /** Draws every row in the window again in the next frame. */
  redraw(): void {
    this.#dirty = 'all'
    this.#request()
  }

  /** How many whole rows the window shows. */
  get rowsPerPage(): number {
    return Math.max(1, Math.floor(this.#windowHeight / rowHeight))
  }

  /** The index of the row that an element is part of; undefined where it is part of none. */
  indexOf(element: Element): number | undefined {
    const row = element.closest('[role=row]')
    return this.#slots.find((slot) => slot.element === row && slot.index >= 0)?.index
  }

  /** The element of a row; undefined while it is not drawn. */
  elementOf(index: number): HTMLElement | undefined {
    return this.#slots.find((slot) => slot.index === index)?.element
  }

  /** Brings a cell of the row into the window, sideways. */
  scrollAside(index: number, column: number): void {
    const cell = this.elementOf(index)?.querySelector<HTMLElement>(`[aria-colindex="${column + 2}"]`)
    if (cell === null || cell === undefined || column === 0) {
      this.#scroller.scrollLeft = 0
      return
    }
    const { offsetLeft, offsetWidth } = cell
    const named = this.elementOf(index)?.querySelector<HTMLElement>('[aria-colindex="2"]')
    const left = (named?.offsetWidth ?? 0) + selectWidth // The row's name stays in sight.
    const { scrollLeft, clientWidth } = this.#scroller
    if (offsetLeft - left < scrollLeft) this.#scroller.scrollLeft = offsetLeft - left
    else if (offsetLeft + offsetWidth > scrollLeft + clientWidth)
      this.#scroller.scrollLeft = offsetLeft + offsetWidth - clientWidth
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
    this.#resizes.disconnect()
    this.#scroller.removeEventListener('scroll', this.#request)
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    this.#discardSlots()
  }

  readonly #onChange = (change: RowChange): void => {
    if (change === 'all') {
      this.#dirty = 'all'
      this.#askedAt = -1
    } else if (this.#dirty !== 'all') for (const index of change) this.#dirty.add(index)
    this.#request()
  }

  readonly #request = (): void => {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined
      this.#paint()
    })
  }

  #measure(): void {
    this.#windowHeight = Math.max(0, this.#scroller.clientHeight - headerHeight)
    const needed = Math.ceil(this.#windowHeight / rowHeight) + spareRows
    if (needed !== this.#slots.length) this.#discardSlots()
  }

  #discardSlots(): void {
    for (const { element } of this.#slots) element.remove()
    this.#slots = []
  }

  #makeSlots(): void {
    const needed = Math.ceil(this.#windowHeight / rowHeight) + spareRows
    this.#slots = Array.from({ length: needed }, () => new RowSlot(this.#view))
    this.#canvas.append(...this.#slots.map(({ element }) => element))
    this.#dirty = 'all'
  }

  #grow(): number {
    const { rows, placeholders } = this.#view
    const count = rows.size + (placeholders === 'window' ? this.rowsPerPage : placeholders)
    const geometry = geometryOf(count, this.#windowHeight)
    if (geometry.canvasHeight !== this.#geometry.canvasHeight) {
      this.#canvas.style.height = `${geometry.canvasHeight}px`
    }
    this.#geometry = geometry
    return count
  }

  #paint(): void {
    const scrollTop = Math.max(0, this.#scroller.scrollTop)
    if (this.#slots.length === 0) this.#makeSlots()
    const count = this.#grow()
    const slots = this.#slots
    const behind = scrollTop >= this.#lastTop ? spareBehind : spareRows - spareBehind
    this.#lastTop = scrollTop
    const top = Math.floor((scrollTop * this.#geometry.scale) / rowHeight)
    const first = Math.max(0, Math.min(top - behind, count - slots.length))
    const dirty = this.#dirty
    this.#dirty = new Set()
    for (let index = first; index < first + slots.length; index += 1) {
      const slot = slots[index % slots.length]
      if (slot === undefined) continue
      if (index >= count) {
        slot.hide()
        continue
      }
      slot.moveTo(rowTop(index, scrollTop, this.#geometry))
      if (slot.index !== index || dirty === 'all' || dirty.has(index)) slot.draw(index, this.#view)
    }
    this.#pointAtActiveRow()
    this.#askForMore(top + this.rowsPerPage)
  }

  #pointAtActiveRow(): void {
    const { active, activeColumn, rowId } = this.#view
    const isDrawn = active !== undefined && this.elementOf(active) !== undefined
    const id = active === undefined ? '' : activeColumn === undefined ? rowId(active) : `${rowId(active)}-cell`
    if (isDrawn) this.#scroller.setAttribute('aria-activedescendant', id)
    else this.#scroller.removeAttribute('aria-activedescendant')
  }

  #askForMore(last: number): void {
    const { rows, onNearEnd } = this.#view
    if (rows.size >= rows.total || last + lookahead < rows.size || this.#askedAt === rows.size) return
    this.#askedAt = rows.size
    onNearEnd()
  }
}
