import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Role } from '../../domain/roles.ts'
import type { components, operations } from '../../generated/contract-types.ts'
import type { Caller } from './sessions.ts'
import type { CsvFile } from './csv.ts'
import type { Language } from '../../texts/catalogue.ts'
import type { Action, Entry } from '../store/operation-log.ts'
import type { Store, Transaction } from '../store/store.ts'

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
type OpenOperationId = (typeof openOperations)[number]

/** Parameters that the contract always gives a default, so that a call always has them. */
const defaulted = ['limit', 'offset', 'skip', 'sort', 'mode', 'days', 'take_over'] as const
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
  /** With which it ends. */
  session_id: string
}

/** What the operation log tells of a call beside who made it and from where. */
export type Note = Omit<Entry, 'user' | 'action' | 'ip'> & Partial<Pick<Entry, 'user'>>

/** What an operation is given: its input as the contract describes it, who calls, and what it may write. */
export interface Call<Id extends OperationId> {
  caller: Id extends OpenOperationId ? undefined : Caller
  query: Query<Id>
  body: Body<Id>
  /** What the caller reads, and writes in transactions that ask for its right again before they end (Sessions.storeFor). */
  store: Store
  /** Where the call comes from. */
  client: {
    ip: string
    /** How clients reach this server, as in `https://phones.example.com`. */
    serverUrl: URL
    /** How this one did. */
    dialledUrl: URL
  }
  /** The cookies of the request, and one to go with the answer. */
  cookies: { sent: string | undefined; set(cookie: string): void }
  /** What the caller reads. */
  language: Language
  /** Whether the caller's role lets it make another call. */
  mayCall: (operation: OperationId) => boolean
  /** Counts the call for one of `x-limits`, where only the operation can say which. @throws Refusal 42900 for one too many */
  count(limit: string): void
  /**
   * Writes into the operation log, in the transaction of what was done and last in it, that the caller did it; answers the entry's id.
   * Who is not signed in is given as the entry's `user`.
   */
  note: (tx: Transaction, action: Action, entry: Note, at?: number) => Promise<number>
  /** Does something once the answer is on its way, and also where nobody waits for it any more; a failure is logged. */
  afterAnswer(work: () => unknown): void
  log: FastifyBaseLogger
}

/** Answers a call with the envelope's data or a file, or refuses it by throwing a Refusal. */
export type Operation<Id extends OperationId> = (call: Call<Id>) => Promise<Answer<Id>>
export type Operations = { [Id in OperationId]: Operation<Id> }

/** Operations of a noun, each named after its id and closed over what it uses. */
export const defineOperations = <Ports, Own extends Partial<Operations>>(close: (ports: Ports) => Own) => close

/** An operation's description, as far as the server reads it itself. */
export interface Described {
  operationId: string
  /** The noun that it is of. */
  tags: string[]
  security?: unknown[]
  'x-roles'?: Role[]
  /** The longest body in bytes, where it is not the one of all calls. */
  'x-body-limit'?: number
  'x-needs'?: Needs
  /** Which of `x-limits` it counts for. */
  'x-limit'?: string
  parameters?: { name: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: { 200: { content: Content } }
}

/** What a caller must have before its call counts for a limit. */
export interface Needs {
  /** A running service: `always`, or for this action of the call's body. */
  service?: string
  /** The market that the call's input names, among its modules. */
  market?: 'named'
}

/** How often one caller may make the calls that share it. */
export interface Limit {
  count: number
  seconds: number
  /** What one too many is told. */
  refusal?: 'tooManyRequests' | 'tooManyTries'
}

/** A JSON schema. */
export type Schema = Record<string, unknown>
/** By media type. */
type Content = Readonly<Partial<Record<string, { schema: Schema }>>>

export interface Contract {
  /** The whole of it, for the reference page. */
  text: string
  specification: {
    'x-limits': Record<string, Limit>
    paths: Record<string, Record<string, Described>>
    components: Readonly<Partial<Record<string, Record<string, unknown>>>>
  }
  operations: Map<string, Described>
  /** A part of the specification with what its references name in their place. */
  resolved<Part>(part: Part): Part
}

function resolverOf({ components }: Contract['specification']): Contract['resolved'] {
  const resolved = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(resolved)
    if (typeof part !== 'object' || part === null) return part
    if ('$ref' in part && typeof part.$ref === 'string') {
      const [kind = '', name = ''] = part.$ref.split('/').slice(2) // '#/components/<kind>/<name>'
      return resolved(components[kind]?.[name])
    }
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(value)]))
  }
  return resolved as Contract['resolved']
}

/** Reads the contract and checks what the code takes for granted about it. */
export function readContract(): Contract {
  const text = readFileSync(new URL('../../generated/contract.json', import.meta.url), 'utf8')
  const specification = JSON.parse(text) as Contract['specification']
  const described = Object.values(specification.paths).flatMap((path) => Object.values(path))
  const resolved = resolverOf(specification)

  const open = described.filter(({ security }) => security?.length === 0).map(({ operationId }) => operationId)
  if (open.toSorted().join() !== [...openOperations].toSorted().join())
    throw new Error(
      `openapi.yaml opens ${open.join(', ')} to everybody; contract.ts expects ${openOperations.join(', ')}`,
    )
  for (const { operationId, parameters = [] } of described)
    for (const { name, schema } of resolved(parameters))
      if (defaulted.some((one) => one === name) && schema.default === undefined)
        throw new Error(`openapi.yaml: ${name} of ${operationId} has no default`)

  return {
    text,
    specification,
    operations: new Map(described.map((one) => [one.operationId, one])),
    resolved,
  }
}
