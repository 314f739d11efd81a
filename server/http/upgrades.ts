import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer, type WebSocket } from 'ws'
import { clientAddress, networkOf } from './client-address.ts'
import type { Config, TrustedProxies } from '../config/config.ts'
import { RateWindow } from './rate-window.ts'
import { DatabaseAway } from '../store/database-away.ts'

interface Entrance {
  path: string
  /** The longest message, in bytes. */
  maxPayload: number
  /** The websocket subprotocol, where there is one. */
  protocol?: string
  /** Decides before the websocket opens; a status line refuses it. */
  admit?(request: IncomingMessage, url: URL): Promise<Visitor | string>
  enter(socket: WebSocket, visitor: Visitor | undefined): void
}

/** What an entrance's `admit` learned, handed to its `enter`. */
export type Visitor = object

/** Whoever is not in after this is sent away. Milliseconds. */
const shutdownTimeout = 1_000

/** Opens the server's websockets: each path with its own limits, and only for pages of our own origin. */
export class Upgrades {
  readonly #entrances = new Map<string, { entrance: Entrance; server: WebSocketServer }>()
  readonly #allowsOrigin: (origin: string, host: string | undefined) => boolean
  readonly #rate: RateWindow
  readonly #trustedProxies: TrustedProxies

  /**
   * @param publicUrl whose pages may connect beside those of the host that was dialled
   * @param rateLimit how many websockets an address may open a minute
   */
  constructor({ publicUrl, rateLimit, trustedProxies }: Pick<Config, 'publicUrl' | 'rateLimit' | 'trustedProxies'>) {
    this.#trustedProxies = trustedProxies
    this.#rate = new RateWindow({ limit: rateLimit, length: 60_000 })
    this.#allowsOrigin = (origin, host) => origin === publicUrl?.origin || URL.parse(origin)?.host === host
  }

  add(entrance: Entrance): void {
    const { path, maxPayload, protocol } = entrance
    const server = new WebSocketServer({
      noServer: true,
      maxPayload,
      perMessageDeflate: false,
      ...(protocol !== undefined && { handleProtocols: (offered) => offered.has(protocol) && protocol }),
    })
    this.#entrances.set(path, { entrance, server })
  }

  /** Listens at the app's server; websockets of other paths are refused. */
  register(app: FastifyInstance): void {
    app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy())
      this.#upgrade(request, socket, head).catch((error: unknown) => {
        if (error instanceof DatabaseAway) return refuse(socket, '503 Service Unavailable')
        app.log.error({ err: error }, 'a websocket could not be opened')
        return refuse(socket, '500 Internal Server Error')
      })
    })
    app.addHook('preClose', () => this.close())
  }

  async close(): Promise<void> {
    const sockets = [...this.#entrances.values()].flatMap(({ server }) => [...server.clients])
    await Promise.all(
      sockets.map((socket) => {
        const closed = new Promise((resolve) => socket.once('close', resolve))
        const timer = setTimeout(() => socket.terminate(), shutdownTimeout)
        socket.close(1001, 'the server is stopping')
        return closed.then(() => clearTimeout(timer))
      }),
    )
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = URL.parse(request.url ?? '', 'http://server')
    const found = url && this.#entrances.get(url.pathname)
    if (!found) return refuse(socket, '404 Not Found')
    const { origin, host } = request.headers
    if (origin !== undefined && !this.#allowsOrigin(origin, host)) return refuse(socket, '403 Forbidden')
    if (!this.#rate.take(networkOf(clientAddress(request, this.#trustedProxies))))
      return refuse(socket, '429 Too Many Requests')

    const visitor = await found.entrance.admit?.(request, url)
    if (typeof visitor === 'string') return refuse(socket, visitor)
    return found.server.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => {}) // Errors of a socket end in its close event, which says all that matters.
      found.entrance.enter(opened, visitor)
    })
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
