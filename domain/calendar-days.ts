/** A day of the calendar as midnight of it in UTC, a Unix time in milliseconds; undefined where no calendar has one of that name. */
export function midnightOf(day: string): number | undefined {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) || dayOf(at) !== day ? undefined : at
}

/** The last day that is written as such: a year of five digits is written in another way. */
export const lastDay = Date.parse('9999-12-31T00:00:00Z')

/** The day in UTC, `YYYY-MM-DD`, of a Unix time in milliseconds. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
