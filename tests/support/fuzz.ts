import { Agent, request } from 'node:http'
import { codes } from '../../domain/codes.ts'
import type { Role } from '../../domain/roles.ts'
import { randomOf } from '../../server/demo/random.ts'
import { describedOperations, typeOf, type Described, type InputSchema } from './contract-inputs.ts'
import { testPassword, type TestServer } from './server.ts'

/** Stands for a number that JSON can write and JavaScript can't. */
const endless = '(1e400)'

const levels = (count: number): unknown => (count === 0 ? 0 : [levels(count - 1)])

/** What a careless or hostile program sends in place of anything. */
const strange: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 53,
  -(2 ** 63),
  1e300,
  endless,
  'Infinity',
  'NaN',
  '-0',
  '1e400',
  '',
  ' ',
  '\u0000',
  'half \ud83d',
  '\u202e\ufeff',
  "'; drop table users; --",
  '%00%',
  '../../etc/passwd',
  'a'.repeat(5_000),
  '9'.repeat(400),
  [],
  {},
  [[]],
  [null],
  { constructor: 1 },
  { toString: '' },
  levels(20),
  levels(40),
  Array.from({ length: 600 }, (_, index) => 1_000 + index),
]

const words = ['a', 'shop-07', '北美一组', '😀', 'Amazon', '2026-11-01', '10.0.0.1', 'admin', 'zh-CN', '1', '%', '_']

/** Who would be missing: the accounts that send all this. */
const isAboutPeople = ({ id }: Described): boolean => id.startsWith('user')
const accounts = 5

interface FuzzRequest {
  operation: Described
  role: Role | undefined
  address: string
  body: string | undefined
}

/** Characters; what longer ones cost is another test's matter. */
const maxTextLength = 20_000

/** Makes requests from the contract: most of them nearly right. */
class RequestMaker {
  readonly #random: () => number
  readonly #operations = describedOperations()

  constructor(seed: number) {
    this.#random = randomOf(seed)
  }

