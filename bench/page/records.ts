import type { Benchmark, Figure, Measured, Series } from '../figure.ts'
import { flawOf } from './growth.ts'

/** Where, when and on what something was measured. */
export interface Circumstances {
  /** A day, as 2026-11-26. */
  on: string
  commit: string
  processor: string
  cores: number
  /** In GB. */
  memory: number
  node: string
  /** How many programs the machine was busy with in the minute before the run began. */
  load: number
}

/** What one benchmark has measured last. */
export interface BenchmarkRecord extends Omit<Benchmark, 'measure'>, Measured {
  circumstances: Circumstances
  /** How long it took, in seconds. */
  took: number
}

/** By the benchmarks' names. */
export type Records = Readonly<Record<string, BenchmarkRecord>>

/** As exact as anything is shown. */
const rounded = (value: number): number => Number(value.toPrecision(4))

const roundedOf = <T extends Figure | Series>(measured: T): T =>
  JSON.parse(JSON.stringify(measured), (_, value: unknown) => (typeof value === 'number' ? rounded(value) : value)) as T // The same but for digits.

/** A benchmark's record; refuses what could not be shown. */
export function recordOf(
  { group, title }: Omit<Benchmark, 'measure'>,
  measured: Measured | readonly Figure[],
  circumstances: Circumstances,
  took: number,
): BenchmarkRecord {
  const { figures, series = [] }: Measured = 'figures' in measured ? measured : { figures: measured }
  const nameless = figures.find(({ value }) => !Number.isFinite(value))
  if (nameless !== undefined) throw new Error(`${nameless.name}: it is no number`)
  for (const { name, points } of series) {
    const flaw = flawOf(points)
    if (flaw !== undefined) throw new Error(`${name}: ${flaw}`)
  }
  return {
    group,
    title,
    circumstances,
    took: Math.round(took),
    figures: figures.map(roundedOf),
    ...(series.length > 0 && { series: series.map(roundedOf) }),
  }
}

/** What is kept after a run: what it measured in the place of what was, the rest of those that there still are. */
export function merged(kept: Records, measured: Records, benchmarks: readonly string[]): Records {
  const all = { ...kept, ...measured }
  return Object.fromEntries(
    benchmarks.toSorted().flatMap((name) => {
      const record = all[name]
      return record === undefined ? [] : [[name, record]]
    }),
  )
}

/** Whether others had too much of a machine for what was measured on it to count. */
export const wasBusy = ({ load, cores }: Circumstances): boolean => load > cores / 4
