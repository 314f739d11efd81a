import { codes, sessionOverCodes } from '../../domain/codes.ts'
import { i18n } from '../i18n/i18n.ts'

/** A call that the server refused: an envelope whose code is not 20000 (SPEC §8). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: number
  /** With 40000: what is wrong with each field. */
  readonly fields: Readonly<Record<string, string>>

  constructor(code: number, message: string, fields: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.fields = fields
  }

  /** Whether the session is over, so that the operator has to sign in again. */
  get endsSession(): boolean {
    return sessionOverCodes.includes(this.code)
  }
}

/** What the envelope of a failed answer says; answers that are no envelope count as server errors. */
export function errorOf(envelope: unknown): ApiError {
  const { code, message, data } = (typeof envelope === 'object' && envelope !== null ? envelope : {}) as {
    // The cast only names what is then checked field by field.
    code?: unknown
    message?: unknown
    data?: { fields?: Record<string, string> } | null
  }
  return new ApiError(
    typeof code === 'number' ? code : codes.serverError,
    typeof message === 'string' && message !== '' ? message : 'Error',
    data?.fields,
  )
}

/** A request that was not answered, in words for people: a browser's own are English and say little. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
}

/**
 * What became of a request that was not answered. One that its caller gave up stays what it is; of one that would do something again, if
 * it was sent again, the operator has to know that it may have been done.
 */
export function transportFailure(failure: unknown, mayBeDone = false): unknown {
  const name = (failure as { name?: unknown } | undefined)?.name // Not every rejection is an Error of this page.
  if (name === 'AbortError') return failure
  const reason = name === 'TimeoutError' ? 'session.timedOut' : 'session.noConnection'
  return new TransportError(i18n.t(mayBeDone ? 'session.unanswered' : reason), { cause: failure })
}

/** What to tell an operator about a failure of any kind; `Error` where there is nothing to say (SPEC §8). */
export function messageOf(failure: unknown): string {
  return failure instanceof Error && failure.message !== '' ? failure.message : 'Error'
}
