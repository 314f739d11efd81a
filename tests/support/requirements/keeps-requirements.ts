import { expect } from 'vitest'
import { wordsFor } from './broken-words.ts'
import { brokenOnWalk, shortened, shortestWays } from './generated-paths.ts'
import { brokenBy, perform } from './performance.ts'
import type { AnySpecification } from './specification.ts'

/** Random walks through each machine. */
const walks = 30

/** Specifications with the names of the files that say them, as Vite finds them. */
export const specificationsOf = (files: Record<string, AnySpecification | AnySpecification[]>) =>
  Object.entries(files).flatMap(([file, specified]) =>
    [specified].flat().map((one): [string, AnySpecification] => [file, one]),
  )

/** Checks every sentence at every step of the shortest ways to everything that is to be seen, and that each is put to the test there. */
export function expectKeptOnShortestWays(specified: AnySpecification): void {
  const untested = new Set(Object.keys(specified.requirements))
  for (const way of shortestWays(specified)) {
    const performed = perform(specified, way)
    const broken = brokenBy(specified, performed)
    if (broken !== undefined) expect.fail(wordsFor(specified, shortened(specified, broken)))
    for (const sentence of untested)
      if (specified.requirements[sentence]?.(performed.steps, 0) !== 'untested') untested.delete(sentence)
  }
  expect([...untested]).toEqual([])
}

/** Checks every sentence at every step of random walks. */
export function expectKeptOnWalks(specified: AnySpecification): void {
  const broken = brokenOnWalk(specified, walks)
  if (broken !== undefined) expect.fail(wordsFor(specified, shortened(specified, broken)))
}
