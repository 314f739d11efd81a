import { CronExpressionParser } from 'cron-parser'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCron, type Cron } from '../../domain/cron.ts'
import { timesAfter, timesBetween, ZoneClock } from '../../domain/cron-times.ts'
import { nextTimes } from '../../server/jobs/schedule.ts'

function read(text: string): Cron {
  const cron = readCron(text)
  if (typeof cron !== 'object') throw new Error(`${text} is ${cron}`)
  return cron
}

const written = (times: readonly number[]) => times.map((at) => new Date(at).toISOString().slice(0, 16))

const after = (cron: string, zone: string, from: string, count: number) =>
  written(timesAfter(read(cron), new ZoneClock(zone), Date.parse(from), count))

/** Written by hand, from calendars and the dates on which clocks are changed. */
const byHand: [what: string, cron: string, zone: string, from: string, times: string[]][] = [
  [
    'a time that summer time skips comes an hour later',
    '30 2 * * *',
    'America/New_York',
    '2026-03-07T08:00Z',
    ['2026-03-08T07:30', '2026-03-09T06:30'],
  ],
  [
    'a time that comes twice counts once, the first time',
    '30 1 * * *',
    'America/New_York',
    '2026-10-31T06:00Z',
    ['2026-11-01T05:30', '2026-11-02T06:30'],
  ],
  [
    'a time behind the change comes at its new hour',
    '0 3 * * *',
    'America/New_York',
    '2026-11-01T00:00Z',
    ['2026-11-01T08:00', '2026-11-02T08:00'],
  ],
  [
    'every half hour goes on through the hour that comes twice',
    '*/30 * * * *',
    'America/New_York',
    '2026-11-01T04:45Z',
    ['2026-11-01T05:00', '2026-11-01T05:30', '2026-11-01T06:00', '2026-11-01T06:30', '2026-11-01T07:00'],
  ],
  [
    'every half hour knows nothing of the hour that is skipped',
    '*/30 * * * *',
    'America/New_York',
    '2026-03-08T06:15Z',
    ['2026-03-08T06:30', '2026-03-08T07:00', '2026-03-08T07:30'],
  ],
  [
    'what is skipped and what stands in its place come once',
    '30 2,3 * * *',
    'America/New_York',
    '2026-03-08T00:00Z',
    ['2026-03-08T07:30', '2026-03-09T06:30', '2026-03-09T07:30'],
  ],
  [
    '29 February comes in leap years',
    '0 0 29 2 *',
    'UTC',
    '2026-01-01T00:00Z',
    ['2028-02-29T00:00', '2032-02-29T00:00'],
  ],
  [
    'a day of the month or one of the week is enough',
    '0 12 13 * 5',
    'UTC',
    '2026-02-01T00:00Z',
    [
      '2026-02-06T12:00',
      '2026-02-13T12:00',
      '2026-02-20T12:00',
      '2026-02-27T12:00',
      '2026-03-06T12:00',
      '2026-03-13T12:00',
    ],
  ],
  [
    'the last day of a month is its last',
    '0 0 L * *',
    'UTC',
    '2026-01-01T00:00Z',
    ['2026-01-31T00:00', '2026-02-28T00:00', '2026-03-31T00:00', '2026-04-30T00:00'],
  ],
  [
    'the second Tuesday and the last Friday are of their month',
    '0 0 * * 2#2,5L',
    'UTC',
    '2026-11-01T00:00Z',
    ['2026-11-10T00:00', '2026-11-27T00:00', '2026-12-08T00:00', '2026-12-25T00:00'],
  ],
  [
    'the fifth Friday of a February is waited for',
    '0 0 * 2 5#5',
    'UTC',
    '2026-01-01T00:00Z',
    ['2036-02-29T00:00', '2064-02-29T00:00'],
  ],
  [
    'a midnight that is skipped comes an hour later',
    '0 0 * * *',
    'Africa/Cairo',
    '2026-04-23T00:00Z',
    ['2026-04-23T22:00', '2026-04-24T21:00'],
  ],
  [
    'half an hour that is skipped makes it half an hour later',
    '15 2 * * *',
    'Australia/Lord_Howe',
    '2026-10-03T00:00Z',
    ['2026-10-03T15:45', '2026-10-04T15:15'],
  ],
  [
    'days are those of the zone',
    '30 0 * * 1',
    'Asia/Shanghai',
    '2026-11-26T00:00Z',
    ['2026-11-29T16:30', '2026-12-06T16:30'],
  ],
]

