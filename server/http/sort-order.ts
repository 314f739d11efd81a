/** Reads a sort of the contract: a field, descending with `-` before it. */
export function sortOrder<Field extends string>(sort: Field | `-${Field}`): { field: Field; descending: boolean } {
  const descending = sort.startsWith('-')
  // A sort is a field behind at most one minus.
  return { field: (descending ? sort.slice(1) : sort) as Field, descending }
}
