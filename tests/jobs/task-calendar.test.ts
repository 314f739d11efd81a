import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { midnightOf } from '../../domain/calendar-days.ts'
import { codes } from '../../domain/codes.ts'
import { calendarOf } from '../../server/jobs/calendar.ts'
import { startServer, type TestServer } from '../support/server.ts'

const at = (text: string) => Date.parse(text)

const task = (id: number, cron: string | null, timezone: string, once_at: number | null = null) => ({
  id,
  name: `任务 ${id}`,
  targets: { box_ids: [1, 2] },
  once_at,
  cron,
  timezone,
})

const week = (timezone: string, first: string, limit = 100) => ({ first: midnightOf(first), days: 7, timezone, limit })

const apart = async (cron: string) =>
  (await calendarOf([task(1, cron, 'UTC')], week('UTC', '2026-11-27'), 0)).days[0]?.runs[0]?.every_minutes

describe('the calendar of tasks', () => {
  test('tells the runs of each day by the clock of whoever asks', async () => {
    const tasks = [
      task(1, '30 9 * * 1-5', 'America/New_York'), // Which is 22:30 in Shanghai, and in the evening of the same day.
      task(2, null, 'UTC', at('2026-11-27T23:00:00Z')), // Saturday morning in Shanghai.
    ]
    const { days } = await calendarOf(tasks, week('Asia/Shanghai', '2026-11-26'), at('2026-11-26T00:00:00Z'))
    expect(days.map(({ day, runs }) => [day, runs.map(({ task_id, times }) => [task_id, ...times])])).toEqual([
      ['2026-11-26', [[1, at('2026-11-26T14:30:00Z')]]],
      ['2026-11-27', [[1, at('2026-11-27T14:30:00Z')]]],
      ['2026-11-28', [[2, at('2026-11-27T23:00:00Z')]]],
      ['2026-11-29', []],
      ['2026-11-30', [[1, at('2026-11-30T14:30:00Z')]]],
      ['2026-12-01', [[1, at('2026-12-01T14:30:00Z')]]],
      ['2026-12-02', [[1, at('2026-12-02T14:30:00Z')]]],
    ])
    expect(days[0]?.begins_at).toBe(at('2026-11-25T16:00:00Z'))
  })

  test('tells of a task that runs every five minutes how often, and the first three times', async () => {
    const { days } = await calendarOf(
      [task(1, '*/5 * * * *', 'UTC')],
      week('UTC', '2026-11-27'),
      at('2026-11-26T12:02:00Z'),
    )
    expect(days.map(({ runs }) => runs.length)).toEqual([1, 1, 1, 1, 1, 1, 1])
    expect(days[0]?.runs).toEqual([
      {
        task_id: 1,
        count: 288,
        times: ['00:00', '00:05', '00:10'].map((time) => at(`2026-11-27T${time}:00Z`)),
        last_at: at('2026-11-27T23:55:00Z'),
        every_minutes: 5,
      },
    ])
  })

  test('counts the hours of the days on which clocks change', async () => {
    const hourly = [task(1, '0 * * * *', 'America/New_York')]
    const countsFrom = async (first: string) => {
      const { days } = await calendarOf(hourly, week('America/New_York', first), at('2026-01-01T00:00:00Z'))
      return days.map(({ runs }) => runs[0]?.count)
    }
    expect(await countsFrom('2026-03-06')).toEqual([24, 24, 23, 24, 24, 24, 24])
    expect(await countsFrom('2026-10-30')).toEqual([24, 24, 25, 24, 24, 24, 24])
  })

  test('leaves out what is past, of today as of days before', async () => {
    const tasks = [task(1, '0 8,12,20 * * *', 'UTC')]
    const { days } = await calendarOf(tasks, week('UTC', '2026-11-25'), at('2026-11-26T12:00:00Z'))
    expect(days.slice(0, 3).map(({ runs }) => runs[0]?.times)).toEqual([
      undefined,
      [at('2026-11-26T20:00:00Z')],
      ['08', '12', '20'].map((hour) => at(`2026-11-27T${hour}:00:00Z`)),
    ])
  })

  test('says apart how far only of what is evenly so', async () => {
    const said = ['*/5 * * * *', '0 */6 * * *', '0 8,12,20 * * *', '0 8,12 * * *'].map(apart)
    expect(await Promise.all(said)).toEqual([5, 360, null, null])
  })

  test('of a thousand tasks that run every minute tells no more than is asked for, those of a day that run first', async () => {
    const tasks = Array.from({ length: 1_000 }, (_, id) => task(id, `${id % 60} * * * *`, 'Asia/Shanghai'))
    const { days, tasks: told } = await calendarOf(
      tasks,
      week('Asia/Shanghai', '2026-11-27', 20),
      at('2026-11-26T00:00:00Z'),
    )
    expect(days.map(({ runs, total }) => [runs.length, total])).toEqual(Array.from({ length: 7 }, () => [20, 1_000]))
    expect(told).toHaveLength(20)
    expect(days[0]?.runs.slice(0, 17).every(({ task_id }) => task_id % 60 === 0)).toBe(true)
    expect(days[0]?.runs.slice(17).every(({ task_id }) => task_id % 60 === 1)).toBe(true)
  })

  test('of hundreds of tasks with schedules of their own lets others have their turn', async () => {
    const tasks = Array.from({ length: 1_000 }, (_, id) =>
      task(id, `${id % 30}-59 ${Math.floor(id / 30)}/1 * * *`, 'Europe/Paris'),
    )
    let turns = 0
    const others = setInterval(() => (turns += 1))
    await calendarOf(tasks, week('Asia/Shanghai', '2026-11-27'), at('2026-11-26T00:00:00Z'))
    clearInterval(others)
    expect(turns).toBeGreaterThan(1)
  })
})

