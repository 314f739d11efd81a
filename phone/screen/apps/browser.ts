import { statusBarHeight } from '../app.ts'
import type { Pen } from '../canvas.ts'
import { card, label, ScrollingApp } from '../scrolling-app.ts'

const sites: [name: string, colour: string][] = [
  ['百科', '#5b8def'],
  ['新闻', '#ef6b5b'],
  ['地图', '#3aa17e'],
  ['视频', '#e05c9c'],
  ['天气', '#4db6e6'],
  ['翻译', '#8a6cf0'],
  ['邮箱', '#f0a23c'],
  ['论坛', '#5f6f84'],
]
const stories: [title: string, source: string][] = [
  ['跨境电商旺季来临，卖家如何备货', '商业观察 · 2 小时前'],
  ['一文看懂海外仓的成本结构', '物流周刊 · 3 小时前'],
  ['新手开店的十个常见误区', '卖家学堂 · 5 小时前'],
  ['今年最受欢迎的家居小物', '生活志 · 昨天'],
  ['如何写出打动人的商品标题', '运营手记 · 昨天'],
  ['从数据看黑五的消费趋势', '研究所 · 2 天前'],
  ['短视频带货的节奏与留白', '内容工坊 · 3 天前'],
  ['退货率高？先看这五处细节', '卖家学堂 · 4 天前'],
]
const storyHeight = 84
const tileHeight = 82
const storiesTop = 24 + 2 * tileHeight + 44

/** 浏览器: the new tab's page. It has no network: there is nowhere to go. */
export class Browser extends ScrollingApp {
  readonly statusBar = 'dark'
  protected readonly background = '#ffffff'
  protected override readonly headerHeight = statusBarHeight + 60

  protected contentHeight(): number {
    return storiesTop + stories.length * storyHeight
  }

  protected paintHeader(pen: Pen): void {
    const { width } = this.stage
    pen.fillStyle = this.background
    pen.fillRect(0, 0, width, this.headerHeight)
    card(pen, { x: 16, y: statusBarHeight + 9, width: width - 32, height: 42 }, 21, '#eef1f6')
    pen.strokeStyle = '#6b7686'
    pen.lineWidth = 1.8
    pen.beginPath()
    pen.arc(38, statusBarHeight + 29, 6, 0, Math.PI * 2)
    pen.moveTo(42.5, statusBarHeight + 33.5)
    pen.lineTo(47, statusBarHeight + 38)
    pen.stroke()
    label(pen, '搜索或输入网址', 58, statusBarHeight + 35, { size: 14.5, colour: '#8b94a1' })
  }

  protected paintContent(pen: Pen, top: number, bottom: number): void {
    const { width } = this.stage
    const column = (width - 32) / 4
    for (const [index, [name, colour]] of sites.entries()) {
      const x = 16 + (index % 4) * column + column / 2
      const y = 20 + Math.floor(index / 4) * tileHeight
      card(pen, { x: x - 23, y, width: 46, height: 46 }, 23, colour)
      label(pen, name.slice(0, 1), x, y + 30, { size: 19, colour: '#ffffff', medium: true, align: 'center' })
      label(pen, name, x, y + 65, { size: 12, colour: '#4b5563', align: 'center' })
    }
    label(pen, '为你推荐', 20, storiesTop - 12, { size: 16, colour: '#20252d', medium: true })
    for (const [index, [title, source]] of stories.entries()) {
      const y = storiesTop + index * storyHeight
      if (y > bottom || y + storyHeight < top) continue
      if (index > 0) {
        pen.fillStyle = '#eef0f4'
        pen.fillRect(20, y, width - 40, 1)
      }
      label(pen, title, 20, y + 34, { size: 15, colour: '#20252d' })
      label(pen, source, 20, y + 60, { size: 12, colour: '#8b94a1' })
      const colour = sites[(index * 3) % sites.length]?.[1] ?? ''
      card(pen, { x: width - 72, y: y + 16, width: 52, height: 52 }, 12, colour)
    }
  }
}
