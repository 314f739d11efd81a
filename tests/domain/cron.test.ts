import { CronExpressionParser } from 'cron-parser'
import { expect, test } from 'vitest'
import { readCron } from '../../domain/cron.ts'
import { nextTimes } from '../../server/jobs/schedule.ts'

/** Whether text is a cron expression of five fields, of a day that comes. */
const isCron = (text: string): boolean => typeof readCron(text) === 'object'

/** Pieces of every kind for each field, well formed or not. */
const pieces = [
  [
    '*',
    '?',
    '5',
    '59',
    '60',
    '5/10',
    '*/70',
    '*/0',
    '5-1',
    '1-30/7',
    '1,2,3',
    '1,,2',
    '*/5/2',
    '007',
    '-1',
    '1-',
    'x',
    '',
  ],
  ['*', '0', '23', '24', '9-17', '9-25', '*/2'],
  ['*', '?', 'L', '1', '31', '32', '0', '15W', 'L-1', '1-31/31', '*/32', '30'],
  ['*', '?', '2', '12', '13', '0', 'jan', 'JAN-mar', 'feb-jan', '4,6', 'july'],
  ['*', '?', '0', '7', '8', 'mon-FRI', 'fri-sun', 'sun-fri', '5L', '5#2', '5#6', 'monL', '*/8', 'L'],
]
const usual = ['0', '4', '*', '*', '*']
const replaced = (at: number, piece: string) => usual.map((one, place) => (place === at ? piece : one)).join(' ')

const expressions = [
  ...pieces.flatMap((some, at) => some.map((piece) => replaced(at, piece))),
  ...(pieces[2] ?? []).flatMap((day) => (pieces[3] ?? []).map((month) => `0 4 ${day} ${month} *`)),
  '0 4 31 2 1',
  '0 4 31 2 *',
  '0 4 31 2 ?',
  ' 0  4 * * 1-5 ',
  '* * * *',
  '* * * * * *',
  '@daily',
  'every day',
  '',
]

/** Whether the parser that runs tasks finds a time for it. It takes a sixth field, names and `@daily` too. */
function runs(cron: string): boolean {
  if (cron.trim().split(/\s+/).length !== 5) return false
  try {
    return (
      CronExpressionParser.parse(cron, { currentDate: new Date(newYear), tz: 'UTC' })
        .next()
        .getTime() > 0
    )
  } catch {
    return false // Which is the answer.
  }
}
const newYear = Date.UTC(2026, 0, 1)

test('what is a cron expression by its text is one that runs, and nothing else is', () => {
  expect(expressions.filter((cron) => isCron(cron) !== runs(cron))).toEqual([])
})

test('whatever a task takes, its preview tells three times of it', () => {
  const times = expressions
    .filter(isCron)
    .map((cron) => nextTimes({ cron, timezone: 'UTC', once_at: null }, newYear, 3))
  expect(times.filter((times) => times?.length !== 3)).toEqual([])
})

test.each(['H * * * *', '0 H * * *', 'H(0-29) 4 * * *', '0 4 H/2 * *'])(
  '%s, another time at each look, is none for a task either',
  (cron) => {
    expect(isCron(cron)).toBe(false)
    expect(nextTimes({ cron, timezone: 'UTC', once_at: null }, newYear, 1)).toBeUndefined()
  },
)

test('an expression longer than the contract takes is none', () => {
  expect(isCron(`${'1,'.repeat(26)}1 * * * *`)).toBe(true)
  expect(isCron(`${'1,'.repeat(28)}1 * * * *`)).toBe(false)
})
