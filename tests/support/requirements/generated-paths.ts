import { array, check, constantFrom, property, sample } from 'fast-check'
import { fromTransition } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { brokenBy, perform, type Broken } from './performance.ts'
import type { AnySpecification } from './specification.ts'

/** Steps of a random walk at most. */
const maxWalk = 40
/** The same walks in every run: what a test says of a commit does not change by itself. */
const seed = 20_261_125

/** A state of a machine, by how one gets there. */
interface Place {
  way: readonly string[]
  key: string
}

function placeAfter(specified: AnySpecification, way: readonly string[]): Place {
  const { taken, place } = perform(specified, way, { fair: [] })
  return { way: taken, key: place }
}

/**
 * The shortest way to everything that is to be seen, and from there each happening once: those ways that are not the beginning of
 * another one.
 */
export function shortestWays(specified: AnySpecification): string[][] {
  const names = Object.keys(specified.happenings)
  const walker = fromTransition(
    ({ way }: Place, { type }: { type: string }) => placeAfter(specified, [...way, type]),
    () => placeAfter(specified, []),
  )
  const paths = getShortestPaths(walker, {
    events: names.map((type) => ({ type })),
    serializeState: ({ context }) => context.key,
    limit: 20_000,
  })
  const ways = paths.flatMap(({ state }) => names.map((name) => [...state.context.way, name]))
  const beginnings = new Set(ways.map((way) => way.slice(0, -1).join(' → ')))
  return ways.filter((way) => !beginnings.has(way.join(' → ')))
}

const walksOf = (specified: AnySpecification) =>
  array(constantFrom(...Object.keys(specified.happenings)), { minLength: 10, maxLength: maxWalk })

/** Walks that know nothing of the chart. */
export const randomWalks = (specified: AnySpecification, count: number): string[][] =>
  sample(walksOf(specified), { numRuns: count, seed })

/** The shortest walk that breaks a sentence, as far as shrinking finds it. */
export function brokenOnWalk(specified: AnySpecification, numRuns: number): Broken | undefined {
  const verdict = (walk: readonly string[]) => brokenBy(specified, perform(specified, walk))
  const { counterexample } = check(
    property(walksOf(specified), (walk) => verdict(walk) === undefined),
    { numRuns, seed },
  )
  return counterexample === null ? undefined : verdict(counterexample[0])
}

/** The same sentence, broken by fewer steps of those that break it: each is left out that is not needed for that. */
export function shortened(specified: AnySpecification, broken: Broken): Broken {
  for (const at of broken.after.keys()) {
    const fewer = brokenBy(specified, perform(specified, broken.after.toSpliced(at, 1), { fair: [] }))
    if (fewer?.sentence === broken.sentence && fewer.after.length < broken.after.length)
      return shortened(specified, fewer)
  }
  return broken
}
