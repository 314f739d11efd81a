import { readCron } from './cron.ts'

/** Times of day that have their minute in common, as one cron expression can say them. */
export interface DayTimes {
  /** In any order. */
  hours: readonly number[]
  minute: number
}

/** A schedule that people can say. Each is a cron expression. */
export type SaidSchedule =
  | ({ kind: 'daily' } & DayTimes)
  /** On days of the week, ascending; 0 is Sunday. */
  | ({ kind: 'weekly'; weekdays: readonly number[] } & DayTimes)
  /** Every so many minutes of each hour, or hours of each day. */
  | { kind: 'every'; unit: 'minutes'; every: number }
  | { kind: 'every'; unit: 'hours'; every: number; minute: number }

/** So many times a day are said one by one. */
export const maxTimes = 6

/** So many days of a month are said one by one. */
const maxDays = 8

/** What divides an hour and a day: others would be apart differently once an hour or a day. */
export const minuteSteps: readonly number[] = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30]
export const hourSteps: readonly number[] = [1, 2, 3, 4, 6, 8, 12]

/** The step of numbers from 0 up to an end that are all equally far apart; undefined where they are not. */
function stepOf(numbers: readonly number[], end: number): number | undefined {
  const step = end / numbers.length
  return numbers.every((number, at) => number === at * step) ? step : undefined
}

/** What a cron expression says, where people can say it; undefined where they can't, and where it is none. */
export function saidOf(text: string): SaidSchedule | undefined {
  const cron = readCron(text)
  if (typeof cron !== 'object' || cron.days !== undefined || cron.months.length < 12) return undefined
  const { minutes, hours, weekdays } = cron
  const [minute = 0, ...others] = minutes
  if (weekdays === undefined && others.length > 0) {
    const every = stepOf(minutes, 60)
    return every !== undefined && hours.length === 24 ? { kind: 'every', unit: 'minutes', every } : undefined
  }
  if (others.length > 0 || (weekdays?.placed.length ?? 0) > 0) return undefined
  const every = stepOf(hours, 24)
  const isStep = hours.length > maxTimes || /^\S+\s+\*/.test(text.trim())
  if (weekdays === undefined && isStep && every !== undefined && every < 24)
    return { kind: 'every', unit: 'hours', every, minute }
  if (hours.length > maxTimes) return undefined
  return weekdays === undefined
    ? { kind: 'daily', hours, minute }
    : { kind: 'weekly', weekdays: weekdays.numbers, hours, minute }
}

/** On days of a month, or of the week by their place in it, of every month or of some: what a cron expression says and its form can't. */
export interface MonthlySchedule extends DayTimes {
  /** Of the year, ascending; none where it is every month. */
  months: readonly number[]
  /** Ascending. */
  days: readonly number[]
  /** Whether the last day of the month is one of them. */
  lastDay: boolean
  /** 0 is Sunday; the first of the month is 1. */
  placed: readonly { weekday: number; place: number | 'last' }[]
}

/** What a cron expression says of the days of a month, where people can say it. */
export function monthlyOf(text: string): MonthlySchedule | undefined {
  const cron = readCron(text)
  if (typeof cron !== 'object') return undefined
  const { minutes, hours, months, days, weekdays } = cron
  const [minute = 0] = minutes
  // Where both are named either is enough, which is no longer said in a few words.
  if (minutes.length > 1 || hours.length > maxTimes || (days === undefined) === (weekdays === undefined))
    return undefined
  // Each of some days of the week is not one of the month.
  if ((weekdays?.numbers.length ?? 0) > 0 || (days?.numbers.length ?? 0) > maxDays) return undefined
  return {
    months: months.length === 12 ? [] : months,
    days: days?.numbers ?? [],
    lastDay: days?.last ?? false,
    placed: weekdays?.placed ?? [],
    hours,
    minute,
  }
}

const stepText = (every: number): string => (every === 1 ? '*' : `*/${every}`)

/** Days as a range where they are one, as in 1-5. */
function weekdaysText(weekdays: readonly number[]): string {
  const [first = 0] = weekdays
  const isRange = weekdays.length > 2 && weekdays.every((day, at) => day === first + at)
  return isRange ? `${first}-${first + weekdays.length - 1}` : weekdays.join(',')
}

/** Ascending, each once. */
export const inOrder = (numbers: readonly number[]): number[] => [...new Set(numbers)].toSorted((a, b) => a - b)

/** The cron expression that says it. */
export function cronOf(said: SaidSchedule): string {
  if (said.kind === 'every')
    return said.unit === 'minutes' ? `${stepText(said.every)} * * * *` : `${said.minute} ${stepText(said.every)} * * *`
  const days = said.kind === 'daily' ? '*' : weekdaysText(said.weekdays)
  return `${said.minute} ${inOrder(said.hours).join(',')} * * ${days}`
}

/** As clocks show it: 09:30. */
export const clockText = (hour: number, minute: number): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
