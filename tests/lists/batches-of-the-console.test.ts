import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describedOperations } from '../support/contract-inputs.ts'

/** Where a batch is made: what `resource.perform` calls, written as such or out of a call for one row. */
const maker = /: BatchCall<\w+> =>?|\boneByOne(?=[(<])/

const callsIn = (statement: string) => [...statement.matchAll(/api\s*\.(?:GET|POST)\('([^']+)'/g)]

/** The calls that a statement makes, also through functions beside it. */
function callsOf(statement: string, beside: readonly string[]) {
  const named = beside.filter((other) => {
    const [, name] = /^(?:export )?(?:const|async function|function) (\w+)/.exec(other) ?? []
    return name !== undefined && other !== statement && new RegExp(`\\b${name}\\(`).test(statement)
  })
  return [statement, ...named].flatMap(callsIn)
}

/** The statements of the console that make batches; those that only say what one is are left out. */
const batches = globSync('src/{api,screens}/**/*.{ts,tsx}')
  .filter((file) => !file.endsWith('/list-calls.ts'))
  .flatMap((file) => {
    const statements = readFileSync(file, 'utf8').split(/\n(?=\S)/)
    return statements
      .filter((statement) => maker.test(statement))
      .map((statement) => ({ file, statement, calls: callsOf(statement, statements) }))
  })

const operations = new Map(describedOperations().map((operation) => [operation.path, operation]))

test('every batch that the console makes can be undone, or its call says why not', () => {
  expect(batches.length).toBeGreaterThan(15)
  const silent = batches.flatMap(({ file, statement, calls }) => {
    const says = calls.map(([, path = '']) => operations.get(path)?.undo ?? '')
    const saysWhy = says.length > 0 && says.every((each) => each === true || each.length > 20)
    return saysWhy ? [] : [`${file}: ${statement.split('\n', 1).join('')}`]
  })
  expect(silent).toEqual([])
})
