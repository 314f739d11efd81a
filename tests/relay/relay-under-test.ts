import { isDeepStrictEqual } from 'node:util'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { WebSocket } from 'ws'
import {
  encodePacket,
  type AgentReport,
  type AgentOrder,
  type VideoQuality,
  type RelayMessage,
} from '../../domain/stream-protocol.ts'
import type { EntranceRules } from '../../server/relay/socket-admission.ts'
import { Relay } from '../../server/relay/relay.ts'
import { OwnTickets } from '../../server/relay/ticket-gate.ts'
import { sealTicket, type ViewerTicket } from '../../server/relay/tickets.ts'
import { relayTimings, type RelayTimings } from '../../server/relay/timings.ts'

export const phone = { device_id: 7, box_id: 3, serial: 'PD0007' }
export const operator = { id: 4, user_name: 'manager' }

/** A socket whose messages are awaited one after the other, in the order of their arrival. */
export class Peer {
  readonly socket: WebSocket
  readonly closed: Promise<{ code: number; reason: string }>
  readonly #arrived: (Buffer | string)[] = []
  #arrival: (() => void) | undefined

  constructor(socket: WebSocket) {
    this.socket = socket
    this.closed = new Promise((resolve) =>
      socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() })),
    )
    socket.on('message', (data, isBinary) => {
      this.#arrived.push(isBinary ? (data as Buffer) : (data as Buffer).toString())
      this.#arrival?.()
    })
  }

  say(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** The next message, whatever it is. */
  async next(): Promise<Buffer | string> {
    for (;;) {
      const message = this.#arrived.shift()
      if (message !== undefined) return message
      await new Promise<void>((resolve, reject) => {
        this.#arrival = resolve
        void this.closed.then(({ code, reason }) => reject(new Error(`closed with ${code} ${reason}`)))
      })
    }
  }

  /** The next text message that is wanted; texts before it are passed over, packets stay. */
  async hear<T>(wanted: (message: unknown) => message is T): Promise<T> {
    const kept: Buffer[] = []
    for (;;) {
      const message = await this.next()
      if (typeof message !== 'string') {
        kept.push(message)
        continue
      }
      const parsed: unknown = JSON.parse(message)
      if (wanted(parsed)) {
        this.#arrived.unshift(...kept)
        return parsed
      }
    }
  }

  /** The next packet; texts before it are passed over. */
  async packet(): Promise<Buffer> {
    for (;;) {
      const message = await this.next()
      if (typeof message !== 'string') return message
    }
  }

  /** The packets that have arrived and were not awaited. */
  get waitingPackets(): Buffer[] {
    return this.#arrived.filter((message) => typeof message !== 'string')
  }

  /** The texts that have arrived and were not awaited. */
  get waitingTexts(): string[] {
    return this.#arrived.filter((message) => typeof message === 'string')
  }

  /** Waits until the relay has read all that was said before, and answered. */
  async settled(): Promise<void> {
    const pong = once(this.socket, 'pong')
    this.socket.ping()
    await pong
  }
}

type State = Extract<RelayMessage, { type: 'state' }>

export class ViewerPeer extends Peer {
  /** The next state that has these fields. */
  state(fields: Partial<State>): Promise<State> {
    return this.hear((message): message is State => {
      const state = message as State
      return (
        state.type === 'state' &&
        Object.entries(fields).every(([name, value]) => isDeepStrictEqual(state[name as keyof State], value))
      )
    })
  }

  message<T extends RelayMessage['type']>(type: T): Promise<Extract<RelayMessage, { type: T }>> {
    return this.hear(
      (message): message is Extract<RelayMessage, { type: T }> => (message as RelayMessage).type === type,
    )
  }

  ack(pts: number): void {
    this.say({ type: 'ack', pts })
  }
}

class AgentPeer extends Peer {
  order<T extends AgentOrder['type']>(type: T): Promise<Extract<AgentOrder, { type: T }>> {
    return this.hear((message): message is Extract<AgentOrder, { type: T }> => (message as AgentOrder).type === type)
  }

  news(news: AgentReport): void {
    this.say(news)
  }

  config(content = 'sps'): Buffer {
    return this.#send({ config: true, key: false, pts: 0 }, content)
  }

  key(pts: number, content = 'key'): Buffer {
    return this.#send({ config: false, key: true, pts }, content)
  }

  frame(pts: number, content: string | Uint8Array = 'delta'): Buffer {
    return this.#send({ config: false, key: false, pts }, content)
  }

