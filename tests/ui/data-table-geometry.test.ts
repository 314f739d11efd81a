import { describe, expect, test } from 'vitest'
import { layOutColumns } from '../../src/ui/data-table/columns.ts'
import { geometryOf, lines, rowTop, scrollTopFor } from '../../src/ui/data-table/geometry.ts'
import { Overscan } from '../../src/ui/data-table/overscan.ts'
import { timeAgo } from '../../src/ui/time-ago.ts'
import { i18n, speakOf } from '../../src/i18n/i18n.ts'
import { fc } from '../support/properties.ts'

await speakOf('signed in')

describe('widths of columns', () => {
  const columns = [
    { key: 'name', width: 100, kind: 'status' as const },
    { key: 'status', width: 300, kind: 'status' as const },
  ]

  test('share what is left over in proportion', () => {
    expect(layOutColumns(columns, {}, 800)).toEqual([200, 600])
  })

  test('leave a column that was sized as it is', () => {
    expect(layOutColumns(columns, { name: 150 }, 800)).toEqual([150, 650])
  })

  test('of states and numbers do not shrink where the table is too narrow', () => {
    expect(layOutColumns(columns, {}, 200)).toEqual([100, 300])
  })

  test('of words give what the table lacks, each in proportion, and no more than a third', () => {
    const words = [
      { key: 'name', width: 100, kind: 'link' as const },
      { key: 'note', width: 200, kind: 'text' as const },
      { key: 'ip', width: 100, kind: 'text' as const, mono: true },
    ]
    expect(layOutColumns(words, {}, 351)).toEqual([86, 165, 100])
    expect(layOutColumns(words, {}, 302)).toEqual([72, 130, 100])
    expect(layOutColumns(words, { note: 200 }, 390)).toEqual([90, 200, 100])
  })

  test('are those of headings and of the longest that a column says, which give way in this order: words, what is said, headings', () => {
    const needing = [
      { key: 'name', width: 100, kind: 'link' as const, needs: { heading: 90, said: 0 } },
      { key: 'status', width: 80, kind: 'status' as const, needs: { heading: 60, said: 120 } },
      { key: 'count', width: 60, kind: 'text' as const, align: 'right' as const, needs: { heading: 95, said: 0 } },
    ]
    expect(layOutColumns(needing, {}, 315)).toEqual([100, 120, 95])
    expect(layOutColumns(needing, {}, 305)).toEqual([90, 120, 95])
    expect(layOutColumns(needing, {}, 275)).toEqual([90, 90, 95])
    expect(layOutColumns(needing, {}, 265)).toEqual([90, 80, 95])
    expect(layOutColumns(needing, {}, 212)).toEqual([72, 80, 60])
  })

  test('that are moved sideways anyway cut neither what tells rows apart nor what there is a choice of', () => {
    const many = [
      { key: 'name', width: 124, kind: 'link' as const },
      { key: 'role', width: 96, kind: 'text' as const, needs: { heading: 60, said: 118 } },
      { key: 'above', width: 100, kind: 'link' as const },
      { key: 'status', width: 80, kind: 'status' as const, needs: { heading: 60, said: 120 } },
    ]
    expect(layOutColumns(many, {}, 300)).toEqual([124, 118, 72, 120])
    expect(layOutColumns(many, { name: 60 }, 250)).toEqual([60, 118, 72, 120])
  })

  test('fill the table to the pixel, whatever its width', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 48, max: 400 }), { minLength: 1, maxLength: 20 }),
        fc.nat(4_000),
        (widths, spare) => {
          const available = widths.reduce((sum, width) => sum + width, 0) + spare
          const laidOut = layOutColumns(
            widths.map((width, index) => ({ key: String(index), width, kind: 'text' })),
            {},
            available,
          )
          expect(laidOut.reduce((sum, width) => sum + width, 0)).toBe(available)
          for (const [index, width] of widths.entries()) expect(laidOut[index]).toBeGreaterThanOrEqual(width)
        },
      ),
    )
  })
})

