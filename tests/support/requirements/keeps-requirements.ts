import { expect, test } from 'vitest'
import { brokenOnWalk, randomWalks, shortestWays, wordsFor } from './generated-paths.ts'
import { brokenBy, perform } from './performance.ts'
import type { AnySpecification } from './specification.ts'

/** Random walks through each machine. */
const walks = 100

/** Checks every sentence of a specification at every step of every generated path. */
export function keepsItsRequirements(specified: AnySpecification): void {
  test('on the shortest ways to everything that is to be seen', () => {
    for (const way of shortestWays(specified)) {
      const broken = brokenBy(specified, perform(specified, way))
      expect(broken && wordsFor(broken)).toBeUndefined()
    }
  })

  test('on walks that know nothing of the chart', () => {
    const broken = brokenOnWalk(specified, walks)
    expect(broken && wordsFor(broken)).toBeUndefined()
  })

  test('each of which is put to the test', () => {
    const paths = [...shortestWays(specified), ...randomWalks(specified, walks)]
    const performed = paths.map((way) => perform(specified, way).steps)
    const untested = Object.entries(specified.requirements).filter(([, requirement]) =>
      performed.every((steps) => requirement(steps, 0) === 'untested'),
    )
    expect(untested.map(([sentence]) => sentence)).toEqual([])
  })
}
