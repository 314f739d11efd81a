import { isRecord, isText } from './message-fields.ts'

/** What a reason speaks of. Lists, which travel nowhere, are shown in a row. */
export type ReasonParam = string | number | Reason | readonly (string | Reason)[]

/**
 * Why something is so: the name of a text of the catalogue (texts/), with what it speaks of. It is made into words where a
 * person reads it, in that person's language.
 */
export interface Reason {
  readonly code: string
  readonly params: Readonly<Record<string, ReasonParam>>
}

/** The most characters of one text in a reason. */
const maxText = 1_000
const maxParams = 8
/** A step of a phone's workflow failed for what an agent said, which holds what a phone said. */
const maxDepth = 2

/** As a database keeps it: without NUL, and without halves of characters. */
const kept = (text: string): string => text.slice(0, maxText).replaceAll('\0', '\u{fffd}').toWellFormed()

/** What a person or a foreign program said, as a reason: it is shown as it is. */
export const textReason = (text: string): Reason => ({ code: 'text', params: { text: kept(text) } })

function paramIn(value: unknown, depth: number): ReasonParam | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (isText(value, maxText)) return kept(value)
  return depth === 0 ? undefined : reasonOf(value, depth - 1)
}

function reasonOf(value: unknown, depth: number): Reason | undefined {
  if (!isRecord(value) || !isRecord(value.params)) return undefined
  const { code, params } = value
  if (typeof code !== 'string' || !/^[\w.]{1,64}$/.test(code)) return undefined
  const read = Object.entries(params).map(([name, param]) => [name, paramIn(param, depth)] as const)
  if (read.length > maxParams || read.some(([name, param]) => name.length > 32 || param === undefined)) return undefined
  return { code, params: Object.fromEntries(read) as Reason['params'] } // None of them is undefined.
}

/**
 * Reads a reason that came over the wire. A sentence is one too, as older agents say it; an empty one, or none, is null.
 * Undefined where it is malformed.
 */
export function reasonIn(value: unknown): Reason | null | undefined {
  if (value === null || value === undefined || value === '') return null
  if (isText(value, maxText)) return textReason(value)
  return reasonOf(value, maxDepth)
}
