import { fitted, moved, opened, showing, zoomed, type View } from './chart-view.ts'

/** A turn of the wheel by so many pixels doubles or halves. */
const wheelPixels = 400

/** An element with a chart's drawing in it, which is moved by dragging and zoomed by the wheel. */
export class ChartWindow {
  readonly #element: HTMLElement
  readonly #svg: SVGSVGElement
  readonly #drawing: { width: number; height: number }
  readonly #end = new AbortController()
  readonly #size: ResizeObserver
  #view: View | undefined
  /** Until somebody moves or zooms it, another size of the window shows it as it was opened. */
  #isUntouched = true
  #current: readonly string[] = []

  constructor(element: HTMLElement) {
    const svg = element.querySelector('svg')
    if (svg === null) throw new Error('the window has no drawing')
    this.#element = element
    this.#svg = svg
    this.#drawing = { width: svg.viewBox.baseVal.width, height: svg.viewBox.baseVal.height }
    svg.setAttribute('width', '100%')
    svg.setAttribute('height', '100%')
    const { signal } = this.#end
    element.addEventListener('wheel', (event) => this.#turn(event), { signal, passive: false })
    element.addEventListener('pointerdown', (event) => this.#drag(event), { signal })
    this.#size = new ResizeObserver(() => this.#resize())
    this.#size.observe(element)
  }

  destroy(): void {
    this.#end.abort()
    this.#size.disconnect()
  }

  /** Lights the states at these paths, marks what leads on from them, and brings those into sight that were not lit before. */
  light(paths: readonly string[]): void {
    const entered = paths.filter((path) => !this.#current.includes(path))
    const isSame = entered.length === 0 && paths.length === this.#current.length
    if (isSame) return
    this.#current = paths
    const isCurrent = (path = ''): boolean => paths.includes(path.replace(/\.anywhere$/, ''))
    const mark = (parts: string, name: string, pathOf: (part: DOMStringMap) => string | undefined): void => {
      for (const part of this.#svg.querySelectorAll<SVGElement>(parts))
        part.classList.toggle(name, isCurrent(pathOf(part.dataset)))
    }
    mark('.state', 'lit', ({ state }) => state)
    mark('.arrow', 'open', ({ from }) => from)
    mark('.transition', 'open', ({ transition }) => transition?.split(':')[0])
    this.#reveal(entered)
  }

  fit(): void {
    this.#isUntouched = false
    this.#show(fitted(this.#drawing, this.#window()))
  }

  /** Around the middle. */
  zoom(factor: number): void {
    const { width, height } = this.#window()
    this.#change((view) => zoomed(view, factor, { x: width / 2, y: height / 2 }))
  }

  /** By so many pixels. */
  move(x: number, y: number): void {
    this.#change((view) => moved(view, { x, y }))
  }

  #window(): { width: number; height: number } {
    return { width: this.#element.clientWidth, height: this.#element.clientHeight }
  }

  #change(next: (view: View) => View): void {
    if (this.#view === undefined) return
    this.#isUntouched = false
    this.#show(next(this.#view))
  }

  #show(view: View): void {
    this.#view = view
    const { width, height } = this.#window()
    this.#svg.setAttribute('viewBox', [view.x, view.y, width / view.scale, height / view.scale].join(' '))
  }

  #resize(): void {
    const { width, height } = this.#window()
    if (width === 0 || height === 0) return
    if (this.#isUntouched || this.#view === undefined)
      this.#show(opened(this.#drawing, this.#window(), this.#partOf(this.#current)))
    else this.#reveal(this.#current)
  }

  #reveal(paths: readonly string[]): void {
    const part = this.#partOf(paths)
    if (this.#view !== undefined && part !== undefined) this.#show(showing(this.#view, part, this.#window()))
  }

  /** Around the boxes of these states, but for frames. */
  #partOf(paths: readonly string[]): DOMRect | undefined {
    const boxes = [...this.#svg.querySelectorAll<SVGGElement>('.state:not(.frame)')]
      .filter(({ dataset }) => paths.includes(dataset.state ?? ''))
      .map((state) => state.getBBox())
    if (boxes.length === 0) return undefined
    const x = Math.min(...boxes.map((box) => box.x))
    const y = Math.min(...boxes.map((box) => box.y))
    const right = Math.max(...boxes.map((box) => box.x + box.width))
    const bottom = Math.max(...boxes.map((box) => box.y + box.height))
    return new DOMRect(x, y, right - x, bottom - y)
  }

  #turn(event: WheelEvent): void {
    event.preventDefault()
    const { left, top } = this.#element.getBoundingClientRect()
    const at = { x: event.clientX - left, y: event.clientY - top }
    this.#change((view) => zoomed(view, 2 ** (-event.deltaY / wheelPixels), at))
  }

  #drag(down: PointerEvent): void {
    if (down.button !== 0) return
    this.#element.setPointerCapture(down.pointerId)
    const over = new AbortController()
    const signal = AbortSignal.any([over.signal, this.#end.signal])
    const onMove = ({ movementX, movementY }: PointerEvent) => this.move(movementX, movementY)
    this.#element.addEventListener('pointermove', onMove, { signal })
    for (const end of ['pointerup', 'pointercancel'])
      this.#element.addEventListener(end, () => over.abort(), { signal })
  }
}
