import type { BrowserContext, Page } from 'playwright'

/** A call as the page made it. */
export interface Call {
  /** `POST v2/user/login`. */
  what: string
  /** The HTTP status; 0 where no answer came. */
  status: number
  /** Unix times in milliseconds, by the clock that the recording of the page is by. */
  asked: number
  /** Undefined where no answer came. */
  answered?: number
}

/** What the page keeps for `callsOf`. */
type Noting = typeof globalThis & { notedCalls?: Call[] }

/** Has every page of a context note its calls, however long they wait for the page. */
export async function noteCalls(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const calls: Call[] = []
    ;(globalThis as Noting).notedCalls = calls
    const callsOf = '/api/restful/'
    /** Names in addresses that are others each time: of uploads. */
    const madeUp = /\/[0-9a-f]{16,}/
    /** Notes a call that is made now. Answers what notes its answer. */
    const note = (method: string, address: string | URL): ((status: number) => void) => {
      const { pathname } = new URL(address, location.href)
      if (!pathname.startsWith(callsOf)) return () => undefined
      const what = `${method} ${pathname.slice(callsOf.length).replace(madeUp, '/…')}`
      const call: Call = { what, status: 0, asked: Date.now() }
      calls.push(call)
      return (status) => Object.assign(call, { status, answered: Date.now() })
    }

    const { fetch } = globalThis
    globalThis.fetch = async (asked, options) => {
      const { method, url } = asked instanceof Request ? asked : new Request(asked, options)
      const answered = note(method, url)
      const response = await fetch(asked, options)
      answered(response.status)
      return response
    }
    // Files go up by this one, which tells how far they are.
    globalThis.XMLHttpRequest = class extends XMLHttpRequest {
      #asked: [method: string, address: string | URL] = ['GET', '']

      override open(method: string, address: string | URL): void {
        this.#asked = [method, address]
        super.open(method, address, true)
      }

      override send(body?: Document | XMLHttpRequestBodyInit | null): void {
        const answered = note(...this.#asked)
        this.addEventListener('load', () => answered(this.status))
        super.send(body)
      }
    }
  })
}

/** The calls of the document that a page shows, in the order in which they were made. */
export const callsOf = (page: Page): Promise<Call[]> => page.evaluate(() => (globalThis as Noting).notedCalls ?? [])
