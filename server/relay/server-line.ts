import type { FastifyBaseLogger } from 'fastify'
import { WebSocket } from 'ws'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { tryAgainLater, type VideoQuality } from '../../domain/stream-protocol.ts'
import {
  edgePath,
  maxEdgeMessageBytes,
  readServerMessage,
  silenceOfServer,
  type EdgeAnswers,
  type EdgeMessage,
  type EdgeQuestion,
  type ServerMessage,
} from './edge-protocol.ts'
import type { Relay } from './relay.ts'
import type { Terminals } from './terminals.ts'
import { badTicket, type GuestKind, type Opened, type TicketGate, unknownTicket } from './ticket-gate.ts'
import type { TicketOf } from './tickets.ts'

const dialTimeout = 3_000
/** Between two tries to dial a server, in milliseconds: a proxy leads the next one elsewhere. */
const redial = 250
/** A question that nobody has answered by then, also because no server is there, has failed. Milliseconds. */
const answerTimeout = 3_000
/** For so long guests stay while no server minds who may be here. Milliseconds. */
const maxUnmindedTime = 5_000

interface ServerPlace {
  /** A server, or the proxy in front of them. */
  serverUrl: URL
  secret: string
  /** Where agents reach this edge. */
  advertiseUrl: URL
}

interface Question {
  message: { ask: number } & EdgeQuestion
  answered(answer: unknown): void
  failed(error: Error): void
}

/**
 * The line of an edge to a server, to any of them: what is asked while it breaks is asked again at the next one, which also learns
 * who is here. Where none is to be had for five seconds everybody is sent away, because nobody minds whether they may stay.
 */
