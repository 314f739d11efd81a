import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { readConfig } from '../../server/config/config.ts'
import { createApp } from '../../server/http/app.ts'
import { serveContract } from '../../server/http/contract-routes.ts'
import { type Operations, readContract } from '../../server/http/contract.ts'
import type { Caller } from '../../server/http/sessions.ts'
import { describedOperations, type Described, type InputSchema } from '../support/contract-inputs.ts'

/** JSON of every kind, as careless programs send it in the place of another. */
const kinds: readonly (readonly [type: string, values: readonly unknown[]])[] = [
  ['null', [null]],
  ['boolean', [true, false]],
  ['integer', [0, 1]],
  ['string', ['', '1', 'true', 'null']],
  ['array', [[], [1], ['1'], [true], [null]]],
  ['object', [{}]],
]

const typesOf = ({ type, anyOf = [] }: InputSchema): string[] => [...[type ?? []].flat(), ...anyOf.flatMap(typesOf)]

interface WrongBody {
  /** As a refusal names it: `targets.filter.region`. */
  field: string
  body: unknown
}

/** Bodies that are as a schema has it but for the type of one value, which may be deep inside. */
function wrongBodies(schema: InputSchema, path: readonly string[] = []): WrongBody[] {
  const { anyOf = [], properties = {}, items } = schema
  const own = path.length === 0 ? [] : kinds.flatMap(([kind, values]) => (typesOf(schema).includes(kind) ? [] : values))
  const inside = (name: string, inner: InputSchema, around: (body: unknown) => unknown): WrongBody[] =>
    wrongBodies(inner, [...path, name]).map(({ field, body }) => ({ field, body: around(body) }))
  return [
    ...own.map((body) => ({ field: path.join('.'), body })),
    ...anyOf.flatMap((one) => wrongBodies({ ...one, type: typesOf(schema) }, path)),
    ...Object.entries(properties).flatMap(([name, inner]) => inside(name, inner, (body) => ({ [name]: body }))),
    ...(items ? inside('0', items, (body) => [body]) : []),
  ]
}

const refuse = () => {
  throw new Error('nothing reaches an operation')
}

/** What answers every call of the contract, for whoever names a role as the token. */
const app = await createApp(readConfig({ RATE_LIMIT: '1000000' }), pino({ level: 'silent' }))
beforeAll(async () => {
  const contract = readContract()
  const operations = Object.fromEntries([...contract.operations.keys()].map((id) => [id, refuse]))
  serveContract(app, contract, operations as unknown as Operations, {
    authenticate: async ({ headers }) => ({ role: headers['x-token'] }) as Caller, // Nobody asks for more before a body is read.
    storeOf: refuse,
    clientOf: refuse,
    follow: refuse,
  })
  await app.ready()
})
afterAll(() => app.close())

async function fieldsRefused({ path, roles: [role] = [] }: Described, payload: string): Promise<string[]> {
  const headers = { 'content-type': 'application/json', ...(role && { 'x-token': role }) }
  const { code, data } = (await app.inject({ method: 'POST', url: path, headers, payload })).json()
  return code === codes.invalidInput ? Object.keys(data.fields) : [`code ${code}`]
}

const operations = describedOperations().flatMap((operation) =>
  operation.body === undefined ? [] : [{ operation, id: operation.id, wrong: wrongBodies(operation.body) }],
)

test.each(operations)('no value of $id is taken for one of another type', async ({ operation, wrong }) => {
  expect(wrong.length).toBeGreaterThan(5)
  const taken: object[] = []
  for (const { field, body } of wrong) {
    const fields = await fieldsRefused(operation, JSON.stringify(body))
    if (!fields.includes(field)) taken.push({ field, body: JSON.stringify(body), fields })
  }
  expect(taken).toEqual([])
})

/** From so many bytes on a body's lists are looked at an element at a time. */
const spaces = ' '.repeat(70_000)

test.each([
  { field: 'rows.0.line', body: { market: 'amazon', rows: [{ line: '2', name: 'shop' }] } },
  { field: 'dry_run', body: { market: 'amazon', dry_run: 'false', rows: [{ line: 2, name: 'shop' }] } },
])('nor is $field of a long body', async ({ field, body }) => {
  const environmentImport = operations.find(({ id }) => id === 'environmentImport')?.operation
  expect(environmentImport && (await fieldsRefused(environmentImport, spaces + JSON.stringify(body)))).toEqual([field])
})
