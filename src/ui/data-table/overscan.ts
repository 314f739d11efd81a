/** Rows drawn beyond the window on either side, at least: it can be moved so far before the page hears of it. */
const fewest = 4
/** And at most: a wheel turned in earnest comes to 30 to 50. */
const most = 64
/** How long the page may be busy while the rows move on, in milliseconds: the browser scrolls without waiting for it. */
const pageIsBusyFor = 400
/** A pause after which a scroll begins anew, in milliseconds. */
const pause = 500

/** How many rows stand ready beyond the window: as many, in the direction of travel, as pass while the page is busy. */
export class Overscan {
  #top = 0
  #at = -Infinity
  above = fewest
  below = fewest

  /** The window has come to `top`, in rows, at `now`, in milliseconds. */
  follow(top: number, now: number): void {
    const travelled = top - this.#top
    if (travelled === 0) return
    // Of the first step nobody knows how long it took.
    const took = now - this.#at < pause ? Math.max(1, now - this.#at) : 16
    this.#top = top
    this.#at = now
    const passing = Math.ceil((Math.abs(travelled) / took) * pageIsBusyFor)
    // What stands ready stays for a while: a scroll slows down before it ends, and may set out again.
    const ahead = Math.min(most, Math.max(fewest, passing, (travelled > 0 ? this.below : this.above) - 1))
    this.above = travelled > 0 ? fewest : ahead
    this.below = travelled > 0 ? ahead : fewest
  }
}
