import type { App, Touch } from './app.ts'
import { navigationBarHeight } from './app.ts'
import { type Area, contains, grown } from './area.ts'
import type { Pen } from './canvas.ts'
import { font } from './fonts.ts'
import type { Clock } from './clock.ts'
import type { InstalledApp } from './installed-apps.ts'
import { paintWallpaper } from './wallpaper.ts'

const iconSize = 50
const dockHeight = 92
/** How far a finger may stray from an icon before it no longer means it. */
const strayLimit = 16

/** The home screen: clock, date, the apps in rows of four, and the dock. */
export class Launcher implements App {
  readonly statusBar = 'light'
  #stage: { width: number; height: number; invalidate(area?: Area): void }
  #serial: string
  #clock: Clock
  #apps: InstalledApp[]
  #open: (app: InstalledApp) => void
  #pressed: InstalledApp | undefined

  constructor(options: {
    stage: { width: number; height: number; invalidate(area?: Area): void }
    serial: string
    clock: Clock
    apps: InstalledApp[]
    open: (app: InstalledApp) => void
  }) {
    this.#stage = options.stage
    this.#serial = options.serial
    this.#clock = options.clock
    this.#apps = options.apps
    this.#open = options.open
  }

  paint(pen: Pen): void {
    const { width, height } = this.#stage
    paintWallpaper(pen, this.#serial, width, height)

    const { time, date } = this.#clock.face()
    const clock = this.clockArea
    const middle = clock.x + clock.width / 2
    pen.fillStyle = '#ffffff'
    pen.textAlign = 'center'
    pen.font = font(66, 'light')
    pen.fillText(time, middle, clock.y + 60)
    pen.font = font(15)
    pen.fillText(date, middle, clock.y + 88)

    const dock = this.#dockArea
    pen.fillStyle = 'rgba(255,255,255,.14)'
    pen.beginPath()
    pen.roundRect(dock.x, dock.y, dock.width, dock.height, 24)
    pen.fill()

    for (const app of this.#apps) this.#paintIcon(pen, app)
  }

  #paintIcon(pen: Pen, app: InstalledApp): void {
    const area = this.iconArea(app)
    pen.save()
    pen.translate(area.x + area.width / 2, area.y + area.height / 2)
    const size = this.#pressed === app ? iconSize * 0.9 : iconSize
    pen.scale(size, size)
    pen.translate(-0.5, -0.5)
    app.icon(pen)
    if (this.#pressed === app) {
      pen.fillStyle = 'rgba(0,0,0,.28)'
      pen.beginPath()
      pen.roundRect(0, 0, 1, 1, 0.26)
      pen.fill()
    }
    pen.restore()
    pen.fillStyle = '#ffffff'
    pen.textAlign = 'center'
    pen.font = font(12)
    pen.fillText(app.title, area.x + area.width / 2, area.y + area.height + 18)
  }

  touch(touch: Touch): void {
    if (touch.action === 'down') {
      this.#press(this.#apps.find((app) => contains(grown(this.iconArea(app), 8), touch.x, touch.y)))
      return
    }
    const pressed = this.#pressed
    if (!pressed) return
    const inside = contains(grown(this.iconArea(pressed), strayLimit), touch.x, touch.y)
    if (touch.action === 'move' && inside) return
    this.#press(undefined)
    if (touch.action === 'up' && inside) this.#open(pressed)
  }

  /** The home screen does not scroll. */
  wheel(): void {}

  #press(app: InstalledApp | undefined): void {
    for (const changed of [this.#pressed, app]) if (changed) this.#stage.invalidate(this.iconArea(changed))
    this.#pressed = app
  }

  get #landscape(): boolean {
    return this.#stage.width > this.#stage.height
  }

  get clockArea(): Area {
    const { width, height } = this.#stage
    if (this.#landscape)
      return { x: 0, y: (height - navigationBarHeight - dockHeight) / 2 - 40, width: width * 0.42, height: 100 }
    return { x: 0, y: height * 0.12, width, height: 100 }
  }

  get #dockArea(): Area {
    const { width, height } = this.#stage
    const dockWidth = Math.min(width - 28, 380)
    return {
      x: (width - dockWidth) / 2,
      y: height - navigationBarHeight - dockHeight - 4,
      width: dockWidth,
      height: dockHeight,
    }
  }

  /** Where an app's icon is, without its title. */
  iconArea(app: InstalledApp): Area {
    const column = (area: Area, index: number) =>
      area.x + (area.width / 4) * (index % 4) + (area.width / 4 - iconSize) / 2
    if (app.docked) {
      const dock = this.#dockArea
      const index = this.#apps.filter((other) => other.docked).indexOf(app)
      return { x: column(dock, index), y: dock.y + 11, width: iconSize, height: iconSize }
    }
    const grid = this.#gridArea
    const index = this.#apps.filter((other) => !other.docked).indexOf(app)
    return { x: column(grid, index), y: grid.y + Math.floor(index / 4) * 92, width: iconSize, height: iconSize }
  }

  get #gridArea(): Area {
    const { width } = this.#stage
    const dock = this.#dockArea
    if (this.#landscape) return { x: width * 0.44, y: 46, width: width * 0.53, height: 180 }
    return { x: dock.x, y: dock.y - 194, width: dock.width, height: 180 }
  }
}
