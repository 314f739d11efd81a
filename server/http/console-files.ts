import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { answerNotFound } from './failures.ts'

/** Whether a path may be one of the console's screens: no call, no websocket, no file. */
const isScreen = (url: string): boolean => {
  const path = url.split('?', 1)[0] ?? ''
  return !/^\/(api|relay|mqtt|metrics|healthz|readyz)(\/|$)/.test(path) && !/\.\w+$|\.\.|%2f/i.test(path)
}

/**
 * Serves the built console: files with a hash in their name for good, everything else anew each time, compressed where the
 * build has left a compressed copy. Every screen's address answers the console.
 */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        const hashed = path.startsWith(join(folder, 'assets'))
        void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  } else app.log.warn({ folder }, 'the console is not built; only calls are served')

  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) =>
    isBuilt && (request.method === 'GET' || request.method === 'HEAD') && isScreen(request.url)
      ? reply.sendFile('index.html')
      : answerNotFound(request, reply),
  )
}
