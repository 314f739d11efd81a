import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifyRequest } from 'fastify'
import { codes } from '../domain/codes.ts'
import type { Schema } from './contract.ts'
import { invalidInput, mostProblems, notValid } from './failures.ts'
import { messages, type Message } from './messages.ts'
import { Refusal } from './refusal.ts'

/** How inputs are read: defaults are filled in, and parameters of addresses become what the contract says. */
export const readingOptions = { removeAdditional: false, coerceTypes: 'array', useDefaults: true } as const

/** Of longer bodies, in bytes, only the first problem is looked for: each look at the rest could cost as much. */
const longestLookedThrough = 64 * 1024

/** Finds everything that is wrong with an input, where the validator of the app stops at the first. */
const thorough = new Ajv({ ...readingOptions, allErrors: true })
const thoroughValidators = new WeakMap<Schema, ValidateFunction>()

function everyProblem(schema: Schema, value: unknown): NonNullable<ValidateFunction['errors']> {
  const validate = thoroughValidators.get(schema) ?? thorough.compile(schema)
  thoroughValidators.set(schema, validate)
  validate(value)
  return validate.errors ?? []
}

/** Refuses what the schema does not allow; fills in its defaults. */
export function check(request: FastifyRequest, schema: Schema | undefined, part: 'body' | 'querystring'): void {
  if (schema === undefined) return
  const value = (part === 'body' ? request.body : request.query) ?? null
  const validate = request.compileValidationSchema(schema, part)
  if (validate(value)) return refuseUnstorable(value)
  // Without a length it comes in pieces, as no console sends it.
  const length = part === 'body' ? Number(request.headers['content-length'] ?? Infinity) : 0
  throw invalidInput(length > longestLookedThrough ? (validate.errors ?? []) : everyProblem(schema, value))
}

/** What PostgreSQL can't keep: a zero character, half a character (a lone surrogate), or a number without an end. */
function wrongWith(value: unknown): Message | undefined {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return messages.unreadable
  // A text of digits may become one; the limits of the schema don't apply to it.
  if (typeof value === 'number' && !Number.isFinite(value)) return notValid
  return undefined
}

/** Refuses what can't be stored. The schema has bounded the size and the depth of the value. */
function refuseUnstorable(input: unknown): void {
  const fields: Record<string, Message> = {}
  const path: string[] = []
  let problems = 0
  const look = (value: unknown): void => {
    const problem = wrongWith(value)
    if (problem) {
      problems += 1
      fields[path.join('.')] = problem
    } else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) {
        if (problems >= mostProblems) return
        path.push(name)
        look(inner)
        path.pop()
      }
  }
  look(input)
  if (problems > 0) throw new Refusal(codes.invalidInput, messages.invalidInput, fields)
}
