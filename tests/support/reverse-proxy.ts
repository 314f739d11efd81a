import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** A proxy in front of a server, as one may be set up well or badly. */
export interface ReverseProxy {
  url: string
  /** Whether it says in X-Forwarded-For who asks. */
  appends: boolean
  /** Whether it passes websockets on. */
  upgrades: boolean
  /** How far its clock is ahead. Milliseconds. */
  ahead: number
  stop(): Promise<void>
}

/** How often a websocket is led to another server, where the one before takes no connection. */
const redispatches = 3

/** @param target answers the address of the server for a path, once there is one */
export async function startProxy(target: (path: string) => URL): Promise<ReverseProxy> {
  const headersOf = ({ headers, socket }: IncomingMessage) => {
    const before = headers['x-forwarded-for']
    if (!proxy.appends) return headers
    return { ...headers, 'x-forwarded-for': [before, socket.remoteAddress].filter(Boolean).join(', ') }
  }
  const server = createServer((request, response) => {
    const { method, url: path = '/' } = request
    const { hostname, port } = target(path)
    const passed = ask({ host: hostname, port, method, path, headers: headersOf(request) }, (answer) => {
      const date = new Date(Date.now() + proxy.ahead).toUTCString()
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, date })
      answer.pipe(response)
    })
    passed.once('error', () => response.writeHead(502).end())
    request.pipe(passed)
  })
  const sockets = new Set<Socket>()
  server.on('upgrade', (request, client: Socket, head: Buffer) => {
    if (!proxy.upgrades) {
      client.end('HTTP/1.1 400 Bad Request\r\n\r\n')
      return
    }
    const lines = Object.entries(headersOf(request)).map(([name, value]) => `${name}: ${String(value)}`)
    sockets.add(client.on('error', () => client.destroy()))
    const pass = (triesLeft: number): void => {
      const { hostname, port } = target(request.url ?? '/')
      const passed = connect(Number(port), hostname)
      sockets.add(passed)
      const elsewhere = (): void => void (triesLeft === 0 ? client.destroy() : pass(triesLeft - 1))
      passed.once('error', elsewhere)
      passed.once('connect', () => {
        passed.off('error', elsewhere)
        passed.on('error', () => client.destroy())
        passed.once('close', () => client.destroy())
        passed.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
        passed.write(head)
        passed.pipe(client).pipe(passed)
      })
    }
    pass(redispatches)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on TCP, so it has one.
  const proxy: ReverseProxy = {
    url: `http://127.0.0.1:${port}`,
    appends: true,
    upgrades: true,
    ahead: 0,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}
