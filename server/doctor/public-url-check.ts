import { once } from 'node:events'
import { WebSocket } from 'ws'
import { reasonOf } from '../config/bad-surroundings.ts'
import { clockFinding } from './clock.ts'
import { type Check, type Finding, failed, ok } from './finding.ts'

/** An address that nobody has (RFC 5737): who is taken for it may choose who they are. */
const chosen = '203.0.113.7'
/** How long anything on the way may take. Milliseconds. */
const timeout = 5_000

interface Seen {
  client: string
  hops: number
  is_proxy_trusted: boolean
}

/** The way that browsers and agents take, with all proxies on it. */
export const publicUrlCheck = (url: URL): Check => ({
  name: 'PUBLIC_URL',
  async look() {
    const before = Date.now()
    const response = await ask(url, '/healthz').catch(reasonOfFetch)
    if (typeof response === 'string')
      return [
        failed(
          'PUBLIC_URL',
          `${url.origin} is not reached (${response}); start server and proxies, or look at its name`,
        ),
      ]
    const date = response.headers.get('date')
    const clock = date ? [clockFinding('PUBLIC_URL', Date.parse(date), [before, Date.now()])] : []
    const answer: unknown = await response.json().catch(() => undefined)
    if (!response.ok || (answer as { status?: unknown } | undefined)?.status !== 'ok')
      return [
        failed(
          'PUBLIC_URL',
          `${url.origin} answers ${response.status}, and no Phonedeck; have the proxy pass on to one`,
        ),
      ]
    return [ok('PUBLIC_URL', `${url.origin} is reached`), ...clock, await proxies(url), await websocket(url)]
  },
})

const ask = (url: URL, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(new URL(path, url), { headers, redirect: 'manual', signal: AbortSignal.timeout(timeout) })

const reasonOfFetch = (error: unknown): string => reasonOf(error instanceof Error && error.cause ? error.cause : error)

/** Whether the server knows who asks, through proxies, and nobody can choose it. */
async function proxies(url: URL): Promise<Finding> {
  const check = 'proxies'
  const seen = (headers?: Record<string, string>): Promise<Seen> =>
    ask(url, '/seen', headers).then((response) => response.json() as Promise<Seen>) // The shape of our own answer.
  const plain = await seen()
  const pretending = await seen({ 'X-Forwarded-For': chosen })
  if (pretending.client === chosen)
    return failed(
      check,
      'clients choose their own address; TRUST_PROXY must count no more proxies than there are, each of which sends X-Forwarded-For',
    )
  if (plain.hops > 0 && !plain.is_proxy_trusted)
    return failed(
      check,
      `everybody is ${plain.client}, the proxy, and shares its limits; set TRUST_PROXY to how many proxies are in front`,
    )
  return ok(check, `the server sees this machine as ${plain.client}, through ${plain.hops} proxies`)
}

async function websocket(url: URL): Promise<Finding> {
  const socket = new WebSocket(new URL('/mqtt', url).href.replace(/^http/, 'ws'), ['mqtt'], {
    handshakeTimeout: timeout,
    rejectUnauthorized: false, // The certificate is looked at by itself.
  })
  try {
    await once(socket, 'open')
    return ok('websockets', 'pass through PUBLIC_URL')
  } catch (error) {
    return failed(
      'websockets',
      `do not pass through PUBLIC_URL (${reasonOf(error)}); have the proxy pass Upgrade and Connection on, with HTTP/1.1`,
    )
  } finally {
    socket.on('error', () => {}) // One that is not open yet says so when it is ended.
    socket.terminate()
  }
}
