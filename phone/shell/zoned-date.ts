/** Dates in the phone's own time zone, never the host's. */

interface ZoneSource {
  env: Record<string, string>
  phone: { properties: { get(name: string): string } }
}

/** The time zone that a command sees: `$TZ`, or the phone's. */
export function zoneOf({ env, phone }: ZoneSource): string {
  const zone = env['TZ'] ?? phone.properties.get('persist.sys.timezone')
  return isZone(zone) ? zone : 'UTC'
}

export function isZone(zone: string): boolean {
  if (zone === '') return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) instanceof Intl.DateTimeFormat
  } catch {
    // Intl throws a RangeError for a zone that it does not know.
    return false
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATTERS = 32

function formatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  // A formatter costs tens of kilobytes; phones share them.
  if (formatters.size >= MAX_FORMATTERS) formatters.clear()
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    weekday: 'short',
    timeZoneName: 'short',
  })
  formatters.set(zone, made)
  return made
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const LONG_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const LONG_WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Formats milliseconds since the epoch with strftime's letters. */
export function formatDate(milliseconds: number, format: string, zone: string): string {
  const parts = new Map(
    formatter(zone)
      .formatToParts(milliseconds)
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  const month = Number(part('month')) - 1
  const weekday = WEEKDAYS.indexOf(part('weekday'))
  const second = Math.floor(milliseconds / 1000)
  const hour = Number(part('hour'))
  const asUtc = Date.UTC(
    Number(part('year')),
    month,
    Number(part('day')),
    hour,
    Number(part('minute')),
    Number(part('second')),
  )
  const offset = Math.round((asUtc - second * 1000) / 60_000)
  const letters: Record<string, () => string> = {
    Y: () => part('year'),
    y: () => part('year').slice(-2),
    C: () => part('year').slice(0, 2),
    m: () => part('month'),
    d: () => part('day'),
    e: () => String(Number(part('day'))).padStart(2),
    H: () => part('hour'),
    I: () => String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0'),
    M: () => part('minute'),
    S: () => part('second'),
    p: () => (hour < 12 ? 'AM' : 'PM'),
    s: () => String(second),
    N: () => String(Math.floor(milliseconds % 1000) * 1_000_000).padStart(9, '0'),
    a: () => WEEKDAYS[weekday] ?? '',
    A: () => LONG_WEEKDAYS[weekday] ?? '',
    b: () => MONTHS[month] ?? '',
    h: () => MONTHS[month] ?? '',
    B: () => LONG_MONTHS[month] ?? '',
    j: () => String(Math.floor((asUtc - Date.UTC(Number(part('year')), 0, 1)) / 86_400_000) + 1).padStart(3, '0'),
    u: () => String(weekday === 0 ? 7 : weekday),
    w: () => String(weekday),
    Z: () => part('timeZoneName'),
    z: () => `${offset < 0 ? '-' : '+'}${pair(Math.floor(Math.abs(offset) / 60))}${pair(Math.abs(offset) % 60)}`,
    n: () => '\n',
    t: () => '\t',
    '%': () => '%',
  }
  const compound: Record<string, string> = {
    F: '%Y-%m-%d',
    T: '%H:%M:%S',
    D: '%m/%d/%y',
    R: '%H:%M',
    c: '%a %b %e %H:%M:%S %Y',
    x: '%m/%d/%y',
    X: '%H:%M:%S',
  }
  const expanded = format.replace(/%([FTDRcxX])/g, (whole, letter: string) => compound[letter] ?? whole)
  return expanded.replace(/%([a-zA-Z%])/g, (whole, letter: string) => letters[letter]?.() ?? whole)
}

function pair(value: number): string {
  return String(value).padStart(2, '0')
}
