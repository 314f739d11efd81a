/** Cron expressions: what they say, and on which days they come. When by the clock of a time zone, cron-times.ts tells. */

interface CronField {
  least: number
  most: number
  /** Names of values, from `least` on. */
  names?: readonly string[]
  /** What the field takes beside values and ranges. */
  special?: RegExp
}

const minute: CronField = { least: 0, most: 59 }
const hour: CronField = { least: 0, most: 23 }
/** `L`: the last day of the month. */
const day: CronField = { least: 1, most: 31, special: /^l$/ }
const month: CronField = {
  least: 1,
  most: 12,
  names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
}
const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
/** `5L`: the last Friday of the month; `5#2`: the second. Both 0 and 7 are Sunday. */
const weekday: CronField = {
  least: 0,
  most: 7,
  names: weekdayNames,
  special: new RegExp(`^([0-7]|${weekdayNames.join('|')})(l|#[1-5])$`),
}

/** The longest expression that the contract takes. */
const longest = 64
const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** What a field names. */
interface Named {
  /** In the field's order, each once. */
  values: readonly number[]
  /** `l`, `5l`, `mon#2`. */
  specials: readonly string[]
  /** `*` or `?`, which leaves the day to the other field. */
  isAny: boolean
}

const isAny = (field: string): boolean => field === '*' || field === '?'

/** Undefined where the field is malformed. */
function named(text: string, field: CronField): Named | undefined {
  if (isAny(text)) return { values: rangeOf(field.least, field.most, 1), specials: [], isAny: true }
  const parts = text.split(',')
  const specials = parts.filter((part) => field.special?.test(part))
  const values = parts.filter((part) => !specials.includes(part)).map((part) => valuesOfPart(part, field))
  if (!values.every((one) => one !== undefined)) return undefined
  return { values: [...new Set(values.flat())].toSorted((a, b) => a - b), specials, isAny: false }
}

function valuesOfPart(part: string, field: CronField): number[] | undefined {
  const [range = '', step = '1', ...rest] = part.split('/')
  if (rest.length > 0 || !/^\d{1,9}$/.test(step) || Number(step) === 0) return undefined
  if (isAny(range)) return step === '1' && part === range ? undefined : rangeOf(field.least, field.most, Number(step))
  const [from = '', to, ...more] = range.split('-')
  const first = valueOf(from, field)
  const last = to === undefined ? (part === range ? first : field.most) : valueOf(to, field)
  if (more.length > 0 || first === undefined || last === undefined || first > last) return undefined
  return rangeOf(first, last, Number(step))
}

function valueOf(text: string, { least, most, names = [] }: CronField): number | undefined {
  const at = names.indexOf(text)
  const value = at >= 0 ? least + at : /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : undefined
}

const rangeOf = (first: number, last: number, step: number): number[] =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, at) => first + at * step)

/** A weekday of a month by its place: the second Friday, the last Monday. */
interface PlacedWeekday {
  /** 0 is Sunday. */
  weekday: number
  /** 1 is the first. */
  place: number | 'last'
}

/** What an expression says. Numbers ascend, and each stands once. */
export interface Cron {
  minutes: readonly number[]
  hours: readonly number[]
  months: readonly number[]
  /** Undefined where the days of the week alone decide. */
  days: { numbers: readonly number[]; last: boolean } | undefined
  /** 0 is Sunday. Undefined where the days of the month alone decide. */
  weekdays: { numbers: readonly number[]; placed: readonly PlacedWeekday[] } | undefined
}

function placedOf(special: string): PlacedWeekday {
  const [, name = '', place = ''] = /^(.+?)(l|#\d)$/.exec(special) ?? []
  const weekdayNumber = (valueOf(name, weekday) ?? 0) % 7
  return { weekday: weekdayNumber, place: place === 'l' ? 'last' : Number(place.slice(1)) }
}

/** Why text is no schedule: it is no cron expression, or one whose day never comes, as 31 February. */
export type CronFlaw = 'malformed' | 'never'

/** What a cron expression of five fields says, or what is wrong with it. */
export function readCron(text: string): Cron | CronFlaw {
  const fields = text.trim().toLowerCase().split(/\s+/)
  if (fields.length !== 5 || text.length > longest) return 'malformed'
  const [minutes, hours, days, months, weekdays] = [minute, hour, day, month, weekday].map((field, at) =>
    named(fields[at] ?? '', field),
  )
  if (!minutes || !hours || !days || !months || !weekdays) return 'malformed'
  const firstDay = days.specials.length > 0 ? 1 : Math.min(...days.values)
  if (weekdays.isAny && !months.values.some((one) => firstDay <= (daysOfMonth[one - 1] ?? 0))) return 'never'
  return {
    minutes: minutes.values,
    hours: hours.values,
    months: months.values,
    days: days.isAny ? undefined : { numbers: days.values, last: days.specials.length > 0 },
    weekdays: weekdays.isAny
      ? undefined
      : {
          numbers: [...new Set(weekdays.values.map((one) => one % 7))].toSorted((a, b) => a - b),
          placed: weekdays.specials.map(placedOf),
        },
  }
}

/** Whether it comes on a day of the calendar, which is told as midnight of it in UTC. A day of the month or one of the week is enough where both are named. */
export function comesOn({ months, days, weekdays }: Cron, midnight: number): boolean {
  const date = new Date(midnight)
  const number = date.getUTCDate()
  if (!months.includes(date.getUTCMonth() + 1)) return false
  if (days === undefined && weekdays === undefined) return true
  const left = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate() - number
  const isNamedDay = days !== undefined && (days.numbers.includes(number) || (days.last && left === 0))
  if (isNamedDay || weekdays === undefined) return isNamedDay
  const today = date.getUTCDay()
  return (
    weekdays.numbers.includes(today) ||
    weekdays.placed.some(
      ({ weekday: of, place }) => of === today && (place === 'last' ? left < 7 : Math.ceil(number / 7) === place),
    )
  )
}
