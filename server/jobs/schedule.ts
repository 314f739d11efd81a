import { CronExpressionParser } from 'cron-parser'
import { isCron } from '../../domain/cron.ts'
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
 * @returns undefined where the cron expression is none
 */
export function nextTimes(schedule: Schedule, after: number, count: number): number[] | undefined {
  const { once_at, cron, timezone } = schedule
  if (cron === null) return once_at !== null && once_at > after ? [once_at] : []
  if (!isCron(cron)) return undefined // The parser takes more: `H` is another time at each look.
  try {
    const expression = CronExpressionParser.parse(cron, { currentDate: new Date(after), tz: timezone })
    return Array.from({ length: count }, () => expression.next().getTime())
  } catch {
    return undefined // Not a cron expression, or one whose day never comes.
  }
}
