import type { Page, Request } from 'playwright'

/** A call as the network saw it. */
export interface Call {
  /** `POST v2/user/login`. */
  what: string
  /** The HTTP status; 0 where no answer came. */
  status: number
  /** Unix times in milliseconds. */
  asked: number
  answered: number
}

const callsOf = '/api/restful/'
/** Names in addresses that are others each time: of uploads. */
const madeUp = /\/[0-9a-f]{16,}/

/** Notes every call of a page from now on, the newest last. */
export function noteCalls(page: Page): Call[] {
  const calls: Call[] = []
  const open = new Map<Request, Call>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith(callsOf)) return
    const what = `${request.method()} ${pathname.slice(callsOf.length).replace(madeUp, '/…')}`
    const call: Call = { what, status: 0, asked: Date.now(), answered: Number.POSITIVE_INFINITY }
    calls.push(call)
    open.set(request, call)
  })
  page.on('response', (response) => {
    const call = open.get(response.request())
    if (call !== undefined) Object.assign(call, { status: response.status(), answered: Date.now() })
  })
  page.on('requestfinished', (request) => {
    const call = open.get(request)
    const { startTime, responseEnd } = request.timing() // By the page's own clock; of one that was held back it says too much.
    if (call !== undefined && responseEnd > 0)
      Object.assign(call, {
        asked: Math.min(call.asked, startTime),
        answered: Math.min(call.answered, startTime + responseEnd),
      })
  })
  return calls
}
