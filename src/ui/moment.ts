import { lightFormat } from 'date-fns'
import { toMillis } from '../../domain/timestamps.ts'

/** The console's date format (SPEC §9): year-month-day hour:minute:second. */
const defaultFormat = 'yyyy-MM-dd HH:mm:ss'

/** A Unix time, of ten digits in seconds or longer in milliseconds, as `2026-11-20 15:30:00` in the viewer's time zone. */
export const momentText = (timestamp: number): string => lightFormat(toMillis(timestamp), defaultFormat)

/** The same without its seconds. */
export const minuteText = (timestamp: number): string => lightFormat(toMillis(timestamp), 'yyyy-MM-dd HH:mm')

/** The day of a Unix time, as `2026-11-20`. */
export const dayText = (timestamp: number): string => lightFormat(toMillis(timestamp), 'yyyy-MM-dd')

/** The day of the week of a Unix time, in Chinese whatever the language (SPEC §9): 星期五. */
export const weekdayText = (timestamp: number): string =>
  new Date(toMillis(timestamp)).toLocaleDateString('zh-CN', { weekday: 'long' })

/** A Unix time as programs read it, in a `datetime`: `2026-11-20T07:30:00.000Z`. */
export const machineText = (timestamp: number): string => new Date(toMillis(timestamp)).toISOString()
