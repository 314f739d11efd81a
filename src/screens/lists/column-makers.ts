import type { TFunction } from 'i18next'
import type { TextKey } from '../../../texts/catalogue.ts'
import type { CellAction, Column, Meter } from '../../ui/data-table/columns.ts'
import { minuteText, momentText } from '../../ui/moment.ts'
import type { Tone } from '../../ui/StatusTag.tsx'

/** The fields that a list's texts have words for: `name` where there is `boxes.field.name`. */
type FieldOf<Texts extends string> = TextKey extends infer Key
  ? Key extends `${Texts}.field.${infer Field}`
    ? Field
    : never
  : never

type Options<Row> = Partial<Pick<Column<Row>, 'align' | 'mono' | 'sortable' | 'hidden' | 'says'>> & {
  /** What narrows the list to rows like this one; or a field of the row that is also a filter, which an empty value is not. */
  filterBy?: Column<Row>['filterBy'] | (keyof Row & string)
}

/** The fields of a row that hold such a value. */
type Holding<Row, Value> = { [Key in keyof Row]: Row[Key] extends Value ? Key : never }[keyof Row]

/**
 * What a column needs to be told: its heading where the texts have no field of its name, its value where the row has none. `owner` is
 * the row's `owner`, or else its `owner_name`.
 */
type Needed<Row, Texts extends string, Value, Key extends string> = (Key extends FieldOf<Texts>
  ? { header?: TextKey }
  : { header: TextKey }) &
  (Extract<Key | `${Key}_name`, Holding<Row, Value>> extends never
    ? { of: (row: Row) => Value }
    : { of?: (row: Row) => Value })

/** A column of plain values: its key, its width in pixels, and what else is to be said of it. */
type ValueColumn<Row, Texts extends string, Value, Also = object> = <Key extends string>(
  key: Key,
  width: number,
  ...[options]: object extends Needed<Row, Texts, Value, Key>
    ? [options?: Options<Row> & Also & Needed<Row, Texts, Value, Key>]
    : [options: Options<Row> & Also & Needed<Row, Texts, Value, Key>]
) => Column<Row>

/** What a column's kind adds to its value. */
interface Kinds<Row> {
  text: { whyNothing?: (row: Row) => string }
  link: {
    /** The action that it stands for; what opens the row where left out. */
    to?: (row: Row) => string
    /** Why it can't be pressed now. */
    why?: (row: Row) => string | undefined
  }
  flag: {
    /** What it is called where it holds, and where it doesn't. */
    words: readonly [yes: TextKey, no: TextKey]
  }
}

/** What the signatures below let through. */
type Given<Row> = Options<Row> &
  Kinds<Row>['link'] &
  Partial<Kinds<Row>['flag']> & { header?: TextKey; of?: (row: Row) => never }

const asItIs = (value: unknown) => value

const narrowing = <Row>(filterBy: Options<Row>['filterBy']): Column<Row>['filterBy'] =>
  typeof filterBy === 'string'
    ? ({ [filterBy]: value }) => (value === null || value === '' ? null : { [filterBy]: value })
    : filterBy

