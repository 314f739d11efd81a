import { AppStage, type StageHost } from './app-stage.ts'
import type { App, Stage } from './app.ts'
import type { Area } from './area.ts'
import type { Pen } from './canvas.ts'
import type { Clock } from './clock.ts'
import { type InstalledApp, installedApps } from './installed-apps.ts'
import { Launcher } from './launcher.ts'
import { Recents } from './recents.ts'
import { Transition } from './transition.ts'

/** What is in front: the home screen, an app or the recents, and the way from one to another. */
export class WindowManager {
  #host: StageHost
  #launcher: Launcher
  #recents: Recents
  /** What runs, and since when. */
  #running = new Map<InstalledApp, { app: App; since: number }>()
  /** The app in front; undefined on the home screen. */
  #front: InstalledApp | undefined
  #recentsShown = false
  #transition: Transition | undefined

  constructor(host: StageHost, clock: Clock) {
    this.#host = host
    const { serial } = host.identity
    this.#launcher = new Launcher({
      stage: this.#stageOf(undefined),
      serial,
      clock,
      apps: installedApps,
      open: (app) => this.open(app),
    })
    this.#recents = new Recents({
      stage: new AppStage(host),
      serial,
      paintApp: (pen, app) => this.#appOf(app).paint(pen),
      select: (app) => (app ? this.open(app) : this.goHome()),
      dismiss: (app) => this.#quit(app),
    })
  }

  get front(): InstalledApp | undefined {
    return this.#front
  }

  /** The app that is seen, rather than the home screen or the recents. */
  get focused(): InstalledApp | undefined {
    return this.#recentsShown ? undefined : this.#front
  }

  get running(): { packageName: string; since: number }[] {
    return [...this.#running].map(([{ packageName }, { since }]) => ({ packageName, since }))
  }

  /** Who gets touches, the wheel, and, if it is an app, keys and text. */
  get target(): Recents | App {
    return this.#recentsShown ? this.#recents : this.#visibleApp
  }

  /** The app that is seen, if it is not hidden by the recents. */
  get app(): App | undefined {
    return this.#recentsShown ? undefined : this.#visibleApp
  }

  get clockArea(): Area | undefined {
    return this.#front || this.#recentsShown ? undefined : this.#launcher.clockArea
  }

  /** Whether what lies under the bars at the top and the bottom asks for light or for dark signs. */
  get tints(): { top: 'light' | 'dark'; bottom: 'light' | 'dark' } {
    if (this.#recentsShown || this.#transition) return { top: 'light', bottom: 'light' }
    const { statusBar, navigationBar = statusBar } = this.#visibleApp
    return { top: statusBar, bottom: navigationBar }
  }

  get #visibleApp(): App {
    return this.#front ? this.#appOf(this.#front) : this.#launcher
  }

  open(app: InstalledApp): void {
    this.#recents.opened(app)
    const wasInFront = this.#front === app && !this.#recentsShown
    const from = this.#recentsShown ? this.#recents.cardArea(app) : this.#launcher.iconArea(app)
    this.#front = app
    this.#recentsShown = false
    this.#appOf(app)
    if (!wasInFront) this.#animate(app, from, 'open')
    this.#host.invalidate()
  }

  goHome(): void {
    const leaving = this.#recentsShown ? undefined : this.#front
    this.#front = undefined
    this.#recentsShown = false
    if (leaving) this.#animate(leaving, this.#launcher.iconArea(leaving), 'close')
    this.#host.invalidate()
  }

  back(): void {
    if (this.#recentsShown) this.toggleRecents()
    else if (!this.#visibleApp.back?.()) this.goHome()
  }

  toggleRecents(): void {
    this.#recentsShown = !this.#recentsShown
    this.#transition = undefined
    this.#recents.show()
    this.#host.invalidate()
  }

  /** Ends what is only seen, as when nobody looks any more. */
  settle(): void {
    this.#transition = undefined
  }

  resized(): void {
    this.#transition = undefined
    for (const { app } of this.#running.values()) app.resized?.()
  }

  paint(pen: Pen): void {
    if (this.#transition) this.#transition.paint(pen, this.#launcher, this.#host.now(), this.#host.bounds())
    else this.target.paint(pen)
  }

  /** As `App.advance`. */
  advance(now: number): number {
    if (this.#transition) {
      this.#host.invalidate()
      if (!this.#transition.isOver(now)) return 0
      this.#transition = undefined
    }
    return this.app?.advance?.(now) ?? Infinity
  }

  close(): void {
    for (const { app } of this.#running.values()) app.close?.()
    this.#running.clear()
  }

  #appOf(app: InstalledApp): App {
    const running = this.#running.get(app) ?? { app: app.create(this.#stageOf(app)), since: this.#host.now() }
    this.#running.set(app, running)
    return running.app
  }

  /** Ends an app, as if it had been thrown out of the recents. */
  stop(app: InstalledApp): void {
    this.#recents.end([app])
  }

  #quit(app: InstalledApp): void {
    this.#transition = undefined
    this.#running.get(app)?.app.close?.()
    this.#running.delete(app)
    if (this.#front === app) this.#front = undefined
    this.#host.invalidate()
  }

  #animate(app: InstalledApp, icon: Area, direction: 'open' | 'close'): void {
    if (!this.#host.isWatched()) return
    this.#transition = new Transition({ app: this.#appOf(app), icon, direction, since: this.#host.now() })
  }

  /** The stage of an app, or of the launcher (undefined): what is not in front can't dirty the screen. */
  #stageOf(owner: InstalledApp | undefined): Stage {
    return new AppStage({
      ...this.#host,
      invalidate: (area) => {
        if (this.#recentsShown) this.#host.invalidate()
        else if (this.#front === owner) this.#host.invalidate(area)
      },
    })
  }
}
