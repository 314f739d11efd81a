import { createServer, type Server, type Socket } from 'node:net'
import { Aedes, type AuthenticateError, type Client } from 'aedes'
import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import type { BoxConnection, Broker } from './broker.ts'
import { mayPublish, mayReceive, maySubscribe, type Peer } from './access.ts'
import { BrokerConnection } from './connection.ts'

export interface BrokerOptions {
  /** Recognises who connects; undefined: nobody we know. */
  recognise(given: { userName: string; password: Uint8Array; clientId: string }): Promise<Peer | undefined>
  /** Counts a box's connections; answers the number of the newest. */
  newConnection(boxId: number): Promise<number>
  log: FastifyBaseLogger
}

/** The longest packet of an agent, in bytes: the inventory of a full box. */
const agentPacketLimit = 1024 * 1024
/** Tabs that one session may have open. */
const connectionsOfSession = 16
/** An agent, and the one that takes its place while the broker still believes in the first. */
const connectionsOfBox = 2
const subscriptionsOfPeer = 16
/** Characters of a topic that somebody subscribes to. */
const maxFilterLength = 256
/** The longest a client may go without a word, in seconds; consoles promise 60 (SPEC §9). */
const maxKeepalive = 300

/**
 * An agent waits so long at most to be told that what it said has arrived. Until then nothing more of it is read, and it would take the
 * server for dead if that lasted as long as its keepalive. Milliseconds.
 */
const maxUntoldTime = 10_000

/** MQTT 3.1.1 §3.2.2.3. An agent takes the second to heart, and enrols anew. */
const [serverUnavailable, badCredentials] = [3, 4]

const sessionKey = 'session:'
const peerKey = (peer: Peer): string => `${peer.kind}:${peer.id}`

function refusal(message: string, returnCode = badCredentials): AuthenticateError {
  return Object.assign(new Error(message), { returnCode })
}

/** The broker inside the server: consoles and agents connect to it, over websockets and, if asked for, TCP. */
export class EmbeddedBroker implements Broker {
  readonly #aedes: Aedes
  readonly #peers = new WeakMap<Client, Peer>()
  readonly #numbers = new WeakMap<Client, number>()
  readonly #clients = new Map<string, Set<Client>>()
  readonly #options: BrokerOptions
  /** Agents may come before anybody listens to them; what they say waits. */
  readonly #listener = Promise.withResolvers<(from: BoxConnection, payload: string) => Promise<void>>()
  #tcp: Server | undefined

