import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { breakages } from './breakages.mjs'

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

// A tenth of them is applied each day; one that broke itself would be found much later.
test.each(breakages)('$file can still be broken: $what', ({ file, from, test: proof, title }) => {
  expect(textOf(file).split(from)).toHaveLength(2)
  if (proof !== undefined && title !== undefined) expect(textOf(proof)).toContain(title)
})
