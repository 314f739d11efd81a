import type { Finger, MultiTouch, Touch } from './app.ts'

/** Android follows so many. */
const maxFingers = 10

/** The fingers on a screen: makes what they do together, as Android tells it, of what each of them does. */
export class Fingers {
  /** In the order in which they came down. */
  #down: readonly Finger[] = []
  /** The one that came down on an untouched screen, until it is lifted. */
  #first: number | undefined

  /** What follows from one finger's doing: nothing, if it isn't down or is one too many. */
  follow(action: Touch['action'], finger: Finger): MultiTouch[] {
    const isDown = this.#down.some(({ id }) => id === finger.id)
    if (action === 'down') {
      // A finger that comes down twice was lifted where nobody saw it.
      const lost = isDown ? this.cancel() : []
      return this.#down.length < maxFingers ? [...lost, this.#comeDown(finger)] : lost
    }
    if (!isDown) return []
    if (action === 'cancel') return this.cancel()
    this.#down = this.#down.map((known) => (known.id === finger.id ? finger : known))
    return [action === 'move' ? this.#touch('move', finger) : this.#lift(finger)]
  }

  /** Takes all of them off, which is to have meant nothing. */
  cancel(): MultiTouch[] {
    const [finger] = this.#down
    if (!finger) return []
    const touch: MultiTouch = {
      action: 'cancel',
      finger,
      fingers: this.#down,
      first: this.#first === undefined ? undefined : { action: 'cancel', x: finger.x, y: finger.y },
    }
    this.#down = []
    this.#first = undefined
    return [touch]
  }

  #comeDown(finger: Finger): MultiTouch {
    this.#down = [...this.#down, finger]
    if (this.#down.length > 1) return this.#touch('pointer down', finger)
    this.#first = finger.id
    return this.#touch('down', finger)
  }

  #lift(finger: Finger): MultiTouch {
    const touch = this.#touch(this.#down.length > 1 ? 'pointer up' : 'up', finger)
    this.#down = this.#down.filter((known) => known !== finger)
    if (finger.id === this.#first) this.#first = undefined
    return touch
  }

  #touch(action: Exclude<MultiTouch['action'], 'cancel'>, finger: Finger): MultiTouch {
    const { x, y } = finger
    const alone = { down: 'down', 'pointer down': 'down', move: 'move', 'pointer up': 'up', up: 'up' } as const
    const first = finger.id === this.#first ? { action: alone[action], x, y } : undefined
    return { action, finger, fingers: this.#down, first }
  }
}
