import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { breakages } from './breakages.mjs'

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

// They are applied before a release; one that broke itself would be found much later.
test.each(breakages)('$file can still be broken: $what', ({ file, from, test: proof, title }) => {
  expect(textOf(file).split(from)).toHaveLength(2)
  if (proof !== undefined && title !== undefined) expect(textOf(proof)).toContain(title)
})

/** Rows that once passed with what they state broken. */
const once = [
  '2.5',
  '2.6',
  '2.9',
  '2.17',
  '2.18',
  '2.19',
  '2.21',
  '2.22',
  '2.24',
  '2.38',
  '3.2',
  '4.5',
  '4.22',
  '5.3',
  '6.1',
  '6.4',
  '7.1',
  '8.1',
  '8.12',
  '9.9',
  '9.13',
]

test.each(once)('row %s of the conformance table has a breakage', (row) => {
  expect(breakages.map((breakage) => breakage.row)).toContain(row)
})
