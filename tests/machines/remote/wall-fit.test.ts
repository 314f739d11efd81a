import { expect, test } from 'vitest'
import { fitOf } from '../../../src/screens/remote/wall-fit.ts'
import { fc } from '../../support/properties.ts'

/** Whether so many phones of a width fit a window, so many to a row, 12 px apart. */
function fits(phones: number, columns: number, width: number, window: { width: number; height: number }): boolean {
  const rows = Math.ceil(phones / columns)
  return (
    columns * width + (columns - 1) * 12 <= window.width && rows * width * 176 <= (window.height - (rows - 1) * 12) * 90 // In whole numbers, which are exact.
  )
}

const windows = fc.record({ width: fc.integer({ min: 320, max: 3_840 }), height: fc.integer({ min: 300, max: 2_160 }) })
const counts = fc.integer({ min: 2, max: 100 })

test('all phones are seen at once, and no larger ones would be; the smallest that show something are scrolled', () => {
  let scrolled = 0
  fc.assert(
    fc.property(counts, windows, (phones, window) => {
      const { columns, width } = fitOf(phones, window)
      const columnCounts = Array.from({ length: phones }, (_, index) => index + 1)
      const fitAt = (each: number) => columnCounts.some((count) => fits(phones, count, each, window))
      if (fits(phones, columns, width, window)) return !fitAt(width + 1)
      scrolled += 1
      return columns * width + (columns - 1) * 12 <= window.width && width >= 96 && !fitAt(96)
    }),
    { numRuns: 2_000, examples: [[21, { width: 1_128, height: 2_160 }]] },
  )
  expect(scrolled).toBeGreaterThan(50)
})

test.each([
  [25, 1416, 838, 9],
  [4, 1416, 838, 4],
  [25, 374, 780, 3],
  [25, 1000, 668, 9],
  [2, 374, 780, 1],
])('%i phones stand in a window of %i × %i px %i to a row', (phones, width, height, columns) => {
  expect(fitOf(phones, { width, height }).columns).toBe(columns)
})
