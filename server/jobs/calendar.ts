import { dayOf } from '../../domain/calendar-days.ts'
import { readCron } from '../../domain/cron.ts'
import { timesBetween, ZoneClock } from '../../domain/cron-times.ts'
import type { TaskTargets } from '../../domain/jobs.ts'
import type { Schemas } from '../http/contract.ts'
import { takeTurns } from '../http/turns.ts'
import type { TaskRow } from '../store/tasks.ts'

const minuteMs = 60_000
export const dayMs = 86_400_000

/** How many times of a task a day tells one by one. */
const toldOneByOne = 3

interface Wanted {
  /** As midnight of it in UTC; today where left out. */
  first: number | undefined
  days: number
  /** By whose clock days begin. */
  timezone: string
  /** Tasks that are told of each day. */
  limit: number
}

type ComingTask = Pick<TaskRow, 'id' | 'name' | 'targets' | 'once_at' | 'cron' | 'timezone'>

/** What tasks run in days, from now on: each task once a day, however often it runs, so that what is answered is bounded. */
export async function calendarOf(
  tasks: readonly ComingTask[],
  { first, days, timezone, limit }: Wanted,
  now: number,
): Promise<{ days: Schemas['TaskDay'][]; tasks: Schemas['CalendarTask'][] }> {
  const clocks = new Map<string, ZoneClock>()
  const clockOf = (zone: string) => {
    const known = clocks.get(zone) ?? new ZoneClock(zone)
    clocks.set(zone, known)
    return known
  }
  const clock = clockOf(timezone)
  const firstDay = first ?? clock.dayAt(now)
  const midnights = Array.from({ length: days }, (_, at) => firstDay + at * dayMs)
  const begins = [...midnights, firstDay + days * dayMs].map((midnight) => clock.beginOf(midnight))
  const from = Math.max(now + 1, begins[0] ?? now)
  const until = begins[days] ?? from

  // Many tasks go by the same schedule. A thousand that don't take a tenth of a second.
  const schedules = new Map<string, (Runs | undefined)[]>()
  await takeTurns(tasks, (task) => {
    const schedule = scheduleOf(task)
    if (schedules.has(schedule)) return
    const times = timesOf(task, clockOf(task.timezone), from, until)
    schedules.set(
      schedule,
      midnights.map((_, day) => runsOf(times, begins[day] ?? from, begins[day + 1] ?? until)),
    )
  })
  const runs = midnights.map((_, day) =>
    tasks.flatMap((task): Schemas['TaskRuns'][] => {
      const ofDay = schedules.get(scheduleOf(task))?.[day]
      return ofDay === undefined ? [] : [{ task_id: task.id, ...ofDay }]
    }),
  )

  const told = runs.map((ofDay) =>
    ofDay.toSorted((one, other) => firstOf(one) - firstOf(other) || one.task_id - other.task_id).slice(0, limit),
  )
  const named = new Set(told.flat().map(({ task_id }) => task_id))
  return {
    days: midnights.map((midnight, day) => ({
      day: dayOf(midnight),
      begins_at: begins[day] ?? midnight,
      total: runs[day]?.length ?? 0,
      runs: told[day] ?? [],
    })),
    tasks: tasks
      .filter(({ id }) => named.has(id))
      .map(({ id, name, timezone: zone, targets }) => ({ id, name, timezone: zone, targets: countOf(targets) })),
  }
}

const scheduleOf = ({ cron, once_at, timezone }: ComingTask): string => `${cron ?? once_at} ${timezone}`

function timesOf({ cron, once_at }: ComingTask, clock: ZoneClock, from: number, until: number): number[] {
  if (cron === null) return once_at !== null && once_at >= from && once_at < until ? [once_at] : []
  const read = readCron(cron)
  return typeof read === 'object' && from < until ? timesBetween(read, clock, from, until) : []
}

const firstOf = ({ times: [first = 0] }: Schemas['TaskRuns']): number => first

type Runs = Omit<Schemas['TaskRuns'], 'task_id'>

/** @param all - ascending */
function runsOf(all: readonly number[], from: number, until: number): Runs | undefined {
  const times = all.filter((at) => at >= from && at < until)
  const [first, second = 0] = times
  if (first === undefined) return undefined
  const apart = second - first
  const isEven = times.length > 2 && times.every((at, place) => at === first + place * apart)
  return {
    count: times.length,
    times: times.slice(0, toldOneByOne),
    last_at: times.at(-1) ?? first,
    every_minutes: isEven ? apart / minuteMs : null,
  }
}

function countOf({ device_ids, box_ids, owner_ids, filter }: TaskTargets): Schemas['CalendarTask']['targets'] {
  if (device_ids) return { by: 'phones', count: device_ids.length, keyword: null }
  if (box_ids) return { by: 'boxes', count: box_ids.length, keyword: null }
  if (owner_ids) return { by: 'owners', count: owner_ids.length, keyword: null }
  return { by: 'filter', count: null, keyword: filter?.keyword ?? null }
}
