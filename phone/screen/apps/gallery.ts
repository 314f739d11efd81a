import { statusBarHeight } from '../app.ts'
import type { Pen } from '../canvas.ts'
import { label, ScrollingApp } from '../scrolling-app.ts'

const gap = 3
const groupHeader = 42
const groups: [title: string, pictures: number][] = [
  ['今天', 5],
  ['昨天', 8],
  ['上周', 12],
  ['上个月', 10],
]

/** 相册: drawn landscapes in place of photographs, grouped by day. */
export class Gallery extends ScrollingApp {
  readonly statusBar = 'dark'
  protected readonly background = '#ffffff'
  protected override readonly headerHeight = statusBarHeight + 58

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
    const count = groups.reduce((sum, [, pictures]) => sum + pictures, 0)
    label(pen, `${count} 张照片`, this.stage.width - 20, statusBarHeight + 37, {
      size: 13,
      colour: '#8b94a1',
      align: 'right',
    })
  }

  protected paintContent(pen: Pen, top: number, bottom: number): void {
    let y = 0
    let number = 0
    for (const [title, pictures] of groups) {
      label(pen, title, 20, y + 27, { size: 14, colour: '#434b57', medium: true })
      for (let index = 0; index < pictures; index++, number++) {
        const left = (index % this.#abreast) * (this.#tile + gap)
        const above = y + groupHeader + Math.floor(index / this.#abreast) * (this.#tile + gap)
        if (above < bottom && above + this.#tile > top) landscape(pen, left, above, this.#tile, number)
      }
      y += this.#groupHeight(pictures)
    }
  }
}

const skies = ['#8ec5f0', '#f3b48c', '#b9a5e0', '#f7d08a', '#7fc9bd', '#5d79b8']
const hills = ['#4f8a6b', '#7a5a86', '#3f6f9f', '#8a6b4a', '#2f7d7a', '#344a78']

/** A sky, a sun and two hills, different for each number. */
function landscape(pen: Pen, x: number, y: number, size: number, number: number): void {
  pen.save()
  pen.beginPath()
  pen.rect(x, y, size, size)
  pen.clip()
  pen.translate(x, y)
  pen.scale(size, size)
  pen.fillStyle = skies[(number * 5) % skies.length] ?? ''
  pen.fillRect(0, 0, 1, 1)
  pen.fillStyle = 'rgba(255,255,255,.8)'
  pen.beginPath()
  pen.arc(0.2 + ((number * 37) % 60) / 100, 0.24 + ((number * 13) % 16) / 100, 0.09, 0, Math.PI * 2)
  pen.fill()
  const colour = hills[(number * 7) % hills.length] ?? ''
  for (const [peak, height, alpha] of [
    [0.28 + ((number * 11) % 30) / 100, 0.42, 0.6],
    [0.72 - ((number * 17) % 30) / 100, 0.56, 1],
  ] as const) {
    pen.globalAlpha = alpha
    pen.fillStyle = colour
    pen.beginPath()
    pen.moveTo(peak - 0.75, 1)
    pen.quadraticCurveTo(peak - 0.1, height, peak, height)
    pen.quadraticCurveTo(peak + 0.12, height, peak + 0.75, 1)
    pen.fill()
  }
  pen.restore()
}
