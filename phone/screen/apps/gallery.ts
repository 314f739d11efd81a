import { type MultiTouch, statusBarHeight } from '../app.ts'
import { contains } from '../area.ts'
import type { Pen } from '../canvas.ts'
import { label, ScrollingApp } from '../scrolling-app.ts'
import { landscape, photoHeight } from './landscape.ts'
import { PhotoViewer } from './photo-viewer.ts'

const gap = 3
const groupHeader = 42
const groups: [title: string, pictures: number][] = [
  ['今天', 5],
  ['昨天', 8],
  ['上周', 12],
  ['上个月', 10],
]
/** Of which day each picture is. */
const titles = groups.flatMap(([title, pictures]) => Array.from({ length: pictures }, () => title))

/** 相册: drawn landscapes in place of photographs, grouped by day; a tap on one opens it. */
export class Gallery extends ScrollingApp {
  readonly statusBar = 'dark'
  protected readonly background = '#ffffff'
  protected override readonly headerHeight = statusBarHeight + 58
  #viewer: PhotoViewer | undefined

  get #abreast(): number {
    return this.stage.width > this.stage.height ? 6 : 3
  }

  get #tile(): number {
    return (this.stage.width - (this.#abreast - 1) * gap) / this.#abreast
  }

  #groupHeight(pictures: number): number {
    return groupHeader + Math.ceil(pictures / this.#abreast) * (this.#tile + gap)
  }

  protected contentHeight(): number {
    return groups.reduce((height, [, pictures]) => height + this.#groupHeight(pictures), 8)
  }

  protected paintHeader(pen: Pen): void {
    pen.fillStyle = this.background
    pen.fillRect(0, 0, this.stage.width, this.headerHeight)
    label(pen, '相册', 20, statusBarHeight + 38, { size: 24, colour: '#1a1f27', medium: true })
    label(pen, `${titles.length} 张照片`, this.stage.width - 20, statusBarHeight + 37, {
      size: 13,
      colour: '#8b94a1',
      align: 'right',
    })
  }

  /** Where each picture is in the content, and where each day's title is. */
  *#tiles(): Generator<{ number: number; x: number; y: number; title?: string }> {
    let [y, number] = [0, 0]
    for (const [title, pictures] of groups) {
      for (let index = 0; index < pictures; index++, number++) {
        yield {
          number,
          x: (index % this.#abreast) * (this.#tile + gap),
          y: y + groupHeader + Math.floor(index / this.#abreast) * (this.#tile + gap),
          title: index === 0 ? title : undefined,
        }
      }
      y += this.#groupHeight(pictures)
    }
  }

  protected paintContent(pen: Pen, top: number, bottom: number): void {
    for (const { number, x, y, title } of this.#tiles()) {
      if (title) label(pen, title, 20, y - groupHeader + 27, { size: 14, colour: '#434b57', medium: true })
      if (y < bottom && y + this.#tile > top) thumbnail(pen, x, y, this.#tile, number)
    }
  }

  protected override tap(x: number, y: number): void {
    for (const tile of this.#tiles()) {
      if (contains({ x: tile.x, y: tile.y, width: this.#tile, height: this.#tile }, x, y)) this.#show(tile.number)
    }
  }

  #show(number: number): void {
    this.#viewer = new PhotoViewer(this.stage, titles, number, () => this.back())
    this.stage.invalidate()
  }

  override paint(pen: Pen): void {
    if (this.#viewer) this.#viewer.paint(pen)
    else super.paint(pen)
  }

  multiTouch(touch: MultiTouch): void {
    if (this.#viewer) this.#viewer.multiTouch(touch)
    else if (touch.first) this.touch(touch.first)
  }

  override wheel(x: number, y: number, dx: number, dy: number): void {
    if (this.#viewer) this.#viewer.wheel(x, y, dy)
    else super.wheel(x, y, dx, dy)
  }

  back(): boolean {
    const wasOpen = this.#viewer !== undefined
    this.#viewer = undefined
    if (wasOpen) this.stage.invalidate()
    return wasOpen
  }

  override resized(): void {
    super.resized()
    this.#viewer?.resized()
  }

  override advance(now: number): number {
    return Math.min(super.advance(now), this.#viewer?.advance(now) ?? Infinity)
  }
}

/** The square in a picture's middle. */
function thumbnail(pen: Pen, x: number, y: number, size: number, number: number): void {
  pen.save()
  pen.beginPath()
  pen.rect(x, y, size, size)
  pen.clip()
  pen.translate(x, y)
  pen.scale(size, size)
  pen.translate(0, (1 - photoHeight) / 2)
  landscape(pen, number)
  pen.restore()
}
