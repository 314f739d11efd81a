import { holds } from '../figure.ts'
import type { Records } from './records.ts'

/** Why limits are missed, written by hand: by benchmark, then by the name of the figure. */
export type Reasons = Readonly<Record<string, Readonly<Record<string, string>>>>

export const reasons: Reasons = {}

/** What is wrong with the reasons: each has to be that of a figure which is there and misses its limit. */
export const complaintsOf = (records: Records, given: Reasons): string[] =>
  Object.entries(given).flatMap(([benchmark, ofBenchmark]) =>
    Object.keys(ofBenchmark).flatMap((name) => {
      const figure = records[benchmark]?.figures.find((one) => one.name === name)
      if (figure === undefined) return [`a reason is given for “${name}” of ${benchmark}, which is no figure`]
      return holds(figure) ? [`a reason is given for “${name}” of ${benchmark}, which misses no limit`] : []
    }),
  )
