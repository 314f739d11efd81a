import Cookies from 'js-cookie'
import createClient, { type Middleware } from 'openapi-fetch'
import { codes } from '../../domain/codes.ts'
import { ApiError, errorOf } from './errors.ts'
import { announceFailure } from './failures.ts'
import type { paths } from './schema.ts'

/** How long a call may take (SPEC §9), in milliseconds. */
const requestTimeout = 300_000

/** The session token's cookie (SPEC §9). */
const tokenCookie = 'token'

/** As it stands in the cookie: rubbish that can't be decoded is a token too, one that the server refuses. */
const asItStands = Cookies.withConverter({ read: (value) => value })

export const token = {
  read: (): string | undefined => asItStands.get(tokenCookie),
  keep: (value: string): void => {
    Cookies.set(tokenCookie, value, { sameSite: 'strict', secure: location.protocol === 'https:' })
  },
  clear: (): void => Cookies.remove(tokenCookie),
}

/** Asks, and gives up in time. */
const inTime = (request: Request): Promise<Response> =>
  fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(requestTimeout)]) })

/** An answer that has been read. The client reads it after us, and is not to take a copy of it apart once more. */
class ReadAnswer extends Response {
  readonly #answer: unknown

  constructor(answer: unknown) {
    super(null, { headers: { 'Content-Length': '1' } }) // Of an answer without a length the client wants the text.
    this.#answer = answer
  }

  override json(): Promise<unknown> {
    return Promise.resolve(this.#answer)
  }
}

/** The middleware of a client that announces some of its failures. */
const envelope = (isAnnounced: (failure: Error) => boolean): Middleware => ({
  onRequest({ request }) {
    const current = token.read()
    if (current !== undefined) request.headers.set('X-Token', current)
    request.headers.set('X-Language', document.documentElement.lang) // What the server's messages are worded in.
  },
  async onResponse({ response }) {
    const answer: unknown = await response.json().catch(() => undefined) // What is no JSON has no code either.
    if ((answer as { code?: unknown } | undefined)?.code === codes.ok) return new ReadAnswer(answer)
    const failure = errorOf(answer)
    if (isAnnounced(failure)) announceFailure(failure)
    throw failure
  },
  onError({ error }) {
    if (error instanceof Error && isAnnounced(error)) announceFailure(error)
  },
})

/**
 * The typed client of the contract: an empty base path, credentials and X-Token sent, 300000 ms to answer. A call whose
 * code is not 20000 rejects with an ApiError (SPEC §7, §8).
 */
export const api = createClient<paths>({ baseUrl: '', credentials: 'include', fetch: inTime })
api.use(envelope(() => true))

/**
 * As `api`, for callers who tell the operator of a failure themselves, as one that asks a hundred phones. Only the end of
 * the session is announced all the same.
 */
export const quietApi = createClient<paths>({ baseUrl: '', credentials: 'include', fetch: inTime })
quietApi.use(envelope((failure) => failure instanceof ApiError && failure.endsSession))

/** The data of a successful answer: `await dataOf(api.GET('/api/…'))`. */
export async function dataOf<T>(call: Promise<{ data?: { data: T } }>): Promise<T> {
  const { data } = await call
  if (data === undefined) throw errorOf(undefined)
  return data.data
}
