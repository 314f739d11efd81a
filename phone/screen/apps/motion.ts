import type { App, Stage } from '../app.ts'
import { navigationBarHeight, statusBarHeight } from '../app.ts'
import { type Area, around } from '../area.ts'
import type { Pen } from '../canvas.ts'
import { font } from '../fonts.ts'

/** dp across: with its way between two frames, about an eighth of a small phone's screen changes in each. */
const size = 148
/** Milliseconds for one round. */
const round = 6_000

/** 动画: one thing that never stands still, for measuring what a moving phone costs. */
export class Motion implements App {
  readonly statusBar = 'light'
  #stage: Stage
  #shown: Area
  #bounces = 0

  constructor(stage: Stage) {
    this.#stage = stage
    this.#shown = this.#place(stage.now())
  }

  paint(pen: Pen): void {
    const { width, height } = this.#stage
    pen.fillStyle = '#171a2b'
    pen.fillRect(0, 0, width, height)
    pen.fillStyle = '#8d93b8'
    pen.textAlign = 'center'
    pen.font = font(14)
    pen.fillText('动画', width / 2, statusBarHeight + 34)

    const { x, y } = this.#shown
    const fill = pen.createLinearGradient(x, y, x + size, y + size)
    fill.addColorStop(0, '#8f7bff')
    fill.addColorStop(1, '#35c8e6')
    pen.fillStyle = fill
    pen.beginPath()
    pen.roundRect(x, y, size, size, 36)
    pen.fill()
    pen.fillStyle = '#ffffff'
    pen.font = font(34, 'medium')
    pen.fillText(String(this.#bounces), x + size / 2, y + size / 2 + 12)
  }

  touch(): void {}

  wheel(): void {}

  advance(now: number): number {
    const next = this.#place(now)
    this.#bounces = Math.floor(now / 100) % 100
    this.#stage.invalidate(around(this.#shown, next))
    this.#shown = next
    return 0
  }

  /** A Lissajous figure through the free part of the screen. */
  #place(now: number): Area {
    const { width, height } = this.#stage
    const angle = ((now % round) / round) * Math.PI * 2
    const [right, down] = [width - size, height - statusBarHeight - navigationBarHeight - size]
    return {
      x: Math.round(right * (0.5 + 0.5 * Math.sin(angle))),
      y: Math.round(statusBarHeight + down * (0.5 + 0.5 * Math.sin(angle * 2))),
      width: size,
      height: size,
    }
  }
}
