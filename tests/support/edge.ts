import { callServer } from './server.ts'
import { type ServerProcess, spawnServer } from './server-process.ts'

/** What edges and servers of tests share. */
export const relaySecret = 'a-secret-of-edges-and-servers-in-tests'

/** Starts an edge as a process of its own, and waits until a server has let it in. */
export async function spawnEdge(serverUrl: string, port: number): Promise<ServerProcess> {
  const edge = await spawnServer({
    env: {
      ROLE: 'relay',
      PHONEDECK_URL: serverUrl,
      ADVERTISE_URL: `http://127.0.0.1:${port}`,
      RELAY_SECRET: relaySecret,
      PORT: String(port),
    },
  })
  await edge.line(/a server is there/)
  return edge
}

/** A ticket for a phone's picture or shell, as the console gets it. */
export async function ticketFor(
  url: string,
  token: string,
  what: 'stream' | 'terminal',
  query: { id: number; mode?: 'observe' | 'control' },
): Promise<string> {
  const { data, message } = await callServer(url, `v2/device/${what}/point`, { token, query })
  if (data === null) throw new Error(message)
  return data.ticket
}
