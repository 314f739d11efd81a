import { globSync, readFileSync } from 'node:fs'
import Fastify from 'fastify'
import openapiGlue from 'fastify-openapi-glue'
import { describe, expect, test } from 'vitest'
import { codes } from '../domain/codes.ts'
import { roles } from '../domain/roles.ts'
import { serveContract } from '../server/http/contract-routes.ts'
import { type Operations, readContract } from '../server/http/contract.ts'

// The server compiles a schema with the first call that needs it: what is wrong with one would be its caller's to find.
test('the contract is OpenAPI, and each of its schemas can be compiled', async () => {
  const { specification } = readContract()
  const { responses } = specification.components
  for (const file of ['CsvFile', 'StoredBytes']) Object.assign(responses?.[file] ?? {}, { content: undefined }) // Not serialised; the maker of routes knows JSON only.
  const app = Fastify()
  await app.register(openapiGlue, { specification, operationResolver: () => async () => null })
  await expect(app.ready()).resolves.toBe(app)
})

test('each call has the tag of the folder of the server that answers it', () => {
  const texts = globSync('server/*/**/*operations.ts').map((file) => [file.split('/')[1], readFileSync(file, 'utf8')])
  const folderOf = (id: string) =>
    texts.find(([, text = '']) => new RegExp(`^ +(async )?${id}[:(]`, 'm').test(text))?.[0]
  const operations = [...readContract().operations.values()]
  expect(operations.map(({ operationId: id, tags }) => ({ id, tags }))).toEqual(
    operations.map(({ operationId: id }) => ({ id, tags: [folderOf(id)] })),
  )
})

test('each call that not every role may make says that it answers so', () => {
  const { operations } = readContract()
  const some = [...operations.values()].filter(({ 'x-roles': ofCall }) => ofCall && ofCall.length < roles.length)
  const silent = some.filter((one) => !(one as { 'x-codes'?: number[] })['x-codes']?.includes(codes.notAllowed))
  expect(some.length).toBeGreaterThan(50)
  expect(silent.map(({ operationId }) => operationId)).toEqual([])
})

const refuse = () => {
  throw new Error('nobody calls')
}
const callers = { authenticate: refuse, storeOf: refuse, clientOf: refuse, follow: refuse }

// A GET may act: `device/freed` does, as the specification has it. HEAD is what programs try first that mean to change nothing.
test('a call is answered where it is made by its own method alone', async () => {
  const contract = readContract()
  const operations = Object.fromEntries([...contract.operations.keys()].map((id) => [id, refuse]))
  const app = Fastify()
  serveContract(app, contract, operations as unknown as Operations, callers)
  const others = Object.entries(contract.specification.paths).flatMap(([url, methods]) =>
    (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)
      .filter((method) => !(method.toLowerCase() in methods))
      .map((method) => ({ url, method })),
  )
  expect(others.filter((route) => app.hasRoute(route))).toEqual([])
})

describe('a server does not start, and says why,', () => {
  const contract = readContract()
  const answered = Object.fromEntries([...contract.operations.keys()].map((id) => [id, async () => null]))
  const starting =
    (operations: object, read = contract) =>
    () =>
      serveContract(Fastify(), read, operations as Operations, callers) // What types refuse is what is tried.

  test('where nothing answers an operation of the contract', () => {
    const { userLogin: _, ...others } = answered
    expect(starting(answered)).not.toThrow()
    expect(starting(others)).toThrow('nothing answers the operation userLogin of openapi.yaml')
  })

  test('where something answers an operation that the contract does not have', () => {
    expect(starting({ ...answered, userLoginTwice: async () => null })).toThrow(
      'openapi.yaml has no operation userLoginTwice',
    )
  })

  test('where a call counts for a limit that there is not', () => {
    const { specification } = contract
    const unlimited = { ...contract, specification: { ...specification, 'x-limits': {} } }
    expect(starting(answered, unlimited)).toThrow('openapi.yaml has no limit')
  })
})
