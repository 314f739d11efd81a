import { AppStage } from './app-stage.ts'
import { type App, navigationBarHeight, type Stage, type Touch } from './app.ts'
import { type Area, contains } from './area.ts'
import { openCanvas, type Pen } from './canvas.ts'
import { Clock } from './clock.ts'
import type { NotesStore, ScreenIdentity } from './identity.ts'
import { type InstalledApp, installedApps } from './installed-apps.ts'
import { keycodes, keyPress } from './key-characters.ts'
import { Launcher } from './launcher.ts'
import { Recents } from './recents.ts'
import {
  type NavigationButton,
  navigationButtonArea,
  paintNavigationBar,
  paintStatusBar,
  statusBarArea,
} from './system-bars.ts'
import { Transition } from './transition.ts'

export type { NotesStore, ScreenIdentity } from './identity.ts'

/** Somebody who looks at the screen. */
export interface Viewer {
  /** An area (dp) looks different now. */
  dirty(area: Area): void
  /** The screen was rotated: its size is another, and all of it is different. */
  rotated(): void
}

/** dp of the screen's shorter side, whatever its pixels. */
const shorterSide = 360
const buttons: NavigationButton[] = ['back', 'home', 'recents']

/**
 * The screen of a virtual phone: what is on it, and what touches, keys and text do to it.
 *
 * State changes at once; only what a viewer sees is animated. Nothing here runs on a timer: viewers ask (`advance`) when
 * the picture will next change by itself, and a phone that nobody looks at holds no canvas and does nothing.
 */
export class PhoneScreen {
  readonly apps: readonly InstalledApp[] = installedApps
  readonly identity: ScreenIdentity
  #pixels: { width: number; height: number }
  #notes: NotesStore
  #now: () => number
  #clock: Clock
  #clockShown = 0
  #launcher: Launcher
  #recents: Recents
  #running = new Map<InstalledApp, App>()
  /** The app in front; undefined on the home screen. */
  #front: InstalledApp | undefined
  #recentsShown = false
  #transition: Transition | undefined
  #on = true
  #clipboard = ''
  #clipboardListeners = new Set<(text: string) => void>()
  #viewers = new Set<Viewer>()
  #finger: { pointerId: number; target: NavigationButton | Pick<App, 'touch'> } | undefined
  #pressedButton: NavigationButton | undefined