  next(): FuzzRequest {
    const operation = this.#one(this.#operations)
    const { roles, path, query, body } = operation
    const parameters = new URLSearchParams()
    for (const { name, required, schema } of query)
      if (this.#chance(required ? 0.95 : 0.4))
        for (const value of [this.#value(schema as InputSchema, operation)].flat())
          parameters.append(name, typeof value === 'string' ? value : JSON.stringify(value))
    const sent = body && JSON.stringify(this.#value(body, operation)).replaceAll(`"${endless}"`, '1e400')
    return {
      operation,
      role: roles && this.#chance(0.95) ? this.#one(roles) : undefined,
      address: parameters.size > 0 ? `${path}?${String(parameters).slice(0, 8_000)}` : path,
      body: sent !== undefined && this.#chance(0.02) ? sent.slice(0, sent.length / 2) : sent,
    }
  }

  #chance = (share: number): boolean => this.#random() < share
  #below = (count: number): number => Math.floor(this.#random() * count)

  #one<T>(values: readonly T[]): T {
    // There is always one to choose.
    return values[this.#below(values.length)] as T
  }

  #value(schema: InputSchema, operation: Described): unknown {
    return this.#chance(0.06) ? this.#one(strange) : this.#legal(schema, operation)
  }

  #legal(schema: InputSchema, operation: Described): unknown {
    const { anyOf, items = {}, properties = {}, required = [] } = schema
    if (anyOf) return this.#value(this.#one(anyOf), operation)
    if (schema.enum) return this.#one(schema.enum)
    switch (typeOf(schema)) {
      case 'object':
        return Object.fromEntries(
          Object.entries(properties)
            .filter(
              ([name]) =>
                !(name === 'matching' && isAboutPeople(operation)) &&
                this.#chance(required.includes(name) ? 0.98 : 0.4),
            )
            .map(([name, inner]) => [name, this.#value(inner, operation)]),
        )
      case 'array':
        return Array.from({ length: this.#below(5) }, () => this.#value(items, operation))
      case 'integer':
      case 'number': {
        const { minimum = 0, maximum = 1_000 } = schema
        const lowest = isAboutPeople(operation) ? accounts + 1 : minimum
        return this.#one([minimum > accounts ? minimum : lowest, maximum, lowest + this.#below(20)])
      }
      case 'boolean':
        return this.#chance(0.5)
      case 'string':
        if (schema.pattern !== undefined && schema.examples && this.#chance(0.8)) return schema.examples[0]
        return this.#chance(0.9) ? this.#one(words) : 'x'.repeat(Math.min(schema.maxLength ?? 10, maxTextLength))
      default:
        return null
    }
  }
}

interface Answered {
  status: number
  type: string
  text: string
  /** Milliseconds. */
  took: number
}

/** A request that was not answered as the contract says. */
export interface Broken {
  problem: string
  operation: string
  role: Role | undefined
  address: string
  body: string | undefined
  answer: string
}

const roles = ['admin', 'security', 'agent', 'manager', 'element'] as const
/** No answer may take so long, unless the machine is busy: one that does is asked for again. Milliseconds. */
const slow = 1_000

/**
 * Sends a server requests; answers those that were not answered as the contract says.
 *
 * @param atOnce how many are under way: with more than one, a seed does not decide what meets what
 */
export async function fuzz(
  server: TestServer,
  { seed, count, atOnce = 1 }: { seed: number; count: number; atOnce?: number },
): Promise<Broken[]> {
  const tokens = new Map<Role, string>()
  for (const role of roles) tokens.set(role, await server.signIn(role))
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const maker = new RequestMaker(seed)
  const broken: Broken[] = []
  let left = count

  const send = ({ operation, role, address, body }: FuzzRequest): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const begun = performance.now()
      // A sign-out ends nobody's session but one that never was.
      const token = role && operation.id !== 'userLogout' ? tokens.get(role) : 'nobody'
      const headers = {
        ...(token !== undefined && { 'X-Token': token }),
        ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
      }
      const sent = request(`${server.url}${address}`, { agent, method: operation.method, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString(),
            took: performance.now() - begun,
          }),
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })

  /** What took long because others were asked beside it, or the machine was busy, takes less the next time. */
  const isAlwaysSlow = async (one: FuzzRequest, first: Answered): Promise<boolean> => {
    let best = first.took
    for (let again = 0; again < 5 && best > slow; again += 1) best = Math.min(best, (await send(one)).took)
    return best > slow
  }

  const report = (problem: string, { operation, role, address, body }: FuzzRequest, { text }: Answered): void => {
    const [shownBody, shownAnswer] = [body?.slice(0, 500), text.slice(0, 300)]
    broken.push({ problem, operation: operation.id, role, address, body: shownBody, answer: shownAnswer })
  }
  const late: [FuzzRequest, Answered][] = []
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const one = maker.next()
      const answer = await send(one)
      const problem = problemOf(one.operation, answer)
      if (problem !== undefined) report(problem, one, answer)
      else if (answer.took > slow) late.push([one, answer])
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  for (const [one, answer] of late) if (await isAlwaysSlow(one, answer)) report('takes too long', one, answer)
  agent.destroy()
  for (const role of roles)
    if ((await server.call('v2/user/info', { token: tokens.get(role) })).code !== codes.ok)
      throw new Error(`the session of ${role} ended on the way, so that the rest told nothing`)
  return broken
}

/** What an answer has that the contract does not allow. */
function problemOf({ codes: declared }: Described, { status, type, text }: Answered): string | undefined {
  if (status >= 500) return `status ${status}`
  if (!type.startsWith('application/json')) return status === 200 ? undefined : `a refusal in ${type}`
  let envelope: unknown
  try {
    envelope = JSON.parse(text)
  } catch {
    return 'no JSON'
  }
  const { code, message, data, ...rest } = envelope as { code?: unknown; message?: unknown; data?: unknown }
  if (typeof code !== 'number' || typeof message !== 'string' || data === undefined || Object.keys(rest).length > 0)
    return 'no envelope'
  return code === codes.ok || declared.includes(code) ? undefined : `the code ${code} is not in the contract`
}

/** What a server for this is started with: no limit of one address, which all of it comes from. */
export const fuzzedServer = { RATE_LIMIT: '100000000', SEED_PASSWORD: testPassword, LOG_LEVEL: 'error' }
