import Cookies from 'js-cookie'
import createClient from 'openapi-fetch'
import { codes } from '../../domain/codes.ts'
import type { paths } from '../../generated/contract-types.ts'
import { isAnnounced } from './announcements.ts'
import { errorOf, transportFailure } from './errors.ts'
import { announceFailure } from './failures.ts'
import { firstScreen, neededByFirstScreen } from './first-screen.ts'

/** How long a call may take (SPEC §9), in milliseconds. */
export const requestTimeout = 300_000

/** The session token's cookie (SPEC §9). */
const tokenCookie = 'token'

/** As it stands in the cookie: rubbish that can't be decoded is a token too, one that the server refuses. */
const asItStands = Cookies.withConverter({ read: (value) => value })

/** Whether a request can carry this: headers take the letters of Latin-1. */
const fitsHeader = (value: string): boolean => /^[\u0020-\u00FF]*$/.test(value)

export const token = {
  /** What no request could carry is none. */
  read(): string | undefined {
    const value = asItStands.get(tokenCookie)
    return value !== undefined && fitsHeader(value) ? value : undefined
  },
  keep: (value: string): void => {
    Cookies.set(tokenCookie, value, { sameSite: 'strict', secure: location.protocol === 'https:' })
  },
  clear: (): void => Cookies.remove(tokenCookie),
}

/** What every request carries, however it is sent: the session's token, and the language of the server's messages. */
export function requestHeaders(): Record<string, string> {
  const current = token.read()
  const language = { 'X-Language': document.documentElement.lang }
  return current === undefined ? language : { ...language, 'X-Token': current }
}

/** How long the next page is in coming at most, in milliseconds. */
const maxLeave = 30_000
let leftAt = -Infinity

/** Notes that the page is about to go away. It may yet stay: where the operator thinks better of it, or only fetched a file. */
export const noteLeaving = (): void => {
  leftAt = performance.now()
}

/**
 * A request came to no answer. One that is cut off by its page's going away has failed for nobody: what hears of it would sign the
 * operator out of the page that comes. It is told where the page has stayed.
 */
export async function breakOff(failure: unknown, mayBeDone = false): Promise<never> {
  const left = leftAt + maxLeave - performance.now()
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
  throw transportFailure(failure, mayBeDone)
}

/** Calls that do something again each time that they are made: any other comes to the same. */
const makesAnother = /\/(?:(?:batch)?add|import|renew|run|send|shell)$/

/** Whether the server may do what is asked though its answer is lost, and would do it once more: not where there is no network at all. */
const isRiskyToRepeat = ({ url, method }: Request): boolean =>
  navigator.onLine && method === 'POST' && makesAnother.test(url)

/**
 * Sends a request as every call is sent: with credentials and the headers above, and 300000 ms to be answered. A request that is
 * not answered rejects with a TransportError.
 */
export async function send(request: Request): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(requestTimeout)])
  const sent = new Request(request, { credentials: 'include', signal })
  for (const [name, value] of Object.entries(requestHeaders())) sent.headers.set(name, value)
  const isRisky = isRiskyToRepeat(sent)
  return fetch(sent).catch((failure: unknown) => breakOff(failure, isRisky))
}

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

/** The answer's envelope; undefined where it is no JSON, which has no code either. */
const envelopeIn = (response: Response, request: Request): Promise<unknown> =>
  response.json().catch((failure: unknown) => {
    if (failure instanceof SyntaxError) return undefined
    return breakOff(failure, isRiskyToRepeat(request)) // In the middle of it.
  })

/** The answer to a call, of whose failure nobody is told. */
export async function answerTo(request: Request): Promise<Response> {
  const answer = await envelopeIn(await send(request), request)
  if ((answer as { code?: unknown } | undefined)?.code === codes.ok) return new ReadAnswer(answer)
  throw errorOf(answer)
}

/** Tells of a call's failure, as the call's declaration says. */
export function announceCallFailure(path: string, failure: unknown): void {
  if (failure instanceof Error && isAnnounced(path, failure)) announceFailure(failure)
}

/** Tells of a call's failure, and passes it on. */
export function failed(path: string, failure: unknown): never {
  announceCallFailure(path, failure)
  throw failure
}

/** What stands around every screen; what the screen itself needs goes before it. */
const aroundTheScreen: ReadonlySet<string> = new Set<keyof paths>([
  '/api/restful/v2/maintain/notify',
  '/api/restful/v2/user/message/list',
  '/api/restful/v3/device/thread',
])

function answerInTurn(path: string, request: Request): Promise<Response> {
  if (aroundTheScreen.has(path)) return firstScreen().then(() => answerTo(request))
  return neededByFirstScreen(answerTo(request))
}

/**
 * The typed client of the contract: an empty base path, credentials and X-Token sent, 300000 ms to answer. A call whose
 * code is not 20000 rejects with an ApiError (SPEC §7, §8).
 */
export const api = createClient<paths>({
  baseUrl: '',
  fetch: (request) => {
    const path = new URL(request.url).pathname
    return answerInTurn(path, request).catch((failure: unknown) => failed(path, failure))
  },
})

/** The data of a successful answer: `await dataOf(api.GET('/api/…'))`. */
export async function dataOf<T>(call: Promise<{ data?: { data: T } }>): Promise<T> {
  const { data } = await call
  if (data === undefined) throw errorOf(undefined)
  return data.data
}
