/** What can be told of a cron expression by its text alone; when it next comes due is the server's business. */

interface CronField {
  least: number
  most: number
  /** Names of values, from `least` on. */
  names?: readonly string[]
  /** What the field takes beside values and ranges, and a value that stands for it. */
  special?: { pattern: RegExp; value: number }
}

const minute: CronField = { least: 0, most: 59 }
const hour: CronField = { least: 0, most: 23 }
/** `L`: the last day of the month. */
const day: CronField = { least: 1, most: 31, special: { pattern: /^l$/, value: 1 } }
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
  special: { pattern: new RegExp(`^([0-7]|${weekdayNames.join('|')})(l|#[1-5])$`), value: 0 },
}

/** The longest expression that the contract takes. */
const longest = 64
const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isAny = (field: string): boolean => field === '*' || field === '?'

/** Which values a field names; undefined where it is malformed. */
function valuesOf(text: string, field: CronField): number[] | undefined {
  if (isAny(text)) return rangeOf(field.least, field.most, 1)
  const values = text.split(',').map((part) => valuesOfPart(part, field))
  return values.every((one) => one !== undefined) ? values.flat() : undefined
}

function valuesOfPart(part: string, field: CronField): number[] | undefined {
  if (field.special?.pattern.test(part)) return [field.special.value]
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
  const named = names.indexOf(text)
  const value = named >= 0 ? least + named : /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : undefined
}

const rangeOf = (first: number, last: number, step: number): number[] =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, at) => first + at * step)

/** Whether text is a cron expression of five fields, of a day that comes. */
export function isCron(text: string): boolean {
  const fields = text.trim().toLowerCase().split(/\s+/)
  const [minutes = '', hours = '', days = '', months = '', weekdays = ''] = fields
  if (fields.length !== 5 || text.length > longest) return false
  const dayValues = valuesOf(days, day)
  const monthValues = valuesOf(months, month)
  if (dayValues === undefined || monthValues === undefined) return false
  if (![valuesOf(minutes, minute), valuesOf(hours, hour), valuesOf(weekdays, weekday)].every(Array.isArray))
    return false
  const firstDay = Math.min(...dayValues)
  return !isAny(weekdays) || monthValues.some((one) => firstDay <= (daysOfMonth[one - 1] ?? 0))
}
