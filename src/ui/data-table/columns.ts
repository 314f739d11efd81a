import type { Tone } from '../StatusTag.tsx'

interface ColumnBase {
  /** Names the column to the operator's memory and, where it is sortable, to the server. */
  key: string
  header: string
  /** In pixels, before the table shares out what is left over; more where its heading or what it may say is longer. */
  width: number
  /** The longest that it may say, of what should not be cut: states, and days. */
  says?: readonly string[]
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
  /** It stands on cards, too, which have no room for more than one. */
  main?: boolean
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

type Sizable = Pick<ColumnBase, 'key' | 'width' | 'mono' | 'align'> & {
  kind: Column<unknown>['kind']
  /** In pixels: its heading, which is never cut, and the longest that it says. */
  needs?: { heading: number; said: number }
}

/** Words may be cut and told in full under the pointer; numbers, addresses, states and buttons may not. */
const yields = ({ kind, mono, align }: Sizable) =>
  (kind === 'text' || kind === 'link' || kind === 'tags') && mono !== true && align !== 'right'

/**
 * The columns' widths in pixels. A column that the operator has sized stays so; the others share what the table has left
 * over, in proportion. What it lacks, those of words give, as far as they can; then what is wide for the longest that it says, and
 * at last for its heading.
 */
export function layOutColumns(
  columns: readonly Sizable[],
  sized: Readonly<Record<string, number>>,
  available: number,
): number[] {
  const free = columns.map(({ key }) => sized[key] === undefined)
  const least = (floorOf: (column: Sizable) => number) =>
    columns.map((column) => Math.max(minColumnWidth, Math.round(sized[column.key] ?? floorOf(column))))
  const narrowest = least((column) => {
    if (!yields(column)) return column.width
    return Math.min(column.width, Math.max(leastWords, Math.ceil(column.width * (1 - yielding))))
  })
  const headed = least(({ width, needs }) => Math.max(width, needs?.heading ?? 0))
  const wanted = least(({ width, needs }) => Math.max(width, needs?.heading ?? 0, needs?.said ?? 0))
  if (sumOf(wanted) <= available)
    return shared(
      wanted,
      wanted.map((width, index) => (free[index] === true ? width : 0)),
      available - sumOf(wanted),
    )
  const words = least((column) => {
    const width = Math.max(column.width, column.needs?.heading ?? 0, column.needs?.said ?? 0)
    if (!yields(column)) return width
    const { heading = 0, said = 0 } = column.needs ?? {}
    return Math.min(width, Math.max(leastWords, heading, said, Math.ceil(width * (1 - yielding))))
  })
  const headings = headed.map((width, index) => Math.min(width, words[index] ?? width))
  // Where it has to be moved sideways anyway, only words are cut of which nobody says how long they are, and not what tells rows apart.
  const isTooNarrow = sumOf(narrowest) > available
  const told = words.with(0, wanted[0] ?? 0)
  return (isTooNarrow ? [told] : [words, headings, narrowest]).reduce(
    (widths, floors) =>
      shared(
        widths,
        widths.map((width, index) => Math.max(0, width - (floors[index] ?? width))),
        Math.min(0, available - sumOf(widths)),
      ),
    wanted,
  )
}

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0)

/** Widths with what there is more, or less, shared out in proportion to how elastic each is, and less only as far as that goes. */
function shared(widths: readonly number[], elastic: readonly number[], spare: number): number[] {
  const stretch = sumOf(elastic)
  if (stretch === 0) return [...widths]
  const change = Math.max(spare, -stretch)
  let passed = 0
  let given = 0
  return widths.map((width, index) => {
    passed += elastic[index] ?? 0
    const share = Math.floor((change * passed) / stretch) - given
    given += share
    return width + share
  })
}
