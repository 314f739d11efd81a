import { expect, test } from 'vitest'
import { advisoryLocks } from '../../server/store/advisory-locks.ts'

test('nothing that goes on for long keeps something else from beginning: each lock has a number of its own', () => {
  const numbers = Object.values(advisoryLocks)
  expect(new Set(numbers).size).toBe(numbers.length)
})
