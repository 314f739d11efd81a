import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Parser } from 'saxen'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Benchmark, Figure, Point, Series } from '../../bench/figure.ts'
import { keptIn, staleIn, writeTo } from '../../bench/page/files.ts'
import { exponentOf, growthOf } from '../../bench/page/growth.ts'
import { pageOf } from '../../bench/page/page.ts'
import { plotOf, stepsFrom } from '../../bench/page/plot.ts'
import { complaintsOf, type Reasons } from '../../bench/page/reasons.ts'
import { merged, recordOf, type Circumstances, type Records } from '../../bench/page/records.ts'
import { measureAll } from '../../bench/page/run.ts'
import { rowOf } from '../../bench/page/table.ts'

const circumstances: Circumstances = {
  on: '2026-11-26',
  commit: 'e71a6c66',
  processor: 'Slow 1000',
  cores: 2,
  memory: 8,
  node: 'v24.21.0',
  load: 0.1,
}

const pointsOf = (...values: number[]): Point[] => values.map((value, index) => ({ size: 1_000 * 10 ** index, value }))

const pages: Series = {
  plot: 'Page of a list',
  name: 'phones & <boxes>',
  sizes: 'rows',
  unit: 'ms',
  points: [
    { size: 1_000, value: 1, spread: [0.5, 2] },
    { size: 10_000, value: 1.1, spread: [0.9, 1.9] },
    { size: 100_000, value: 0.9 },
  ],
}
const alone: Series = { ...pages, name: 'its SQL', points: pointsOf(0.4, 0.4, 0.5, 0.4), isPeer: true }

const page: Figure = {
  name: 'page of phones',
  value: 30,
  unit: 'ms',
  bound: 25,
  spread: [9, 41.26],
  peer: { name: 'its SQL through pg alone', value: 20, most: 2 },
}

const lists = { group: 'Lists and reads', title: 'Lists' } as const
const wall = { group: 'Pictures', title: 'A wall' } as const
const listsRecord = recordOf(lists, { figures: [page], series: [pages] }, circumstances, 61.4)
const wallRecord = recordOf(
  wall,
  [{ name: 'slowest', value: 8, unit: 'fps', bound: 7.5, atLeast: true }],
  circumstances,
  9,
)

describe('growth', () => {
  test('is the slope of logarithms by least squares, not from end to end', () => {
    // By hand: x = 3, 4, 5, 6 and y = 0, 1, 0, 0 have a slope of (−½ · 1) / 5, though the ends are level.
    expect(exponentOf(pointsOf(1, 10, 1, 1))).toBeCloseTo(-0.1, 10)
    // And x = 0, 1, 2 with y = 0, ½, 2: (−1 · 0 + 1 · 2) / 2.
    expect(exponentOf([1, Math.sqrt(10), 100].map((value, at) => ({ size: 10 ** at, value })))).toBeCloseTo(1, 10)
  })

  test.each([
    { values: [2, 2.1, 2, 2.1], words: '× 1.01 a tenfold: flat' },
    { values: [1, 10, 100], words: '× 10.0 a tenfold: linear' },
    { values: [1, 100, 10_000], words: '× 100 a tenfold: more than linear' },
    { values: [1, 2, 4], words: '× 2.00 a tenfold: less than linear' },
    { values: [4, 2, 1], words: '× 0.500 a tenfold: falls' },
  ])('of $values is $words', ({ values, words }) => {
    expect(growthOf(pointsOf(...values))).toBe(words)
  })
})

describe('a row of the table', () => {
  test('says the median, its spread, its limits and its peer, and that it missed one', () => {
    expect(rowOf(page)).toBe(
      '| page of phones | 30 ms (9 to 41.26) | ≤ 25 ms, ≤ 2 × its peer | 1.5 × its SQL through pg alone: 20 ms | **MISSED** |',
    )
  })

  test.each<{ why: string; figure: Partial<Figure>; isMissed: boolean }>([
    { why: 'is at its limit', figure: { bound: 30 }, isMissed: false },
    { why: 'is above it', figure: { bound: 29.9 }, isMissed: true },
    { why: 'is at the least it may be', figure: { bound: 30, atLeast: true }, isMissed: false },
    { why: 'is below that', figure: { bound: 30.1, atLeast: true }, isMissed: true },
    { why: 'has no limit', figure: { bound: undefined }, isMissed: false },
    {
      why: 'is as large beside its peer as it may',
      figure: { bound: 40, peer: { name: 'it', value: 20, most: 1.5 } },
      isMissed: false,
    },
    {
      why: 'is larger beside its peer',
      figure: { bound: 40, peer: { name: 'it', value: 20, most: 1.4 } },
      isMissed: true,
    },
  ])('is marked only where a limit is missed: it $why', ({ figure, isMissed }) => {
    expect(rowOf({ ...page, ...figure }).includes('MISSED')).toBe(isMissed)
  })
})

