/** So many values of a field are remembered at once. */
const remembered = 128

/**
 * Lets rows have equal values in common, which JSON gives to each of them anew: names of boxes and owners, networks, settings. Answers
 * what puts values that came not long before in place of a row's own.
 */
export function sharedValues<Row extends object>(): (row: Row) => void {
  const known = new Map<keyof Row, Map<string, unknown>>()
  return (row) => {
    for (const field in row) {
      const value: unknown = row[field]
      if (!value || (typeof value !== 'string' && typeof value !== 'object')) continue
      const key = typeof value === 'string' ? value : JSON.stringify(value)
      let values = known.get(field)
      if (values === undefined || values.size === remembered) known.set(field, (values = new Map()))
      if (values.has(key)) row[field] = values.get(key) as Row[typeof field]
      else values.set(key, value)
    }
  }
}
