/** So many values of a field are remembered at once. */
const remembered = 128

/**
 * Lets rows have equal values in common, which JSON gives to each of them anew: names of boxes and owners, networks, settings. Answers
 * what puts values that came not long before in place of a row's own.
 */
export function sharedValues(): (row: object) => void {
  const known = new Map<string, Map<string, unknown>>()
  return (row) => {
    const fields = row as Record<string, unknown> // As every row of a list is.
    for (const field in fields) {
      const value = fields[field]
      if (!value || (typeof value !== 'string' && typeof value !== 'object')) continue
      const key = typeof value === 'string' ? value : JSON.stringify(value)
      let values = known.get(field)
      if (values === undefined || values.size === remembered) known.set(field, (values = new Map()))
      if (values.has(key)) fields[field] = values.get(key)
      else values.set(key, value)
    }
  }
}
