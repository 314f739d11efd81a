import { expect, test } from 'vitest'
import { brokenOnWalk, shortestWays, wordsFor } from './generated-paths.ts'
import { brokenBy, perform } from './performance.ts'
import type { AnySpecification } from './specification.ts'

/** Random walks through each machine. */
const walks = 30

/** Checks every sentence of a specification at every step of every generated path. */
export function keepsItsRequirements(specified: AnySpecification): void {
  test('on the shortest ways to everything that is to be seen, on which each is put to the test', () => {
    const untested = new Set(Object.keys(specified.requirements))
    for (const way of shortestWays(specified)) {
      const performed = perform(specified, way)
      const broken = brokenBy(specified, performed)
      expect(broken && wordsFor(broken)).toBeUndefined()
      for (const sentence of untested)
        if (specified.requirements[sentence]?.(performed.steps, 0) !== 'untested') untested.delete(sentence)
    }
    expect([...untested]).toEqual([])
  })

  test('on walks that know nothing of the chart', () => {
    const broken = brokenOnWalk(specified, walks)
    expect(broken && wordsFor(broken)).toBeUndefined()
  })
}
