import { readCron } from '../../domain/cron.ts'
import { timesAfter, ZoneClock } from '../../domain/cron-times.ts'
import { timeZoneOf } from '../../domain/time-zones.ts'

/** When a task is due: once, or again and again by the clock of a time zone. */
export interface Schedule {
  once_at: number | null
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  cron: string | null
  /** IANA. */
  timezone: string
}

/** Whether tasks may go by a time zone: an offset has no summer time to speak of. */
export const isTimezone = (timezone: string): boolean => !/^[+-]/.test(timezone) && timeZoneOf(timezone) !== undefined

/**
 * The next times after `after`, at most `count`; empty where there is none. Local times that summer time skips come
 * an hour later, and those that it brings twice count once.
 *
 * @returns undefined where the cron expression is none, or its day never comes
 */
export function nextTimes(schedule: Schedule, after: number, count: number): number[] | undefined {
  const { once_at, cron, timezone } = schedule
  if (cron === null) return once_at !== null && once_at > after ? [once_at] : []
  const read = readCron(cron)
  return typeof read === 'object' ? timesAfter(read, new ZoneClock(timezone), after, count) : undefined
}
