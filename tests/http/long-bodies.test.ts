import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerFailures } from '../../server/http/failures.ts'
import { readJsonBodies } from '../../server/http/json-body.ts'
import { fc } from '../support/properties.ts'

const app = Fastify({ bodyLimit: 4_000_000 })
beforeAll(async () => {
  answerFailures(app)
  readJsonBodies(app)
  app.post('/', async ({ body }) => body)
  await app.ready()
})
afterAll(() => app.close())

/** Long enough to be read a few elements at a time. */
const spaces = ' '.repeat(300_000)
const send = (json: string) =>
  app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, payload: spaces + json })

const value = fc.oneof(
  fc.constantFrom<unknown>(1, null, 'a,]}', '"', '\\', '', [], {}, [1, [2, 'x']], { a: [1, 2], b: { c: '[' } }),
  fc.string({ unit: 'grapheme' }),
)
/** Cut in the middle of what is escaped, unless it is looked at. */
const text = fc
  .tuple(
    fc.array(fc.constantFrom('\u0000', '\n', '"', '\\', '\\u', '说', '𝄞', 'a'), { minLength: 1, maxLength: 9 }),
    fc.nat(9),
  )
  .map(([letters, before]) => 'b'.repeat(before) + letters.join('').repeat(40_000))
/** Some are cut in many places. */
const list = fc
  .tuple(fc.array(value, { maxLength: 6 }), fc.constantFrom(1, 1, 1_500))
  .map(([values, times]) => Array.from({ length: times }, () => values).flat())
const body = fc.dictionary(
  fc.string({ maxLength: 3 }).map((name) => `k${name}`),
  fc.oneof({ arbitrary: value, weight: 3 }, { arbitrary: list, weight: 3 }, text),
  { maxKeys: 4 },
)

describe('a body that is read a portion at a time', () => {
  test('is what the whole of it is', () =>
    fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const { statusCode, payload } = await send(JSON.stringify(sent))
        expect(statusCode).toBe(200)
        expect(JSON.parse(payload)).toEqual(sent)
      }),
      { numRuns: 100 },
    ))

  test('has of two fields of one name the second', async () => {
    expect(JSON.parse((await send('{"a":[1,2],"b":3,"a":[4]}')).payload)).toEqual({ a: [4], b: 3 })
  })

  const many = Array.from({ length: 5_000 }, (_, index) => index).join()
  test.each([
    '',
    '{',
    '{"a":[1,]}',
    `{"a":[${many},]}`,
    `{"a":[,${many}]}`,
    `{"a":[${many},,1]}`,
    `{"a":[${many}}`,
    `{"a":[${many}]`,
    `{"a":[${many}]}}`,
    `{"a":[{"b":1],${many}]}`,
    `{"a":[1 2]}`,
    `{"a":[1],"a":[2,]}`,
    `{"a":[{"__proto__":1},${many}]}`,
    `{"a":"${'b'.repeat(100_000)}`,
    `{"a":"${'b'.repeat(100_000)}\\x"}`,
    `{"a":"${'b'.repeat(100_000)}\n"}`,
    `{"${'b'.repeat(100_000)}":1}`,
    `{"a":"${'b'.repeat(100_000)}\\u`,
    `{"a":"${'b'.repeat(100_000)}\\u"}`,
  ])('is refused where it is no JSON (%#)', async (json) => {
    expect((await send(json)).json()).toMatchObject({ code: 40000 })
  })

  test.each([
    ['an element', `{"a":[{${Array.from({ length: 3_000 }, (_, n) => `"k${n}":0`).join()}}]}`],
    ['it', `{${Array.from({ length: 3_000 }, (_, n) => `"k${n}":0`).join()}}`],
    ['it, a list,', `[${many}]`],
    ['an element', `{"a":[1,"${'b'.repeat(600_000)}"]}`],
    ['an object', `{"a":{"b":"${'b'.repeat(600_000)}"}}`],
  ])('is refused where %s has too much to be parsed at one go', async (_, json) => {
    expect((await send(json)).json()).toMatchObject({ code: 40000, message: '请求内容过大' })
  })
})
