import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codes } from '../../domain/codes.ts'
import { answerBytes } from './answer-bytes.ts'
import { type CallLimit, limitsOf } from './call-limits.ts'
import type { Caller } from './sessions.ts'
import type {
  Call,
  Contract,
  Described,
  Note,
  Operation,
  OperationId,
  Operations,
  Schema,
  StoredBytes,
} from './contract.ts'
import { check } from './contract-checks.ts'
import type { CsvFile } from './csv.ts'
import { reason } from '../../texts/reason.ts'
import { type Input, requireNeeds } from './needs.ts'
import { languageOf } from './words.ts'
import { Refusal } from './refusal.ts'
import type { Action } from '../store/operation-log.ts'
import type { Store, Transaction } from '../store/store.ts'

/** How many open calls one address may make a minute; each costs a password hash or a picture. */
const openLimit = 120

/** Whatever it holds, a browser keeps it and never shows it. */
const sendBytes = (reply: FastifyReply, { name, size, bytes }: StoredBytes): FastifyReply =>
  reply
    .header('Content-Type', 'application/octet-stream')
    .header('Content-Length', size)
    .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`)
    .send(bytes)

const sendCsv = (reply: FastifyReply, { name, text }: CsvFile): FastifyReply =>
  reply
    .header('Content-Type', 'text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${name}.csv"`)
    .send(text)

/** What an operation is sent and what it answers. */
interface Schemas {
  query: Schema | undefined
  body: Schema | undefined
  /** Of the envelope; undefined where a file is answered. */
  answer: Schema | undefined
  answersCsv: boolean
}

function schemasOf(contract: Contract, { parameters, requestBody, responses }: Described): Schemas {
  const inQuery = contract.resolved(parameters)
  const answers = contract.resolved(responses[200]).content
  return {
    query: inQuery && {
      type: 'object',
      properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
      required: inQuery.filter(({ required }) => required).map(({ name }) => name),
    },
    body: contract.resolved(requestBody?.content['application/json']?.schema),
    answer: answers['application/json']?.schema,
    answersCsv: 'text/csv' in answers,
  }
}

/** What turns a request into a call. */
interface Callers {
  /** Whose token a request carries; with `tokenInQuery` it may also be a parameter. */
  authenticate: (request: FastifyRequest, options: { tokenInQuery: boolean }) => Promise<Caller>
  /** What a caller reads, and writes while it has the right. */
  storeOf: (caller: Caller | undefined) => Store
  clientOf: (request: FastifyRequest) => Call<OperationId>['client']
  /** A file goes to a session, and is to end with it. */
  follow: (sessionId: string, response: ServerResponse) => void
}

/**
 * Makes a route of every operation of the contract: its roles guard it, its schemas validate and serialise. Throws where
 * contract and operations don't match one to one. Schemas are compiled with the first call that needs them: all of them
 * together would take longer than the rest of a start.
 */
export function serveContract(
  app: FastifyInstance,
  contract: Contract,
  operations: Operations,
  callers: Callers,
): void {
  const limitNamed = limitsOf(contract)
  for (const name of Object.keys(operations))
    if (!contract.operations.has(name)) throw new Error(`openapi.yaml has no operation ${name}`)

  for (const [path, methods] of Object.entries(contract.specification.paths))
    for (const [method, described] of Object.entries(methods)) {
      const { operationId } = described
      if (!Object.hasOwn(operations, operationId))
        throw new Error(`nothing answers the operation ${operationId} of openapi.yaml`)
      // The union of all operations takes the intersection of all inputs; each gets what its own schema validated.
      const operation = operations[operationId as OperationId] as Operation<OperationId>
      serveOperation(app, { path, method, contract, described, operation, limitNamed, callers })
    }
}

interface Route {
  path: string
  method: string
  contract: Contract
  described: Described
  operation: Operation<OperationId>
  limitNamed: (name: string) => CallLimit
  callers: Callers
}

function serveOperation(
  app: FastifyInstance,
  {
    path,
    method,
    contract,
    described,
    operation,
    limitNamed,
    callers: { authenticate, storeOf, clientOf, follow },
  }: Route,
): void {
  const { 'x-roles': roles, 'x-needs': needs = {}, 'x-limit': limitName } = described
  const limit = limitName === undefined ? undefined : limitNamed(limitName)
  const bodyLimit = described['x-body-limit']
  const tokenInQuery = described.parameters?.some(({ name }) => name === 'token') ?? false
  const callers = new WeakMap<FastifyRequest, Caller>()
  let known: Schemas | undefined
  const schemas = (): Schemas => (known ??= schemasOf(contract, described))

  const admit = async (request: FastifyRequest): Promise<void> => {
    if (roles === undefined) return
    const caller = await authenticate(request, { tokenInQuery })
    if (!roles.includes(caller.role)) throw new Refusal(codes.notAllowed, reason('call.notAllowed'))
    callers.set(request, caller)
  }

  app.route({
    method: method.toUpperCase(),
    url: path,
    exposeHeadRoute: false, // Some calls act, though they are GETs.
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(roles === undefined && { config: { rateLimit: { max: openLimit, timeWindow: 60_000 } } }),
    // Before a body is read, and behind the rate limit.
    preParsing: admit,
    preValidation: async (request) => {
      if (request.body !== undefined) await admit(request) // It may have come long after its headers.
      await check(request, schemas().body, 'body')
      await check(request, schemas().query, 'querystring')
    },
    handler: async (request, reply) => {
      const caller = callers.get(request)
      // As its schemas have it.
      if (caller) requireNeeds(needs, caller, { ...(request.query as Input), ...(request.body as Input) })
      limit?.(caller, request.ip)
      const call = {
        caller,
        store: storeOf(caller),
        query: request.query,
        body: request.body,
        client: clientOf(request),
        cookies: {
          sent: request.headers.cookie,
          set: (cookie: string) => void reply.header('Set-Cookie', cookie),
        },
        note: (tx: Transaction, action: Action, entry: Note, at = Date.now()) =>
          tx.operationLog.append({ user: caller ?? null, ip: request.ip, ...entry, action }, at),
        afterAnswer(work: () => unknown) {
          // Nobody is there any more to be told that it failed, and a rejection that nobody takes would end the server.
          const run = (): void =>
            void Promise.resolve()
              .then(work)
              .catch((error: unknown) => request.log.error({ err: error }, 'what follows an answer failed'))
          if (reply.raw.closed) run()
          else reply.raw.once('close', run)
        },
        mayCall: (id: OperationId) =>
          caller !== undefined && (contract.operations.get(id)?.['x-roles']?.includes(caller.role) ?? false),
        count: (limit: string) => limitNamed(limit)(caller, request.ip),
        language: languageOf(request.headers),
        log: request.log,
      }
      const data = await operation(call as Call<OperationId>)
      const { answer, answersCsv } = schemas()
      // The contract says what an operation answers; the union of all hides it.
      if (answersCsv) {
        if (call.caller) follow(call.caller.session_id, reply.raw)
        return sendCsv(reply, data as unknown as CsvFile)
      }
      if (answer === undefined) {
        follow(data.session_id, reply.raw)
        return sendBytes(reply, data)
      }
      return reply.type('application/json; charset=utf-8').send(await answerBytes(reply, answer, data))
    },
  })
}
