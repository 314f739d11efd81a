import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { at } from '../config/bad-surroundings.ts'
import type { Config } from '../config/config.ts'

/** Has the app listen where it is told to; answers its address as a browser on this machine would write it. */
export async function listen(app: FastifyInstance, config: Pick<Config, 'host' | 'port' | 'tls'>): Promise<string> {
  await at(
    `HOST=${config.host} PORT=${config.port}`,
    app.listen({ host: config.host, port: config.port, listenTextResolver: () => 'listening' }),
  )
  const { port } = app.server.address() as AddressInfo // It listens on TCP, so it has one.
  const everywhere = config.host === '0.0.0.0' || config.host === '::'
  const host = everywhere ? '127.0.0.1' : config.host.includes(':') ? `[${config.host}]` : config.host
  return `${config.tls ? 'https' : 'http'}://${host}:${port}`
}
