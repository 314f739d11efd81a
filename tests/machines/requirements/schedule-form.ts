import { CronExpressionParser } from 'cron-parser'
import { scheduleFormMachine, type ScheduleKind } from '../../../src/machines/jobs/schedule-form.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same, when, now } from '../../support/requirements/sentences.ts'

const reckoned = new Map<string, readonly number[] | undefined>()

/** When an expression comes, by a library that the product does without; undefined where it knows none. */
function timesOf(cron: string): readonly number[] | undefined {
  // Thousands of steps show the same few expressions, of each of which the library takes a millisecond.
  if (!reckoned.has(cron)) reckoned.set(cron, timesByLibrary(cron))
  return reckoned.get(cron)
}

function timesByLibrary(cron: string): readonly number[] | undefined {
  try {
    const expression = CronExpressionParser.parse(cron, { currentDate: new Date('2026-11-26T00:00Z'), tz: 'UTC' })
    return Array.from({ length: 20 }, () => expression.next().getTime())
  } catch {
    return undefined
  }
}

const shown = (said: string) =>
  said.startsWith('the operator chooses') ? said.slice('the operator chooses '.length) : ''
/** @param kind - the words in which people would say it */
const formOf = (begun: string, kind: ScheduleKind) =>
  specification(
    {
      machine: scheduleFormMachine,
      input: { cron: begun },
      happenings: {
        'the operator chooses daily': (play) => play.send({ type: 'KIND', kind: 'daily' }),
        'the operator chooses weekly': (play) => play.send({ type: 'KIND', kind: 'weekly' }),
        'the operator chooses every': (play) => play.send({ type: 'KIND', kind: 'every' }),
        'the operator chooses advanced': (play) => play.send({ type: 'KIND', kind: 'advanced' }),
        'the times are 08:15 and 20:15': (play) => play.send({ type: 'TIMES', hours: [20, 8], minute: 15 }),
        'the last time is taken away': (play) => play.send({ type: 'TIMES', hours: [], minute: 15 }),
        'the days are Saturday and Sunday': (play) => play.send({ type: 'WEEKDAYS', weekdays: [6, 0] }),
        'the last day is taken away': (play) => play.send({ type: 'WEEKDAYS', weekdays: [] }),
        'it is every six hours': (play) =>
          play.send({ type: 'EVERY', every: { kind: 'every', unit: 'hours', every: 6, minute: 5 } }),
        'the first of January is written': (play) => play.send({ type: 'WRITE', cron: '0 0 1 1 *' }),
        'noon is written': (play) => play.send({ type: 'WRITE', cron: '0 12 * * *' }),
        'nonsense is written': (play) => play.send({ type: 'WRITE', cron: 'noon' }),
      },
      screen: ({ value, context: { cron, times, weekdays, every } }) => ({
        kind: value,
        cron,
        times: [times.minute, ...times.hours],
        weekdays,
        every,
      }),
    },
    {
      'the form that is shown is the one that can say what it opens with, and then the one that was chosen': always(
        ({ happened, screen }, before) => {
          if (happened === 'at first') return screen.kind === kind
          return screen.kind === (shown(happened) || before.screen.kind)
        },
      ),
      'an expression opens as it is written': always(
        ({ happened, screen }) => happened !== 'at first' || screen.cron === begun,
      ),
      'what is saved comes when the form says': always(({ screen }) => {
        if (screen.kind === 'advanced') return true
        const days = screen.kind === 'weekly' ? screen.weekdays.join(',') : '*'
        const [minute = 0, ...hours] = screen.times
        const every =
          screen.every.unit === 'minutes'
            ? `*/${screen.every.every} * * * *`
            : `${screen.every.minute} */${screen.every.every} * * *`
        const said = screen.kind === 'every' ? every : `${minute} ${hours.join(',')} * * ${days}`
        return same(timesOf(screen.cron), timesOf(said))
      }),
      'times and days are taken where they are asked for, and at least one of each stays': always(
        ({ happened, screen }, before) => {
          if (happened === 'at first' || happened.endsWith('is written')) return true
          const takesTimes = screen.kind === 'daily' || screen.kind === 'weekly'
          const times = happened === 'the times are 08:15 and 20:15' && takesTimes ? [15, 20, 8] : before.screen.times
          const days =
            happened === 'the days are Saturday and Sunday' && screen.kind === 'weekly'
              ? [0, 6]
              : before.screen.weekdays
          const every =
            happened === 'it is every six hours' && screen.kind === 'every'
              ? { kind: 'every', unit: 'hours', every: 6, minute: 5 }
              : before.screen.every
          return same([screen.times, screen.weekdays, screen.every], [times, days, every])
        },
      ),
      'what is written stands as it is, where an expression is asked for': always(({ happened, screen }, before) => {
        if (!happened.endsWith('is written')) return true
        const written = {
          'the first of January is written': '0 0 1 1 *',
          'noon is written': '0 12 * * *',
          'nonsense is written': 'noon',
        }
        const taken = screen.kind === 'advanced' ? written[happened as keyof typeof written] : before.screen.cron
        return screen.cron === taken
      }),
      'noon that is written is noon in the form of days, too': when(
        'noon is written',
        now(({ screen }) => screen.kind !== 'advanced' || same(screen.times, [0, 12])),
      ),
      'what no other form can say waits for the operator': always((step) => {
        if (step.happened !== 'the operator chooses advanced') return true
        const written = step.past.findLast(
          ({ happened, screen }) => happened.endsWith('is written') && screen.kind === 'advanced',
        )
        const last = written?.screen.cron ?? begun
        return last === '0 0 1 1 *' || last === 'noon' || last === '0 3 1 * *'
          ? step.screen.cron === last
          : step.screen.cron === step.before.screen.cron
      }),
    },
  )

export default [
  formOf('30 9 * * *', 'daily'),
  formOf('0 8 * * MON', 'weekly'),
  formOf('*/20 * * * *', 'every'),
  formOf('0 3 1 * *', 'advanced'),
]