describe('records', () => {
  test('of a part replace what was kept of it and leave the others, but those of a benchmark that is no more', () => {
    const later = { ...wallRecord, circumstances: { ...circumstances, on: '2026-12-01' } }
    const kept = { 'wall-of-25': wallRecord, lists: listsRecord, gone: wallRecord }
    const now = merged(kept, { 'wall-of-25': later }, ['wall-of-25', 'lists', 'never-measured'])
    expect(now).toEqual({ lists: listsRecord, 'wall-of-25': later })
    expect(Object.keys(now)).toEqual(['lists', 'wall-of-25'])
  })

  test.each([
    {
      what: 'a figure that is no number',
      measured: [{ ...page, value: Number.NaN }],
      why: 'page of phones: it is no number',
    },
    {
      what: 'a curve with a value of 0',
      measured: { figures: [], series: [{ ...alone, points: pointsOf(1, 0) }] },
      why: 'its SQL: not all of it is above zero',
    },
    {
      what: 'a curve of one point',
      measured: { figures: [], series: [{ ...alone, points: pointsOf(1) }] },
      why: 'its SQL: it has less than two points',
    },
  ])('refuse $what', ({ measured, why }) => {
    expect(() => recordOf(lists, measured, circumstances, 1)).toThrow(why)
  })
})

test('a benchmark that fails is told, and the others before and after it are kept', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const broken = new Error('the phone is gone')
  const benchmarks: Record<string, Benchmark['measure']> = {
    first: async () => [page],
    second: () => Promise.reject(broken),
    third: async () => [page],
  }
  const kept: string[][] = []
  const { measured, failures } = await measureAll({
    names: Object.keys(benchmarks),
    benchmarkOf: async (name) => ({ ...lists, measure: benchmarks[name] ?? (() => Promise.reject(new Error(name))) }),
    circumstances,
    keep: (all) => kept.push(Object.keys(all)),
  })
  expect(Object.keys(measured)).toEqual(['first', 'third'])
  expect(kept).toEqual([['first'], ['first', 'third']])
  expect(failures).toEqual([{ name: 'second', failure: broken }])
  vi.restoreAllMocks()
})

const textOf = (records: Records, reasons: Reasons = {}): string => pageOf(records, reasons).get('performance.md') ?? ''

