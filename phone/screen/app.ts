import type { Area } from './area.ts'
import type { Pen } from './canvas.ts'
import type { NotesStore, ScreenIdentity } from './identity.ts'

/** One finger: positions in dp. */
export interface Touch {
  action: 'down' | 'move' | 'up' | 'cancel'
  x: number
  y: number
}

/** One of several fingers, the same `id` as long as it is down; its place in dp. */
export interface Finger {
  id: number
  x: number
  y: number
}

/** What one finger does while others may be down, in Android's terms. */
export interface MultiTouch {
  /** The first comes `down` and the last goes `up`; `cancel` is all of them. */
  action: 'down' | 'pointer down' | 'move' | 'pointer up' | 'up' | 'cancel'
  /** The one that does it. */
  finger: Finger
  /** All that are down, the one that goes up included, in the order in which they came. */
  fingers: readonly Finger[]
  /** What that is to somebody who follows none but the first finger. */
  first: Touch | undefined
}

/** A pressed key: Android's keycode and the modifiers that were held. */
export interface KeyPress {
  keycode: number
  shift: boolean
  ctrl: boolean
  capsLock: boolean
}

/** What an app knows of the phone it runs on. Lengths are in dp, times in milliseconds. */
export interface Stage {
  readonly width: number
  readonly height: number
  readonly identity: ScreenIdentity
  readonly notes: NotesStore
  /** Whether somebody looks: only then is anything animated. */
  readonly watched: boolean
  clipboard: string
  now: () => number
  /** Says that an area (by default all) of the app looks different now. */
  invalidate: (area?: Area) => void
}

/** An app as the phone shows it. It draws itself whole; the phone clips to what has to be drawn. */
export interface App {
  /** Whether the status bar's text on top of it is light or dark. */
  readonly statusBar: 'light' | 'dark'
  /** The same for the navigation buttons at the bottom, where it differs. */
  readonly navigationBar?: 'light' | 'dark'
  paint(pen: Pen): void
  /** The first finger. */
  touch(touch: Touch): void
  /** All fingers: called in place of `touch`, where there is use for more than one. */
  multiTouch?(touch: MultiTouch): void
  /** A wheel at a point, in notches: positive `dy` is up, positive `dx` right. */
  wheel(x: number, y: number, dx: number, dy: number): void
  key?(press: KeyPress): void
  text?(text: string): void
  /** Goes a step back; false where there is none, and back leads home. */
  back?(): boolean
  /** The screen was rotated. */
  resized?(): void
  /** Brings what moves by itself up to date; answers in how many ms that is due again, Infinity for never. */
  advance?(now: number): number
  /** The app was thrown out of the recents, or the phone ends. */
  close?(): void
}

/** Heights in dp of what the phone draws over every app. */
export const statusBarHeight = 26
export const navigationBarHeight = 40
