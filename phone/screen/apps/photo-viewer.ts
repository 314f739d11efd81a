import { type MultiTouch, navigationBarHeight, type Stage, statusBarHeight } from '../app.ts'
import type { Area } from '../area.ts'
import type { Pen } from '../canvas.ts'
import { label } from '../scrolling-app.ts'
import { Zoomer } from '../zoomer.ts'
import { landscape, photoHeight } from './landscape.ts'

const headerHeight = statusBarHeight + 52
const backButtonWidth = 56
const ground = '#f4f6fa'

/** One photograph over the whole screen, which fingers zoom, and the ones before and after it. */
export class PhotoViewer {
  #stage: Stage
  #titles: readonly string[]
  #number: number
  #close: () => void
  #zoomer: Zoomer

  /** @param titles of all photographs @param number of the one that is shown, from 0 */
  constructor(stage: Stage, titles: readonly string[], number: number, close: () => void) {
    this.#stage = stage
    this.#titles = titles
    this.#number = number
    this.#close = close
    this.#zoomer = new Zoomer({
      window: () => this.#window,
      fitted: () => this.#fitted,
      turn: (step) => this.#turn(step),
      changed: () => stage.invalidate(),
      glides: () => stage.watched,
      now: stage.now,
    })
  }

  get #window(): Area {
    const { width, height } = this.#stage
    return { x: 0, y: headerHeight, width, height: height - headerHeight - navigationBarHeight }
  }

  /** The photograph's size in dp where all of it is seen. */
  get #fitted(): { width: number; height: number } {
    const window = this.#window
    const width = Math.min(window.width, window.height / photoHeight)
    return { width, height: width * photoHeight }
  }

  #turn(step: 1 | -1): boolean {
    const next = this.#number + step
    if (next < 0 || next >= this.#titles.length) return false
    this.#number = next
    return true
  }

  multiTouch(touch: MultiTouch): void {
    const { first } = touch
    if (first?.action === 'up' && first.y < headerHeight && first.x < backButtonWidth) this.#close()
    else this.#zoomer.touch(touch)
  }

  wheel(x: number, y: number, dy: number): void {
    this.#zoomer.wheel(x, y, dy)
  }

  resized(): void {
    this.#zoomer.reset()
  }

  advance(now: number): number {
    return this.#zoomer.advance(now)
  }

  paint(pen: Pen): void {
    const { width, height } = this.#stage
    pen.fillStyle = ground
    pen.fillRect(0, 0, width, height)
    const window = this.#window
    const { x } = this.#zoomer.view
    pen.save()
    pen.beginPath()
    pen.rect(window.x, window.y, window.width, window.height)
    pen.clip()
    this.#paintPhoto(pen, this.#number, 0)
    const isAside = this.#zoomer.view.scale === 1 && x !== 0
    if (isAside && this.#number > 0 && x > 0) this.#paintPhoto(pen, this.#number - 1, -width)
    if (isAside && this.#number < this.#titles.length - 1 && x < 0) this.#paintPhoto(pen, this.#number + 1, width)
    pen.restore()
    this.#paintHeader(pen)
  }

  /** @param aside dp to the right of the photograph that is shown */
  #paintPhoto(pen: Pen, number: number, aside: number): void {
    const window = this.#window
    const { scale, x, y } = this.#zoomer.view
    const width = this.#fitted.width * scale
    const left = window.x + window.width / 2 + x + aside - width / 2
    const top = window.y + window.height / 2 + y - (width * photoHeight) / 2
    pen.save()
    pen.translate(left, top)
    pen.scale(width, width)
    landscape(pen, number)
    pen.restore()
  }

  #paintHeader(pen: Pen): void {
    const { width } = this.#stage
    const middle = statusBarHeight + 26
    pen.strokeStyle = '#1a1f27'
    pen.lineWidth = 2
    pen.lineCap = 'round'
    pen.lineJoin = 'round'
    pen.beginPath()
    pen.moveTo(36, middle)
    pen.lineTo(21, middle)
    pen.moveTo(28, middle - 7)
    pen.lineTo(21, middle)
    pen.lineTo(28, middle + 7)
    pen.stroke()
    const title = this.#titles[this.#number] ?? ''
    label(pen, title, backButtonWidth, middle + 6, { size: 17, colour: '#1a1f27', medium: true })
    const { scale } = this.#zoomer.view
    const place = scale > 1 ? `${Math.round(scale * 100)}%` : `${this.#number + 1} / ${this.#titles.length}`
    label(pen, place, width - 20, middle + 5, { size: 13, colour: '#7a8594', align: 'right' })
  }
}
