import type { Finger, MultiTouch } from './app.ts'
import type { Area } from './area.ts'

/** How many times larger than its window's a picture gets, and at which scale a double tap shows it. */
const maxZoom = 5
const tapZoom = 2.5
/** dp that a finger moves before it drags rather than taps. */
const slop = 8
/** Milliseconds and dp between the taps of a double tap. */
const tapPause = 300
const tapReach = 40
/** Milliseconds that the picture takes to where it comes to rest. */
const settleTime = 180
/** The part of the window's width that a picture is dragged before it makes way for the next. */
const turnShare = 0.2
const wheelZoom = 1.25

interface Point {
  x: number
  y: number
}

/** A picture's scale, 1 where all of it is seen, and how far its middle is from its window's, in dp. */
export interface View extends Point {
  scale: number
}

const whole: View = { scale: 1, x: 0, y: 0 }

/**
 * What fingers do with a picture in a window: two zoom and move it, one moves what is zoomed and turns to the next picture
 * where nothing is, and a double tap zooms in and out.
 */
export class Zoomer {
  view = whole
  #window: () => Area
  #fitted: () => { width: number; height: number }
  #turn: (step: 1 | -1) => boolean
  #changed: () => void
  #glides: () => boolean
  #now: () => number
  /** How the picture lay when a finger last came or went, and where the fingers were. */
  #anchor: { view: View; middle: Point; spread: number } | undefined
  #isTap = false
  #lastTap: (Point & { at: number }) | undefined
  #settling: { from: View; to: View; since: number } | undefined

  /**
   * @param options fitted: the picture's size at scale 1; turn: shows another picture, or answers that there is none;
   * glides: whether the picture may move by itself
   */
  constructor(options: {
    window: () => Area
    fitted: () => { width: number; height: number }
    turn: (step: 1 | -1) => boolean
    changed: () => void
    glides: () => boolean
    now: () => number
  }) {
    this.#window = options.window
    this.#fitted = options.fitted
    this.#turn = options.turn
    this.#changed = options.changed
    this.#glides = options.glides
    this.#now = options.now
  }

  touch({ action, finger, fingers }: MultiTouch): void {
    if (action === 'move') return this.#follow(fingers)
    if (action === 'down') this.#settling = undefined
    this.#isTap = action === 'down' || (this.#isTap && action === 'up')
    const resting = action === 'up' || action === 'pointer up' ? fingers.filter((other) => other !== finger) : fingers
    this.#anchor = resting.length === 0 || action === 'cancel' ? undefined : { view: this.view, ...placeOf(resting) }
    if (this.#anchor) return
    if (this.#isTap) this.#tap(finger)
    else this.#release(action === 'up')
  }

  /** Zooms around a point, by notches of a wheel. */
  wheel(x: number, y: number, notches: number): void {
    this.#settling = undefined
    this.#show(this.#zoomed(this.view, { x, y }, { x, y }, this.view.scale * wheelZoom ** notches))
  }

  reset(): void {
    this.#settling = undefined
    this.#anchor = undefined
    this.#show(whole)
  }

  /** As `App.advance`. */
  advance(now: number): number {
    if (!this.#settling) return Infinity
    const { from, to, since } = this.#settling
    const progress = Math.min(1, (now - since) / settleTime)
    if (progress === 1) this.#settling = undefined
    this.#show(progress === 1 ? to : mixed(from, to, 1 - (1 - progress) ** 3))
    return this.#settling ? 0 : Infinity
  }

  #follow(fingers: readonly Finger[]): void {
    const anchor = this.#anchor
    if (!anchor) return
    const { middle, spread } = placeOf(fingers)
    const way = { x: middle.x - anchor.middle.x, y: middle.y - anchor.middle.y }
    if (Math.hypot(way.x, way.y) >= slop || fingers.length > 1) this.#isTap = false
    if (this.#isTap) return
    if (fingers.length === 1 && anchor.view.scale === 1) this.#show({ ...whole, x: anchor.view.x + way.x })
    else {
      const growth = anchor.spread > 0 ? spread / anchor.spread : 1
      this.#show(this.#zoomed(anchor.view, anchor.middle, middle, anchor.view.scale * growth))
    }
  }

  #tap({ x, y }: Point): void {
    const at = this.#now()
    const last = this.#lastTap
    this.#lastTap = { x, y, at }
    if (!last || at - last.at > tapPause || Math.hypot(x - last.x, y - last.y) > tapReach) return
    this.#lastTap = undefined
    this.#settle(this.view.scale > 1 ? whole : this.#zoomed(this.view, { x, y }, { x, y }, tapZoom))
  }

  /** The last finger has gone: a picture that was dragged aside makes way for the next, or comes back. */
  #release(mayTurn: boolean): void {
    const { scale, x } = this.view
    if (scale > 1 || x === 0) return
    const { width } = this.#window()
    const step = x < 0 ? 1 : -1
    if (mayTurn && Math.abs(x) >= width * turnShare && this.#turn(step)) this.view = { ...whole, x: x + step * width }
    this.#settle(whole)
  }

  #settle(to: View): void {
    if (this.#glides()) this.#settling = { from: this.view, to, since: this.#now() }
    if (this.#settling) this.#changed()
    else this.#show(to)
  }

  /** The view in which the picture's point that lay at `from` lies at `to`, as far as its edges allow. */
  #zoomed(view: View, from: Point, to: Point, wanted: number): View {
    const window = this.#window()
    const fitted = this.#fitted()
    const scale = Math.min(Math.max(wanted, 1), maxZoom)
    const middle = { x: window.x + window.width / 2, y: window.y + window.height / 2 }
    const growth = scale / view.scale
    const kept = (place: number, size: number, room: number) => {
      const most = Math.max(0, (size * scale - room) / 2)
      return Math.min(Math.max(place, -most), most)
    }
    return {
      scale,
      x: kept(to.x - middle.x - (from.x - middle.x - view.x) * growth, fitted.width, window.width),
      y: kept(to.y - middle.y - (from.y - middle.y - view.y) * growth, fitted.height, window.height),
    }
  }

  #show(view: View): void {
    const { scale, x, y } = this.view
    this.view = view
    if (view.scale !== scale || view.x !== x || view.y !== y) this.#changed()
  }
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The middle of all fingers, and how far they are from it on average. */
function placeOf(fingers: readonly Finger[]): { middle: Point; spread: number } {
  const middle = { x: mean(fingers.map(({ x }) => x)), y: mean(fingers.map(({ y }) => y)) }
  return { middle, spread: mean(fingers.map(({ x, y }) => Math.hypot(x - middle.x, y - middle.y))) }
}

function mixed(from: View, to: View, progress: number): View {
  const mix = (one: number, other: number) => one + (other - one) * progress
  return { scale: mix(from.scale, to.scale), x: mix(from.x, to.x), y: mix(from.y, to.y) }
}
