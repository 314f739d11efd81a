import type { RowSource } from './row-source.ts'

/** Rows by key, or everything that matches the filters, at hand or not. */
export type Selection = ReadonlySet<number> | 'matching'

type Keys = Pick<RowSource<unknown>, 'key' | 'size'>

export const isSelected = (selection: Selection, key: number | undefined): boolean =>
  selection === 'matching' ? key !== undefined : key !== undefined && selection.has(key)

/** How many rows that is, of so many. */
export const countOf = (selection: Selection, total: number): number =>
  selection === 'matching' ? total : selection.size

/** The rows by key: of everything that matches, those at hand. */
const keysOf = (selection: Selection, rows: Keys): Set<number> =>
  selection === 'matching' ? addRange(new Set(), rows, 0, rows.size - 1) : new Set(selection)

function addRange(keys: Set<number>, rows: Keys, from: number, to: number): Set<number> {
  for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
    const key = rows.key(index)
    if (key !== undefined) keys.add(key)
  }
  return keys
}

/** Takes one row in or out. Out of everything that matches, the other rows at hand remain. */
export function withToggled(selection: Selection, rows: Keys, key: number | undefined): Selection {
  if (key === undefined) return selection
  const next = keysOf(selection, rows)
  if (!next.delete(key)) next.add(key)
  return next
}

/** Takes in every row from one index to another, in either direction. */
export const withRange = (selection: Selection, rows: Keys, from: number, to: number): Selection =>
  selection === 'matching' ? selection : addRange(new Set(selection), rows, from, to)

/** Takes in every row at hand. */
export const withAll = (selection: Selection, rows: Keys): Selection => withRange(selection, rows, 0, rows.size - 1)

/** How many of the rows at hand are taken in: for the checkbox above them. */
export function extentOf(selection: Selection, rows: Keys): 'none' | 'some' | 'all' {
  if (selection === 'matching') return rows.size > 0 ? 'all' : 'none'
  let selected = 0
  for (let index = 0; index < rows.size && selection.size > 0; index += 1) {
    if (isSelected(selection, rows.key(index))) selected += 1
  }
  if (selected === 0) return 'none'
  return selected === rows.size ? 'all' : 'some'
}
