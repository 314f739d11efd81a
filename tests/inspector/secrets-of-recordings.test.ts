import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { assign, createActor, emit, setup } from 'xstate'
import { parse } from 'yaml'
import { secretFields } from '../../generated/secret-fields.ts'
import { secrets } from '../../src/inspector/secrets.ts'
import { recordingText } from '../../packages/machines-inspector/src/recording/recording-file.ts'
import { Recorder } from '../../packages/machines-inspector/src/recording/recorder.ts'
import { fc } from '../support/properties.ts'

/** A machine that keeps whatever it is told, and says it. */
const keeper = setup({
  types: { context: {} as { kept: unknown }, events: {} as { type: 'told' } & Record<string, unknown> },
}).createMachine({
  id: 'keeper',
  context: { kept: undefined },
  on: {
    told: {
      actions: [assign({ kept: ({ event }) => event.what }), emit(({ event }) => ({ type: 'said', what: event.what }))],
    },
  },
})

/** What a file of a recording says in which this was told. */
function fileOf(...told: unknown[]): string {
  const recorder = new Recorder({ secrets })
  const actor = createActor(keeper, { inspect: recorder.observe }).start()
  for (const what of told) actor.send({ type: 'told', what })
  actor.stop()
  return recordingText(recorder.recording({ build: 'test', note: 'what happened' }))
}

/** Where secrets stand by their name, one way each. */
const named: ((name: string, secret: string) => unknown)[] = [
  (name, secret) => ({ [name]: secret }),
  (name, secret) => ({ inner: { deeper: [{ [name]: secret }] } }),
  (name, secret) => new Map([[name, secret]]),
  (name, secret) => [[name, secret]],
  (name, secret) => ({ headers: [{ name, value: secret }] }),
  (name, secret) => ({ field: name, value: secret }),
  (name, secret) => ({ [name]: [secret, { value: secret }] }),
  (name, secret) => Object.assign(new Error('no'), { fields: { [name]: secret } }),
  (name, secret) => ({ [name]: new Set([secret]) }),
]

/** Where they stand in words. */
const inWords: ((name: string, secret: string) => unknown)[] = [
  (name, secret) => ({ url: `wss://console/ws/user?a=1&${name}=${encodeURIComponent(secret)}&x=1` }),
  (name, secret) => ({ body: JSON.stringify({ [name]: secret }) }),
  (_, secret) => new Error(`Authorization: Bearer ${secret}`),
  (_, secret) => ({ request: `GET / HTTP/1.1\r\nCookie: theme=dark; session=${secret}\r\nAccept: */*` }),
  (_, secret) => ({ proxy: `socks5://somebody:${secret}@10.0.0.1:1080` }),
]

/** Where nothing but the secret itself tells what it is, as long as it was seen somewhere by its name. */
const elsewhere: ((secret: string) => unknown)[] = [
  (secret) => ({ text: `copied ${secret} to the clipboard` }),
  (secret) => ({ lines: [`$ login -p ${secret}`] }),
  (secret) => new Map([[secret, 1]]),
  (secret) => ({ [secret]: true }),
  (secret) => new Set([`x${secret}x`]),
]

const kinds = [...secretFields, 'cookie', 'set-cookie', 'authorization', 'new_passwordcopy']
/** No letters that JSON or an address writes otherwise. */
const aSecret = fc.stringMatching(/^[A-Za-z0-9_.-]{8,40}$/)

describe('the file of a recording', () => {
  test('holds no secret, of whatever kind and wherever it stood', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        aSecret,
        fc.constantFrom(...named),
        fc.constantFrom(...elsewhere),
        fc.boolean(),
        (name, secret, byName, byItself, first) => {
          const told = [byName(name, secret), byItself(secret)]
          expect(fileOf(...(first ? told : told.toReversed()))).not.toContain(secret)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('holds none that stands in words', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        aSecret,
        fc.constantFrom(...inWords),
        fc.constantFrom(...elsewhere),
        (name, secret, words, byItself) => {
          expect(fileOf(byItself(secret), words(name, secret))).not.toContain(secret)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('holds a secret neither in what somebody writes about it', () => {
    const recorder = new Recorder({ secrets })
    const actor = createActor(keeper, { inspect: recorder.observe }).start()
    actor.send({ type: 'told', what: { password: 'correct-horse-1' } })
    const note = 'I typed correct-horse-1 and nothing happened'
    expect(recordingText(recorder.recording({ build: 'test', note }))).not.toContain('correct-horse-1')
    actor.stop()
  })

  test('tells one secret from another, and the same one again, with or without blanks around it', () => {
    const file = fileOf({ password: 'first-secret' }, { password: 'other-secret' }, { password: ' first-secret ' })
    const masks = [...file.matchAll(/"what":\{"password":"([^"]*)"\}/g)].map(([, mask]) => mask)
    expect(new Set(masks).size).toBe(2)
    expect(masks.at(-1)).toBe(masks[0])
  })

  test.each([
    { type: 'control', message: { type: 'text', text: 'Tr0ub4dor&3' } },
    { type: 'gesture', message: { type: 'clipboard', text: 'Tr0ub4dor&3', paste: true } },
    { type: 'copied', text: 'Tr0ub4dor&3', kept: true },
  ])('says of $type that something was written on a phone, and not what', (event) => {
    const file = fileOf(event)
    expect(file).not.toContain('Tr0ub4dor')
    expect(file).toContain(event.type)
  })

  test('says what is wrong with a secret', () => {
    const problems = { password: { reason: 'required' }, list: ['required'] }
    expect(fileOf(problems)).toContain(JSON.stringify(problems))
  })

  test('says of everything else what it was', () => {
    expect(fileOf({ user_name: 'ada', devices: [1, 2], has_token: true })).toContain(
      '{"user_name":"ada","devices":[1,2],"has_token":true}',
    )
  })
})

/** Every property and parameter of the contract that holds words, by name. */
function wordsOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const { properties, name, schema } = part as { properties?: object; name?: unknown; schema?: { type?: unknown } }
  const fields = Object.entries(properties ?? {}).filter(([, field]: [string, object]) =>
    '$ref' in field ? /Password/.test(String(field.$ref)) : 'type' in field && field.type === 'string',
  )
  return [
    ...fields.map(([field]) => field),
    ...(typeof name === 'string' && schema?.type === 'string' ? [name] : []),
    ...Object.values(part).flatMap(wordsOf),
  ]
}

test('whatever in the contract reads like a secret is declared to be one', () => {
  const contract: unknown = parse(readFileSync('openapi.yaml', 'utf8'))
  const words = [...new Set(wordsOf(contract))]
  expect(words).toContain('user_name')
  // Of a browser that is pushed to: whoever has these may write to it.
  const reads = /pass|token|ticket|secret|captcha_val|^(?:endpoint|p256dh|auth)$/i
  expect(words.filter((name) => reads.test(name)).toSorted()).toEqual(
    words.filter((name) => (secretFields as readonly string[]).includes(name)).toSorted(),
  )
  for (const name of secretFields) expect(secrets.has(name)).toBe(true)
})
