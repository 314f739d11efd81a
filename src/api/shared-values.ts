/** So many values of a field are remembered at once. */
const remembered = 128

/** What is known of a field's values; `given` counts how often one was had in common since they were last forgotten. */
interface Known {
  values: Map<unknown, unknown>
  given: number
}

/**
 * Lets rows have equal values in common, which JSON gives to each of them anew: names of boxes and owners, networks, settings. A
 * field whose values are mostly its rows' own is soon left alone.
 */
export class SharedValues<Row extends object> {
  readonly #known = new Map<keyof Row, Known | 'left alone'>()

  /** Puts values that came before in place of the row's own, where they are equal. */
  shareWith(row: Row): void {
    for (const field in row) {
      const value: unknown = row[field]
      if ((typeof value !== 'string' && typeof value !== 'object') || value === null) continue
      const known = this.#known.get(field)
      if (known === 'left alone') continue
      if (known === undefined) this.#known.set(field, { values: new Map([[keyOf(value), value]]), given: 0 })
      else row[field] = this.#shared(field, known, value) as Row[typeof field]
    }
  }

  #shared(field: keyof Row, known: Known, value: string | object): unknown {
    const key = keyOf(value)
    const before = known.values.get(key)
    if (before !== undefined) {
      known.given += 1
      return before
    }
    if (known.values.size === remembered) {
      if (known.given < remembered) this.#known.set(field, 'left alone')
      known.values.clear()
      known.given = 0
    }
    known.values.set(key, value)
    return value
  }
}

const keyOf = (value: string | object): string => (typeof value === 'string' ? value : JSON.stringify(value))
