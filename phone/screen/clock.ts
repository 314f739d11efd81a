import type { ScreenIdentity } from './identity.ts'

const minute = 60_000

/** What the phone's clock says, as text. */
interface ClockFace {
  time: string
  date: string
}

/** The phone's clock in its own time zone and language; it changes once a minute. */
export class Clock {
  #identity: ScreenIdentity
  #now: () => number
  #formats:
    | { key: string; time: Intl.DateTimeFormat; day: Intl.DateTimeFormat; weekday: Intl.DateTimeFormat }
    | undefined

  constructor(identity: ScreenIdentity, now: () => number) {
    this.#identity = identity
    this.#now = now
  }

  /** Minutes since 1970: a number that changes when the face does. */
  get minute(): number {
    return Math.floor(this.#now() / minute)
  }

  /** Milliseconds until the face changes. */
  get untilChange(): number {
    return minute - (this.#now() % minute)
  }

  face(): ClockFace {
    const { time, day, weekday } = this.#currentFormats()
    const now = this.#now()
    return { time: time.format(now), date: `${day.format(now)} ${weekday.format(now)}` }
  }

  #currentFormats() {
    const [language, timeZone] = [this.#identity.language(), this.#identity.timezone()]
    const key = `${language} ${timeZone}`
    if (this.#formats?.key !== key) {
      const format = (parts: Intl.DateTimeFormatOptions) => dateFormat(language, timeZone, parts)
      this.#formats = {
        key,
        time: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
        day: format({ month: 'long', day: 'numeric' }),
        weekday: format({ weekday: 'long' }),
      }
    }
    return this.#formats
  }
}

/** A start setting may name a language or zone that nobody knows; the clock goes on in Chinese and UTC then. */
function dateFormat(language: string, timeZone: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(language, { ...parts, timeZone })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return new Intl.DateTimeFormat('zh-CN', { ...parts, timeZone: 'UTC' })
  }
}
