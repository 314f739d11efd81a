const known = new Map<string, string>()

/** The time zone of this name, as Intl calls it; undefined where there is none. Offsets such as +08:00 are time zones, too. */
export function timeZoneOf(name: string): string | undefined {
  const found = known.get(name)
  if (found !== undefined) return found // A file names the same few ten thousand times, and each look takes a while.
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    known.set(name, timeZone)
    return timeZone
  } catch {
    return undefined // That it throws is its answer.
  }
}
