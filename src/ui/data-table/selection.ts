import type { RowSource } from './row-source.ts'

export type Selection = ReadonlySet<number>

type Keys = Pick<RowSource<unknown>, 'key' | 'size'>

/** Takes one row in or out. */
export function withToggled(selection: Selection, key: number | undefined): Selection {
  if (key === undefined) return selection
  const next = new Set(selection)
  if (!next.delete(key)) next.add(key)
  return next
}

/** Takes in every row from one index to another, in either direction. */
export function withRange(selection: Selection, rows: Keys, from: number, to: number): Selection {
  const next = new Set(selection)
  for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
    const key = rows.key(index)
    if (key !== undefined) next.add(key)
  }
  return next
}

/** Takes in every row at hand. */
export const withAll = (selection: Selection, rows: Keys): Selection => withRange(selection, rows, 0, rows.size - 1)

/** How many of the rows at hand are taken in: for the checkbox above them. */
export function extentOf(selection: Selection, rows: Keys): 'none' | 'some' | 'all' {
  let selected = 0
  for (let index = 0; index < rows.size && selection.size > 0; index += 1) {
    if (selection.has(rows.key(index) ?? NaN)) selected += 1
  }
  if (selected === 0) return 'none'
  return selected === rows.size ? 'all' : 'some'
}