describe('the page', () => {
  test('says of each benchmark when it was measured, and of a missed limit why', () => {
    const text = textOf({ lists: listsRecord, wall: wallRecord }, { lists: { 'page of phones': 'The disk is slow.' } })
    expect(text.slice(text.indexOf('On 2 ×'), text.indexOf('## How it grows')))
      .toBe(`On 2 × Slow 1000, 8 GB, Node v24.21.0, where nothing else is said. The load is that of the minute before the run began.

Figures: 2. Limits missed: 1.

## Pictures

| figure | measured (least to most) | limit | beside it, in the same run | |
|---|---|---|---|---|
| **A wall** (\`wall\`) | 2026-11-26, e71a6c66, load 0.10, 9 s | | | |
| slowest | 8 fps | ≥ 7.5 fps |  |  |

## Lists and reads

| figure | measured (least to most) | limit | beside it, in the same run | |
|---|---|---|---|---|
| **Lists** (\`lists\`) | 2026-11-26, e71a6c66, load 0.10, 61 s | | | |
| page of phones | 30 ms (9 to 41.26) | ≤ 25 ms, ≤ 2 × its peer | 1.5 × its SQL through pg alone: 20 ms | **MISSED** |

Missed:

- page of phones: The disk is slow.

`)
    expect(text).toContain('| ms, by rows | 1,000 | 10,000 | 100,000 | |\n|---|---|---|---|---|\n')
    expect(text).toContain('| phones &amp; &lt;boxes> | 1 | 1.1 | 0.9 | × 0.949 a tenfold: flat |')
    expect(text).toContain('![Page of a list](performance/page-of-a-list.svg)')
  })

  test('leaves room for a reason that nobody has written', () => {
    expect(textOf({ lists: listsRecord })).toContain('- page of phones: no reason is given yet.')
  })

  test('warns of what a busy machine has measured, and names it', () => {
    expect(textOf({ lists: listsRecord, wall: wallRecord })).not.toContain('busy')
    const busy = { ...listsRecord, circumstances: { ...circumstances, load: 1.5 } }
    expect(textOf({ lists: busy, wall: wallRecord })).toContain('therefore say little: `lists`.**')
  })

  test('is the same, byte for byte, of the same figures', () => {
    const folder = mkdtempSync(join(tmpdir(), 'phonedeck-page-'))
    try {
      const records = merged({}, { wall: wallRecord, lists: listsRecord }, ['lists', 'wall'])
      writeTo(folder, records, {})
      const drawn = pageOf(keptIn(folder), {})
      expect(drawn).toEqual(pageOf(records, {}))
      expect([...drawn.keys()]).toEqual(['performance.md', 'performance/page-of-a-list.svg'])
      expect(staleIn(folder, {})).toEqual([])

      writeFileSync(join(folder, 'performance/old-curve.svg'), '')
      writeFileSync(join(folder, 'performance.md'), `${readFileSync(join(folder, 'performance.md'), 'utf8')} `)
      expect(staleIn(folder, {})).toEqual(['performance.md', 'performance/old-curve.svg'])
      writeTo(folder, records, {})
      expect(staleIn(folder, {})).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

test('a reason is refused that is of no figure, or of one that misses no limit', () => {
  const records = { lists: listsRecord, wall: wallRecord }
  const given = {
    lists: { 'page of phones': 'good', 'page of shops': 'none' },
    wall: { slowest: 'held' },
    gone: { it: '' },
  }
  expect(complaintsOf(records, given)).toEqual([
    'a reason is given for “page of shops” of lists, which is no figure',
    'a reason is given for “slowest” of wall, which misses no limit',
    'a reason is given for “it” of gone, which is no figure',
  ])
})

describe('a plot', () => {
  let elements: { name: string; attributes: Record<string, string> }[] = []
  let texts: string[] = []

  /** Reads it as XML, by a parser that complains of what is not well formed. */
  function read(xml: string): void {
    elements = []
    texts = []
    const complaints: unknown[] = []
    const parser = new Parser()
    parser.on('openTag', (name, attributes, decode) => {
      elements.push({
        name,
        attributes: Object.fromEntries(Object.entries(attributes()).map(([key, value]) => [key, decode(value)])),
      })
    })
    parser.on('text', (text, decode) => texts.push(decode(text)))
    parser.on('error', (error) => complaints.push(error))
    parser.parse(xml)
    expect(complaints).toEqual([])
    expect(xml).not.toMatch(/&(?!amp;|lt;|quot;)/) // Which that parser lets pass.
  }
  const attributesOf = (name: string, attribute: string): number[] =>
    elements.filter((element) => element.name === name).map(({ attributes }) => Number(attributes[attribute]))

  beforeEach(() => read(plotOf([pages, alone])))
  afterEach(() => vi.restoreAllMocks())

  test('is well-formed XML with a circle a point, and its names as they are', () => {
    expect(attributesOf('circle', 'r')).toHaveLength(pages.points.length + alone.points.length)
    expect(texts).toContain('phones & <boxes> ')
    expect(elements.filter(({ attributes }) => attributes.class === 'spread')).toHaveLength(2)
    expect(elements.filter(({ attributes }) => attributes.class === 'peer')).toHaveLength(1)
  })

  test('has tenfolds of rows equally far apart, and what is larger higher', () => {
    const across = attributesOf('circle', 'cx').slice(pages.points.length)
    const steps = across.slice(1).map((x, at) => x - (across[at] ?? 0))
    for (const step of steps) expect(step).toBeCloseTo(steps[0] ?? 0, 0)
    const [first = 0, second = 0, third = 0] = attributesOf('circle', 'cy')
    expect(second).toBeLessThan(first)
    expect(third).toBeGreaterThan(first)
  })

  test('keeps every circle and every spread within its frame', () => {
    read(plotOf([{ ...pages, points: [...pages.points, { size: 1_000_000, value: 1, spread: [0.001, 5_000] }] }]))
    const [[width = 0], [height = 0]] = [attributesOf('svg', 'width'), attributesOf('svg', 'height')]
    for (const x of attributesOf('circle', 'cx')) expect(x > 0 && x < width).toBe(true)
    for (const y of [...attributesOf('circle', 'cy'), ...attributesOf('line', 'y1'), ...attributesOf('line', 'y2')])
      expect(y > 0 && y < height).toBe(true)
  })

  test('has ticks at 1, 2 and 5 of each power of ten', () => {
    expect(stepsFrom(0.3, 7)).toEqual([0.2, 0.5, 1, 2, 5, 10])
    expect(stepsFrom(1, 100)).toEqual([1, 2, 5, 10, 20, 50, 100])
    expect(stepsFrom(0.3, 700, [1])).toEqual([0.1, 1, 10, 100, 1_000])
  })
})
