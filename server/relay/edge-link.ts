import type { FastifyBaseLogger } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import type { Reason } from '../../domain/reason.ts'
import { closeCodes } from '../../domain/stream-protocol.ts'
import type { BoxCommands } from '../boxes/commands.ts'
import type { PhoneHolding } from '../http/held-connections.ts'
import {
  parseEdgeMessage,
  type EdgeAnswers,
  type EdgeMessage,
  type EdgeQuestion,
  type ServerMessage,
} from './edge-protocol.ts'
import type { LeasePorts } from './lease-keeper.ts'
import { MessageRate } from './message-rate.ts'
import { takePulse } from './pulse.ts'
import { isBarred, type SharedTickets, unknownTicket } from './ticket-gate.ts'
import { useOf, type TerminalTicket, type ViewerTicket } from './tickets.ts'

/** Guests of one edge. */
const maxGuests = 20_000
/** Messages a second: an edge that comes from another server says at once who is there. */
const maxMessagesPerSecond = 2 * maxGuests
/** Between two looks for a dead connection, in milliseconds. */
const watchInterval = 5_000
/** A lease is known for so long after it was last spoken of, in milliseconds: each is renewed every ten seconds. */
const leaseMemory = 60_000

export interface EdgeLinkPorts extends Pick<LeasePorts, 'renewLeases' | 'releaseLease'> {
  tickets: SharedTickets
  commands: Pick<BoxCommands, 'stream' | 'terminal'>
  /** Why no agent has a phone; undefined where one has. */
  absence(deviceId: number): Promise<Reason | undefined>
  /** A command was given, for a phone's video or else a shell. */
  gave(commandId: string, deviceId: number | undefined): void
  left(): void
  log: FastifyBaseLogger
}

type Guest = ViewerTicket | TerminalTicket
type Asked<T extends EdgeQuestion['type'] = EdgeQuestion['type']> = Extract<EdgeQuestion, { type: T }>

/**
 * One edge, as its server sees it. It knows the servers' secret and no more: it is answered about phones for which somebody has
 * shown it a ticket, and nothing about any other.
 */
export class EdgeLink {
  readonly #socket: WebSocket
  readonly #ports: EdgeLinkPorts
  /** Who was let in, by the number of the question. */
  readonly #guests = new Map<number, Guest>()
  /** Leases of those who were let in, with the time until which they are known. */
  readonly #leases = new Map<string, number>()
  readonly #watch: NodeJS.Timeout
  #advertiseUrl: URL | undefined
  readonly #rate = new MessageRate(maxMessagesPerSecond)

  constructor(socket: WebSocket, ports: EdgeLinkPorts) {
    this.#socket = socket
    this.#ports = ports
    const beat = takePulse(socket)
    this.#watch = setInterval(() => {
      beat()
      this.#forgetLeases()
    }, watchInterval)
    socket.on('message', (data, isBinary) => this.#hear(data, isBinary))
    socket.once('close', () => {
      clearInterval(this.#watch)
      ports.left()
      ports.log.info({ edge: this.#advertiseUrl?.href }, 'an edge has gone')
    })
  }

  tell(message: ServerMessage): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  *phones(): Iterable<PhoneHolding> {
    for (const guest of this.#guests.values()) {
      const { session_id, device_id } = guest
      const use = useOf(guest)
      yield {
        session_id,
        device_id,
        use,
        end: (reason) => this.tell({ type: 'end', session_id, device_id, use, reason }),
      }
    }
  }

  #hear(data: RawData, isBinary: boolean): void {
    if (this.#rate.isExceeded()) return this.#socket.close(closeCodes.tooManyMessages, 'too many messages')
    // ws hands out one Buffer a message: its binaryType is left at nodebuffer.
    const message = isBinary ? undefined : parseEdgeMessage((data as Buffer).toString())
    const isFirst = this.#advertiseUrl === undefined
    if (message === undefined || isFirst !== (message.type === 'hello'))
      return this.#socket.close(closeCodes.malformed, 'malformed message')
    this.#take(message)
  }

  #take(message: EdgeMessage): void {
    switch (message.type) {
      case 'hello':
        this.#advertiseUrl = new URL(message.advertise_url)
        this.#ports.log.info({ edge: message.advertise_url }, 'an edge is here')
        return this.tell({ type: 'welcome' })
      case 'left':
        return void this.#guests.delete(message.ask)
      case 'stays': {
        const guest = this.#ports.tickets.reopen(message.kind, message.ticket)
        if (guest === undefined || !this.#keep(message.ask, guest)) this.tell({ type: 'stranger', ask: message.ask })
        return
      }
      default:
        this.#answer(message).then(
          (answer) => this.tell({ type: 'answer', ask: message.ask, answer }),
          (error: unknown) => {
            this.#ports.log.warn({ err: error, question: message.type }, 'an edge could not be answered')
            this.tell({ type: 'failed', ask: message.ask })
          },
        )
    }
  }

  async #answer(asked: { ask: number } & EdgeQuestion): Promise<EdgeAnswers[keyof EdgeAnswers]> {
    switch (asked.type) {
      case 'enter': {
        const guest = await this.#ports.tickets.open({ kind: asked.kind, sealed: asked.ticket })
        if (guest === unknownTicket) throw new Error('the ticket could not be looked up')
        return !isBarred(guest) && this.#keep(asked.ask, guest) ? guest : null
      }
      case 'absence':
        this.#guestAt(asked.device_id)
        return (await this.#ports.absence(asked.device_id)) ?? null
      case 'stream':
        return this.#stream(asked)
      case 'terminal':
        return this.#terminal(asked)
      case 'renew': {
        const holding = await this.#ports.renewLeases(asked.lease_ids.filter((id) => this.#leases.has(id)))
        for (const id of holding) this.#leases.set(id, Date.now() + leaseMemory)
        return holding
      }
      default:
        if (this.#leases.delete(asked.lease_id)) await this.#ports.releaseLease(asked.lease_id)
        return null
    }
  }

  #stream({ device_id, quality, ticket }: Asked<'stream'>): null {
    const { box_id, serial } = this.#guestAt(device_id)
    const id = this.#ports.commands.stream({ device_id, box_id, serial, quality }, ticket, this.#advertiseUrl)
    this.#ports.gave(id, device_id)
    return null
  }

  #terminal({ device_id, terminal_id, ticket }: Asked<'terminal'>): null {
    const { box_id, serial } = this.#guestAt(device_id, 'terminal')
    this.#ports.gave(terminal_id, undefined)
    this.#ports.commands.terminal({ id: terminal_id, box_id, serial }, ticket, this.#advertiseUrl)
    return null
  }

  /** Somebody who was let in to this phone; an edge has no business with any other. */
  #guestAt(deviceId: number, kind?: Guest['kind']): Guest {
    for (const guest of this.#guests.values())
      if (guest.device_id === deviceId && (kind === undefined || guest.kind === kind)) return guest
    throw new Error(`nobody is here for the phone ${deviceId}`)
  }

  #keep(ask: number, guest: Guest): boolean {
    if (this.#guests.size >= maxGuests) return false
    this.#guests.set(ask, guest)
    if (guest.kind === 'viewer' && guest.lease_id !== null) this.#leases.set(guest.lease_id, Date.now() + leaseMemory)
    return true
  }

  #forgetLeases(): void {
    const now = Date.now()
    for (const [id, until] of this.#leases) if (until < now) this.#leases.delete(id)
  }
}
