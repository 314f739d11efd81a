import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type RawData, WebSocketServer, type WebSocket } from 'ws'
import type { TrustedProxies } from '../config/config.ts'
import { clientAddress, networkOf } from '../http/client-address.ts'
import { closeCodes } from '../../domain/stream-protocol.ts'
import { reason } from '../../texts/reason.ts'

/** Sockets that have not yet shown a ticket: of all together, and of one address. One more cuts the oldest off. */
const maxStrangers = 500
const maxStrangersOfOne = 200
/** What a socket may say until it is let in, in bytes: a ticket has room, the first half of a long message has none. */
const strangersLimit = 16 * 1024
/** Milliseconds in which a socket is to take part in its closing. */
const closingTime = 1_000

/** A kind of websocket: where it is dialled, and what it may send. */
export interface Entrance {
  path: string
  /** The longest message, in bytes; a longer one closes the socket with 1009 (RFC 6455 §7.4.1). */
  maxPayload: number
  /** Whether a page of this origin may dial it. A peer that is no page has no origin, and its ticket speaks for it. */
  allows(origin: string | undefined, host: string | undefined): boolean
  /** Takes the socket and its first message; what comes behind that is kept until this settles, and heard then. */
  enter(socket: WebSocket, firstMessage: string): void | Promise<void>
}

/** Who may dial the relay's websockets. */
export interface EntranceRules {
  /** Origins whose pages may, beside the host that was dialled. */
  allowedOrigins: readonly string[]
  /** Proxies that may say where a socket comes from. */
  trustedProxies: TrustedProxies
}

const refuse = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Tells a socket why it is closed, and cuts it off if it doesn't take part. */
function close(socket: WebSocket, code: number, why: string): void {
  const timer = setTimeout(() => socket.terminate(), closingTime)
  socket.once('close', () => clearTimeout(timer))
  socket.close(code, why)
}

/** Cuts off a socket that says too much before it is let in; what it answers has to be called then. */
function limitStranger(socket: WebSocket, raw: Duplex): () => void {
  let [said, isIn] = [0, false]
  // Behind the listener of ws, which has handed out the first message by then if all of it is here.
  const count = ({ length }: Buffer): void => {
    said += length
    if (!isIn && said > strangersLimit) socket.terminate()
  }
  raw.on('data', count)
  return () => {
    isIn = true
    raw.off('data', count)
  }
}

/** Keeps what a socket says until then, which is at most what has come by now: it is not read meanwhile. */
function keepUntil(entered: Promise<void>, socket: WebSocket): void {
  const said: [RawData, boolean][] = []
  const keep = (...message: [RawData, boolean]) => void said.push(message)
  socket.on('message', keep)
  socket.pause()
  void entered.finally(() => {
    socket.off('message', keep)
    for (const message of said) socket.emit('message', ...message)
    socket.resume()
  })
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
  /** With the network that each comes from, the oldest first. */
  readonly #strangers = new Map<WebSocket, string>()
  #closing: Promise<unknown> | undefined

  /** @param helloTimeout milliseconds until the first message is due */
  constructor(entrances: readonly Entrance[], helloTimeout: number) {
    this.#entrances = entrances
    this.#helloTimeout = helloTimeout
  }

  /** @param trustedProxies which proxies may say where a socket comes from */
  open(app: FastifyInstance, trustedProxies: TrustedProxies): void {
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
        if (this.#closing) return refuse(socket, '503 Service Unavailable')
        const network = networkOf(clientAddress(request, trustedProxies))
        server.handleUpgrade(request, socket, head, (opened) => {
          this.#await(opened, limitStranger(opened, socket), network, entrance)
        })
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
        close(socket, 1001, reason('relay.stopping').code)
        return closed
      }),
    )
    return this.#closing
  }

  /** Those who say nothing are not to keep others out: whoever has a ticket shows it at once. */
  #makeRoom(network: string): void {
    const ofNetwork = [...this.#strangers].filter(([, other]) => other === network).map(([socket]) => socket)
    const crowd = ofNetwork.length >= maxStrangersOfOne ? ofNetwork : [...this.#strangers.keys()]
    if (crowd === ofNetwork || crowd.length >= maxStrangers) crowd.at(0)?.terminate()
  }

  /** @param unlimit has the socket say as much as its entrance allows */
  #await(socket: WebSocket, unlimit: () => void, network: string, entrance: Entrance): void {
    this.#makeRoom(network)
    this.#sockets.add(socket)
    this.#strangers.set(socket, network)
    // Errors of a socket end in its close event, which says all that matters.
    socket.on('error', () => {})
    const timer = setTimeout(
      () => close(socket, closeCodes.badTicket, reason('relay.noTicketInTime').code),
      this.#helloTimeout,
    )
    const settle = (): void => {
      this.#strangers.delete(socket)
      clearTimeout(timer)
    }
    socket.once('close', () => {
      settle()
      this.#sockets.delete(socket)
    })
    socket.once('message', (data, isBinary) => {
      settle()
      if (isBinary) return close(socket, closeCodes.malformed, reason('relay.ticketExpected').code)
      // ws hands out one Buffer a message: its binaryType is left at nodebuffer.
      const entering = entrance.enter(socket, (data as Buffer).toString())
      const look = (): void => {
        if (socket.readyState === socket.OPEN) unlimit()
      }
      if (!entering) return look()
      keepUntil(entering, socket)
      void entering.finally(look)
    })
  }
}
