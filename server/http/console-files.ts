import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerNotFound } from './failures.ts'

/** Whether a path may be one of the console's screens: no call, no websocket, no file. */
const isScreen = (url: string): boolean => {
  const path = url.split('?', 1)[0] ?? ''
  return !/^\/(api|relay|mqtt|metrics|healthz|readyz)(\/|$)/.test(path) && !/\.\w+$|\.\.|%2f/i.test(path)
}

/** The same address without slashes that follow each other: what begins with two, a browser takes for another host. */
const withSingleSlashes = (url: string): string => url.replace(/^[^?]*/, (path) => path.replaceAll(/\/{2,}/g, '/'))

/** What Vite's manifest says of a file of the console; names are those of its sources. */
interface Chunk {
  file: string
  css?: readonly string[]
  imports?: readonly string[]
}

/** Everything that a file of the console can't run without, itself included. */
function closureOf(name: string, manifest: Readonly<Record<string, Chunk>>): Set<string> {
  const chunk = manifest[name]
  if (chunk === undefined) return new Set()
  const { file, css = [], imports = [] } = chunk
  return new Set([file, ...css, ...imports.flatMap((imported) => [...closureOf(imported, manifest)])])
}

/** What every signed-in page needs beside what it names itself, as a Link header: a browser fetches it with the rest. */
function signedInLinks(folder: string): string | undefined {
  const file = join(folder, '.vite', 'manifest.json')
  if (!existsSync(file)) return undefined
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(file, 'utf8'))
  const named = closureOf('index.html', manifest)
  const links = [...closureOf('src/first-screens.ts', manifest)]
    .filter((needed) => !named.has(needed))
    .map(
      (needed) => `</${needed}>; rel=${needed.endsWith('.css') ? 'preload; as=style; crossorigin' : 'modulepreload'}`,
    )
  return links.length > 0 ? links.join(', ') : undefined
}

/**
 * Serves the built console: files with a hash in their name for good, everything else anew each time, compressed where the
 * build has left a compressed copy. Every screen's address answers the console.
 */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  const page = join(folder, 'index.html')
  const isBuilt = existsSync(page)
  if (isBuilt) {
    const links = signedInLinks(folder)
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        const hashed = path.startsWith(join(folder, 'assets'))
        void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (path.startsWith(page) && links !== undefined && /(?:^|; )token=/.test(reply.request.headers.cookie ?? ''))
          void reply.header('link', links)
      },
    })
    // Named by the build, as they are spelt: to know that, the plugin's own route reads the whole folder for each of them, which takes
    // longer than to answer. Whatever is called otherwise is left to it.
    app.get<{ Params: { name: string } }>(String.raw`/assets/:name(^[\w-][\w.-]*$)`, ({ params: { name } }, reply) =>
      reply.sendFile(`assets/${name}`),
    )
  } else app.log.warn({ folder }, 'the console is not built; only calls are served')

  const isAsked = ({ method, url }: FastifyRequest): boolean =>
    isBuilt && (method === 'GET' || method === 'HEAD') && isScreen(url)
  app.addHook('onRequest', (request, reply, goOn) => {
    const address = withSingleSlashes(request.url)
    if (address !== request.url && isAsked(request)) void reply.redirect(address, 308)
    else goOn()
  })
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) =>
    isAsked(request) ? reply.sendFile('index.html') : answerNotFound(request, reply),
  )
}
