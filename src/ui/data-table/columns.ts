import type { Tone } from '../StatusTag.tsx'

interface ColumnBase {
  /** Names the column to the operator's memory and, where it is sortable, to the server. */
  key: string
  header: string
  /** In pixels, before the table shares out what is left over. */
  width: number
  align?: 'left' | 'right'
  /** In the typeface of machines: serial numbers, addresses. */
  mono?: boolean
  sortable?: boolean
  /** Out of sight until the operator chooses it. */
  hidden?: boolean
}

export interface CellAction {
  id: string
  label: string
  /** Why it may not be done now; absent where it may. */
  reason?: string
}

/** A cell that something is asked of: its column, and what it says. */
export interface CellContent<Row> {
  column: Column<Row>
  text: string
}

export interface Meter {
  /** 0 to 100. */
  percent: number
  text: string
  tone: Tone
}

/** A column, described once. Its cells are drawn without React: `render` says what, its kind says how. */
export type Column<Row> = ColumnBase & {
  /** What narrows the list to rows with this one's value; null where that can't be asked. */
  filterBy?: (row: Row) => Readonly<Record<string, unknown>> | null
} &
  /** `whyNothing` is told to who points at a dash. */
  (
    | { kind: 'text'; render: (row: Row) => string | null; whyNothing?: (row: Row) => string }
    /** Text that does something when it is pressed. */
    | { kind: 'link'; render: (row: Row) => CellAction }
    | { kind: 'status'; render: (row: Row) => { tone: Tone; text: string } }
    /** Names with a colour each. */
    | { kind: 'tags'; render: (row: Row) => readonly { text: string; colour: string }[] }
    /** How long ago, from a Unix time in milliseconds; it keeps itself current. */
    | { kind: 'since'; render: (row: Row) => number | null }
    /** A share as a small bar with its number. */
    | { kind: 'meter'; render: (row: Row) => Meter | null }
    /** Which place the row has, and what it is dragged by; `reason` where it may not be moved. */
    | { kind: 'place'; render: (row: Row) => { text: string; reason?: string | undefined } }
    | { kind: 'actions'; render: (row: Row) => readonly CellAction[] }
  )

/** What a cell says, as it is copied; undefined for buttons, which say nothing of the row. */
export function textOf<Row>(column: Column<Row>, row: Row, ago: (at: number) => string): string | undefined {
  switch (column.kind) {
    case 'text':
      return column.render(row) ?? ''
    case 'link':
      return column.render(row).label
    case 'status':
    case 'place':
      return column.render(row).text
    case 'tags':
      return column
        .render(row)
        .map(({ text }) => text)
        .join(', ')
    case 'since': {
      const at = column.render(row)
      return at === null ? '' : ago(at)
    }
    default:
      return undefined
  }
}

/** Of the column with the checkbox, in pixels. */
export const selectWidth = 40
export const minColumnWidth = 48

/** The share of its width that a column of words gives where the table is too narrow for all; it keeps so many pixels. */
const yielding = 0.35
const leastWords = 72

type Sizable = Pick<ColumnBase, 'key' | 'width' | 'mono' | 'align'> & { kind: Column<unknown>['kind'] }

/** Words may be cut and told in full under the pointer; numbers, addresses, states and buttons may not. */
const yields = ({ kind, mono, align }: Sizable) =>
  (kind === 'text' || kind === 'link' || kind === 'tags') && mono !== true && align !== 'right'

/**
 * The columns' widths in pixels. A column that the operator has sized stays so; the others share what the table has left
 * over, in proportion, and those of words what it lacks, as far as they can.
 */
export function layOutColumns(
  columns: readonly Sizable[],
  sized: Readonly<Record<string, number>>,
  available: number,
): number[] {
  const widths = columns.map(({ key, width }) => Math.max(minColumnWidth, Math.round(sized[key] ?? width)))
  const spare = available - widths.reduce((sum, width) => sum + width, 0)
  const elastic = columns.map((column, index) => {
    const width = widths[index] ?? 0
    if (sized[column.key] !== undefined) return 0
    if (spare >= 0) return width
    return yields(column) ? Math.max(0, Math.min(width - leastWords, Math.floor(width * yielding))) : 0
  })
  const stretch = elastic.reduce((sum, width) => sum + width, 0)
  if (stretch === 0) return widths
  const change = Math.max(spare, -stretch)
  let shared = 0
  let given = 0
  return widths.map((width, index) => {
    shared += elastic[index] ?? 0
    const share = Math.floor((change * shared) / stretch) - given
    given += share
    return width + share
  })
}
