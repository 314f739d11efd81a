import { describe, expect, test } from 'vitest'
import { rowsOf, unprovenRows, unwrittenRows } from '../scripts/conformance.mjs'

const table = (tests: string) => `
| | Statement | Proved by |
|---|---|---|
| 4.1 | It beats | ${tests} |
`
const beat = '`tests/heart.test.ts` › beats'
const rows = (tests: string) => rowsOf(table(tests))

/** A run of one file in which each of these tests ended so. */
const run = (...outcomes: [path: string, status: string][]) => [
  {
    name: 'tests/heart.test.ts',
    assertionResults: outcomes.map(([path, status]) => {
      const ancestorTitles = path.split(' › ')
      return { title: ancestorTitles.pop() ?? '', ancestorTitles, status }
    }),
  },
]

describe('a row of the conformance table', () => {
  test('says its number, its statement and its tests', () => {
    expect(rows(`${beat}<br>\`tests/heart.test.ts\` › the heart › rests`)).toEqual([
      {
        number: '4.1',
        statement: 'It beats',
        proofs: [
          { file: 'tests/heart.test.ts', titles: ['beats'] },
          { file: 'tests/heart.test.ts', titles: ['the heart', 'rests'] },
        ],
      },
    ])
  })

  test('is proved when its tests passed, whatever groups they stand in', () => {
    expect(unprovenRows(rows(beat), run(['the heart › beats', 'passed'], ['stops', 'failed']))).toEqual([])
  })

  test.each(['', 'somebody looked', 'tests/heart.test.ts'])('that says %j for a test is reported', (tests) => {
    expect(unprovenRows(rows(tests), run(['beats', 'passed']))).toEqual(['4.1 names no test'])
  })

  test.each(['failed', 'skipped', 'pending', 'todo'])('whose test is %s is reported', (status) => {
    expect(unprovenRows(rows(beat), run(['beats', status]))).toEqual(['4.1: tests/heart.test.ts › beats did not pass'])
  })

  test('whose test does not exist is reported', () => {
    expect(unprovenRows(rows(beat), run(['beats twice', 'passed']))).toEqual([
      '4.1: tests/heart.test.ts › beats did not run',
    ])
  })

  test('whose test stands in another group is reported', () => {
    const named = rows('`tests/heart.test.ts` › the heart › beats')
    expect(unprovenRows(named, run(['the drum › beats', 'passed']))).toHaveLength(1)
    expect(unprovenRows(named, run(['the heart › beats', 'passed']))).toEqual([])
  })

  test('of a test with values needs it to pass with each of them', () => {
    const named = rows('`tests/heart.test.ts` › %s beats $times times (always)')
    expect(unprovenRows(named, run(['a beats 2 times (always)', 'passed']))).toEqual([])
    const oneFailed = run(['a beats 2 times (always)', 'passed'], ['b beats 3 times (always)', 'failed'])
    expect(unprovenRows(named, oneFailed)).toHaveLength(1)
  })

  test('with the number of another is reported, and so is a table without rows', () => {
    const twice = [...rows(beat), ...rows(beat)]
    expect(unprovenRows(twice, run(['beats', 'passed']))).toEqual(['4.1 stands there twice'])
    expect(unprovenRows([], [])).toEqual(['the table has no rows'])
  })
})

/** The files there are: one. */
const read = (file: string) =>
  file === 'tests/heart.test.ts'
    ? String.raw`test('beats', …); test('doesn\'t rest', …); test("it's on", …)`
    : undefined

describe('before anything has run, a row', () => {
  test.each(['beats', "doesn't rest", "it's on"])('is well where its file has a test called %s', (title) => {
    expect(unwrittenRows(rows(`\`tests/heart.test.ts\` › ${title}`), read)).toEqual([])
  })

  test('whose test was renamed is reported', () => {
    expect(unwrittenRows(rows('`tests/heart.test.ts` › beat'), read)).toEqual([
      '4.1: tests/heart.test.ts › beat is not there',
    ])
  })

  test('whose file is gone is reported', () => {
    expect(unwrittenRows(rows('`tests/lung.test.ts` › breathes'), read)).toEqual([
      '4.1: there is no tests/lung.test.ts',
    ])
  })
})