/** Columns in short, for one list: headings by its texts' `field.<key>`, values by the row's field of that name. */
export function columnMakers<Row, Texts extends string>(
  t: TFunction,
  texts: Texts,
  actionText = (key: string): string => t(`${texts}.action.${key}` as TextKey),
) {
  /** A maker of columns of one kind, which `draw` gives a value as the table wants it. */
  const maker =
    (
      kind: Column<Row>['kind'],
      draw: (value: never, row: Row, given: Given<Row>) => unknown,
      { align, says }: { align?: 'right'; says?: (given: Given<Row>) => readonly string[] } = {},
    ) =>
    (key: string, width: number, given: Given<Row> = {}) => {
      const itself = (row: Row) => (row[key as keyof Row] ?? row[`${key}_name` as keyof Row] ?? null) as never
      const { header, of = itself, filterBy, to, why, words, ...options } = given
      const render = (row: Row) => draw(of(row), row, { to, why, words })
      // The signatures below say what is told of which kind, and let `of` be left out where the row has such a field.
      return {
        kind,
        key,
        width,
        align,
        says: says?.(given),
        header: t(header ?? (`${texts}.field.${key}` as TextKey)),
        ...options,
        filterBy: narrowing(filterBy),
        render,
      } as Column<Row>
    }
  const button = (action: string | CellAction): CellAction =>
    typeof action === 'string' ? { id: action, label: actionText(action) } : action
  const menu = { id: 'menu', label: '⋯' }
  return {
    text: maker('text', asItIs) as ValueColumn<Row, Texts, string | null, Kinds<Row>['text']>,
    /** A whole number, to the right. */
    number: maker('text', (number: number | null) => (number === null ? null : String(number)), {
      align: 'right',
    }) as ValueColumn<Row, Texts, number | null>,
    /** The day and the time, from a Unix time in milliseconds. */
    moment: maker('text', (at: number | null) => (at === null ? null : momentText(at)), {
      says: () => [momentText(0)],
    }) as ValueColumn<Row, Texts, number | null>,
    /** The day and the time to the minute, from a Unix time in milliseconds. */
    minute: maker('text', (at: number | null) => (at === null ? null : minuteText(at)), {
      says: () => [minuteText(0)],
    }) as ValueColumn<Row, Texts, number | null>,
    /** How long ago. */
    since: maker('since', asItIs) as ValueColumn<Row, Texts, number | null>,
    /** Text that does something when it is pressed. */
    link: maker('link', (label: string, row, { to, why }) => ({
      id: to?.(row) ?? 'open',
      label,
      reason: why?.(row),
    })) as ValueColumn<Row, Texts, string, Kinds<Row>['link']>,
    /** A word with a tone. */
    status: maker('status', asItIs) as ValueColumn<Row, Texts, { tone: Tone; text: string }>,
    /** Whether something holds, in two words. */
    flag: maker(
      'status',
      (holds: boolean, _, { words }) => ({ tone: holds ? 'ok' : 'off', text: words && t(words[holds ? 0 : 1]) }),
      { says: ({ words }) => (words ?? []).map((word) => t(word)) },
    ) as ValueColumn<Row, Texts, boolean, Kinds<Row>['flag']>,
    /** The row's place, by which it is dragged to another. */
    place: maker('place', asItIs) as ValueColumn<Row, Texts, { text: string; reason?: string | undefined }>,
    /** A share as a bar. */
    meter: maker('meter', asItIs, { says: () => ['100%'] }) as ValueColumn<Row, Texts, Meter | null>,
    /** Names with a colour each. */
    tags: maker('tags', asItIs) as ValueColumn<Row, Texts, readonly { text: string; colour: string }[]>,
    /** Buttons that stand for a value: how many people there are below, which leads to them. */
    buttons: maker('actions', asItIs) as ValueColumn<Row, Texts, readonly CellAction[]>,
    /** The last column: the row's first actions, by their keys, and its menu; as wide as the widest of those that rows may have. */
    actions: (
      offered: readonly (readonly string[])[],
      {
        header,
        of = () => offered[0] ?? [],
      }: { header?: TextKey; of?: (row: Row) => readonly (string | CellAction)[] } = {},
    ): Column<Row> =>
      maker('actions', (actions: readonly (string | CellAction)[]) => [...actions.map(button), menu], {
        align: 'right',
        // With blanks for what stands between buttons.
        says: () => offered.map((keys) => [...keys.map(actionText), ` ${menu.label} `].join('   ')),
      })('actions', 0, { header, of: of as (row: Row) => never }),
  }
}

export type ColumnMakers<Row, Texts extends string> = ReturnType<typeof columnMakers<Row, Texts>>
