import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { scheduleFormMachine, type ScheduleKind } from '../../../src/machines/jobs/schedule-form.ts'

const everyDay = '30 9 * * *'

const opened = (cron: string) => {
  const actor = createActor(scheduleFormMachine, { input: { cron } }).start()
  return {
    actor,
    at: () => actor.getSnapshot().value,
    cron: () => actor.getSnapshot().context.cron,
    choose: (kind: ScheduleKind) => actor.send({ type: 'KIND', kind }),
  }
}

/** By hand: in which words people would say each. */
test.each([
  ['30 9 * * *', 'daily'],
  ['0 8,12,20 * * ?', 'daily'],
  ['0 9 * * 1-5', 'weekly'],
  ['0 9 ? * MON-FRI', 'weekly'],
  ['0 9 * * 0', 'weekly'],
  ['0 9 * * 7', 'weekly'],
  ['*/5 * * * *', 'every'],
  ['0,15,30,45 * * * *', 'every'],
  ['* * * * *', 'every'],
  ['15 * * * *', 'every'],
  ['0 */6 * * *', 'every'],
  ['*/7 * * * *', 'advanced'], // Which is not every seven minutes: the hour begins anew.
  ['5,20,35,50 * * * *', 'advanced'],
  ['*/5 9-17 * * *', 'advanced'],
  ['0 9 1 * *', 'advanced'],
  ['0 9 * 6 *', 'advanced'],
  ['0 9 13 * 5', 'advanced'],
  ['0 9 * * 5L', 'advanced'],
  ['0 9 * * 1#2', 'advanced'],
  ['0 1,2,3,4,5,6,7 * * *', 'advanced'],
  ['0 0 31 2 *', 'advanced'],
  ['every day', 'advanced'],
  ['', 'advanced'],
])('%s opens as %s, as it is written', (cron, kind) => {
  const form = opened(cron)
  expect([form.at(), form.cron()]).toEqual([kind, cron])
})

test('times stay when days are chosen, and the other way round', () => {
  const { actor, cron, choose } = opened(everyDay)
  actor.send({ type: 'TIMES', hours: [22, 7], minute: 5 })
  choose('weekly')
  expect(cron()).toBe('5 7,22 * * 1-5')
  actor.send({ type: 'WEEKDAYS', weekdays: [6, 2, 0] })
  choose('daily')
  expect(cron()).toBe('5 7,22 * * *')
  choose('weekly')
  expect(cron()).toBe('5 7,22 * * 0,2,6')
})

test('what only the expression can say waits there while others are looked at', () => {
  const { cron, choose } = opened('0 3 1 * *')
  choose('every')
  expect(cron()).toBe('*/30 * * * *')
  choose('advanced')
  expect(cron()).toBe('0 3 1 * *')
})

test('what was written is said in words where it can be, and in its own spelling where nothing has changed', () => {
  const { actor, cron, choose } = opened('0  9 ? * MON-FRI')
  choose('advanced')
  expect(cron()).toBe('0  9 ? * MON-FRI')
  choose('weekly')
  expect(cron()).toBe('0  9 ? * MON-FRI')
  choose('advanced')
  actor.send({ type: 'WRITE', cron: '10 */4 * * *' })
  choose('every')
  expect(cron()).toBe('10 */4 * * *')
  choose('weekly')
  expect(cron()).toBe('0  9 ? * MON-FRI')
})
