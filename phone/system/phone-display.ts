export interface RunningApp {
  packageName: string
  /** Milliseconds since the epoch. */
  since: number
}

/** The phone's screen, as its shell uses it: `input`, `am`, `screencap`, `wm`. */
export interface PhoneDisplay {
  /** As currently rotated, in pixels. */
  readonly width: number
  readonly height: number
  touch(action: 'down' | 'move' | 'up' | 'cancel', pointerId: number, x: number, y: number): void
  /** Android keycodes. */
  key(action: 'down' | 'up', keycode: number, metaState?: number): void
  text(text: string): void
  /** Has another size from now on, as the phone is held upright; in pixels. */
  resize(width: number, height: number): void
  png(): Promise<Buffer>
  /** What is seen, four bytes a pixel, row by row. */
  rgba(): Uint8Array
  /** The package in front; undefined on the home screen. */
  readonly front: string | undefined
  /** What has been opened and not ended since, in the order in which it was. */
  readonly running: readonly RunningApp[]
  /** False when there is no such app. */
  launch(packageName: string): boolean
  /** Ends an app; home is in front then, where that one was. */
  stop(packageName: string): void
  destroy(): void
}
