import type { Touch } from './app.ts'

/** How far in dp a finger moves before it scrolls rather than taps. */
const touchSlop = 8
const notch = 56
/** Gliding loses all but a third of its speed in this time (ms) and ends below this speed (dp/s). */
const glideTime = 325
const slowestGlide = 24

/**
 * The vertical position of content that is taller than its window: follows the finger, then glides on while somebody
 * looks.
 */
export class Scroller {
  /** dp by which the content is moved up; a whole number, so that text stays crisp. */
  offset = 0
  #limit: () => number
  #moved: () => void
  #glides: () => boolean
  #now: () => number
  #start: { y: number; offset: number; dragging: boolean } | undefined
  #trail: { y: number; at: number }[] = []
  #glide: { from: number; speed: number; since: number } | undefined

  /** @param limit the largest offset @param glides whether it may move on by itself */
  constructor(options: { limit: () => number; moved: () => void; glides: () => boolean; now: () => number }) {
    this.#limit = options.limit
    this.#moved = options.moved
    this.#glides = options.glides
    this.#now = options.now
  }

  /** Follows a finger; answers `tap` when it came and went without scrolling. */
  touch(touch: Touch): 'tap' | undefined {
    const at = this.#now()
    if (touch.action === 'down') {
      this.#start = { y: touch.y, offset: this.offset, dragging: this.#glide !== undefined }
      this.#trail = [{ y: touch.y, at }]
      this.#glide = undefined
      return undefined
    }
    const start = this.#start
    if (!start) return undefined
    if (touch.action === 'move') {
      if (Math.abs(touch.y - start.y) >= touchSlop) start.dragging = true
      if (start.dragging) this.to(start.offset + start.y - touch.y)
      this.#trail.push({ y: touch.y, at })
      this.#trail = this.#trail.filter((point) => at - point.at <= 100)
      return undefined
    }
    this.#start = undefined
    if (!start.dragging) return touch.action === 'up' ? 'tap' : undefined
    const first = this.#trail[0]
    if (first && at > first.at && this.#glides()) {
      const speed = ((first.y - touch.y) / (at - first.at)) * 1_000
      if (Math.abs(speed) > slowestGlide) this.#glide = { from: this.offset, speed, since: at }
    }
    return undefined
  }

  wheel(dy: number): void {
    this.#glide = undefined
    this.to(this.offset - dy * notch)
  }

  to(offset: number): void {
    const kept = Math.round(Math.max(0, Math.min(this.#limit(), offset)))
    if (kept === this.offset) return
    this.offset = kept
    this.#moved()
  }

  /** As `App.advance`. */
  advance(now: number): number {
    if (!this.#glide) return Infinity
    const { from, speed, since } = this.#glide
    const slowed = Math.exp(-(now - since) / glideTime)
    const target = from + (speed * glideTime * (1 - slowed)) / 1_000
    this.to(target)
    if (Math.abs(speed) * slowed < slowestGlide || target < 0 || target > this.#limit()) this.#glide = undefined
    return this.#glide ? 0 : Infinity
  }
}
