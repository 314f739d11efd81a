import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer, type WebSocket } from 'ws'
import { closeCodes } from '../../domain/stream-protocol.ts'
import { reasons } from './reasons.ts'

/** Sockets that have not yet shown a ticket; more are turned away. */
const maxStrangers = 500

/** A kind of websocket: where it is dialled, and what it may send. */
export interface Entrance {
  path: string
  /** The longest message, in bytes; a longer one closes the socket with 1009 (RFC 6455 §7.4.1). */
  maxPayload: number
  /** Whether a page of this origin may dial it. A peer that is no page has no origin, and its ticket speaks for it. */
  allows(origin: string | undefined, host: string | undefined): boolean
  /** Takes the socket and its first message. */
  enter(socket: WebSocket, firstMessage: string): void
}

const refuse = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/**
 * Opens websockets on paths of an app. A socket has to say its first message, a text, in time.
 *
 * It stands before all other listeners of the server's upgrades and passes on those of other paths, because a message
 * limit of its own for each path is not to be had from a websocket server that several share.
 */
export class Admission {
  readonly #entrances: readonly Entrance[]
  readonly #helloTimeout: number
  readonly #sockets = new Set<WebSocket>()
  #strangers = 0
  #closing: Promise<unknown> | undefined

  /** @param helloTimeout milliseconds until the first message is due */
  constructor(entrances: readonly Entrance[], helloTimeout: number) {
    this.#entrances = entrances
    this.#helloTimeout = helloTimeout
  }

  open(app: FastifyInstance): void {
    const upgrades = new Map<string, (request: IncomingMessage, socket: Duplex, head: Buffer) => void>()
    for (const entrance of this.#entrances) {
      const { path, maxPayload } = entrance
      const server = new WebSocketServer({
        noServer: true,
        clientTracking: false,
        perMessageDeflate: false,
        maxPayload,
      })
      upgrades.set(path, (request, socket, head) => {
        const { origin, host } = request.headers
        if (!entrance.allows(origin, host)) return refuse(socket, '403 Forbidden')
        if (this.#closing || this.#strangers >= maxStrangers) return refuse(socket, '503 Service Unavailable')
        server.handleUpgrade(request, socket, head, (opened) => this.#await(opened, entrance))
      })
    }
    // Other listeners are there once every plugin is ready.
    app.addHook('onReady', async () => {
      const others = app.server.listeners('upgrade')
      app.server.removeAllListeners('upgrade')
      app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        const upgrade = upgrades.get(request.url?.split('?', 1)[0] ?? '')
        if (upgrade) return upgrade(request, socket, head)
        for (const other of others) Reflect.apply(other, app.server, [request, socket, head])
        if (others.length === 0) refuse(socket, '404 Not Found')
      })
    })
  }

  /** Closes every socket, and waits until all are closed; those that don't take part are cut off after a second. */
  close(): Promise<unknown> {
    this.#closing ??= Promise.all(
      [...this.#sockets].map((socket) => {
        const closed = new Promise((resolve) => socket.once('close', resolve))
        const patience = setTimeout(() => socket.terminate(), 1_000)
        socket.close(1001, reasons.stopping)
        return closed.then(() => clearTimeout(patience))
      }),
    )
    return this.#closing
  }

  #await(socket: WebSocket, entrance: Entrance): void {
    this.#sockets.add(socket)
    this.#strangers += 1
    // Errors of a socket end in its close event, which says all that matters.
    socket.on('error', () => {})
    const patience = setTimeout(() => socket.close(closeCodes.badTicket, reasons.noTicketInTime), this.#helloTimeout)
    let isStranger = true
    const settle = (): void => {
      if (isStranger) this.#strangers -= 1
      isStranger = false
      clearTimeout(patience)
    }
    socket.once('close', () => {
      settle()
      this.#sockets.delete(socket)
    })
    socket.once('message', (data, isBinary) => {
      settle()
      if (isBinary) return socket.close(closeCodes.malformed, reasons.ticketExpected)
      // ws hands out one Buffer a message: its binaryType is left at nodebuffer.
      entrance.enter(socket, (data as Buffer).toString())
    })
  }
}
