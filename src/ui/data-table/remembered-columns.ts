import { useMemo, useState } from 'react'
import { recallJson, remember } from '../../browser-storage.ts'
import { minColumnWidth, type Column } from './columns.ts'

/** What an operator changed about a table's columns. */
interface Taste {
  /** Shown or not, by column; absent columns are as the table has them. */
  shown: Readonly<Record<string, boolean>>
  /** In pixels, by column. */
  widths: Readonly<Record<string, number>>
  /** The columns' keys from left to right; empty where they stand as the table has them. */
  order: readonly string[]
}

const untouched: Taste = { shown: {}, widths: {}, order: [] }
const widest = 2_000

const place = (table: string) => `phonedeck.table.${table}`

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

/** What is remembered may be of an older version, or not ours: only what has the right shape is taken. */
function tasteFor(table: string): Taste {
  const kept = (recallJson(place(table)) ?? {}) as { shown?: unknown; widths?: unknown; order?: unknown }
  return {
    shown: Object.fromEntries(
      entriesOf(kept.shown).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
    ),
    widths: Object.fromEntries(
      entriesOf(kept.widths).filter(
        (entry): entry is [string, number] =>
          typeof entry[1] === 'number' && entry[1] >= minColumnWidth && entry[1] <= widest,
      ),
    ),
    order: Array.isArray(kept.order) ? kept.order.filter((key): key is string => typeof key === 'string') : [],
  }
}

/** The columns in the operator's order. The first names the row and stays; columns that are newer than the order stand last. */
export function inOrder<Row>(columns: readonly Column<Row>[], order: readonly string[]): readonly Column<Row>[] {
  if (order.length === 0) return columns
  const places = new Map(order.map((key, place) => [key, place]))
  const placeOf = ({ key }: Column<Row>) => (key === columns[0]?.key ? -1 : (places.get(key) ?? order.length))
  return columns.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** A table's columns as the operator likes them, kept in the browser under the table's name; the same until they change. */
export function useRememberedColumns<Row>(table: string, columns: readonly Column<Row>[]) {
  const [taste, setTaste] = useState(() => tasteFor(table))
  const ordered = useMemo(() => inOrder(columns, taste.order), [columns, taste.order])
  const shown = useMemo(
    () => ordered.filter(({ key, hidden }) => taste.shown[key] ?? hidden !== true),
    [ordered, taste.shown],
  )
  return useMemo(() => {
    const change = (next: Taste) => {
      setTaste(next)
      remember(place(table), JSON.stringify(next))
    }
    const isShown = ({ key, hidden }: Column<Row>) => taste.shown[key] ?? hidden !== true
    return {
      shown,
      /** All of them, in the operator's order. */
      ordered,
      widths: taste.widths,
      isShown,
      /** Puts a column where another stands, which makes room. The first column has its place. */
      move: (key: string, to: string) => {
        const keys = ordered.map((column) => column.key)
        const [from, target] = [keys.indexOf(key), keys.indexOf(to)]
        if (from < 1 || target < 1 || from === target) return
        keys.splice(target, 0, ...keys.splice(from, 1))
        change({ ...taste, order: keys })
      },
      toggle: (column: Column<Row>) => change({ ...taste, shown: { ...taste.shown, [column.key]: !isShown(column) } }),
      /** Sizes a column; without a width it shares what is left over again. */
      resize: (key: string, width?: number) => {
        const { [key]: _, ...others } = taste.widths
        const sized =
          width === undefined ? others : { ...others, [key]: Math.min(widest, Math.max(minColumnWidth, width)) }
        change({ ...taste, widths: sized })
      },
      reset: () => change(untouched),
    }
  }, [table, taste, ordered, shown])
}

export type RememberedColumns<Row> = ReturnType<typeof useRememberedColumns<Row>>
