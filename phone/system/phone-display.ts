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
  /** False when there is no such app. */
  launch(packageName: string): boolean
  destroy(): void
}
