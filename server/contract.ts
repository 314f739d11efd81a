import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import openapiGlue from 'fastify-openapi-glue'
import { parse } from 'yaml'
import { codes } from '../domain/codes.ts'
import type { Role } from '../domain/roles.ts'
import type { Caller } from './auth/sessions.ts'
import type { components, operations } from './contract-types.ts'
import type { CsvFile } from './csv.ts'
import { languageOf, messages, type Language, type Message } from './messages.ts'
import { Refusal } from './refusal.ts'
import type { Services } from './services.ts'

export type Schemas = components['schemas']
export type OperationId = keyof operations

/** Calls that anybody may make: `security: []` in the contract. */
const openOperations = [
  'userCaptcha',
  'userLogin',
  'userRegister',
  'boxEnrol',
  'fileDownload',
] as const satisfies OperationId[]
/** How many of them one address may make a minute; each costs a password hash or a picture. */
const openLimit = 120
type OpenOperationId = (typeof openOperations)[number]

/** Parameters that the contract always gives a default, so that a call always has them. */
const defaulted = ['limit', 'offset', 'skip', 'sort', 'mode', 'take_over'] as const
type Defaulted = (typeof defaulted)[number]

type QueryOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>
export type Query<Id extends OperationId> = Omit<QueryOf<Id>, Defaulted> &
  Required<Pick<QueryOf<Id>, Extract<keyof QueryOf<Id>, Defaulted>>>

type Body<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer B } }
}
  ? B
  : undefined

/** The envelope's data; or a file, where the contract says text/csv or application/octet-stream. */
type Answer<Id extends OperationId> = operations[Id]['responses'][200]['content'] extends {
  'application/json': { data: infer D }
}
  ? D
  : operations[Id]['responses'][200]['content'] extends { 'text/csv': string }
    ? CsvFile
    : StoredBytes

/** A file that people have put here. */
export interface StoredBytes {
  name: string
  size: number
  bytes: Readable
}

/** What an operation is given: its input as the contract describes it, who calls, and the server's parts. */
export interface Call<Id extends OperationId> extends Services {
  caller: Id extends OpenOperationId ? undefined : Caller
  query: Query<Id>
  body: Body<Id>
  /** Where the call comes from. */
  client: {
    ip: string
    /** How clients reach this server, as in `https://phones.example.com`. */
    serverUrl: URL
    /** How this one did. */
    dialledUrl: URL
  }
  /** What the caller reads. */
  language: Language
  /** Does something once the answer is on its way, and also where nobody waits for it any more. */
  afterAnswer(work: () => void): void
  log: FastifyBaseLogger
}

/** Answers a call with the envelope's data or a file, or refuses it by throwing a Refusal. */
export type Operation<Id extends OperationId> = (call: Call<Id>) => Promise<Answer<Id>>
export type Operations = { [Id in OperationId]: Operation<Id> }

/** The part of an operation's description that the server reads itself. */
interface Described {
  operationId: string
  security?: unknown[]
  'x-roles'?: Role[]
  /** The longest body in bytes, where it is not the one of all calls. */
  'x-body-limit'?: number
  parameters?: ({ name: string; schema: { default?: unknown } } | { $ref: string })[]
  responses: { 200: { $ref?: string } }
}

const answersBytes = ({ responses: { 200: answer } }: Described): boolean =>
  answer.$ref?.endsWith('/StoredBytes') ?? false

/** Whatever it holds, a browser keeps it and never shows it. */
const sendBytes = (reply: FastifyReply, { name, size, bytes }: StoredBytes): FastifyReply =>
  reply
    .header('Content-Type', 'application/octet-stream')
    .header('Content-Length', size)
    .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`)
    .send(bytes)

const answersCsv = ({ responses: { 200: answer } }: Described): boolean => answer.$ref?.endsWith('/CsvFile') ?? false

/** The contract for the maker of routes, which would serialise a file and take its media type for one that is received. */
function withoutFiles(specification: Contract['specification']): Contract['specification'] {
  const copy = structuredClone(specification)
  for (const response of Object.values(copy.components.responses))
    if (response.content && !('application/json' in response.content)) delete response.content
  return copy
}

const sendFile = (reply: FastifyReply, { name, text }: CsvFile): FastifyReply =>
  reply
    .header('Content-Type', 'text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${name}.csv"`)
    .send(text)

export interface Contract {
  /** As it is written, for the reference page. */
  text: string
  specification: {
    paths: Record<string, Record<string, Described>>
    components: {
      parameters: Record<string, unknown>
      responses: Record<string, { content?: Record<string, unknown> }>
    }
  }
  operations: Map<string, Described>
}

