import type { App, MultiTouch, Touch } from './app.ts'
import type { Area } from './area.ts'
import { type Canvas, openCanvas, type Pen } from './canvas.ts'
import { Clock } from './clock.ts'
import type { NotesStore, ScreenIdentity, VolumeControl } from './identity.ts'
import { Fingers } from './fingers.ts'
import { homePackage, type InstalledApp, installedApps } from './installed-apps.ts'
import { keycodes, keyPress } from './key-characters.ts'
import { NavigationBar } from './navigation-bar.ts'
import { paintStatusBar, statusBarArea } from './status-bar.ts'
import { VolumePanel } from './volume-panel.ts'
import { WindowManager } from './window-manager.ts'

export type { NotesStore, ScreenIdentity } from './identity.ts'

/** Somebody who looks at the screen. */
export interface Viewer {
  /** An area (dp) looks different now. */
  dirty(area: Area): void
  /** The screen was rotated: its size is another, and all of it is different. */
  rotated(): void
}

const appOf = (packageName: string): InstalledApp | undefined =>
  installedApps.find((app) => app.packageName === packageName)

type TouchTarget = Pick<App, 'touch' | 'multiTouch'>

/** dp of the screen's shorter side, whatever its pixels. */
const shorterSide = 360

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
  #now: () => number
  #clock: Clock
  #minuteShown: number
  #windows: WindowManager
  #navigationBar: NavigationBar
  #volume: VolumeControl
  #volumePanel: VolumePanel
  #on = true
  #clipboard = ''
  #clipboardListeners = new Set<(text: string) => void>()
  #viewers = new Set<Viewer>()
  #fingers = new Fingers()
  /** Who gets what the fingers do, until all of them are lifted: the one that the first came down on. */
  #touched: TouchTarget | undefined

  /** @param options width and height in pixels; `now` in ms since 1970, for the clock and for animation */
  constructor(options: {
    width: number
    height: number
    identity: ScreenIdentity
    notes: NotesStore
    volume: VolumeControl
    now?: () => number
  }) {
    const { identity, notes, volume, now = Date.now } = options
    this.#pixels = { width: options.width, height: options.height }
    this.identity = identity
    this.#now = now
    this.#clock = new Clock(identity, now)
    this.#minuteShown = this.#clock.minute
    const stage = {
      identity,
      notes,
      now,
      bounds: () => this.bounds,
      isWatched: () => this.#viewers.size > 0,
      clipboard: {
        read: () => this.clipboard,
        write: (text: string) => {
          this.clipboard = text
        },
      },
      invalidate: (area?: Area) => {
        if (this.#on) this.#invalidate(area)
      },
    }
    this.#windows = new WindowManager(stage, this.#clock)
    this.#navigationBar = new NavigationBar(stage, (button) => {
      if (button === 'back') this.#windows.back()
      else if (button === 'home') this.#windows.goHome()
      else this.#windows.toggleRecents()
    })
    this.#volume = volume
    this.#volumePanel = new VolumePanel(stage, volume)
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
    return this.#windows.front
  }

  /** The package of the app that is seen; undefined on the home screen and over the recents. */
  get front(): string | undefined {
    return this.#windows.focused?.packageName
  }

  get running(): { packageName: string; since: number }[] {
    return this.#windows.running
  }

  get #scale(): number {
    return Math.min(this.width, this.height) / shorterSide
  }

  /** The whole screen in dp. */
  get bounds(): Area {
    return { x: 0, y: 0, width: this.width / this.#scale, height: this.height / this.#scale }
  }

  // What happens to it

  /** A finger, at a point in pixels. */
  touch(action: Touch['action'], pointerId: number, x: number, y: number): void {
    if (!this.#on) return
    const finger = { id: pointerId, x: x / this.#scale, y: y / this.#scale }
    for (const touch of this.#fingers.follow(action, finger)) {
      if (touch.action === 'down') this.#touched = this.#targetAt(finger.x, finger.y)
      this.#passOn(touch)
    }
  }

  #passOn(touch: MultiTouch): void {
    if (this.#touched?.multiTouch) this.#touched.multiTouch(touch)
    else if (touch.first) this.#touched?.touch(touch.first)
  }

  #targetAt(x: number, y: number): TouchTarget {
    if (this.#volumePanel.takes(x, y)) return this.#volumePanel
    this.#volumePanel.hide()
    return this.#navigationBar.takes(x, y) ? this.#navigationBar : this.#windows.target
  }

  /** A key of Android's; it acts when pressed. */
  key(action: 'down' | 'up', keycode: number, metaState = 0): void {
    if (action === 'up') return
    if (keycode === keycodes.power) return this.#setPower(!this.#on)
    if (keycode === keycodes.wakeUp) return this.#setPower(true)
    if (keycode === keycodes.sleep) return this.#setPower(false)
    if (!this.#on) return
    if (keycode === keycodes.volumeUp) this.#changeVolume(() => this.#volume.raise())
    else if (keycode === keycodes.volumeDown) this.#changeVolume(() => this.#volume.lower())
    else if (keycode === keycodes.volumeMute) this.#changeVolume(() => this.#volume.toggleMute())
    else if (keycode === keycodes.home) this.#windows.goHome()
    else if (keycode === keycodes.back) this.#windows.back()
    else if (keycode === keycodes.appSwitch) this.#windows.toggleRecents()
    else this.#windows.app?.key?.(keyPress(keycode, metaState))
  }

  /** Every press counts, also the first, which on an Android that plays nothing only shows the panel. */
  #changeVolume(change: () => void): void {
    change()
    this.#volumePanel.show()
  }

  /** Text as an input method would commit it. */
  text(text: string): void {
    if (this.#on) this.#windows.app?.text?.(text)
  }

  /** A mouse wheel at a point in pixels, in notches: positive `dy` is up, positive `dx` right. */
  scroll(x: number, y: number, dx: number, dy: number): void {
    if (this.#on) this.#windows.target.wheel(x / this.#scale, y / this.#scale, dx, dy)
  }

  back(): void {
    if (this.#on) this.#windows.back()
  }

  /** Turns the phone by a quarter. */
  rotate(): void {
    this.#pixels = { width: this.#pixels.height, height: this.#pixels.width }
    this.#letGo()
    this.#windows.resized()
    for (const viewer of this.#viewers) viewer.rotated()
  }

  /** Has another size from now on, in pixels, given as the phone is held upright. */
  resize(width: number, height: number): void {
    const [shorter, longer] = [Math.min(width, height), Math.max(width, height)]
    const isUpright = this.height >= this.width
    this.#pixels = isUpright ? { width: shorter, height: longer } : { width: longer, height: shorter }
    this.#letGo()
    this.#windows.resized()
    for (const viewer of this.#viewers) viewer.rotated()
  }

  /** Opens an app, or the home screen; false when neither has this package name. */
  launch(packageName: string): boolean {
    const app = appOf(packageName)
    if (app) this.#windows.open(app)
    else if (packageName === homePackage) this.#windows.goHome()
    return app !== undefined || packageName === homePackage
  }

  stop(packageName: string): void {
    const app = appOf(packageName)
    if (app) this.#windows.stop(app)
  }

  wake(): void {
    this.#setPower(true)
  }

  sleep(): void {
    this.#setPower(false)
  }

  #setPower(on: boolean): void {
    if (on === this.#on) return
    this.#on = on
    this.#letGo()
    this.#windows.settle()
    this.#volumePanel.hide()
    this.#invalidate()
  }

  #letGo(): void {
    for (const touch of this.#fingers.cancel()) this.#passOn(touch)
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
      if (this.#viewers.size === 0) this.#windows.settle()
    }
  }

  /** Draws the screen as it is now, `width` x `height` pixels, as far as the pen's clip allows. */
  paint(pen: Pen, width: number, height: number): void {
    const { bounds } = this
    pen.save()
    pen.scale(width / bounds.width, height / bounds.height)
    if (this.#on) {
      this.#windows.paint(pen)
      const { top, bottom } = this.#windows.tints
      paintStatusBar(pen, bounds.width, this.#clock.face().time, this.identity.battery(), top)
      this.#navigationBar.paint(pen, bottom)
      this.#volumePanel.paint(pen)
    } else {
      pen.fillStyle = '#000000'
      pen.fillRect(0, 0, bounds.width, bounds.height)
    }
    pen.restore()
  }

  /**
   * Brings what changes with time up to date, telling viewers what changed.
   *
   * @returns in how many ms to call again: 0 for the next frame, Infinity for never
   */
  advance(): number {
    if (!this.#on) return Infinity
    if (this.#minuteShown !== this.#clock.minute) {
      this.#minuteShown = this.#clock.minute
      this.#invalidate(statusBarArea(this.bounds.width))
      const { clockArea } = this.#windows
      if (clockArea) this.#invalidate(clockArea)
    }
    const now = this.#now()
    return Math.min(this.#clock.untilChange, this.#windows.advance(now), this.#volumePanel.advance(now))
  }

  /** A screenshot at the screen's own size. */
  async png(): Promise<Buffer> {
    return this.#painted().encode('png')
  }

  /** The same, four bytes a pixel. */
  rgba(): Uint8Array {
    return new Uint8Array(this.#painted().getContext('2d').getImageData(0, 0, this.width, this.height).data)
  }

  #painted(): Canvas {
    const canvas = openCanvas(this.width, this.height)
    this.paint(canvas.getContext('2d'), this.width, this.height)
    return canvas
  }

  /** Closes every app and forgets every viewer. */
  destroy(): void {
    this.#windows.close()
    this.#volumePanel.close()
    this.#viewers.clear()
    this.#clipboardListeners.clear()
  }

  #invalidate(area: Area = this.bounds): void {
    for (const viewer of this.#viewers) viewer.dirty(area)
  }
}
