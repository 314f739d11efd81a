import { maxFound, type FindOptions, type Option } from './list-calls.ts'

/** Where the operator is. */
export const ownTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const nameOf = (zone: string, language: string, style: 'longGeneric' | 'shortGeneric' | 'longOffset'): string =>
  new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: style })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** How far it is ahead of UTC now: `+08:00`. */
const offsetOf = (zone: string): string => nameOf(zone, 'en', 'longOffset').replace('GMT', '') || '+00:00'

const shown = (zone: string): string => zone.replaceAll('_', ' ')

/** `Asia/Shanghai · +08:00 · 中国时间`, in the operator's language; what does not fit is the end of it. */
const textOf = (zone: string, language: string): string =>
  (zone === 'UTC' ? [zone] : [shown(zone), offsetOf(zone), nameOf(zone, language, 'shortGeneric')]).join(' · ')

interface SearchedZone extends Option {
  offset: string
  /** All that it is found by, in small letters. */
  words: string
}

/** An offset that is looked for, as offsets are written: `+8`, `utc-5`, `GMT+5:30`. */
function offsetIn(text: string): string | undefined {
  const [, sign, hours = '', minutes = '00'] = /^(?:utc|gmt)?\s*([+−-])(\d{1,2}):?(\d{2})?$/i.exec(text) ?? []
  return sign === undefined ? undefined : `${sign === '−' ? '-' : sign}${hours.padStart(2, '0')}:${minutes}`
}

/**
 * Finds time zones by name, city, offset, and what the operator's language and English call them.
 *
 * @param cities - other cities by zone; the zones that are offered first
 */
export function zoneFinder(language: string, cities: ReadonlyMap<string, string>): FindOptions {
  let known: readonly SearchedZone[] | undefined // Naming all of them takes a while, and few look for one.
  const all = (): readonly SearchedZone[] => {
    const names = new Set([ownTimezone(), 'UTC', ...cities.keys(), ...Intl.supportedValuesOf('timeZone')])
    known ??= [...names].map((zone) => {
      const named = [language, 'en'].flatMap((one) => [
        nameOf(zone, one, 'longGeneric'),
        nameOf(zone, one, 'shortGeneric'),
      ])
      const words = [zone, shown(zone), cities.get(zone) ?? '', ...named].join(' ').toLowerCase()
      return { value: zone, text: textOf(zone, language), offset: offsetOf(zone), words }
    })
    return known
  }
  return async (wanted) => {
    if ('value' in wanted) return [{ value: wanted.value, text: textOf(wanted.value, language) }]
    const text = wanted.text.trim().toLowerCase()
    const offset = offsetIn(text)
    return all()
      .filter((zone) => (offset === undefined ? zone.words.includes(text) : zone.offset === offset))
      .slice(0, maxFound)
  }
}
