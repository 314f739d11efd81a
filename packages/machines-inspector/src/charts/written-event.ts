import { transition, type AnyMachineSnapshot, type AnyStateMachine, type EventObject } from 'xstate'
import type { SecretNames } from '../recording/secret-names.ts'
import { isPlain, Secrets } from '../recording/secrets.ts'

/** Why an event can not be sent as it is written. */
export type EventProblem =
  | { code: 'notJson'; message: string }
  /** What is written is something else than an object with the event's fields. */
  | { code: 'noFields'; is: string }
  /** The event's type stands above, and another one is written. */
  | { code: 'otherType'; written: string }
  /** What is to be taken from the last such event is not in it. */
  | { code: 'notInLast'; at: string; place: string }
  /** The chart itself fails over it: what it reads is not there, or is something else. */
  | { code: 'fails'; message: string }
  /** The chart knows it, but not in this state, or a condition says no. */
  | { code: 'notNow' }

/** Stands for a part of the last such event that can not be written: a function, a store, a secret. */
const ofLast = '$last'

const placeOf = (path: readonly string[]): string =>
  path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/**
 * What an event carried, as JSON to be changed. What is no plain data, and what is a secret, is not written: a note in its place says
 * that it is taken from there.
 */
export function writtenFields(carried: object, names: SecretNames): string {
  const secrets = new Secrets(names)
  secrets.learn(carried)
  const within = new Set<object>()
  const write = (value: unknown, path: readonly string[], isSecret: boolean): unknown => {
    const taken = { [ofLast]: placeOf(path) }
    if (typeof value === 'string') return isSecret || secrets.masked(value) !== value ? taken : value
    if (typeof value === 'number') return isSecret || !Number.isFinite(value) ? taken : value
    if (typeof value === 'boolean' || value === null || value === undefined) return value
    if (typeof value !== 'object' || isSecret || within.has(value) || !isPlain(value) || ofLast in value) return taken
    within.add(value)
    const isPair = Array.isArray(value) && secrets.isPair(value)
    const written = Array.isArray(value)
      ? value.map((item, at) => write(item, [...path, String(at)], isPair && at === 1))
      : Object.fromEntries(
          Object.entries(value).map(([name, field]) => [
            name,
            write(field, [...path, name], secrets.isSecret(value as Record<string, unknown>, name, false)),
          ]),
        )
    within.delete(value)
    return written
  }
  return JSON.stringify(write(carried, [], false), undefined, 2)
}

class UnknownPlace extends Error {
  readonly at: string
  readonly place: string

  constructor(at: string, place: string) {
    super(`${place} is not in the last such event`)
    this.at = at
    this.place = place
  }
}

/** A part of what an event carried. */
function partOf(carried: object | undefined, at: string, place: string): unknown {
  let value: unknown = carried
  for (const step of place.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) throw new UnknownPlace(at, place)
    value = (value as Record<string, unknown>)[name]
  }
  if (value === undefined) throw new UnknownPlace(at, place)
  return value
}

function completed(written: unknown, last: object | undefined, path: readonly string[]): unknown {
  if (typeof written !== 'object' || written === null) return written
  if (Array.isArray(written)) return written.map((item, at) => completed(item, last, [...path, String(at)]))
  const fields = Object.entries(written)
  const [first] = fields
  if (fields.length === 1 && first?.[0] === ofLast && typeof first[1] === 'string')
    return partOf(last, placeOf(path), first[1])
  return Object.fromEntries(fields.map(([name, field]) => [name, completed(field, last, [...path, name])]))
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`

/** The event that is written, with what it takes from the last one of its type; or what is wrong with it. */
export function eventOf(
  type: string,
  text: string,
  last: object | undefined,
): { event: EventObject } | { problem: EventProblem } {
  let fields: unknown
  try {
    fields = JSON.parse(text.trim() === '' ? '{}' : text)
  } catch (error) {
    return { problem: { code: 'notJson', message: (error as Error).message } } // JSON.parse throws nothing else.
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return { problem: { code: 'noFields', is: kindOf(fields) } }
  if ('type' in fields && fields.type !== type)
    return { problem: { code: 'otherType', written: JSON.stringify(fields.type) } }
  try {
    return { event: { ...(completed(fields, last, []) as object), type } } // An object, as it was before.
  } catch (error) {
    if (!(error instanceof UnknownPlace)) throw error
    return { problem: { code: 'notInLast', at: error.at, place: error.place } }
  }
}

/**
 * Why nothing would come of an event, or nothing good: its conditions and what it changes in the context are tried without the actor,
 * which would stop over an error in them.
 */
export function problemWith(
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  event: EventObject,
): EventProblem | undefined {
  try {
    if (!snapshot.can(event)) return { code: 'notNow' }
    const [next] = transition(machine, snapshot, event)
    return next.status === 'error' ? { code: 'fails', message: String(next.error) } : undefined
  } catch (error) {
    return { code: 'fails', message: error instanceof Error ? error.message : String(error) }
  }
}
