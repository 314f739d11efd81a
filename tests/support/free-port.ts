import { once } from 'node:events'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Where systems take no port for the near end of a connection (Linux from 32768, others from 49152): one of those may be in use
 * by the time that a program listens on it.
 */
const [lowest, above] = [20_000, 32_000]

/** A port of this machine on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, above)
    const server = createServer()
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening')
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
