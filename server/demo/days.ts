/** Milliseconds. */
export const hour = 60 * 60 * 1_000
export const day = 24 * hour

/** How far back the demo fleet's past goes, in days. */
export const pastDays = 30

/** Numbers from 0 to 1 that look random and are the same at every start: a demo that is shown twice shows the same. */
export function diceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0 // mulberry32
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}
