import { type Stage, statusBarHeight } from '../app.ts'
import type { Pen } from '../canvas.ts'
import { card, label, ScrollingApp } from '../scrolling-app.ts'

/** What makes one marketplace look unlike another. */
export interface Market {
  name: string
  header: string
  /** of text and signs on the header */
  ink: string
  accent: string
  slogan: string
  goods: [title: string, price: string, colour: string][]
}

const cardHeight = 196
const bannerHeight = 116
const gap = 12

/** A marketplace's front page: search, a banner and goods two abreast. */
export class Shop extends ScrollingApp {
  readonly statusBar: 'light' | 'dark'
  protected readonly background = '#f3f4f6'
  protected override readonly headerHeight = statusBarHeight + 60
  #market: Market

  constructor(stage: Stage, market: Market) {
    super(stage)
    this.#market = market
    this.statusBar = market.ink === '#ffffff' ? 'light' : 'dark'
  }

  get #abreast(): number {
    return this.stage.width > this.stage.height ? 4 : 2
  }

  protected contentHeight(): number {
    return bannerHeight + 2 * gap + 34 + Math.ceil(this.#market.goods.length / this.#abreast) * (cardHeight + gap)
  }

  protected paintHeader(pen: Pen): void {
    const { width } = this.stage
    const { header, ink, name } = this.#market
    pen.fillStyle = header
    pen.fillRect(0, 0, width, this.headerHeight)
    label(pen, name, 16, statusBarHeight + 37, { size: 19, colour: ink, medium: true })
    const left = 112
    card(
      pen,
      { x: left, y: statusBarHeight + 12, width: width - left - 16, height: 36 },
      18,
      header === '#ffffff' ? '#f1f3f6' : '#ffffff',
    )
    pen.strokeStyle = '#8b94a1'
    pen.lineWidth = 1.8
    pen.beginPath()
    pen.arc(left + 19, statusBarHeight + 29, 5.5, 0, Math.PI * 2)
    pen.moveTo(left + 23, statusBarHeight + 33)
    pen.lineTo(left + 27, statusBarHeight + 37)
    pen.stroke()
    label(pen, '搜索商品', left + 36, statusBarHeight + 35, { size: 14, colour: '#9aa2ad' })
  }

  protected paintContent(pen: Pen, top: number, bottom: number): void {
    const { width } = this.stage
    const { accent, slogan, goods } = this.#market
    card(pen, { x: gap, y: gap, width: width - 2 * gap, height: bannerHeight }, 16, accent)
    label(pen, slogan, gap + 20, gap + 52, { size: 22, colour: '#ffffff', medium: true })
    label(pen, '今日精选 · 限时优惠', gap + 20, gap + 80, { size: 13, colour: 'rgba(255,255,255,.85)' })
    pen.fillStyle = 'rgba(255,255,255,.16)'
    pen.beginPath()
    pen.arc(width - 62, gap + bannerHeight / 2, 38, 0, Math.PI * 2)
    pen.fill()
    label(pen, '为你推荐', gap + 4, bannerHeight + 2 * gap + 22, { size: 16, colour: '#20252d', medium: true })

    const cardWidth = (width - (this.#abreast + 1) * gap) / this.#abreast
    for (const [index, good] of goods.entries()) {
      const x = gap + (index % this.#abreast) * (cardWidth + gap)
      const y = bannerHeight + 2 * gap + 34 + Math.floor(index / this.#abreast) * (cardHeight + gap)
      if (y < bottom && y + cardHeight > top) this.#paintGood(pen, good, x, y, cardWidth)
    }
  }

  #paintGood(pen: Pen, [title, price, colour]: Market['goods'][number], x: number, y: number, width: number): void {
    card(pen, { x, y, width, height: cardHeight }, 14, '#ffffff')
    card(pen, { x: x + 8, y: y + 8, width: width - 16, height: 118 }, 10, colour)
    const middle = x + width / 2
    pen.fillStyle = 'rgba(255,255,255,.55)'
    pen.beginPath()
    pen.roundRect(middle - 26, y + 46, 52, 46, 9)
    pen.fill()
    pen.strokeStyle = 'rgba(255,255,255,.75)'
    pen.lineWidth = 4
    pen.beginPath()
    pen.arc(middle, y + 48, 13, Math.PI, 0)
    pen.stroke()
    label(pen, title, x + 12, y + 149, { size: 13.5, colour: '#2a303a' })
    label(pen, price, x + 12, y + 177, { size: 17, colour: this.#market.accent, medium: true })
  }
}

const goods: [string, string][] = [
  ['无线降噪耳机', '29.99'],
  ['便携咖啡机', '45.50'],
  ['护眼台灯', '18.90'],
  ['旅行双肩包', '36.00'],
  ['智能手环', '24.80'],
  ['陶瓷马克杯', '9.99'],
  ['人体工学椅', '129.00'],
  ['露营帐篷', '88.60'],
  ['机械键盘', '59.00'],
  ['香薰蜡烛', '12.40'],
  ['保温水壶', '16.75'],
  ['蓝牙音箱', '33.20'],
]
const colours = ['#8fb3d9', '#d9a38f', '#a7c796', '#c9b2dc', '#e0c27f', '#8cc5c0']

/** The same twelve goods in another order and other colours for each marketplace. */
function market(name: string, header: string, ink: string, accent: string, slogan: string, shift: number): Market {
  const turned = goods.map((_, index): [string, string, string] => {
    const [title, price] = goods[(index * 5 + shift) % goods.length] ?? ['', '']
    return [title, `$${price}`, colours[(index + shift) % colours.length] ?? '#cccccc']
  })
  return { name, header, ink, accent, slogan, goods: turned }
}

export const amazon = market('Amazon', '#232f3e', '#ffffff', '#e47911', '全球好货 一站购齐', 0)
export const tiktok = market('TikTok', '#111111', '#ffffff', '#ee1d52', '边看边买 潮流直达', 2)
export const temu = market('Temu', '#fb7701', '#ffffff', '#fb7701', '天天低价 包邮到家', 4)
export const walmart = market('Walmart', '#0071ce', '#ffffff', '#0071ce', '省钱 省心 好生活', 6)
export const rednote = market('小红书', '#ffffff', '#20252d', '#ff2442', '标记我的生活', 8)
export const depop = market('Depop', '#ffffff', '#20252d', '#e8281c', '好物值得第二次生命', 10)
