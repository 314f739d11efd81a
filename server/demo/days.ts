/** Milliseconds. */
export const hour = 60 * 60 * 1_000
export const day = 24 * hour

/** How far back the demo fleet's past goes, in days. */
export const pastDays = 30
