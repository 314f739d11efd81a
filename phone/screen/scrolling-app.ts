import { type App, navigationBarHeight, type Stage, statusBarHeight, type Touch } from './app.ts'
import type { Area } from './area.ts'
import type { Pen } from './canvas.ts'
import { font } from './fonts.ts'
import { Scroller } from './scroller.ts'

/** An app of one page: a header that stays, and content below it that scrolls. */
export abstract class ScrollingApp implements App {
  abstract readonly statusBar: 'light' | 'dark'
  readonly navigationBar: 'light' | 'dark' = 'dark'
  protected readonly stage: Stage
  protected readonly scroller: Scroller

  constructor(stage: Stage) {
    this.stage = stage
    this.scroller = new Scroller({
      limit: () => Math.max(0, this.contentHeight() - this.window.height),
      moved: () => stage.invalidate(this.window),
      glides: () => stage.watched,
      now: stage.now,
    })
  }

  /** dp of the header, status bar included. */
  protected readonly headerHeight: number = statusBarHeight + 56
  protected abstract readonly background: string
  protected abstract contentHeight(): number
  protected abstract paintHeader(pen: Pen): void
  /** Paints the part of the content between `top` and `bottom`; the pen's origin is the content's. */
  protected abstract paintContent(pen: Pen, top: number, bottom: number): void
  /** A tap at a point of the content. */
  protected tap?(x: number, y: number): void

  /** Where the content is seen. */
  protected get window(): Area {
    const { width, height } = this.stage
    return { x: 0, y: this.headerHeight, width, height: height - navigationBarHeight - this.headerHeight }
  }

  paint(pen: Pen): void {
    const { width, height } = this.stage
    pen.fillStyle = this.background
    pen.fillRect(0, 0, width, height)
    const { window } = this
    const { offset } = this.scroller
    pen.save()
    pen.beginPath()
    pen.rect(window.x, window.y, window.width, window.height)
    pen.clip()
    pen.translate(0, window.y - offset)
    this.paintContent(pen, offset, offset + window.height)
    pen.restore()
    this.paintHeader(pen)
  }

  touch(touch: Touch): void {
    if (this.scroller.touch(touch) !== 'tap' || touch.y < this.headerHeight) return
    this.tap?.(touch.x, touch.y - this.headerHeight + this.scroller.offset)
  }

  wheel(_x: number, _y: number, _dx: number, dy: number): void {
    this.scroller.wheel(dy)
  }

  resized(): void {
    this.scroller.to(this.scroller.offset)
  }

  advance(now: number): number {
    return this.scroller.advance(now)
  }
}

/** A filled rectangle with round corners. */
export function card(pen: Pen, area: Area, radius: number, colour: string): void {
  pen.fillStyle = colour
  pen.beginPath()
  pen.roundRect(area.x, area.y, area.width, area.height, radius)
  pen.fill()
}

/** A line of text at a baseline. */
export function label(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  style: { size: number; colour: string; medium?: boolean; align?: 'left' | 'right' | 'center' },
): void {
  pen.font = font(style.size, style.medium ? 'medium' : 'regular')
  pen.fillStyle = style.colour
  pen.textAlign = style.align ?? 'left'
  pen.fillText(text, x, y)
}
