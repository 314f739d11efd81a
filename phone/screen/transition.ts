import type { App } from './app.ts'
import { type Area, between } from './area.ts'
import type { Pen } from './canvas.ts'

/** Milliseconds from icon to full screen. */
const duration = 180

/** An app growing out of its icon, or shrinking back into it. */
export class Transition {
  #app: App
  #icon: Area
  #direction: 'open' | 'close'
  #since: number

  constructor(options: { app: App; icon: Area; direction: 'open' | 'close'; since: number }) {
    this.#app = options.app
    this.#icon = options.icon
    this.#direction = options.direction
    this.#since = options.since
  }

  isOver(now: number): boolean {
    return now - this.#since >= duration
  }

  paint(pen: Pen, home: App, now: number, bounds: Area): void {
    home.paint(pen)
    const progress = Math.max(0, Math.min(1, (now - this.#since) / duration))
    const grown = this.#direction === 'open' ? 1 - (1 - progress) ** 3 : 1 - progress ** 2
    const window = between(this.#icon, bounds, grown)
    pen.save()
    pen.globalAlpha = Math.min(1, grown * 3)
    pen.beginPath()
    pen.roundRect(window.x, window.y, window.width, window.height, 14 + 10 * (1 - grown))
    pen.clip()
    pen.translate(window.x, window.y)
    // The app keeps its proportions: it is as wide as its window, and the window crops its end.
    const scale = window.width / bounds.width
    pen.scale(scale, scale)
    this.#app.paint(pen)
    pen.restore()
  }
}