  /** @param options width and height in pixels; `now` in ms since 1970, for the clock and for animation */
  constructor(options: {
    width: number
    height: number
    identity: ScreenIdentity
    notes: NotesStore
    now?: () => number
  }) {
    this.#pixels = { width: options.width, height: options.height }
    this.identity = options.identity
    this.#notes = options.notes
    this.#now = options.now ?? Date.now
    this.#clock = new Clock(options.identity, this.#now)
    this.#launcher = new Launcher({
      stage: this.#stageOf(undefined),
      serial: options.identity.serial,
      clock: this.#clock,
      apps: installedApps,
      open: (app) => this.#open(app),
    })
    this.#recents = new Recents({
      stage: this.#stageOf('recents'),
      serial: options.identity.serial,
      paintApp: (pen, app) => this.#appOf(app).paint(pen),
      select: (app) => (app ? this.#open(app) : this.#goHome()),
      dismiss: (app) => this.#quit(app),
    })
  }

  /** Pixels, as currently rotated. */
  get width(): number {
    return this.#pixels.width
  }

  get height(): number {
    return this.#pixels.height
  }

  get isOn(): boolean {
    return this.#on
  }

  /** The app in front, or undefined on the home screen. */
  get frontApp(): InstalledApp | undefined {
    return this.#front
  }

  get #scale(): number {
    return Math.min(this.width, this.height) / shorterSide
  }

  /** The whole screen in dp. */
  get bounds(): Area {
    return { x: 0, y: 0, width: this.width / this.#scale, height: this.height / this.#scale }
  }

  // What happens to it

  /** A finger, at a point in pixels. The first finger counts; this phone knows no gestures of two. */
  touch(action: Touch['action'], pointerId: number, x: number, y: number): void {
    if (!this.#on) return
    const touch: Touch = { action, x: x / this.#scale, y: y / this.#scale }
    if (action === 'down') {
      if (this.#finger) return
      this.#finger = { pointerId, target: this.#targetAt(touch.x, touch.y) }
    }
    const finger = this.#finger
    if (finger?.pointerId !== pointerId) return
    if (action === 'up' || action === 'cancel') this.#finger = undefined
    if (typeof finger.target === 'string') this.#touchButton(finger.target, touch)
    else finger.target.touch(touch)
  }

  /** A key of Android's; it acts when pressed. */
  key(action: 'down' | 'up', keycode: number, metaState = 0): void {
    if (action === 'up') return
    if (keycode === keycodes.power) return this.#setPower(!this.#on)
    if (keycode === keycodes.wakeUp) return this.#setPower(true)
    if (keycode === keycodes.sleep) return this.#setPower(false)
    if (!this.#on) return
    if (keycode === keycodes.home) this.#goHome()
    else if (keycode === keycodes.back) this.back()
    else if (keycode === keycodes.appSwitch) this.#toggleRecents()
    else this.#typing?.key?.(keyPress(keycode, metaState))
  }

  /** Text as an input method would commit it. */
  text(text: string): void {
    if (this.#on) this.#typing?.text?.(text)
  }

  /** A mouse wheel at a point in pixels, in notches: positive `dy` is up, positive `dx` right. */
  scroll(x: number, y: number, dx: number, dy: number): void {
    if (!this.#on) return
    const [left, top] = [x / this.#scale, y / this.#scale]
    if (this.#recentsShown) this.#recents.wheel(dx || dy)
    else this.#visibleApp.wheel(left, top, dx, dy)
  }

  back(): void {
    if (!this.#on) return
    if (this.#recentsShown) this.#toggleRecents()
    else this.#goHome()
  }

  /** Turns the phone by a quarter. */
  rotate(): void {
    this.#pixels = { width: this.#pixels.height, height: this.#pixels.width }
    this.#finger = undefined
    this.#pressedButton = undefined
    this.#transition = undefined
    for (const app of this.#running.values()) app.resized?.()
    for (const viewer of this.#viewers) viewer.rotated()
  }

  /** Opens an app; false when no app has this package name. */
  launch(packageName: string): boolean {
    const app = installedApps.find((candidate) => candidate.packageName === packageName)
    if (!app) return false
    this.#open(app)
    return true
  }

  wake(): void {
    this.#setPower(true)
  }

  sleep(): void {
    this.#setPower(false)
  }

  get clipboard(): string {
    return this.#clipboard
  }

  set clipboard(text: string) {
    this.#clipboard = text
    for (const listener of this.#clipboardListeners) listener(text)
  }

  /** Calls back with the clipboard's text whenever it is set, as Android does also for the same text again. */
  onClipboard(listener: (text: string) => void): () => void {
    this.#clipboardListeners.add(listener)
    return () => this.#clipboardListeners.delete(listener)
  }

  // How it looks

  /** Tells a viewer of every change from now on; returns the un-watch. */
  watch(viewer: Viewer): () => void {
    this.#viewers.add(viewer)
    return () => {
      this.#viewers.delete(viewer)
      if (this.#viewers.size === 0) this.#transition = undefined
    }
  }

  /** Draws the screen as it is now, `width` x `height` pixels, as far as the pen's clip allows. */
  paint(pen: Pen, width: number, height: number): void {
    const { bounds } = this
    pen.save()
    pen.scale(width / bounds.width, height / bounds.height)
    if (!this.#on) {
      pen.fillStyle = '#000000'
      pen.fillRect(0, 0, bounds.width, bounds.height)
    } else this.#paintLit(pen, bounds)
    pen.restore()
  }

  #paintLit(pen: Pen, bounds: Area): void {
    const app = this.#visibleApp
    if (this.#transition) this.#transition.paint(pen, this.#launcher, this.#now(), bounds)
    else if (this.#recentsShown) this.#recents.paint(pen)
    else app.paint(pen)
    const tint = this.#recentsShown || this.#transition ? 'light' : app.statusBar
    const { time } = this.#clock.face()
    paintStatusBar(pen, bounds.width, time, this.identity.battery(), tint)
    const navigationTint = this.#recentsShown || this.#transition ? 'light' : (app.navigationBar ?? app.statusBar)
    paintNavigationBar(pen, bounds.width, bounds.height, navigationTint, this.#pressedButton)
  }

  /**
   * Brings what changes with time up to date, telling viewers what changed.
   *
   * @returns in how many ms to call again: 0 for the next frame, Infinity for never
   */
  advance(): number {
    if (!this.#on) return Infinity
    const now = this.#now()
    if (this.#clockShown !== this.#clock.minute) {
      this.#clockShown = this.#clock.minute
      this.#invalidate(statusBarArea(this.bounds.width))
      if (!this.#front && !this.#recentsShown) this.#invalidate(this.#launcher.clockArea)
    }
    let wait = this.#clock.untilChange
    if (this.#transition) {
      this.#invalidate(this.bounds)
      if (this.#transition.isOver(now)) this.#transition = undefined
      else wait = 0
    }
    if (!this.#recentsShown && !this.#transition) wait = Math.min(wait, this.#visibleApp.advance?.(now) ?? Infinity)
    return wait
  }

  /** A screenshot at the screen's own size. */
  async png(): Promise<Buffer> {
    const canvas = openCanvas(this.width, this.height)
    this.paint(canvas.getContext('2d'), this.width, this.height)
    return canvas.encode('png')
  }

  /** Closes every app and forgets every viewer. */
  destroy(): void {
    for (const app of this.#running.values()) app.close?.()
    this.#running.clear()
    this.#viewers.clear()
    this.#clipboardListeners.clear()
  }

  // What is in front

  get #visibleApp(): App {
    return this.#front ? this.#appOf(this.#front) : this.#launcher
  }

  /** Who gets keys and text. */
  get #typing(): App | undefined {
    return this.#recentsShown ? undefined : this.#visibleApp
  }

  #appOf(app: InstalledApp): App {
    let running = this.#running.get(app)
    if (!running) this.#running.set(app, (running = app.create(this.#stageOf(app))))
    return running
  }

  #open(app: InstalledApp): void {
    this.#recents.opened(app)
    const wasInFront = this.#front === app && !this.#recentsShown
    const from = this.#recentsShown ? this.#recents.cardArea(app) : this.#launcher.iconArea(app)
    this.#front = app
    this.#recentsShown = false
    if (!wasInFront) this.#animate(app, from, 'open')
    this.#invalidate(this.bounds)
  }

  #goHome(): void {
    const leaving = this.#recentsShown ? undefined : this.#front
    this.#front = undefined
    this.#recentsShown = false
    if (leaving) this.#animate(leaving, this.#launcher.iconArea(leaving), 'close')
    this.#invalidate(this.bounds)
  }

  #toggleRecents(): void {
    this.#recentsShown = !this.#recentsShown
    this.#transition = undefined
    this.#recents.show()
    this.#invalidate(this.bounds)
  }

  #quit(app: InstalledApp): void {
    this.#running.get(app)?.close?.()
    this.#running.delete(app)
    if (this.#front === app) this.#front = undefined
    this.#invalidate(this.bounds)
  }

  #animate(app: InstalledApp, icon: Area, direction: 'open' | 'close'): void {
    if (this.#viewers.size === 0) return
    this.#transition = new Transition({ app: this.#appOf(app), icon, direction, since: this.#now() })
  }

  #setPower(on: boolean): void {
    if (on === this.#on) return
    this.#on = on
    this.#finger = undefined
    this.#pressedButton = undefined
    this.#transition = undefined
    this.#invalidate(this.bounds)
  }

  #targetAt(x: number, y: number): NavigationButton | Pick<App, 'touch'> {
    const { width, height } = this.bounds
    if (y >= height - navigationBarHeight) {
      const button = buttons.find((candidate) => contains(navigationButtonArea(candidate, width, height), x, y))
      if (button) return button
    }
    return this.#recentsShown ? this.#recents : this.#visibleApp
  }

  #touchButton(button: NavigationButton, touch: Touch): void {
    const { width, height } = this.bounds
    const area = navigationButtonArea(button, width, height)
    const inside = contains(area, touch.x, touch.y)
    const pressed = inside && (touch.action === 'down' || touch.action === 'move') ? button : undefined
    if (pressed !== this.#pressedButton) {
      this.#pressedButton = pressed
      this.#invalidate(area)
    }
    if (touch.action !== 'up' || !inside) return
    if (button === 'back') this.back()
    else if (button === 'home') this.#goHome()
    else this.#toggleRecents()
  }

  #invalidate(area: Area): void {
    for (const viewer of this.#viewers) viewer.dirty(area)
  }

  /** The stage of an app, of the launcher (undefined) or of the recents: what is not in front can't dirty the screen. */
  #stageOf(owner: InstalledApp | 'recents' | undefined): Stage {
    return new AppStage({
      identity: this.identity,
      notes: this.#notes,
      now: this.#now,
      bounds: () => this.bounds,
      isWatched: () => this.#viewers.size > 0,
      clipboard: {
        read: () => this.clipboard,
        write: (text) => {
          this.clipboard = text
        },
      },
      invalidate: (area) => {
        if (!this.#on) return
        if (this.#recentsShown) this.#invalidate(this.bounds)
        else if (this.#front === owner) this.#invalidate(area ?? this.bounds)
      },
    })
  }
}
