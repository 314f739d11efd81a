import Fastify from 'fastify'
import openapiGlue from 'fastify-openapi-glue'
import { expect, test } from 'vitest'
import { readContract } from '../server/http/contract.ts'

// The server compiles a schema with the first call that needs it: what is wrong with one would be its caller's to find.
test('the contract is OpenAPI, and each of its schemas can be compiled', async () => {
  const { specification } = readContract()
  const { responses } = specification.components
  for (const file of ['CsvFile', 'StoredBytes']) Object.assign(responses?.[file] ?? {}, { content: undefined }) // Not serialised; the maker of routes knows JSON only.
  const app = Fastify()
  await app.register(openapiGlue, { specification, operationResolver: () => async () => null })
  await expect(app.ready()).resolves.toBe(app)
})
