import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codes, httpStatusOf } from '../../domain/codes.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { languageOf, worded } from './words.ts'
import { invalidFields, Refusal } from './refusal.ts'
import { DatabaseAway } from '../store/database-away.ts'

/** When to ask again of what is away. Seconds. */
const retryAfter = 2

type Violation = NonNullable<FastifyError['validation']>[number]

/** What a schema allows, as its violation tells it. */
function limitOf({ params }: Violation): string {
  const limit = params.limit ?? params.allowedValues ?? params.type
  return Array.isArray(limit)
    ? limit.join(', ')
    : typeof limit === 'number' || typeof limit === 'string'
      ? String(limit)
      : ''
}

/** What the fields of the contract with a pattern ask for. */
const patternRules: Readonly<Record<string, Reason>> = {
  msg_text: reason('form.problems.required'),
  new_password: reason('form.patterns.password'),
  password: reason('form.patterns.password'),
  user_name: reason('form.patterns.user_name'),
}

export const notValid = reason('form.problems.pattern')

/** What a violation of the contract's schema means to people. */
function explain(violation: Violation): Reason {
  const limit = limitOf(violation)
  switch (violation.keyword) {
    case 'required':
    case 'minItems':
    case 'minProperties':
      return reason('form.problems.required')
    case 'minLength':
    case 'maxLength':
    case 'minimum':
    case 'maximum':
    case 'maxItems':
      return reason(`form.problems.${violation.keyword}`, { count: Number(limit) })
    case 'enum':
      return reason('form.problems.oneOf', { values: limit })
    case 'type':
      return reason('form.problems.type', { type: limit })
    case 'additionalProperties':
      return reason('form.problems.unknown')
    case 'pattern':
      return patternRules[fieldOf(violation)] ?? notValid
    default:
      return notValid
  }
}

/** The field that a violation is about, as in `ids.0`; of what is found at `path`. */
function fieldOf({ instancePath, params }: Violation, path: readonly string[] = []): string {
  const inner = params.missingProperty ?? params.additionalProperty
  return [...path, ...instancePath.split('/').slice(1), ...(typeof inner === 'string' ? [inner] : [])].join('.')
}

/** As many problems are told at once. */
export const maxProblems = 20

/** Names of fields are told so far, in characters; those of the contract are shorter. */
const maxNameLength = 100

/** The refusal of input, or of what is found in it at `path`, that the contract's schema does not allow. */
export function invalidInput(violations: readonly Violation[], path: readonly string[] = []): Refusal {
  const fields = new Map<string, Reason>()
  for (const violation of violations) {
    fields.set(fieldOf(violation, path).slice(0, maxNameLength), explain(violation))
    if (fields.size === maxProblems) break
  }
  return invalidFields(Object.fromEntries(fields))
}

/** What becomes of an error: the refusal that is answered. Anything unexpected is a server error and tells nothing. */
function refusalOf(error: FastifyError | Refusal): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof DatabaseAway) return new Refusal(codes.databaseAway, reason('call.databaseAway'))
  if (error.statusCode === 429) return new Refusal(codes.tooManyTries, reason('call.tooManyRequests'))
  if (error.statusCode === 413) return new Refusal(codes.invalidInput, reason('call.tooLarge'))
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new Refusal(codes.invalidInput, reason('call.malformed'))
  return new Refusal(codes.serverError, reason('call.serverError'))
}

function answer(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const language = languageOf(request.headers)
  const fields =
    refusal.fields && Object.entries(refusal.fields).map(([name, why]) => [name, worded(language, why)] as const)
  if (refusal.code === codes.databaseAway) reply.header('retry-after', retryAfter)
  return reply
    .code(httpStatusOf(refusal.code))
    .type('application/json; charset=utf-8')
    .send({
      code: refusal.code,
      message: worded(language, refusal.reason),
      data: fields ? { fields: Object.fromEntries(fields) } : null,
    })
}

/** Answers every failure with an envelope. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const refusal = refusalOf(error)
    // Fastify has the connection closed where it has not read the body, and so has who asks for one call alone; whoever still sends
    // that, as proxies do, never gets the answer: kept open, what comes is passed over, for as long as a body may take.
    reply.removeHeader('connection')
    if (!request.raw.complete) reply.raw.shouldKeepAlive = true
    if (refusal.code === codes.serverError) request.log.error({ err: error, req: request }, 'a request failed')
    if (refusal.code === codes.databaseAway)
      request.log.warn({ reason: error.message, req: request }, 'a request has to be made again')
    return answer(request, reply, refusal)
  })
}

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  answer(request, reply, new Refusal(codes.notFound, reason('call.noSuchCall')))
