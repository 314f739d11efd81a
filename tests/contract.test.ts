import { globSync, readFileSync } from 'node:fs'
import Fastify from 'fastify'
import openapiGlue from 'fastify-openapi-glue'
import { describe, expect, test } from 'vitest'
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

const refuse = () => {
  throw new Error('nobody calls')
}

describe('a server does not start, and says why,', () => {
  const contract = readContract()
  const answered = Object.fromEntries([...contract.operations.keys()].map((id) => [id, async () => null]))
  const starting = (operations: object, read = contract) => {
    const callers = { authenticate: refuse, storeOf: refuse, clientOf: refuse, follow: refuse }
    return () => serveContract(Fastify(), read, operations as Operations, callers) // What types refuse is what is tried.
  }

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
