/** The numbers that a version begins with: `1.12.0-rc.1` has 1, 12 and 0; one that is none has none. */
const numbersOf = (version: string): readonly number[] =>
  (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '').split('.').filter(Boolean).map(Number)

/** Whether a version comes before another, by their numbers; one without numbers comes before none. */
export function isOlder(version: string, than: string): boolean {
  const [ours, theirs] = [numbersOf(version), numbersOf(than)]
  if (ours.length === 0) return false
  const places = Math.max(ours.length, theirs.length)
  for (let place = 0; place < places; place += 1) {
    const difference = (ours[place] ?? 0) - (theirs[place] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
