import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Where systems take no port for the near end of a connection (Linux from 32768, others from 49152): one of those may be in use
 * by the time that a program listens on it.
 */
const [lowest, above] = [20_000, 32_000]

/** Ports that the processes of a run have each to themselves: nobody else takes one between its choice and its use. */
const ofProcess = 1_000
const first = lowest + ((Number(process.env.VITEST_POOL_ID ?? 0) * ofProcess) % (above - lowest))

// Where others of that process ended shortly before, a program may still hold theirs.
let next = process.pid % ofProcess

/** A port of this machine on which nothing listens, and which this process has not been given before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + next
    next = (next + 1) % ofProcess
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