export class ServerLine implements TicketGate {
  readonly #place: ServerPlace
  readonly #log: FastifyBaseLogger
  readonly #questions = new Map<number, Question>()
  /** Who was let in, by the number of the question. */
  readonly #guests = new Map<number, { kind: GuestKind; sealed: string; socket: WebSocket }>()
  #relay: Pick<Relay, 'phones' | 'signOut' | 'phoneLost' | 'phoneBack' | 'requestFailed'> | undefined
  #terminals: Pick<Terminals, 'phones' | 'signOut' | 'phoneLost' | 'requestFailed'> | undefined
  #socket: WebSocket | undefined
  /** Whether the server that was dialled has let this edge in. */
  #isUp = false
  #problem: string | undefined = 'no server was reached yet'
  #asked = 0
  #silence: NodeJS.Timeout | undefined
  #redial: NodeJS.Timeout | undefined
  #unminded: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(place: ServerPlace, log: FastifyBaseLogger) {
    this.#place = place
    this.#log = log
  }

  /** Dials, and tells relay and terminals from then on what servers say. */
  start(relay: Relay, terminals: Terminals): void {
    this.#relay = relay
    this.#terminals = terminals
    this.#mindNobody()
    this.#dial()
  }

  /** What is wrong with the line; undefined while it is up. */
  get problem(): string | undefined {
    return this.#problem
  }

  /** Whoever shows a good ticket is a guest until its socket closes. */
  async open<K extends GuestKind>(guest: { kind: K; sealed: string; socket: WebSocket }): Promise<Opened<K>> {
    const { kind, sealed, socket } = guest
    const { ask, answer } = this.#ask({ type: 'enter', kind, ticket: sealed })
    try {
      const ticket = await answer
      if (ticket === null) return badTicket
      this.#guests.set(ask, guest)
      // Whoever has hung up meanwhile never says so again.
      if (socket.readyState !== socket.OPEN) this.#leave(ask)
      else socket.once('close', () => this.#leave(ask))
      // Sound: the server answers with a ticket of the kind that was shown to it.
      return ticket as TicketOf<K>
    } catch (error) {
      this.#log.warn({ err: error }, 'nobody could tell whose a ticket is')
      return unknownTicket
    }
  }

  async absence(deviceId: number): Promise<Reason | undefined> {
    return (await this.#ask({ type: 'absence', device_id: deviceId }).answer) ?? undefined
  }

  async requestStream(
    { device_id, quality }: { device_id: number; quality: VideoQuality },
    ticket: string,
  ): Promise<void> {
    await this.#ask({ type: 'stream', device_id, quality, ticket }).answer
  }

  requestTerminal({ id, device_id }: { id: string; device_id: number }, ticket: string): void {
    this.#ask({ type: 'terminal', device_id, terminal_id: id, ticket }).answer.catch((error: unknown) => {
      this.#log.warn({ err: error, device_id }, 'a shell could not be asked for')
      this.#terminals?.requestFailed(id, reason('relay.tryAgain'))
    })
  }

  renewLeases(leaseIds: string[]): Promise<string[]> {
    return this.#ask({ type: 'renew', lease_ids: leaseIds }).answer
  }

  async releaseLease(leaseId: string): Promise<void> {
    await this.#ask({ type: 'release', lease_id: leaseId }).answer
  }

  close(): void {
    this.#isClosed = true
    for (const timer of [this.#silence, this.#redial, this.#unminded]) clearTimeout(timer)
    for (const question of this.#questions.values()) question.failed(new Error('the edge is stopping'))
    this.#socket?.terminate()
  }

  #ask<T extends EdgeQuestion['type']>(
    question: Extract<EdgeQuestion, { type: T }>,
  ): { ask: number; answer: Promise<EdgeAnswers[T]> } {
    this.#asked += 1
    const ask = this.#asked
    const { promise, resolve, reject } = Promise.withResolvers<EdgeAnswers[T]>()
    const timer = setTimeout(() => failed(new Error(this.#problem ?? 'the server does not answer')), answerTimeout)
    const settle = (): void => {
      clearTimeout(timer)
      this.#questions.delete(ask)
    }
    const failed = (error: Error): void => {
      settle()
      reject(error)
    }
    const message = { ask, ...question }
    this.#questions.set(ask, {
      message,
      answered: (answer) => {
        settle()
        resolve(answer as EdgeAnswers[T]) // The server is one of our own.
      },
      failed,
    })
    if (this.#isUp) this.#say(message)
    return { ask, answer: promise }
  }

  #leave(ask: number): void {
    this.#guests.delete(ask)
    if (this.#isUp) this.#say({ type: 'left', ask })
  }

  #say(message: EdgeMessage): void {
    this.#socket?.send(JSON.stringify(message))
  }

  #dial(): void {
    const { serverUrl, secret, advertiseUrl } = this.#place
    const url = new URL(edgePath, serverUrl)
    url.protocol = url.protocol.replace('http', 'ws')
    const socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${secret}` },
      perMessageDeflate: false,
      maxPayload: maxEdgeMessageBytes,
      handshakeTimeout: dialTimeout,
      followRedirects: false,
    })
    this.#socket = socket
    let said = 'the server has hung up'
    socket.on('error', (error) => {
      said = error.message
    })
    socket.once('open', () => {
      this.#heard(socket)
      this.#say({ type: 'hello', advertise_url: advertiseUrl.origin })
    })
    socket.on('message', (data: Buffer, isBinary) => {
      this.#heard(socket)
      const message = isBinary ? undefined : readServerMessage(data.toString())
      if (message) this.#take(message)
    })
    socket.once('close', () => this.#lost(said))
  }

  /** A server that stands still keeps its connections open and says nothing. */
  #heard(socket: WebSocket): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => socket.terminate(), silenceOfServer)
  }

  #lost(said: string): void {
    clearTimeout(this.#silence)
    if (this.#isClosed) return
    if (said !== this.#problem) this.#log.warn({ reason: said }, 'no server is there')
    this.#problem = said
    if (this.#isUp) this.#mindNobody()
    this.#isUp = false
    this.#redial = setTimeout(() => this.#dial(), redial)
  }

  /** From now on nobody minds who may be here, until a server does again. */
  #mindNobody(): void {
    this.#unminded = setTimeout(() => {
      for (const holding of this.#holdings()) holding.end(reason('relay.tryAgain'))
    }, maxUnmindedTime)
  }

  #welcomed(): void {
    clearTimeout(this.#unminded)
    this.#isUp = true
    this.#problem = undefined
    this.#log.info('a server is there')
    for (const [ask, { kind, sealed }] of this.#guests) this.#say({ type: 'stays', ask, kind, ticket: sealed })
    for (const { message } of this.#questions.values()) this.#say(message)
  }

  #holdings() {
    return [...(this.#relay?.phones() ?? []), ...(this.#terminals?.phones() ?? [])]
  }

  #end({ session_id, device_id, use, reason }: Extract<ServerMessage, { type: 'end' }>): void {
    for (const holding of this.#holdings())
      if (holding.session_id === session_id && holding.device_id === device_id && holding.use === use)
        holding.end(reason)
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        return this.#welcomed()
      case 'answer':
        return this.#questions.get(message.ask)?.answered(message.answer)
      case 'failed':
        return this.#questions.get(message.ask)?.failed(new Error('the server could not tell'))
      case 'stranger':
        return this.#guests.get(message.ask)?.socket.close(tryAgainLater, reason('relay.tryAgain').code)
      case 'end':
        return this.#end(message)
      case 'signed_out':
        this.#relay?.signOut(message.session_id)
        return this.#terminals?.signOut(message.session_id)
      case 'phone_lost':
        this.#relay?.phoneLost(message.device_id, message.reason)
        return this.#terminals?.phoneLost(message.device_id, message.reason)
      case 'phone_back':
        return this.#relay?.phoneBack(message.device_id)
      case 'stream_failed':
        return this.#relay?.requestFailed(message.device_id, message.reason)
      case 'terminal_failed':
        return this.#terminals?.requestFailed(message.terminal_id, message.reason)
      default:
    }
  }
}
