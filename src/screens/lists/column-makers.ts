import type { TFunction } from 'i18next'
import type { TextKey } from '../../../texts/catalogue.ts'
import type { CellAction, Column, Meter } from '../../ui/data-table/columns.ts'
import { momentText } from '../../ui/moment.ts'
import type { Tone } from '../../ui/StatusTag.tsx'

/** The fields that a list's texts have words for: `name` where there is `boxes.field.name`. */
export type FieldOf<Texts extends string> = TextKey extends infer Key
  ? Key extends `${Texts}.field.${infer Field}`
    ? Field
    : never
  : never

type Options<Row> = Partial<Pick<Column<Row>, 'align' | 'mono' | 'sortable' | 'hidden' | 'filterBy'>>

/** The fields of a row that hold such a value. */
type Holding<Row, Value> = { [Key in keyof Row]: Row[Key] extends Value ? Key : never }[keyof Row]

/** What a column needs to be told: its heading where the texts have no field of its name, its value where the row has none. */
type Needed<Row, Texts extends string, Value, Key extends string> = (Key extends FieldOf<Texts>
  ? { header?: TextKey }
  : { header: TextKey }) &
  (Key extends Holding<Row, Value> ? { of?: (row: Row) => Value } : { of: (row: Row) => Value })

/** A column of plain values: its key, its width in pixels, and what else is to be said of it. */
type ValueColumn<Row, Texts extends string, Value, Also = object> = <Key extends string>(
  key: Key,
  width: number,
  ...[options]: object extends Needed<Row, Texts, Value, Key>
    ? [options?: Options<Row> & Also & Needed<Row, Texts, Value, Key>]
    : [options: Options<Row> & Also & Needed<Row, Texts, Value, Key>]
) => Column<Row>

type Given<Row> = Options<Row> & { header?: TextKey; of?: (row: Row) => unknown }

/** Columns in short, for one list: headings by its texts' `field.<key>`, values by the row's field of that name. */
export function columnMakers<Row, Texts extends string>(
  t: TFunction,
  texts: Texts,
  actionText = (key: string): string => t(`${texts}.action.${key}` as TextKey),
) {
  /** What all kinds have in common, and how the value is read. */
  const begun = (key: string, width: number, { header, of, ...options }: Given<Row> = {}) => ({
    base: { key, width, header: t(header ?? (`${texts}.field.${key}` as TextKey)), ...options },
    // The signatures above let a column be without `of` only where the row has a field of that name.
    value: (of ?? ((row: Row) => row[key as keyof Row])) as (row: Row) => never,
  })
  const valueColumn =
    (draw: (value: never) => string | null, always: Options<Row> = {}) =>
    (key: string, width: number, options?: Given<Row>): Column<Row> => {
      const { base, value } = begun(key, width, options)
      return { ...always, ...base, kind: 'text', render: (row) => draw(value(row)) }
    }
  const button = (action: string | CellAction): CellAction =>
    typeof action === 'string' ? { id: action, label: actionText(action) } : action
  const plain = valueColumn((text: string | null) => text)
  return {
    text: plain as ValueColumn<Row, Texts, string | null, { whyNothing?: (row: Row) => string }>,
    /** A whole number, to the right. */
    number: valueColumn((number: number | null) => (number === null ? null : String(number)), {
      align: 'right',
    }) as ValueColumn<Row, Texts, number | null>,
    /** The day and the time, from a Unix time in milliseconds. */
    moment: valueColumn((at: number | null) => (at === null ? null : momentText(at))) as ValueColumn<
      Row,
      Texts,
      number | null
    >,
    /** How long ago. */
    since: ((key: string, width: number, options?: Given<Row>): Column<Row> => {
      const { base, value } = begun(key, width, options)
      return { ...base, kind: 'since', render: value }
    }) as ValueColumn<Row, Texts, number | null>,
    /** Text that does something when it is pressed. */
    link: ((key: string, width: number, { to, why, ...options }: Given<Row> & Leading<Row> = {}): Column<Row> => {
      const { base, value } = begun(key, width, options)
      const render = (row: Row) => ({ id: to?.(row) ?? 'open', label: value(row), reason: why?.(row) })
      return { ...base, kind: 'link', render }
    }) as ValueColumn<Row, Texts, string, Leading<Row>>,
    /** A word with a tone. */
    status: ((key: string, width: number, options: Given<Row>): Column<Row> => {
      const { base, value } = begun(key, width, options)
      return { ...base, kind: 'status', render: value }
    }) as ValueColumn<Row, Texts, { tone: Tone; text: string }>,
    /** Whether something holds, in two words: what it is called where it does, and where it doesn't. */
    flag: ((key: string, width: number, { words, ...options }: Given<Row> & Words): Column<Row> => {
      const { base, value } = begun(key, width, options)
      const [yes, no] = [t(words[0]), t(words[1])]
      const render = (row: Row) =>
        value(row) ? ({ tone: 'ok', text: yes } as const) : ({ tone: 'off', text: no } as const)
      return { ...base, kind: 'status', render }
    }) as ValueColumn<Row, Texts, boolean, Words>,
    /** A share as a bar. */
    meter: ((key: string, width: number, options: Given<Row>): Column<Row> => {
      const { base, value } = begun(key, width, options)
      return { ...base, kind: 'meter', render: value }
    }) as ValueColumn<Row, Texts, Meter | null>,
    /** Names with a colour each. */
    tags: ((key: string, width: number, options: Given<Row>): Column<Row> => {
      const { base, value } = begun(key, width, options)
      return { ...base, kind: 'tags', render: value }
    }) as ValueColumn<Row, Texts, readonly { text: string; colour: string }[]>,
    /** Buttons that stand for a value: how many people there are below, which leads to them. */
    buttons: ((key: string, width: number, options: Given<Row>): Column<Row> => {
      const { base, value } = begun(key, width, options)
      return { ...base, kind: 'actions', render: value }
    }) as ValueColumn<Row, Texts, readonly CellAction[]>,
    /** The last column: the row's first actions, by their keys, and its menu. */
    actions: (
      width: number,
      offered: readonly string[] | ((row: Row) => readonly (string | CellAction)[]),
      header = `${texts}.field.actions` as TextKey,
    ): Column<Row> => {
      const menu = { id: 'menu', label: '⋯' }
      const offeredOn = typeof offered === 'function' ? offered : () => offered
      const base = { key: 'actions', header: t(header), width, align: 'right' } as const
      return { ...base, kind: 'actions', render: (row) => [...offeredOn(row).map(button), menu] }
    },
  }
}

export type ColumnMakers<Row, Texts extends string> = ReturnType<typeof columnMakers<Row, Texts>>

interface Leading<Row> {
  /** The action that it stands for; what opens the row where left out. */
  to?: (row: Row) => string
  /** Why it can't be pressed now. */
  why?: (row: Row) => string | undefined
}

interface Words {
  words: readonly [yes: TextKey, no: TextKey]
}