describe('the call', () => {
  let server: TestServer
  let token: string

  beforeAll(async () => {
    server = await startServer()
    token = await server.signIn('admin')
  })
  afterAll(() => server.stop())

  const calendar = (query: Record<string, string | number>, as = token) =>
    server.call('v2/task/calendar', { token: as, query })
  const add = (more: object) =>
    server.call('v2/task/add', {
      token,
      body: { name: '重启', work: { action: 'reboot' }, targets: { filter: { keyword: 'B01' } }, ...more },
    })

  test('tells of tasks that are switched on, and of no others', async () => {
    const schedule = { cron: '0 4 * * *', timezone: 'UTC' }
    const { id } = (await add({ schedule })).data
    await add({ schedule, name: '停用的', enabled: false })
    const { data } = await calendar({ timezone: 'UTC', from: '2030-01-01' })
    expect(data.tasks).toEqual([
      { id, name: '重启', timezone: 'UTC', targets: { by: 'filter', count: null, keyword: 'B01' } },
    ])
    expect(data.days).toHaveLength(7)
    expect(data.days[6]).toEqual({
      day: '2030-01-07',
      begins_at: at('2030-01-07T00:00:00Z'),
      total: 1,
      runs: [
        {
          task_id: id,
          count: 1,
          times: [at('2030-01-07T04:00:00Z')],
          last_at: at('2030-01-07T04:00:00Z'),
          every_minutes: null,
        },
      ],
    })
  })

  test('begins today where no day is said', async () => {
    const { data } = await calendar({ timezone: 'UTC', days: 1 })
    expect(data.days.map(({ day }: { day: string }) => day)).toEqual([new Date().toISOString().slice(0, 10)])
  })

  test('tells of the last day that there is', async () => {
    const { data } = await calendar({ timezone: 'UTC', from: '9999-12-30', days: 2 })
    expect(data.days.map(({ day }: { day: string }) => day)).toEqual(['9999-12-30', '9999-12-31'])
  })

  test.each([
    ['a day that no calendar has', { from: '2026-02-31' }, 'from'],
    ['days of a year of five digits', { from: '9999-12-31', days: 2 }, 'from'],
    ['a time zone that is none', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['an offset', { timezone: '+08:00' }, 'timezone'],
    ['eight days', { days: 8 }, 'days'],
  ])('refuses %s', async (_, query, field) => {
    const { code, data } = await calendar({ timezone: 'UTC', ...query })
    expect({ code, fields: Object.keys(data.fields) }).toEqual({ code: codes.invalidInput, fields: [field] })
  })

  test('answers nobody but those who may list tasks', async () => {
    expect((await calendar({ timezone: 'UTC' }, await server.signIn('agent'))).code).toBe(codes.notAllowed)
  })
})
