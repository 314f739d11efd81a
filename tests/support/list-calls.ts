import type { Role } from '../../domain/roles.ts'
import { describedOperations, type InputSchema } from './contract-inputs.ts'

type Pair = readonly [name: string, value: string]
type Values = readonly (string | number | boolean)[]

/** Values of filters by their names, where the name alone says what they are; of others by `<operationId>.<name>`. */
export type FilterValues = Readonly<Record<string, Values>>

/** A call of a list as an operator may make it. */
export interface ListCall {
  id: string
  path: string
  role: Role
  query: Record<string, string>
}

/** How a page is cut, which is no filter. */
const ofPage = new Set(['limit', 'skip', 'cursor', 'sort'])

/** What schemas say themselves of a filter's values. */
function enumerated({ type, enum: values, items }: InputSchema): Values | undefined {
  if (type === 'boolean') return [true, false]
  if (values !== undefined) return values.map(String)
  return items === undefined ? undefined : enumerated(items)
}

/** Whether the place of a filter's value among all, and of an order, are such that they are asked for together: a quarter are. */
function isAsked(place: number, sort: string, sorts: readonly string[]): boolean {
  const field = sorts.indexOf(sort.replace('-', '')) / 2
  return (place + field) % 2 === 0 && sort.startsWith('-') === (place + 2 * field) % 4 < 2
}

/**
 * Every list of the contract as every role may ask for it: in every order, and behind each value of every filter by every other field,
 * up or down, or in every order there, too.
 */
export function listCalls(values: FilterValues, { everyOrder = false } = {}): ListCall[] {
  const lists = describedOperations().filter(
    ({ method, query }) => method === 'GET' && query.some(({ name }) => name === 'limit'),
  )
  return lists.flatMap(({ id, path, roles = [], query }) => {
    const valuesOf = ({ name, schema }: (typeof query)[number]): Values => {
      const found = values[`${id}.${name}`] ?? values[name] ?? enumerated(schema)
      if (found === undefined) throw new Error(`no value is known of ${id}'s filter ${name}`)
      return found
    }
    const filters = query.filter(({ name }) => !ofPage.has(name))
    const always = filters
      .filter(({ required }) => required)
      .map((filter): Pair => [filter.name, String(valuesOf(filter)[0])])
    const narrowed = filters
      .filter(({ required }) => !required)
      .flatMap((filter) => valuesOf(filter).map((value): Pair => [filter.name, String(value)]))
    const sorts = (enumerated(query.find(({ name }) => name === 'sort')?.schema ?? {}) ?? []).map(String)
    const whole = sorts.length === 0 ? [[]] : sorts.map((sort): Pair[] => [['sort', sort]])
    const behind = narrowed.flatMap((filter, place) =>
      sorts.length === 0
        ? [[filter]]
        : sorts
            .filter((sort) => everyOrder || isAsked(place, sort, sorts))
            .map((sort): Pair[] => [filter, ['sort', sort]]),
    )
    return roles.flatMap((role) =>
      [...whole, ...behind].map((pairs) => ({ id, path, role, query: Object.fromEntries([...always, ...pairs]) })),
    )
  })
}
