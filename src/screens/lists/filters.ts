import type { FindOptions, Option } from '../../api/list-calls.ts'

/** What a list is narrowed to and sorted by: the parameters of its own call, whose absence narrows nothing. */
export interface ListQuery {
  sort?: string | undefined
}

type Named<Query> = {
  /** The call's parameter. */
  name: keyof Query & string
  label: string
  /** What holds while nothing is chosen, in words; everything unless said. */
  usual?: string
}

/**
 * A filter, described once: its place in the bar, in the address and in the call all come from this. The first text is the
 * list's keyword, which `/` focuses.
 */
export type Filter<Query> =
  /** Part of a text; `hint` says of which. */
  | (Named<Query> & { kind: 'text'; hint: string; longest?: number })
  /** One or more of a few. While there are no options, whatever the address asks for stands. */
  | (Named<Query> & { kind: 'enum'; options: readonly Option[]; multiple?: boolean })
  | (Named<Query> & { kind: 'flag'; yes: string; no: string })
  /** A user, a box, a group: by id, found by name. */
  | (Named<Query> & { kind: 'pick'; find: FindOptions })
  /** From one day to another, as Unix times in milliseconds; `until` is the parameter of the end. */
  | (Named<Query> & { kind: 'time'; until: keyof Query & string })
  /** From one day to another, as days of a calendar that is not the viewer's: `2026-11-21`. */
  | (Named<Query> & { kind: 'days'; until: keyof Query & string })

/** Of a keyword, unless its filter says otherwise; of an option, always. */
const maxTextLength = 64

type Value = string | number | boolean | readonly string[] | undefined

const wholeNumber = (text: string | null): number | undefined => {
  const number = Number(text ?? '')
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

const dayIn = (text: string | null): string | undefined => /^\d{4}-\d{2}-\d{2}$/.exec(text ?? '')?.[0]

const isOffered = (options: readonly Option[], value: string): boolean =>
  value !== '' &&
  value.length <= maxTextLength &&
  (options.length === 0 || options.some((option) => option.value === value))

function valueIn<Query>(params: URLSearchParams, filter: Filter<Query>): Value {
  const asked = params.get(filter.name)
  switch (filter.kind) {
    case 'text':
      return (asked ?? '').trim().slice(0, filter.longest ?? maxTextLength) || undefined
    case 'enum': {
      const chosen = [...new Set(params.getAll(filter.name))].filter((value) => isOffered(filter.options, value))
      if (filter.multiple === true) return chosen.length > 0 ? chosen.toSorted() : undefined
      return chosen[0]
    }
    case 'flag':
      return asked === 'true' || (asked === 'false' ? false : undefined)
    case 'days':
      return dayIn(asked)
    default:
      return wholeNumber(asked)
  }
}

export interface QueryShape<Query> {
  filters: readonly Filter<Query>[]
  /** Fields that the list can be sorted by. */
  sortable: readonly string[]
  /** What it is sorted by unless the address says otherwise. */
  firstSort: string
}

/** The query that an address asks for; what it may not ask for is passed over. */
export function queryOf<Query extends ListQuery>(
  params: URLSearchParams,
  { filters, sortable, firstSort }: QueryShape<Query>,
): Query {
  const asked = params.get('sort') ?? firstSort
  const query: Record<string, Value> = { sort: sortable.includes(asked.replace(/^-/, '')) ? asked : firstSort }
  for (const filter of filters) {
    const value = valueIn(params, filter)
    if (value !== undefined) query[filter.name] = value
    if (filter.kind !== 'time' && filter.kind !== 'days') continue
    const asked = params.get(filter.until)
    const until = filter.kind === 'days' ? dayIn(asked) : wholeNumber(asked)
    if (until !== undefined) query[filter.until] = until
  }
  return query as unknown as Query // Each filter is named after a parameter, and its kind says what that takes.
}

/** The address that asks for a query; what is as usual is left out. */
export function paramsOf(query: ListQuery, firstSort: string): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query) as [string, Value][]) {
    if (name === 'sort' && value === firstSort) continue
    for (const each of Array.isArray(value)
      ? (value as readonly string[])
      : [value as Exclude<Value, readonly string[]>]) {
      if (each !== undefined && each !== '') params.append(name, String(each))
    }
  }
  return params
}

/** Whether every row gets through. */
export const isUnfiltered = (query: ListQuery): boolean =>
  Object.entries(query).every(([name, value]) => name === 'sort' || value === undefined)
