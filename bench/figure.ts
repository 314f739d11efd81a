/** What else was measured in the same run, to judge a figure by. */
export interface Peer {
  name: string
  value: number
  spread?: Spread
  /** The most times that the figure may be as large. */
  most?: number
}

/** The least and the most of what a value is the median of. */
export type Spread = readonly [least: number, most: number]

/** One measured number beside what we promise. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** The most it may be; with `atLeast`, the least. */
  bound?: number
  atLeast?: boolean
  spread?: Spread
  peer?: Peer
}

/** What was measured where something had this size. */
export interface Point {
  size: number
  value: number
  spread?: Spread
}

/** How a number grows. */
export interface Series {
  /** The plot that it is drawn into, with others of the same sizes and unit. */
  plot: string
  name: string
  /** What the sizes count. */
  sizes: string
  unit: string
  points: readonly Point[]
  /** It is not ours, but what ours is judged by. */
  isPeer?: true
}

export interface Measured {
  figures: readonly Figure[]
  series?: readonly Series[]
}

/** The headings of the page, in its order. */
export const groups = [
  'Console',
  'Pictures',
  'Lists and reads',
  'Boxes and phones',
  'Jobs and environments',
  'Operations',
] as const

export interface Benchmark {
  group: (typeof groups)[number]
  title: string
  /** Cleans up after itself. */
  measure: () => Promise<Measured | readonly Figure[]>
}

/** The value below which the fraction of all values lies, by nearest rank. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)]
  if (value === undefined) throw new Error('a quantile of nothing')
  return value
}

/** The median of values, with their spread. */
export const medianOf = (values: readonly number[]): { value: number; spread: Spread } => ({
  value: quantile(values, 0.5),
  spread: [Math.min(...values), Math.max(...values)],
})

/** Whether a figure is within all of its limits. */
export const holds = ({ value, bound, atLeast, peer }: Figure): boolean =>
  (bound === undefined || (atLeast ? value >= bound : value <= bound)) &&
  (peer?.most === undefined || value <= peer.most * peer.value)