/** Reads openapi.yaml and checks what the code takes for granted about it. */
export function readContract(): Contract {
  const text = readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8')
  // Its shape is checked by fastify-openapi-glue when the routes are made.
  const specification = parse(text) as Contract['specification']
  const described = Object.values(specification.paths).flatMap((path) => Object.values(path))
  const contract = { text, specification, operations: new Map(described.map((one) => [one.operationId, one])) }

  const open = described.filter(({ security }) => security?.length === 0).map(({ operationId }) => operationId)
  if (open.toSorted().join() !== [...openOperations].toSorted().join())
    throw new Error(
      `openapi.yaml opens ${open.join(', ')} to everybody; contract.ts expects ${openOperations.join(', ')}`,
    )
  for (const operation of described) {
    for (const parameter of operation.parameters ?? []) {
      const { name, schema } = (
        '$ref' in parameter ? specification.components.parameters[parameter.$ref.split('/').at(-1) ?? ''] : parameter
      ) as { name: string; schema: { default?: unknown } }
      if (defaulted.some((one) => one === name) && schema.default === undefined)
        throw new Error(`openapi.yaml: ${name} of ${operation.operationId} has no default`)
    }
  }
  return contract
}

/** Refuses text with a zero character or half a character (a lone surrogate), which PostgreSQL can't keep. */
function refuseUnstorable({ query, body }: FastifyRequest): void {
  const fields: Record<string, Message> = {}
  const look = (value: unknown, field: string[]): void => {
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      fields[field.join('.')] = messages.unreadable
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) look(inner, [...field, name])
  }
  look(query, [])
  look(body, [])
  if (Object.keys(fields).length > 0) throw new Refusal(codes.invalidInput, messages.invalidInput, fields)
}

/** What turns a request into a call. */
export interface Callers {
  /** Whose token a request carries; with `tokenInQuery` it may also be a parameter. */
  authenticate: (request: FastifyRequest, options: { tokenInQuery: boolean }) => Promise<Caller>
  clientOf: (request: FastifyRequest) => Call<OperationId>['client']
}

/**
 * Makes a route of every operation of the contract: its roles guard it, its schemas validate and serialise. Throws where
 * contract and operations don't match one to one.
 */
export async function serveContract(
  app: FastifyInstance,
  contract: Contract,
  operations: Operations,
  services: Services,
  { authenticate, clientOf }: Callers,
): Promise<void> {
  for (const name of Object.keys(operations))
    if (!contract.operations.has(name)) throw new Error(`openapi.yaml has no operation ${name}`)

  await app.register(openapiGlue, {
    specification: withoutFiles(contract.specification),
    operationResolver(operationId, method, path) {
      const described = contract.operations.get(operationId)
      if (described === undefined || !Object.hasOwn(operations, operationId))
        throw new Error(`nothing answers the operation ${operationId} of openapi.yaml`)
      // The union of all operations takes the intersection of all inputs; each gets what its own schema validated.
      const operation = operations[operationId as OperationId] as Operation<OperationId>
      const roles = described['x-roles']
      const tokenInQuery = (described.parameters ?? []).some((one) => 'name' in one && one.name === 'token')
      const callers = new WeakMap<FastifyRequest, Caller>()

      return {
        method,
        url: path,
        ...(described['x-body-limit'] !== undefined && { bodyLimit: described['x-body-limit'] }),
        ...(roles === undefined && { config: { rateLimit: { max: openLimit, timeWindow: 60_000 } } }),
        // Before a body is read, and behind the rate limit.
        preParsing: async (request: FastifyRequest) => {
          if (roles === undefined) return
          const caller = await authenticate(request, { tokenInQuery })
          if (!roles.includes(caller.role)) throw new Refusal(codes.notAllowed, messages.notAllowed)
          callers.set(request, caller)
        },
        preValidation: async (request: FastifyRequest) => refuseUnstorable(request),
        handler: async (request: FastifyRequest, reply: FastifyReply) => {
          const call = {
            ...services,
            caller: callers.get(request),
            query: request.query,
            body: request.body,
            client: clientOf(request),
            afterAnswer: (work: () => void) => (reply.raw.closed ? work() : void reply.raw.once('close', work)),
            language: languageOf(request.headers),
            log: request.log,
          }
          const answer = await operation(call as Call<OperationId>)
          // The contract says what an operation answers; the union of all hides it.
          if (answersBytes(described)) return sendBytes(reply, answer)
          if (answersCsv(described)) return sendFile(reply, answer as unknown as CsvFile)
          return { code: codes.ok, message: 'ok', data: answer }
        },
      }
    },
  })
}
