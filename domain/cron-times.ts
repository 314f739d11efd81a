import { comesOn, type Cron } from './cron.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** Offsets from UTC lie within these: a day by the clock of any zone begins and ends within as much of that day in UTC. */
const farthest = 16 * 3_600_000

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/** What the clock of a zone shows at a time, as a time of UTC that is shown the same. */
export function shownAt(zone: string, at: number): number {
  const parts = formatOf(zone).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

const offsetAt = (zone: string, at: number): number => {
  const second = Math.floor(at / 1_000) * 1_000
  return shownAt(zone, second) - second
}

/** How far the clock is ahead of UTC around a day, until `change` and from then on. */
interface Offsets {
  before: number
  after: number
  change: number
}

function offsetsAround(zone: string, midnight: number): Offsets {
  let least = midnight - farthest
  let most = midnight + dayMs + farthest
  const before = offsetAt(zone, least)
  const after = offsetAt(zone, most)
  if (before === after) return { before, after, change: least }
  while (most - least > minuteMs) {
    const middle = Math.floor((least + most) / 2 / minuteMs) * minuteMs
    if (offsetAt(zone, middle) === before) least = middle
    else most = middle
  }
  return { before, after, change: most }
}

/** The clock of a time zone. It remembers the days that it was asked about. */
export class ZoneClock {
  readonly #zone: string
  readonly #days = new Map<number, Offsets>()

  /** @param zone - one that `timeZoneOf` knows */
  constructor(zone: string) {
    this.#zone = zone
  }

  /** The day that the clock shows at a time, as midnight of it in UTC. */
  dayAt(at: number): number {
    const { before, after, change } = this.#offsets(Math.floor(at / dayMs) * dayMs)
    return Math.floor((at + (at < change ? before : after)) / dayMs) * dayMs
  }

  /** When the day begins that has this midnight in UTC. */
  beginOf(midnight: number): number {
    return this.timesOf(midnight, [0], false)[0] ?? midnight
  }

  /**
   * When the clock shows these minutes of a day. What summer time skips comes as much later as is skipped; what it brings twice
   * counts once.
   *
   * @param isUnbroken - counts what comes twice twice, and has nothing come later: as what comes in every hour does
   */
  timesOf(midnight: number, minutesOfDay: readonly number[], isUnbroken: boolean): number[] {
    const { before, after, change } = this.#offsets(midnight)
    if (before === after) return minutesOfDay.map((minutes) => midnight + minutes * minuteMs - after)
    const times = minutesOfDay.flatMap((minutes) => {
      const shown = midnight + minutes * minuteMs
      const early = shown - before
      const late = shown - after
      if (isUnbroken) return [...(early < change ? [early] : []), ...(late >= change ? [late] : [])]
      return early < change || late < change ? [early] : [late]
    })
    return ascending(times)
  }

  #offsets(midnight: number): Offsets {
    const known = this.#days.get(midnight)
    if (known !== undefined) return known
    const found = offsetsAround(this.#zone, midnight)
    this.#days.set(midnight, found)
    return found
  }
}

/** When the clock of a zone shows this, given as a time of UTC that is shown the same. */
export function momentOf(zone: string, shown: number): number {
  const midnight = Math.floor(shown / dayMs) * dayMs
  return new ZoneClock(zone).timesOf(midnight, [(shown - midnight) / minuteMs], false)[0] ?? shown
}

const ascending = (times: readonly number[]): number[] => [...new Set(times)].toSorted((a, b) => a - b)

/** How long is searched for a day, in days: the fifth Friday of a February may be 40 years away. */
const maxWait = 366 * 41

/** The minutes of a day at which it comes, on days on which it does. */
const minutesOf = ({ hours, minutes }: Cron): number[] => hours.flatMap((one) => minutes.map((more) => one * 60 + more))

const isUnbroken = ({ hours }: Cron): boolean => hours.length === 24

/** The next times after `after`, at most `count`. */
export function timesAfter(cron: Cron, clock: ZoneClock, after: number, count: number): number[] {
  const minutes = minutesOf(cron)
  const times: number[] = []
  const first = clock.dayAt(after) - dayMs // What summer time skips at midnight comes on the day behind it.
  let isEnough = false
  for (let midnight = first; midnight < first + maxWait * dayMs; midnight += dayMs) {
    if (comesOn(cron, midnight))
      times.push(...clock.timesOf(midnight, minutes, isUnbroken(cron)).filter((at) => at > after))
    if (isEnough) break
    isEnough = times.length >= count // And then one day more, for the same reason.
  }
  return ascending(times).slice(0, count)
}

/** Every time from `from` until before `to`. A minute is the shortest way between two. */
export function timesBetween(cron: Cron, clock: ZoneClock, from: number, to: number): number[] {
  const minutes = minutesOf(cron)
  const times: number[] = []
  let isInOrder = true
  for (let midnight = clock.dayAt(from) - dayMs; midnight <= clock.dayAt(to); midnight += dayMs) {
    if (!comesOn(cron, midnight)) continue
    for (const at of clock.timesOf(midnight, minutes, isUnbroken(cron))) {
      if (at < from || at >= to) continue
      isInOrder &&= at > (times.at(-1) ?? 0)
      times.push(at)
    }
  }
  return isInOrder ? times : ascending(times)
}
