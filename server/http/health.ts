import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Departure } from './departure.ts'
import { mayReadFigures } from './metrics.ts'
import type { WatchedPart } from './watched-part.ts'

/**
 * `/healthz`: the process answers. `/readyz`: so do the parts that it needs, what was last found of the others, and whether it is about
 * to end. What is wrong stands there in words, which name addresses, for whoever may read the figures. `/seen`: who asks, as the server
 * sees it.
 */
export function serveHealth(
  app: FastifyInstance,
  { trustedProxies, metricsToken }: Pick<Config, 'trustedProxies' | 'metricsToken'>,
  departure: Pick<Departure, 'isAnnounced'>,
  parts: readonly WatchedPart[],
): void {
  // What of the proxies in front only the server can tell; `npm run doctor` asks.
  app.get('/seen', async ({ ip, headers, socket }) => ({
    client: ip,
    hops: String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .filter((one) => one.trim() !== '').length,
    is_proxy_trusted: trustedProxies(socket.remoteAddress ?? '', 0),
  }))
  app.get('/healthz', { config: { rateLimit: false } }, async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    if (departure.isAnnounced) return reply.code(503).send({ status: 'leaving', parts: {} })
    const found = await Promise.all(
      parts.map(async (part) => ({ part, problem: await (part.isEssential ? part.look() : part.found()) })),
    )
    const wrong = found.filter(({ problem }) => problem !== undefined)
    const isReady = !wrong.some(({ part }) => part.isEssential)
    const hasWords = wrong.length > 0 && mayReadFigures(request, metricsToken)
    return reply.code(isReady ? 200 : 503).send({
      status: wrong.length === 0 ? 'ok' : isReady ? 'degraded' : 'not ready',
      parts: Object.fromEntries(found.map(({ part, problem }) => [part.name, problem === undefined])),
      ...(hasWords && { problems: Object.fromEntries(wrong.map(({ part, problem }) => [part.name, problem])) }),
    })
  })
}
