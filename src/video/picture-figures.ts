/** How smooth and how quick a picture is. */
export interface Figures {
  /** Pictures drawn in the last second. */
  fps: number
  /** Milliseconds from a packet's arrival to its picture on the canvas, median; null before the first. */
  toScreen: number | null
  /** Milliseconds from an operator's gesture to the next picture on the canvas, median; null before the first. */
  response: number | null
}

/** Medians are of so many of the latest. */
const sampleSize = 15
/** A picture that comes later than this is not taken for the answer to a gesture. Milliseconds. */
const longestResponse = 1_000

class Samples {
  readonly #values: number[] = []

  add(value: number): void {
    this.#values.push(value)
    if (this.#values.length > sampleSize) this.#values.shift()
  }

  median(): number | null {
    const sorted = this.#values.toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? null
  }
}

/** Measures a picture as its viewer gets it. Times are milliseconds of one monotonic clock. */
export class PictureFigures {
  readonly #now: () => number
  readonly #arrivals = new Map<number, number>()
  readonly #toScreen = new Samples()
  readonly #responses = new Samples()
  #gestureAt: number | undefined
  #drawn = 0
  #countedSince: number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#countedSince = now()
  }

  arrived(pts: number): void {
    this.#arrivals.set(pts, this.#now())
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
    if (response <= longestResponse) this.#responses.add(response)
    this.#gestureAt = undefined
  }

  /** The figures since the last reading, or since the stream began. */
  read(): Figures {
    const now = this.#now()
    const seconds = (now - this.#countedSince) / 1_000
    const fps = seconds > 0 ? Math.round(this.#drawn / seconds) : 0
    this.#drawn = 0
    this.#countedSince = now
    return { fps, toScreen: this.#toScreen.median(), response: this.#responses.median() }
  }

  /** Another stream, with another clock, begins. */
  restart(): void {
    this.#arrivals.clear()
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
