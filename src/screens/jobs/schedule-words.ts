import type { TFunction } from 'i18next'
import {
  clockText,
  inOrder,
  monthlyOf,
  saidOf,
  type DayTimes,
  type MonthlySchedule,
} from '../../../domain/said-schedules.ts'

/** Days of the week by their names, Monday first; 0 is Sunday. */
export const weekdayNames = [
  { day: 1, name: 'mon' },
  { day: 2, name: 'tue' },
  { day: 3, name: 'wed' },
  { day: 4, name: 'thu' },
  { day: 5, name: 'fri' },
  { day: 6, name: 'sat' },
  { day: 0, name: 'sun' },
] as const

export const workdays: readonly number[] = [1, 2, 3, 4, 5]

export const isSameDays = (some: readonly number[], others: readonly number[]): boolean => some.join() === others.join()

const clocksOf = ({ hours, minute }: DayTimes): string[] => inOrder(hours).map((hour) => clockText(hour, minute))

const timesText = (times: DayTimes): string => clocksOf(times).join(' ')

const listText = (t: TFunction, items: readonly (string | number)[]): string =>
  items.length < 2
    ? items.join('')
    : `${items.slice(0, -1).join(t('schedules.comma'))}${t('schedules.lastComma')}${items.at(-1)}`

/** Numbers one by one, or as a range where they are one: 1–7. */
const numbersText = (t: TFunction, numbers: readonly number[]): string =>
  numbers.length > 2 && numbers.every((number, at) => number === (numbers[0] ?? 0) + at)
    ? `${numbers[0]}–${numbers.at(-1)}`
    : listText(t, numbers)

const named = (list: string, at: number): string => list.split(' ')[at] ?? ''

function monthlyText(t: TFunction, { months, days, lastDay, placed, ...times }: MonthlySchedule): string {
  const weekdays = placed.map(({ weekday, place }) => {
    const name = weekdayNames.find(({ day }) => day === weekday)?.name ?? 'sun'
    const inFull = t(`schedules.weekdayInFull.${name}`)
    return place === 'last'
      ? t('schedules.said.lastPlaced', { weekday: inFull })
      : t('schedules.said.placed', { weekday: inFull, place: named(t('schedules.places'), place - 1) })
  })
  const numbers =
    days.length === 0 ? [] : [t('schedules.said.days', { count: days.length, days: numbersText(t, days) })]
  const last = lastDay ? [t('schedules.said.lastDay')] : []
  const monthNames = months.map((month) => named(t('schedules.months'), month - 1))
  return t(days.length > 0 ? 'schedules.said.monthlyOn' : 'schedules.said.monthly', {
    months:
      months.length === 0
        ? t('schedules.said.everyMonth')
        : t('schedules.said.someMonths', { months: listText(t, monthNames) }),
    days: [...numbers, ...last, ...weekdays].join(t('schedules.and')),
    times: listText(t, clocksOf(times)),
  })
}

/** A cron expression in words, where people can say it; otherwise as it is written. */
export function scheduleText(t: TFunction, cron: string): string {
  const said = saidOf(cron)
  switch (said?.kind) {
    case 'daily':
      return t('schedules.said.daily', { times: timesText(said) })
    case 'weekly': {
      const times = timesText(said)
      if (isSameDays(said.weekdays, workdays)) return t('schedules.said.workdays', { times })
      const days = weekdayNames.filter(({ day }) => said.weekdays.includes(day))
      return t('schedules.said.weekly', {
        times,
        days: days.map(({ name }) => t(`schedules.weekday.${name}`)).join(' '),
      })
    }
    case 'every':
      if (said.unit === 'minutes') return t('schedules.said.minutes', { count: said.every })
      return said.minute === 0
        ? t('schedules.said.hours', { count: said.every })
        : t('schedules.said.hoursAt', { count: said.every, minute: String(said.minute).padStart(2, '0') })
    default: {
      const monthly = monthlyOf(cron)
      return monthly === undefined ? cron : monthlyText(t, monthly)
    }
  }
}

/** A time as the clock of its zone shows it; in English as Fri 2026-11-27 04:00. */
export function zonedText(at: number, timeZone: string, language: string): string {
  const part = (locale: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(at)
  const clock = part('sv-SE', { hour: '2-digit', minute: '2-digit' })
  return language === 'en'
    ? `${part('en', { weekday: 'short' })} ${part('sv-SE', {})} ${clock}`
    : `${part('zh-CN', { dateStyle: 'long' })} ${part('zh-CN', { weekday: 'short' })} ${clock}`
}

/** What the clock of a zone shows at a time, to the minute: `2026-11-20 15:30`. */
export const clockOf = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
