import { useMemo, useState } from 'react'
import { minColumnWidth, type Column } from './columns.ts'

/** What an operator changed about a table's columns. */
interface Taste {
  /** Shown or not, by column; absent columns are as the table has them. */
  shown: Readonly<Record<string, boolean>>
  /** In pixels, by column. */
  widths: Readonly<Record<string, number>>
}

const untouched: Taste = { shown: {}, widths: {} }
const widest = 2_000

const place = (table: string) => `phonedeck.table.${table}`

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

/** What is remembered may be of an older version, or not ours: only what has the right shape is taken. */
function recall(table: string): Taste {
  try {
    const kept = JSON.parse(localStorage.getItem(place(table)) ?? '{}') as { shown?: unknown; widths?: unknown }
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
    }
  } catch {
    return untouched // Storage that is closed or spoilt costs the operator's taste, not the table.
  }
}

function remember(table: string, taste: Taste): void {
  try {
    localStorage.setItem(place(table), JSON.stringify(taste))
  } catch {
    // Storage that is full or closed: the taste holds until the page is left.
  }
}

/** A table's columns as the operator likes them, kept in the browser under the table's name. */
export function useRememberedColumns<Row>(table: string, columns: readonly Column<Row>[]) {
  const [taste, setTaste] = useState(() => recall(table))
  const change = (next: Taste) => {
    setTaste(next)
    remember(table, next)
  }
  const isShown = ({ key, hidden }: Column<Row>) => taste.shown[key] ?? hidden !== true

  return {
    shown: useMemo(
      () => columns.filter(({ key, hidden }) => taste.shown[key] ?? hidden !== true),
      [columns, taste.shown],
    ),
    widths: taste.widths,
    isShown,
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
}

export type RememberedColumns<Row> = ReturnType<typeof useRememberedColumns<Row>>