  #send(packet: { config: boolean; key: boolean; pts: number }, content: string | Uint8Array): Buffer {
    const message = Buffer.from(encodePacket({ ...packet, stream: 0, data: Buffer.from(content) }))
    this.socket.send(message)
    return message
  }
}

/** A relay in an app of its own; the test plays the database, the broker, the agents and the viewers. */
export class RelayUnderTest {
  readonly secret = Buffer.from('a secret of at least thirty-two bytes')
  readonly leases = new Set<string>()
  readonly released: string[] = []
  readonly requests: { ticket: string; serial: string }[] = []
  /** The qualities of all requests so far. */
  readonly qualities: VideoQuality[] = []
  /** What the next request end with. */
  requestFailure: Error | undefined
  relay!: Relay
  #app!: FastifyInstance
  /** Follows requests as a server does; without it the test takes them by `request`. */
  onRequest: ((serial: string, ticket: string) => void) | undefined
  url = ''
  #requested: (() => void) | undefined
  #leaseEnd: (() => void) | undefined

  static async open(timings: Partial<RelayTimings> = {}, rules: Partial<EntranceRules> = {}): Promise<RelayUnderTest> {
    const test = new RelayUnderTest()
    test.#app = Fastify()
    test.relay = new Relay(
      {
        absence: async () => undefined,
        gate: new OwnTickets(test.secret),
        secret: test.secret,
        log: test.#app.log,
        request: async ({ serial, quality }, ticket) => {
          test.qualities.push(quality)
          if (test.onRequest) return test.onRequest(serial, ticket)
          test.requests.push({ serial, ticket })
          test.#requested?.()
          if (test.requestFailure) throw test.requestFailure
        },
        renewLeases: async (ids) => ids.filter((id) => test.leases.has(id)),
        releaseLease: async (id) => {
          test.leases.delete(id)
          test.released.push(id)
          test.#leaseEnd?.()
        },
      },
      { ...relayTimings, ...timings },
    )
    test.relay.register(test.#app, { allowedOrigins: ['https://deck.example'], ...rules })
    await test.#app.listen({ port: 0, host: '127.0.0.1' })
    test.url = `ws://127.0.0.1:${(test.#app.server.address() as AddressInfo).port}`
    return test
  }

  close(): Promise<void> {
    return this.#app.close()
  }

  ticket(fields: Partial<ViewerTicket> = {}, secret: Uint8Array = this.secret): string {
    return sealTicket(secret, {
      kind: 'viewer',
      ...phone,
      mode: 'observe',
      user: operator,
      session_id: 'session-1',
      lease_id: null,
      nonce: randomUUID(),
      expires_at: Date.now() + 30_000,
      ...fields,
    })
  }

  /** A socket that has said nothing yet. */
  async dial(path: string, headers: Record<string, string> = {}): Promise<WebSocket> {
    const socket = new WebSocket(`${this.url}${path}`, { headers, perMessageDeflate: false })
    await once(socket, 'open')
    return socket
  }

  /** A viewer that has presented a ticket. */
  async view(ticket: string = this.ticket(), quality?: VideoQuality): Promise<ViewerPeer> {
    const viewer = new ViewerPeer(await this.dial('/relay/viewer'))
    viewer.say({ type: 'hello', ticket, quality })
    return viewer
  }

  observe(fields: Partial<ViewerTicket> = {}): Promise<ViewerPeer> {
    return this.view(this.ticket(fields))
  }

  /** A viewer with a lease of its own. */
  control(lease: string, fields: Partial<ViewerTicket> = {}): Promise<ViewerPeer> {
    this.leases.add(lease)
    return this.view(this.ticket({ mode: 'control', lease_id: lease, ...fields }))
  }

  /** The agent's ticket of the next request that was not yet taken. */
  async request(): Promise<string> {
    for (;;) {
      const request = this.requests.shift()
      if (request) return request.ticket
      await new Promise<void>((resolve) => {
        this.#requested = resolve
      })
    }
  }

  async leaseReleased(): Promise<string> {
    for (;;) {
      const lease = this.released.shift()
      if (lease !== undefined) return lease
      await new Promise<void>((resolve) => {
        this.#leaseEnd = resolve
      })
    }
  }

  /** An agent that has followed a request. */
  async agent(ticket?: string): Promise<AgentPeer> {
    const presented = ticket ?? (await this.request())
    const agent = new AgentPeer(await this.dial('/relay/agent'))
    agent.news({ type: 'hello', ticket: presented })
    return agent
  }
}
