import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Schema } from './contract.ts'
import { invalidInput, maxProblems, notValid } from './failures.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { invalidFields } from './refusal.ts'
import { othersTurn, takeTurns } from './turns.ts'

type Part = 'body' | 'querystring'

/** Defaults are filled in. What a `password` is says that it is secret, not how it looks. */
const bodyOptions = { useDefaults: true, formats: { password: true } } as const

/** How inputs are read: parameters of addresses are all texts, and become what the contract says; what a body has is what it says. */
const readingOptions = { body: bodyOptions, querystring: { ...bodyOptions, coerceTypes: 'array' } } as const

/** Has an app look for one problem of an input at most: hostile bodies have thousands. */
export function readInputs(app: FastifyInstance): void {
  const validators = { body: new Ajv(readingOptions.body), querystring: new Ajv(readingOptions.querystring) }
  app.setValidatorCompiler<Schema>(({ schema, httpPart }) =>
    validators[httpPart === 'body' ? 'body' : 'querystring'].compile(schema),
  )
}

/** Of longer bodies, in bytes, only the first problem is looked for: each look at the rest could cost as much. */
const maxLookedThrough = 64 * 1024

/** Find everything that is wrong with an input, where the validators of the app stop at the first. */
const thorough = {
  body: new Ajv({ ...readingOptions.body, allErrors: true }),
  querystring: new Ajv({ ...readingOptions.querystring, allErrors: true }),
}

function everyProblem(schema: Schema, part: Part, value: unknown): NonNullable<ValidateFunction['errors']> {
  const validate = thorough[part].compile(schema) // Which it does once.
  validate(value)
  return validate.errors ?? []
}

/** A schema in two: of all but the elements of its lists of objects, and of those, by the list's name. */
interface Halves {
  whole: Schema
  elements: [name: string, schema: Schema][]
}

/** What of a schema is looked at here. */
interface ObjectSchema extends Schema {
  properties?: Record<string, Schema & { items?: Schema }>
}

const halves = new WeakMap<Schema, Halves>()

function halvesOf(schema: ObjectSchema): Halves {
  const known = halves.get(schema)
  if (known !== undefined) return known
  const elements = Object.entries(schema.properties ?? {}).flatMap(([name, { items }]): Halves['elements'] =>
    items?.type === 'object' ? [[name, items]] : [],
  )
  const lists = Object.fromEntries(elements.map(([name]) => [name, { ...schema.properties?.[name], items: {} }]))
  const found = { whole: { ...schema, properties: { ...schema.properties, ...lists } }, elements }
  halves.set(schema, found)
  return found
}

/** Refuses what the schema does not allow; fills in its defaults. Looks long bodies through so that others have their turn. */
export async function check(request: FastifyRequest, schema: Schema | undefined, part: Part): Promise<void> {
  if (schema === undefined) return
  const value = (part === 'body' ? request.body : request.query) ?? null
  // Without a length it comes in pieces, as no console sends it.
  const length = part === 'body' ? Number(request.headers['content-length'] ?? Infinity) : 0
  if (length > maxLookedThrough) return checkLong(request, schema, value)
  if (!request.compileValidationSchema(schema, part)(value)) throw invalidInput(everyProblem(schema, part, value))
  refuseUnstorable(value)
}

async function checkLong(request: FastifyRequest, schema: Schema, body: unknown): Promise<void> {
  const { whole, elements } = halvesOf(schema)
  const validate = request.compileValidationSchema(whole, 'body')
  if (!validate(body)) throw invalidInput(validate.errors ?? [])
  await othersTurn()
  const fields = body as Record<string, unknown> // Bodies are objects, which was just found.
  const lists = elements.flatMap(([name, items]) => {
    const list = fields[name]
    return Array.isArray(list) ? [{ name, items, list: list as unknown[] }] : []
  })
  refuseUnstorable({ ...fields, ...Object.fromEntries(lists.map(({ name }) => [name, null])) })
  for (const { name, items, list } of lists) {
    const validateOne = request.compileValidationSchema(items, 'body')
    await takeTurns(list.entries(), ([index, element]) => {
      if (!validateOne(element)) throw invalidInput(validateOne.errors ?? [], [name, String(index)])
      refuseUnstorable(element, [name, String(index)])
    })
  }
}

/** What PostgreSQL can't keep: a zero character, half a character (a lone surrogate), or a number without an end. */
function wrongWith(value: unknown): Reason | undefined {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    return reason('form.problems.unreadable')
  // A parameter of digits may become one; the limits of the schema don't apply to it.
  if (typeof value === 'number' && !Number.isFinite(value)) return notValid
  return undefined
}

/** Refuses what can't be stored. The schema has bounded the size and the depth of the value, which is found at `path`. */
function refuseUnstorable(input: unknown, path: string[] = []): void {
  const fields: Record<string, Reason> = {}
  let problems = 0
  const look = (value: unknown): void => {
    const problem = wrongWith(value)
    if (problem) {
      problems += 1
      fields[path.join('.')] = problem
    } else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) {
        if (problems >= maxProblems) return
        path.push(name)
        look(inner)
        path.pop()
      }
  }
  look(input)
  if (problems > 0) throw invalidFields(fields)
}