describe('the next times, as calendars have them', () => {
  test.each(byHand)('%s', (_, cron, zone, from, times) => {
    expect(after(cron, zone, from, times.length)).toEqual(times)
  })
})

/** Zones whose clocks change by whole hours: another change is where the other library does otherwise. */
const zones = ['UTC', 'Asia/Shanghai', 'Asia/Kolkata', 'America/New_York', 'Europe/Berlin', 'America/Santiago']

const numbers = (least: number, most: number) => fc.integer({ min: least, max: most })
const field = (least: number, most: number) =>
  fc.oneof(
    fc.constant('*'),
    numbers(least, most).map(String),
    fc.uniqueArray(numbers(least, most), { minLength: 2, maxLength: 4 }).map((some) => some.join(',')),
    numbers(1, 12).map((step) => `*/${step}`),
    fc
      .tuple(numbers(least, most), numbers(least, most))
      .map(([one, other]) => `${Math.min(one, other)}-${Math.max(one, other)}`),
  )
const crons = fc
  .tuple(
    field(0, 59),
    field(0, 23),
    fc.oneof(field(1, 31), fc.constant('L')),
    field(1, 12),
    fc.oneof(
      field(0, 6), // The other library takes no Sunday twice, as 0 and 7.
      fc.tuple(numbers(0, 6), numbers(1, 5)).map(([one, place]) => `${one}#${place}`),
      numbers(0, 6).map((one) => `${one}L`),
    ),
  )
  .map((fields) => fields.join(' '))

/** Near a change of clocks where `near` says so. */
const moments = fc
  .tuple(
    fc.constantFrom(
      '2026-03-08T06:00Z',
      '2026-11-01T04:00Z',
      '2026-03-29T00:00Z',
      '2026-10-25T00:00Z',
      '2026-07-01T00:00Z',
    ),
    numbers(-3 * 1_440, 3 * 1_440),
  )
  .map(([near, minutes]) => Date.parse(near) + minutes * 60_000)

describe('the next times, as another library has them', () => {
  test('are the same, whatever the expression, the zone and the time', () => {
    fc.assert(
      fc.property(crons, fc.constantFrom(...zones), moments, (text, zone, from) => {
        const cron = readCron(text)
        fc.pre(typeof cron === 'object')
        const expression = CronExpressionParser.parse(text, { currentDate: new Date(from), tz: zone })
        const expected = Array.from({ length: 5 }, () => expression.next().getTime())
        expect(written(timesAfter(cron, new ZoneClock(zone), from, 5))).toEqual(written(expected))
      }),
      { numRuns: 500 },
    )
  })
})

test('all times between two are those that come one after the other', () => {
  fc.assert(
    fc.property(crons, fc.constantFrom(...zones, 'Australia/Lord_Howe'), moments, (text, zone, from) => {
      const cron = readCron(text)
      fc.pre(typeof cron === 'object')
      const until = from + 2 * 86_400_000
      const oneByOne: number[] = []
      for (let at = from - 1; ;) {
        const [next] = nextTimes({ cron: text, timezone: zone, once_at: null }, at, 1) ?? []
        if (next === undefined || next >= until || oneByOne.length >= 100) break
        oneByOne.push(next)
        at = next
      }
      const between = timesBetween(cron, new ZoneClock(zone), from, until)
      expect(between.slice(0, 100)).toEqual(oneByOne)
    }),
    { numRuns: 100 },
  )
})

const begin = (zone: string, day: string) => new Date(new ZoneClock(zone).beginOf(Date.parse(day))).toISOString()

test('a day begins when its zone has midnight, or an hour later where that is skipped', () => {
  expect(begin('Asia/Shanghai', '2026-11-26')).toBe('2026-11-25T16:00:00.000Z')
  expect(begin('America/New_York', '2026-03-08')).toBe('2026-03-08T05:00:00.000Z')
  expect(begin('America/New_York', '2026-03-09')).toBe('2026-03-09T04:00:00.000Z')
  expect(begin('Africa/Cairo', '2026-04-24')).toBe('2026-04-23T22:00:00.000Z')
})

test.each([
  ['0 0 31 2 *', 'never'],
  ['0 0 30 2 ?', 'never'],
  ['0 0 31 2,4,6,9,11 *', 'never'],
  ['61 0 * * *', 'malformed'],
  ['0 0 * *', 'malformed'],
] as const)('%s is %s', (text, flaw) => {
  expect(readCron(text)).toBe(flaw)
})