  private constructor(options: BrokerOptions) {
    this.#options = options
    this.#aedes = new Aedes({
      concurrency: 1_000,
      connectTimeout: 10_000,
      drainTimeout: 15_000,
      keepaliveLimit: maxKeepalive,
      preConnect: (_client, packet, answer) => {
        packet.clean = true // SPEC §9. Otherwise subscriptions and messages would be kept for whoever never comes back.
        answer(null, true)
      },
      authenticate: (client, userName, password, answer) => {
        void this.#admit(client, userName, password).then((failure) => answer(failure, failure === null))
      },
      authorizePublish: (client, packet, answer) => {
        const peer = client === null ? undefined : this.#peers.get(client)
        packet.retain = false
        if (client === null || peer === undefined) return answer(null)
        if (peer.kind !== 'box' || !mayPublish(peer, packet.topic)) return answer(new Error('may not publish there'))
        // An agent is told that it has arrived when this is answered.
        void this.#hear({ boxId: peer.id, number: this.#numbers.get(client) ?? 0 }, packet.payload.toString()).then(
          () => answer(null),
        )
      },
      authorizeSubscribe: (client, subscription, done) => {
        const peer = this.#peers.get(client)
        const isShort = subscription.topic.length <= maxFilterLength
        const granted = isShort && peer !== undefined && maySubscribe(peer, subscription.topic) && this.#hasRoom(client)
        done(null, granted ? subscription : null)
      },
      authorizeForward: (client, packet) => {
        const peer = this.#peers.get(client)
        return peer !== undefined && mayReceive(peer, packet.topic) ? packet : null
      },
    })
    this.#aedes.on('clientDisconnect', (client) => this.#forget(client))
    for (const event of ['clientError', 'connectionError'] as const)
      this.#aedes.on(event, (client, error) => {
        this.#options.log.debug({ peer: this.#nameOf(client), reason: error.message }, 'a broker connection failed')
      })
  }

  static async start(options: BrokerOptions): Promise<EmbeddedBroker> {
    const broker = new EmbeddedBroker(options)
    await broker.#aedes.listen()
    return broker
  }

  /** Takes in a peer that has come over a websocket. */
  handleWebSocket(socket: WebSocket): void {
    this.#aedes.handle(BrokerConnection.overWebSocket(socket))
  }

  /** Listens on TCP as well. */
  listen(port: number, host: string): Promise<void> {
    const server = createServer((socket: Socket) => this.#aedes.handle(BrokerConnection.overTcp(socket)))
    this.#tcp = server
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
  }

  publish(topic: string, payload: string, qos: 0 | 1): void {
    const packet = { cmd: 'publish', topic, payload: Buffer.from(payload), qos, retain: false, dup: false } as const
    this.#aedes.publish(packet, (error) => {
      if (error) this.#options.log.error({ err: error, topic }, 'a message could not be published')
    })
  }

  subscribe(filter: string, listener: (topic: string, payload: string) => void): Promise<void> {
    return new Promise((resolve) => {
      this.#aedes.subscribe(
        filter,
        (packet, done) => {
          listener(packet.topic, packet.payload.toString())
          done()
        },
        resolve,
      )
    })
  }

  hearBoxes(listener: (from: BoxConnection, payload: string) => Promise<void>): void {
    this.#listener.resolve(listener)
  }

  /** There is no other server, and this one's subscribers have heard it from the agent. */
  async passOn(): Promise<void> {}

  async problem(): Promise<string | undefined> {
    return this.#aedes.closed ? 'the broker is closed' : undefined
  }

  connections(): number {
    return this.#aedes.connectedClients
  }

  sessionIds(): string[] {
    return [...this.#clients.keys()]
      .filter((key) => key.startsWith(sessionKey))
      .map((key) => key.slice(sessionKey.length))
  }

  dropSession(sessionId: string): void {
    this.#drop(sessionKey + sessionId)
  }

  dropBox(boxId: number): void {
    this.#drop(`box:${boxId}`)
  }

  async close(): Promise<void> {
    const tcp = this.#tcp
    const stopped = tcp && new Promise((resolve) => tcp.close(resolve))
    await new Promise<void>((resolve) => this.#aedes.close(resolve))
    await stopped
  }

  /** Answers why a client is refused; null lets it in. */
  async #admit(
    client: Client,
    userName: string | undefined,
    password: Buffer | undefined,
  ): Promise<AuthenticateError | null> {
    const given = { userName: userName ?? '', password: password ?? Buffer.alloc(0), clientId: client.id }
    const peer = await this.#options.recognise(given).catch((error: unknown) => {
      this.#options.log.error({ err: error }, 'a broker connection could not be checked')
      return 'unchecked' as const
    })
    if (peer === 'unchecked') return refusal('nobody can be checked now', serverUnavailable)
    if (peer === undefined) return refusal('unknown credentials')
    const others = this.#clients.get(peerKey(peer)) ?? new Set()
    if (others.size >= (peer.kind === 'box' ? connectionsOfBox : connectionsOfSession))
      return refusal('too many connections')
    this.#clients.set(peerKey(peer), others.add(client))
    this.#peers.set(client, peer)
    client.conn.once('close', () => this.#forget(client)) // Also before the broker has registered it.
    if (peer.kind === 'box') {
      const number = await this.#options.newConnection(peer.id).catch((error: unknown) => {
        this.#options.log.error({ err: error }, 'a connection of a box could not be counted')
      })
      if (number === undefined) {
        this.#forget(client)
        return refusal('nobody can be checked now', serverUnavailable)
      }
      this.#numbers.set(client, number)
      if (client.conn instanceof BrokerConnection) client.conn.allowPackets(agentPacketLimit)
    }
    return null
  }

  /** Settles when what an agent said has arrived, or has taken too long. */
  #hear(from: BoxConnection, payload: string): Promise<void> {
    const arrival = Promise.withResolvers<void>()
    const timer = setTimeout(arrival.resolve, maxUntoldTime)
    const applied = this.#listener.promise.then((listener) => listener(from, payload))
    void applied.finally(() => {
      clearTimeout(timer)
      arrival.resolve()
    })
    return arrival.promise
  }

  #forget(client: Client): void {
    const peer = this.#peers.get(client)
    if (peer === undefined) return
    const clients = this.#clients.get(peerKey(peer))
    clients?.delete(client)
    if (clients?.size === 0) this.#clients.delete(peerKey(peer))
  }

  #hasRoom(client: Client): boolean {
    // Aedes keeps a client's subscriptions by topic, and its types leave that out.
    const { subscriptions } = client as Client & { subscriptions: Record<string, unknown> }
    return Object.keys(subscriptions).length < subscriptionsOfPeer
  }

  #drop(key: string): void {
    for (const client of this.#clients.get(key) ?? []) client.close()
  }

  #nameOf(client: Client): string {
    const peer = this.#peers.get(client)
    return peer ? peerKey(peer) : 'unknown'
  }
}