describe('a table behind its window', () => {
  const window = 800
  const { rowHeight } = lines

  test('is as high as its rows', () => {
    expect(geometryOf(1_000_000, window, lines)).toMatchObject({ canvasHeight: 30_000_000, scale: 1 })
    expect(geometryOf(0, window, lines)).toMatchObject({ canvasHeight: 0, scale: 1 })
  })

  test('outgrows the browser with its last row still in reach', () => {
    const rows = 5_000_000
    const geometry = geometryOf(rows, window)
    const end = geometry.canvasHeight - window
    expect(geometry.canvasHeight).toBe(30_000_000)
    expect(rowTop(rows - 1, end, geometry) + rowHeight).toBeCloseTo(geometry.canvasHeight, 0)
    expect(rowTop(0, 0, geometry)).toBe(0)
  })

  test('brings any row into the window, and moves no further than it has to', () => {
    const anywhere = fc.record({
      rows: fc.integer({ min: 1, max: 3_000_000 }),
      row: fc.double({ min: 0, max: 0.999, noNaN: true }),
      from: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(anywhere, ({ rows, row, from }) => {
        const geometry = geometryOf(rows, window)
        const scrollable = Math.max(0, geometry.canvasHeight - window)
        const index = Math.floor(rows * row)
        const before = scrollable * from
        const after = scrollTopFor(index, before, window, geometry)
        const top = rowTop(index, after, geometry) - after
        expect(top).toBeGreaterThanOrEqual(-1)
        expect(top + rowHeight).toBeLessThanOrEqual(window + 1)
        const wasInView =
          index * rowHeight >= before * geometry.scale && (index + 1) * rowHeight <= before * geometry.scale + window
        if (wasInView) expect(after).toBe(before)
      }),
    )
  })
})

describe('how long ago', () => {
  test.each([
    [0, '0 秒前'],
    [-5_000, '0 秒前'],
    [59_999, '59 秒前'],
    [60_000, '1 分钟前'],
    [3_599_999, '59 分钟前'],
    [7_200_000, '2 小时前'],
    [86_400_000 * 3, '3 天前'],
  ])('%i ms reads %s', (elapsed, expected) => {
    expect(timeAgo(i18n.t, 1_000_000_000_000, 1_000_000_000_000 + elapsed)).toBe(expected)
  })
})

/** The wheel turned for a while, in pixels a second; the steps are told in rows. */
const scrolledAt = (speed: number, frames = 60) => {
  const overscan = new Overscan()
  for (let frame = 1; frame <= frames; frame += 1)
    overscan.follow((speed * frame) / 60 / lines.rowHeight, (frame * 1_000) / 60)
  return overscan
}

describe('rows that stand ready beyond the window', () => {
  test('are few while nothing moves', () => {
    expect(new Overscan()).toMatchObject({ above: 4, below: 4 })
  })

  test('are as many as pass in 0.4 s, in the direction of travel', () => {
    expect(scrolledAt(3_590)).toMatchObject({ above: 4, below: 48 })
    expect(scrolledAt(-3_590)).toMatchObject({ above: 48, below: 4 })
  })

  test('are there from the first step of the wheel', () => {
    const overscan = new Overscan()
    overscan.follow(60 / lines.rowHeight, 123_456)
    expect(overscan.below).toBeGreaterThan(40)
  })

  test('are no fewer for a frame that came late', () => {
    const overscan = scrolledAt(3_590)
    overscan.follow((3_590 + 1_080) / lines.rowHeight, 1_300)
    expect(overscan.below).toBeGreaterThanOrEqual(47)
  })

  test('become fewer as it slows down, and are never more than a fast wheel needs', () => {
    const overscan = scrolledAt(3_590)
    for (let step = 1; step <= 20; step += 1) overscan.follow((3_590 + step) / lines.rowHeight, 1_000 + step * 16)
    expect(overscan.below).toBe(28)
    expect(scrolledAt(90_000).below).toBe(64)
  })
})
