import { fromCallback } from 'xstate'
import type { ControlMessage } from '../../domain/stream-protocol.ts'
import type { FrameSize } from '../video/video-painter.ts'

/** How the phones of a group are told apart by those who watch them, though one hand moves them all. */
export interface FanOptions {
  /** Milliseconds that a phone waits at most before it follows. */
  delay: number
  /** Pixels of its own frame that a phone's touches lie beside the leader's at most. */
  offset: number
}

/** A phone that follows. */
export interface FanTarget {
  id: number
  size: FrameSize
  /** Whether it can be operated now. */
  takes: () => boolean
  send: (message: ControlMessage) => void
}

export type FanOrder =
  | { type: 'gesture'; message: ControlMessage; targets: readonly FanTarget[]; options: FanOptions }
  /** The phone follows no longer: what it holds, it lets go of. */
  | { type: 'release'; id: number }

interface FanClock {
  now: () => number
  /** Calls back after so many milliseconds; answers how to call it off. */
  later: (call: () => void, milliseconds: number) => () => void
  /** 0 up to 1. */
  random: () => number
}

type Touch = Extract<ControlMessage, { type: 'touch' }>
type Key = Extract<ControlMessage, { type: 'key' }>

const clamped = (value: number): number => Math.min(Math.max(value, 0), 1)

/** Whether the message begins something; the others belong to what a phone has begun or has not. */
const begins = (message: ControlMessage): boolean =>
  (message.type !== 'touch' && message.type !== 'key') || message.action === 'down'

/**
 * One phone's way of following. A gesture is a chain from the first finger or key that goes down to the last that comes
 * up: all of a chain is late by the same time and beside by the same distance, so that a swipe stays the swipe it was.
 * Its messages keep their order, also from one chain to the next.
 */
class Follower {
  target: FanTarget
  readonly #clock: FanClock
  readonly #fingers = new Map<number, Touch>()
  readonly #keys = new Map<number, Key>()
  readonly #waiting = new Set<() => void>()
  #delay = 0
  #dx = 0
  #dy = 0
  #due = 0

  constructor(target: FanTarget, clock: FanClock) {
    this.target = target
    this.#clock = clock
  }

  /** Answers whether the phone could take it. */
  follow(message: ControlMessage, options: FanOptions): boolean {
    if (begins(message)) {
      if (!this.target.takes()) return false
      if (this.#fingers.size === 0 && this.#keys.size === 0) this.#draw(options)
    } else if (!this.#holds(message)) return true // It was not there when this began.
    const own = this.#beside(message)
    this.#note(own)
    this.#post(own)
    return true
  }

  /** Lifts its fingers and lets go of its keys, after all that it has still to do. */
  release(): void {
    for (const finger of this.#fingers.values()) this.#post({ ...finger, action: 'cancel' })
    for (const key of this.#keys.values()) this.#post({ ...key, action: 'up' })
    this.#fingers.clear()
    this.#keys.clear()
  }

  /** Does nothing more of what waits, and lets go at once. */
  stop(): void {
    for (const callOff of this.#waiting) callOff()
    this.#waiting.clear()
    this.release()
  }

  #draw({ delay, offset }: FanOptions): void {
    const { random } = this.#clock
    const { width, height } = this.target.size
    this.#delay = delay * random()
    this.#dx = (offset * (2 * random() - 1)) / width
    this.#dy = (offset * (2 * random() - 1)) / height
  }

  #holds(message: ControlMessage): boolean {
    if (message.type === 'touch') return this.#fingers.has(message.pointer)
    return message.type === 'key' && this.#keys.has(message.keycode)
  }

  #beside(message: ControlMessage): ControlMessage {
    if (message.type !== 'touch' && message.type !== 'scroll') return message
    return { ...message, x: clamped(message.x + this.#dx), y: clamped(message.y + this.#dy) }
  }

  #note(message: ControlMessage): void {
    if (message.type === 'touch') {
      if (message.action === 'up' || message.action === 'cancel') this.#fingers.delete(message.pointer)
      else this.#fingers.set(message.pointer, message)
    }
    if (message.type === 'key') {
      if (message.action === 'up') this.#keys.delete(message.keycode)
      else this.#keys.set(message.keycode, message)
    }
  }

  #post(message: ControlMessage): void {
    const now = this.#clock.now()
    this.#due = Math.max(this.#due, now + this.#delay)
    if (this.#due <= now && this.#waiting.size === 0) return this.target.send(message)
    const callOff = this.#clock.later(() => {
      this.#waiting.delete(callOff)
      this.target.send(message)
    }, this.#due - now)
    this.#waiting.add(callOff)
  }
}

/** Gives what is done to one phone to many, each in its own time and place. */
export class GestureFan {
  readonly #clock: FanClock
  readonly #missed: (id: number) => void
  readonly #followers = new Map<number, Follower>()

  /** @param missed hears of each gesture that a phone could not take */
  constructor(clock: FanClock, missed: (id: number) => void) {
    this.#clock = clock
    this.#missed = missed
  }

  gesture(message: ControlMessage, targets: readonly FanTarget[], options: FanOptions): void {
    for (const target of targets) {
      const follower = this.#followers.get(target.id) ?? new Follower(target, this.#clock)
      follower.target = target
      this.#followers.set(target.id, follower)
      if (!follower.follow(message, options)) this.#missed(target.id)
    }
  }

  release(id: number): void {
    this.#followers.get(id)?.release()
  }

  stop(): void {
    for (const follower of this.#followers.values()) follower.stop()
    this.#followers.clear()
  }
}

const pageClock: FanClock = {
  now: () => performance.now(),
  later(call, milliseconds) {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
}

/** Fans gestures out for as long as it runs. */
export const gestureFan = fromCallback<FanOrder, undefined, { type: 'missed'; id: number }>(({ receive, sendBack }) => {
  const fan = new GestureFan(pageClock, (id) => sendBack({ type: 'missed', id }))
  receive((order) => {
    if (order.type === 'gesture') fan.gesture(order.message, order.targets, order.options)
    else fan.release(order.id)
  })
  return () => fan.stop()
})
