import type { TFunction } from 'i18next'
import type { TextKey } from '../../../texts/catalogue.ts'
import type { FindOptions, Option } from '../../api/list-calls.ts'
import type { Filter } from './filters.ts'

/** What can be chosen, each with its words. */
export const optionsOf = <Value extends string>(values: readonly Value[], text: (value: Value) => string): Option[] =>
  values.map((value) => ({ value, text: text(value) }))

/** Filters in short: the call's parameter, what it is called, and what its kind needs. */
export function filterMakers<Query>(t: TFunction) {
  type Name = keyof Query & string
  return {
    /** Part of a text; `hint` says of which. */
    text: (name: Name, label: TextKey, hint: TextKey, longest?: number): Filter<Query> => ({
      kind: 'text',
      name,
      label: t(label),
      hint: t(hint),
      ...(longest !== undefined && { longest }),
    }),
    /** `usual` is the option that holds while none is chosen. */
    oneOf: (name: Name, label: TextKey, options: readonly Option[], usual?: string): Filter<Query> => ({
      kind: 'enum',
      name,
      label: t(label),
      options,
      usual: options.find(({ value }) => value === usual)?.text,
    }),
    someOf: (name: Name, label: TextKey, options: readonly Option[]): Filter<Query> => ({
      kind: 'enum',
      name,
      label: t(label),
      options,
      multiple: true,
    }),
    flag: (name: Name, label: TextKey, [yes, no]: readonly [TextKey, TextKey]): Filter<Query> => ({
      kind: 'flag',
      name,
      label: t(label),
      yes: t(yes),
      no: t(no),
    }),
    /** A user, a box, a group. */
    pick: (name: Name, label: TextKey, find: FindOptions): Filter<Query> => ({
      kind: 'pick',
      name,
      label: t(label),
      find,
    }),
    time: (name: Name, until: Name, label: TextKey): Filter<Query> => ({ kind: 'time', name, until, label: t(label) }),
    /** `usual` is how many days up to today hold while none is chosen. */
    days: (name: Name, until: Name, label: TextKey, usual: number): Filter<Query> => ({
      kind: 'days',
      name,
      until,
      label: t(label),
      usual: t('table.time.lastDays', { n: usual }),
    }),
  }
}

export type FilterMakers<Query> = ReturnType<typeof filterMakers<Query>>
