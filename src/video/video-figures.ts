/** How smooth and how quick a video is. */
export interface Figures {
  /** Frames drawn in the last second. */
  fps: number
  /** Milliseconds from a packet's arrival to its frame on the canvas, median; null before the first. */
  toScreen: number | null
  /** Milliseconds from an operator's gesture to the next frame on the canvas, median; null before the first. */
  response: number | null
  /**
   * Milliseconds that frames were longer on their way than the quickest of the last minutes, median of those that came
   * since the last reading; null where none came.
   */
  lag: number | null
}

/** Medians are of so many of the latest. */
const sampleSize = 15
/** A frame that comes later than this is not taken for the answer to a gesture. Milliseconds. */
const maxResponse = 1_000
/** The quickest frame is sought in the present and the last of such spans, because the phone's clock drifts from ours. */
const lagSpan = 60_000

const median = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null

class Samples {
  readonly #values: number[] = []

  add(value: number): void {
    this.#values.push(value)
    if (this.#values.length > sampleSize) this.#values.shift()
  }

  median(): number | null {
    return median(this.#values)
  }
}

/**
 * How much longer frames are on their way than they need to be. The clocks of phone and viewer are not the same, so that
 * only the difference to the quickest frame says something.
 */
class Lag {
  #least = Infinity
  #leastBefore = Infinity
  #spanEnds = 0
  #lags: number[] = []

  arrived(pts: number, now: number): void {
    if (now >= this.#spanEnds) {
      this.#spanEnds = now + lagSpan
      this.#leastBefore = this.#least
      this.#least = Infinity
    }
    const onItsWay = now - pts / 1_000
    this.#least = Math.min(this.#least, onItsWay)
    this.#lags.push(onItsWay - Math.min(this.#least, this.#leastBefore))
  }

  read(): number | null {
    const lag = median(this.#lags)
    this.#lags = []
    return lag
  }

  restart(): void {
    this.#least = Infinity
    this.#leastBefore = Infinity
    this.#lags = []
  }
}

/** Measures a video as its viewer gets it. Times are milliseconds of one monotonic clock. */
export class VideoFigures {
  readonly #now: () => number
  readonly #arrivals = new Map<number, number>()
  readonly #toScreen = new Samples()
  readonly #responses = new Samples()
  readonly #lag = new Lag()
  #gestureAt: number | undefined
  #drawn = 0
  #countedSince: number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#countedSince = now()
  }

  arrived(pts: number): void {
    const now = this.#now()
    this.#arrivals.set(pts, now)
    this.#lag.arrived(pts, now)
  }

  gestured(): void {
    this.#gestureAt = this.#now()
  }

  drawn(pts: number): void {
    const now = this.#now()
    this.#drawn += 1
    const arrivedAt = this.#arrivals.get(pts)
    if (arrivedAt !== undefined) this.#toScreen.add(now - arrivedAt)
    this.#forgetUpTo(pts)
    if (this.#gestureAt === undefined) return
    const response = now - this.#gestureAt
    if (response <= maxResponse) this.#responses.add(response)
    this.#gestureAt = undefined
  }

  /** The figures since the last reading, or since the stream began. */
  read(): Figures {
    const now = this.#now()
    const seconds = (now - this.#countedSince) / 1_000
    const fps = seconds > 0 ? Math.round(this.#drawn / seconds) : 0
    this.#drawn = 0
    this.#countedSince = now
    return { fps, toScreen: this.#toScreen.median(), response: this.#responses.median(), lag: this.#lag.read() }
  }

  /** Another stream, with another clock, begins. */
  restart(): void {
    this.#arrivals.clear()
    this.#lag.restart()
    this.#gestureAt = undefined
    this.#drawn = 0
    this.#countedSince = this.#now()
  }

  /** Packets are drawn in the order in which they came, so those before this one are over, drawn or not. */
  #forgetUpTo(pts: number): void {
    for (const earlier of this.#arrivals.keys()) {
      this.#arrivals.delete(earlier)
      if (earlier === pts) return
    }
  }
}
