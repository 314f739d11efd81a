import { statusBarHeight } from '../app.ts'
import type { Pen } from '../canvas.ts'
import { card, label, ScrollingApp } from '../scrolling-app.ts'

const rowHeight = 62
const margin = 16
/** How often (ms) values are looked at again while the app is seen. */
const refresh = 1_000

interface Row {
  title: string
  value: string
  colour: string
  sign: string
}

/** 设置: what the phone is and how it is set up. */
export class Settings extends ScrollingApp {
  readonly statusBar = 'dark'
  protected readonly background = '#f2f4f8'
  protected override readonly headerHeight = statusBarHeight + 62
  #shown = ''

  #groups(): Row[][] {
    const { model, androidVersion, serial, ip, language, battery, timezone } = this.stage.identity
    return [
      [
        { title: '网络和互联网', value: ip(), colour: '#3f7ef0', sign: '网' },
        { title: '电池', value: `${battery()}%`, colour: '#2fa56a', sign: '电' },
        {
          title: '显示',
          value: `${Math.round(this.stage.width)} × ${Math.round(this.stage.height)} dp`,
          colour: '#f09a2c',
          sign: '显',
        },
      ],
      [
        { title: '语言', value: language(), colour: '#8a5cf0', sign: '文' },
        { title: '时区', value: timezone(), colour: '#d9587e', sign: '时' },
      ],
      [
        { title: '型号', value: model, colour: '#5a6b80', sign: '机' },
        { title: 'Android 版本', value: androidVersion, colour: '#3aa17e', sign: 'A' },
        { title: '序列号', value: serial, colour: '#5a6b80', sign: '号' },
        { title: 'IP 地址', value: ip(), colour: '#3f7ef0', sign: 'IP' },
      ],
    ]
  }

  protected contentHeight(): number {
    return this.#groups().reduce((height, rows) => height + rows.length * rowHeight + 16, 12)
  }

  protected paintHeader(pen: Pen): void {
    pen.fillStyle = this.background
    pen.fillRect(0, 0, this.stage.width, this.headerHeight)
    label(pen, '设置', 24, statusBarHeight + 40, { size: 26, colour: '#1a1f27', medium: true })
  }

  protected paintContent(pen: Pen): void {
    const { width } = this.stage
    let y = 8
    for (const rows of this.#groups()) {
      card(pen, { x: margin, y, width: width - 2 * margin, height: rows.length * rowHeight }, 20, '#ffffff')
      for (const [index, row] of rows.entries()) {
        this.#paintRow(pen, row, y + index * rowHeight, index > 0)
      }
      y += rows.length * rowHeight + 16
    }
  }

  #paintRow(pen: Pen, row: Row, y: number, divided: boolean): void {
    const { width } = this.stage
    if (divided) {
      pen.fillStyle = '#eef0f4'
      pen.fillRect(margin + 62, y, width - 2 * margin - 62, 1)
    }
    card(pen, { x: margin + 14, y: y + 14, width: 34, height: 34 }, 17, row.colour)
    label(pen, row.sign, margin + 31, y + 36, { size: 14, colour: '#ffffff', medium: true, align: 'center' })
    label(pen, row.title, margin + 62, y + 27, { size: 15, colour: '#1a1f27' })
    label(pen, row.value, margin + 62, y + 47, { size: 12.5, colour: '#7a8594' })
  }

  override advance(now: number): number {
    const shown = JSON.stringify(this.#groups())
    if (shown !== this.#shown) {
      this.#shown = shown
      this.stage.invalidate(this.window)
    }
    return Math.min(super.advance(now), refresh)
  }
}
