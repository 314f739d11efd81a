import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { reasonOf } from '../config/bad-surroundings.ts'
import type { Config } from '../config/config.ts'
import type { Departure } from './departure.ts'

/** Something outside of the server that it lives on. */
interface Part {
  /**
   * Whether the server can do nothing without it. Of the others no server is to be taken out of a balancer: all servers
   * share them, so that none would be left.
   */
  isEssential: boolean
  /** What is wrong with it, in words, if anything is; rejects where it can't be reached. */
  problem(): Promise<string | undefined>
}

/** What has not answered by then is away. Milliseconds. */
const answerTimeout = 5_000

/**
 * `/healthz`: the process answers. `/readyz`: so do the parts that it needs, what is wrong with any, and whether it is about to end.
 * `/seen`: who asks, as the server sees it.
 */
export function serveHealth(
  app: FastifyInstance,
  { trustedProxies }: Pick<Config, 'trustedProxies'>,
  departure: Pick<Departure, 'isAnnounced'>,
  parts: Readonly<Record<string, Part>>,
): void {
  const problemOf = async (name: string, part: Part): Promise<string | undefined> => {
    const clock = new AbortController()
    const late = pause(answerTimeout, 'it does not answer', { signal: clock.signal, ref: false }).catch(() => undefined)
    try {
      return await Promise.race([part.problem(), late])
    } catch (error) {
      app.log.warn({ err: error, part: name }, 'a part is not ready')
      return reasonOf(error instanceof Error && error.cause ? error.cause : error)
    } finally {
      clock.abort()
    }
  }
  // What of the proxies in front only the server can tell; `npm run doctor` asks.
  app.get('/seen', async ({ ip, headers, socket }) => ({
    client: ip,
    hops: String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .filter((one) => one.trim() !== '').length,
    is_proxy_trusted: trustedProxies(socket.remoteAddress ?? '', 0),
  }))
  app.get('/healthz', { config: { rateLimit: false } }, async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (departure.isAnnounced) return reply.code(503).send({ status: 'leaving', parts: {} })
    const found = await Promise.all(
      Object.entries(parts).map(async ([name, part]) => ({ name, ...part, problem: await problemOf(name, part) })),
    )
    const wrong = found.filter(({ problem }) => problem !== undefined)
    const isReady = !wrong.some(({ isEssential }) => isEssential)
    return reply.code(isReady ? 200 : 503).send({
      status: wrong.length === 0 ? 'ok' : isReady ? 'degraded' : 'not ready',
      parts: Object.fromEntries(found.map(({ name, problem }) => [name, problem === undefined])),
      ...(wrong.length > 0 && { problems: Object.fromEntries(wrong.map(({ name, problem }) => [name, problem])) }),
    })
  })
}
