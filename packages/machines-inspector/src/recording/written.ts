import type { AnyActorRef } from 'xstate'
import { mask } from './secret-names.ts'
import { isPlain, type Secrets } from './secrets.ts'

/** A value as JSON: what JSON has no word for is an object whose `$` says what it is. */
export type Written = null | boolean | number | string | readonly Written[] | { readonly [name: string]: Written }

/** An actor in a context or an event: who it is stands in the recording. */
interface WrittenActor {
  readonly [name: string]: Written
  $: 'actor'
  id: string
  session: string
}

/** How words are kept out: each secret has a mask of its own, and what is withheld has one for all. */
type Hidden = false | 'secret' | 'withheld'

/** Deeper than any context. */
const maxDepth = 40

const isActor = (value: object): value is AnyActorRef => 'sessionId' in value && 'send' in value && 'id' in value

/** What is written as words; none where it is anything else. */
export const wordsIn = (written: Written | undefined): string => (typeof written === 'string' ? written : '')

/** Writes contexts and events without their secrets. What was written once is the same object again, so that differences are found fast. */
export class Writer {
  readonly #secrets: Secrets
  /** What stands for what was read and is no plain data, where it is written again. */
  readonly #known: WeakMap<object, Written>
  readonly #written = new WeakMap<object, Written>()
  /** What is being written, from the outside in: what holds itself is cut there. */
  readonly #around = new Set<object>()

  constructor(secrets: Secrets, known = new WeakMap<object, Written>()) {
    this.#secrets = secrets
    this.#known = known
  }

  write(value: unknown, hidden: Hidden = false, depth = 0): Written {
    switch (typeof value) {
      case 'string':
        return this.#words(value, hidden)
      case 'boolean':
        return value
      case 'number':
        return Number.isFinite(value) ? value : { $: 'number', of: String(value) }
      case 'bigint':
        return { $: 'bigint', of: String(value) }
      case 'undefined':
      case 'symbol':
        return { $: 'undefined' }
      case 'function':
        return this.#known.get(value) ?? { $: 'function' }
      default:
        return value === null ? null : this.#object(value as object, hidden, depth)
    }
  }

  #words(words: string, hidden: Hidden): string {
    if (hidden === 'withheld') return words === '' ? '' : mask
    return hidden === 'secret' ? this.#secrets.maskOf(words) : this.#secrets.masked(words)
  }

  #object(value: object, hidden: Hidden, depth: number): Written {
    const known = this.#known.get(value) ?? (hidden ? undefined : this.#written.get(value))
    if (known !== undefined) return known
    if (depth >= maxDepth || this.#around.has(value)) return { $: 'cut' }
    this.#around.add(value)
    const written = this.#parts(value, hidden, depth + 1)
    this.#around.delete(value)
    if (!hidden) this.#written.set(value, written)
    return written
  }

  #parts(value: object, hidden: Hidden, depth: number): Written {
    if (isActor(value)) return { $: 'actor', id: value.id, session: value.sessionId } satisfies WrittenActor
    const all = (items: Iterable<unknown>): Written[] => [...items].map((item) => this.write(item, hidden, depth))
    if (Array.isArray(value)) {
      const [name] = value as unknown[]
      return this.#secrets.isPair(value) ? [String(name), this.write(value[1], hidden || 'secret', depth)] : all(value)
    }
    if (value instanceof Map) return { $: 'map', of: all(value) }
    if (value instanceof Set) return { $: 'set', of: all(value) }
    if (value instanceof Date) return { $: 'date', of: value.getTime() }
    if (value instanceof RegExp) return { $: 'regexp', of: value.source, flags: value.flags }
    if (value instanceof Error) {
      const { name, message } = value
      const fields = this.#fields(Object.fromEntries(Object.entries(value)), hidden, depth)
      return { $: 'error', name, message: this.write(message, hidden, depth), of: fields }
    }
    if (!isPlain(value)) return { $: 'object', of: value.constructor.name }
    const fields = this.#fields(value as Record<string, unknown>, hidden, depth) // What is plain has fields.
    return '$' in value ? { $: 'plain', of: Object.entries(fields) } : fields
  }

  #hidden(object: Record<string, unknown>, field: string, around: Hidden): Hidden {
    if (around === 'withheld' || this.#secrets.isWithheld(object, field)) return 'withheld'
    return this.#secrets.isSecret(object, field, around === 'secret') && 'secret'
  }

  #fields(object: Record<string, unknown>, hidden: Hidden, depth: number): { [name: string]: Written } {
    return Object.fromEntries(
      Object.entries(object).map(([name, field]) => [
        this.#secrets.masked(name),
        this.write(field, this.#hidden(object, name, hidden), depth),
      ]),
    )
  }
}

/** One field that became another: its path, and what it became; nothing where it is gone. */
export type Change = readonly [path: readonly (string | number)[], value?: Written]

const isFields = (value: Written | undefined): value is { readonly [name: string]: Written } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What has to be changed of one to make it the other; nothing where they say the same. */
export function changesBetween(before: Written, after: Written, path: readonly (string | number)[] = []): Change[] {
  if (before === after) return []
  if (Array.isArray(before) && Array.isArray(after)) {
    // What was put in front moves everything: the whole is said again where it got shorter, or all of it differs.
    if (after.length < before.length) return [[path, after]]
    const changes = after.flatMap((item: Written, at) =>
      at < before.length
        ? changesBetween(before[at] as Written, item, [...path, at])
        : [[[...path, at], item] as const],
    )
    return changes.length > after.length && after.length > 1 ? [[path, after]] : changes
  }
  if (isFields(before) && isFields(after)) {
    const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name))
    return [
      ...gone.map((name): Change => [[...path, name]]),
      ...Object.entries(after).flatMap(([name, field]): Change[] => {
        const was = Object.hasOwn(before, name) ? before[name] : undefined
        return was === undefined ? [[[...path, name], field]] : changesBetween(was, field, [...path, name])
      }),
    ]
  }
  return [[path, after]]
}

/** What it becomes with those changes; it stays what it was, and what they leave alone is the same object. */
export const changed = (value: Written, changes: readonly Change[]): Written =>
  changes.reduce((now, [path, field]) => changedAt(now, path, field), value)

function changedAt(
  value: Written,
  [first, ...rest]: readonly (string | number)[],
  field: Written | undefined,
): Written {
  if (first === undefined) return field ?? null
  if (Array.isArray(value)) {
    const at = Number(first)
    const items: Written[] = [...value]
    items[at] = changedAt(items[at] ?? null, rest, field)
    return items
  }
  const fields: Record<string, Written> = isFields(value) ? { ...value } : {}
  if (rest.length === 0 && field === undefined) delete fields[first]
  else fields[first] = changedAt(fields[first] ?? null, rest, field)
  return fields
}
