import type { FastifyInstance } from 'fastify'

/** `/healthz`: the process answers. `/readyz`: so do the parts that it needs. */
export function serveHealth(app: FastifyInstance, parts: Record<string, () => Promise<boolean> | boolean>): void {
  app.get('/healthz', { config: { rateLimit: false } }, async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const checks = Object.entries(parts).map(async ([name, isReady]) => {
      const ready = await Promise.resolve(isReady()).catch((error: unknown) => {
        app.log.warn({ err: error, part: name }, 'a part is not ready')
        return false
      })
      return [name, ready] as const
    })
    const results = await Promise.all(checks)
    const ready = results.every(([, partReady]) => partReady)
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ok' : 'not ready', parts: Object.fromEntries(results) })
  })
}
