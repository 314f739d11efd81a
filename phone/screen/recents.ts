import { navigationBarHeight, type Stage, statusBarHeight, type Touch } from './app.ts'
import { type Area, contains } from './area.ts'
import type { Pen } from './canvas.ts'
import { font } from './fonts.ts'
import type { InstalledApp } from './installed-apps.ts'
import { paintWallpaper } from './wallpaper.ts'

const gap = 18
/** dp that a notch of the wheel moves the cards by. */
const notch = 60
/** dp that a finger moves before it drags, and that it has to throw a card up by to end its app. */
const slop = 8
const throwDistance = 90
const clearButton = { width: 112, height: 36 }

interface Finger {
  x: number
  y: number
  offset: number
  card: InstalledApp | undefined
  moves?: 'sideways' | 'upwards'
}

/** The apps used last, as cards side by side: tap to return, throw up to end, or end all. */
export class Recents {
  #stage: Stage
  #serial: string
  #paintApp: (pen: Pen, app: InstalledApp) => void
  #select: (app: InstalledApp | undefined) => void
  #dismiss: (app: InstalledApp) => void
  /** Last used first. */
  #apps: InstalledApp[] = []
  #offset = 0
  #finger: Finger | undefined
  #lifted = 0

  constructor(options: {
    stage: Stage
    serial: string
    paintApp: (pen: Pen, app: InstalledApp) => void
    select: (app: InstalledApp | undefined) => void
    dismiss: (app: InstalledApp) => void
  }) {
    this.#stage = options.stage
    this.#serial = options.serial
    this.#paintApp = options.paintApp
    this.#select = options.select
    this.#dismiss = options.dismiss
  }

  opened(app: InstalledApp): void {
    this.#apps = [app, ...this.#apps.filter((other) => other !== app)]
  }

  show(): void {
    this.#offset = 0
    this.#finger = undefined
    this.#lifted = 0
  }

  /** Where an app's card is; the last used one is in the middle, older ones to its left. */
  cardArea(app: InstalledApp): Area {
    const { width, height } = this.#stage
    const room = height - statusBarHeight - navigationBarHeight - clearButton.height - 76
    const scale = Math.min(0.68, room / height)
    const [cardWidth, cardHeight] = [width * scale, height * scale]
    return {
      x: (width - cardWidth) / 2 - this.#apps.indexOf(app) * (cardWidth + gap) + this.#offset,
      y: statusBarHeight + 46,
      width: cardWidth,
      height: cardHeight,
    }
  }

  get #clearArea(): Area {
    const { width, height } = this.#stage
    return {
      x: (width - clearButton.width) / 2,
      y: height - navigationBarHeight - clearButton.height - 12,
      ...clearButton,
    }
  }

  paint(pen: Pen): void {
    const { width, height } = this.#stage
    paintWallpaper(pen, this.#serial, width, height)
    pen.fillStyle = 'rgba(10,12,20,.55)'
    pen.fillRect(0, 0, width, height)
    pen.textAlign = 'center'
    pen.fillStyle = '#ffffff'
    if (this.#apps.length === 0) {
      pen.font = font(16)
      pen.fillText('没有最近使用的应用', width / 2, height / 2)
      return
    }
    for (const app of this.#apps) this.#paintCard(pen, app)
    const clear = this.#clearArea
    pen.fillStyle = 'rgba(255,255,255,.18)'
    pen.beginPath()
    pen.roundRect(clear.x, clear.y, clear.width, clear.height, clear.height / 2)
    pen.fill()
    pen.textAlign = 'center'
    pen.fillStyle = '#ffffff'
    pen.font = font(14, 'medium')
    pen.fillText('全部清除', clear.x + clear.width / 2, clear.y + 23)
  }

  #paintCard(pen: Pen, app: InstalledApp): void {
    const card = this.cardArea(app)
    if (card.x > this.#stage.width || card.x + card.width < 0) return
    const top = this.#finger?.card === app ? card.y - this.#lifted : card.y
    pen.save()
    pen.translate(card.x, top - 34)
    pen.scale(24, 24)
    app.icon(pen)
    pen.restore()
    pen.textAlign = 'left'
    pen.fillStyle = '#ffffff'
    pen.font = font(14, 'medium')
    pen.fillText(app.title, card.x + 32, top - 17)
    pen.save()
    pen.beginPath()
    pen.roundRect(card.x, top, card.width, card.height, 18)
    pen.clip()
    pen.translate(card.x, top)
    pen.scale(card.width / this.#stage.width, card.height / this.#stage.height)
    this.#paintApp(pen, app)
    pen.restore()
  }

  touch(touch: Touch): void {
    if (touch.action === 'down') {
      const card = this.#apps.find((app) => contains(this.cardArea(app), touch.x, touch.y))
      this.#finger = { x: touch.x, y: touch.y, offset: this.#offset, card }
      return
    }
    const finger = this.#finger
    if (!finger) return
    if (touch.action === 'move') return this.#follow(finger, touch)
    const thrown = finger.moves === 'upwards' && this.#lifted >= throwDistance
    this.#finger = undefined
    this.#lifted = 0
    this.#stage.invalidate()
    if (touch.action === 'cancel') return
    if (thrown && finger.card) this.end([finger.card])
    else if (!finger.moves) this.#tap(touch, finger.card)
  }

  #follow(finger: Finger, touch: Touch): void {
    const [dx, dy] = [touch.x - finger.x, touch.y - finger.y]
    if (!finger.moves && Math.hypot(dx, dy) >= slop) finger.moves = Math.abs(dx) > -dy ? 'sideways' : 'upwards'
    if (finger.moves === 'sideways') this.#slide(finger.offset + dx)
    if (finger.moves === 'upwards') {
      this.#lifted = Math.max(0, -dy)
      this.#stage.invalidate()
    }
  }

  wheel(_x: number, _y: number, dx: number, dy: number): void {
    this.#slide(this.#offset + (dx || dy) * notch)
  }

  #slide(offset: number): void {
    const last = this.#apps.at(-1)
    if (!last) return
    const furthest = (this.#apps.length - 1) * (this.cardArea(last).width + gap)
    this.#offset = Math.max(0, Math.min(furthest, offset))
    this.#stage.invalidate()
  }

  #tap(touch: Touch, card: InstalledApp | undefined): void {
    if (card) this.#select(card)
    else if (contains(this.#clearArea, touch.x, touch.y)) {
      this.end(this.#apps)
      this.#select(undefined)
    } else this.#select(undefined)
  }

  end(apps: InstalledApp[]): void {
    this.#apps = this.#apps.filter((app) => !apps.includes(app))
    this.#slide(this.#offset)
    for (const app of apps) this.#dismiss(app)
  }
}
