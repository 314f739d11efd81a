import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import type { PhoneHolding } from '../http/held-connections.ts'
import {
  closeCodes,
  videoQualities,
  usualQuality,
  type ControlMessage,
  type VideoQuality,
  type RelayMessage,
  type VideoPacket,
} from '../../domain/stream-protocol.ts'
import { AgentLink, type AgentHost } from './agent-link.ts'
import { AgentSupply } from './agent-supply.ts'
import type { ControlLeases, LeaseEnd } from './lease-keeper.ts'
import { FrameGroup } from './frame-group.ts'
import type { ViewerTicket } from './tickets.ts'
import type { RelayTimings } from './timings.ts'
import { Viewer, type ViewerHost } from './viewer.ts'

type StreamState = Extract<RelayMessage, { type: 'state' }>['stream']

/** 1000 is the websocket's own normal closure (RFC 6455 §7.4.1). */
const normalClosure = 1000

interface PhoneStreamPorts {
  deviceId: number
  leases: ControlLeases
  timings: RelayTimings
  log: FastifyBaseLogger
  /** Asks an agent to dial in with this phone's video. */
  request(quality: VideoQuality): Promise<void>
  /** Nobody watches any more; the stream has ended. */
  ended(): void
}

/** One watched phone: its viewers, its controller, and the agent that delivers its video. */
export class PhoneStream implements ViewerHost, AgentHost {
  readonly #ports: PhoneStreamPorts
  readonly #viewers = new Set<Viewer>()
  readonly #group = new FrameGroup()
  readonly #supply: AgentSupply
  #controller: Viewer | undefined
  #agent: AgentLink | undefined
  #state: StreamState = 'waiting'
  #reason: Reason | null = null
  #newestPts = 0
  /** When the phone answered last, while it leaves what is done with it without an answer. */
  #silentSince: number | undefined
  #keyRequestedAt = -Infinity
  #keyRequest: NodeJS.Timeout | undefined
  #linger: NodeJS.Timeout | undefined
  /** The quality that was last requested, as its rank. */
  #requested = 0
  #easing: NodeJS.Timeout | undefined
  #telling: NodeJS.Timeout | undefined

  constructor(ports: PhoneStreamPorts) {
    this.#ports = ports
    this.#supply = new AgentSupply(
      { request: () => this.#request(), lost: (why) => this.#enter('lost', why) },
      ports.timings,
    )
  }

  get observers(): number {
    return this.#viewers.size - (this.#controller ? 1 : 0)
  }

  get viewers(): number {
    return this.#viewers.size
  }

  /** Admits a viewer; with control, the former controller is closed. */
  join(socket: WebSocket, ticket: ViewerTicket, quality: VideoQuality): void {
    clearTimeout(this.#linger)
    const viewer = new Viewer(socket, ticket, quality, this, this.#ports.timings)
    let former: Viewer | undefined
    if (ticket.mode === 'control' && ticket.lease_id !== null) {
      former = this.#controller
      this.#controller = viewer
      this.#ports.leases.hold(this.#ports.deviceId, ticket.lease_id, ticket.user)
    }
    this.#viewers.add(viewer)
    viewer.catchUp(this.#group, this.#newestPts, performance.now()) // First: it decodes while it reads the rest.
    this.#group.shown()
    // It leaves at once, and nobody else may be there but the viewer that has come.
    former?.close(closeCodes.takenOver, reason('relay.takenOver').code)
    if (viewer === this.#controller) this.tellState()
    else {
      this.#tell([viewer])
      this.#tellSoon()
    }
    if (this.#group.frames.length === 0 || this.#group.overlong) this.keyFrameWanted()
    this.qualityChanged()
    this.#supply.need()
  }

  /** Takes the socket of a requested agent; it replaces the one that was there. */
  attach(socket: WebSocket): void {
    const former = this.#agent
    this.#agent = new AgentLink(socket, this)
    former?.close(closeCodes.takenOver, 'a newer connection delivers this phone')
    this.#startOver()
    this.#supply.arrived()
    // A better or lesser video takes over from the one before without a word.
    if (!former) this.#enter('waiting', null)
    this.qualityChanged()
  }

  packet(message: Buffer, packet: VideoPacket): void {
    const now = performance.now()
    this.#group.take(message, packet)
    if (!packet.config) this.#newestPts = packet.pts
    if (packet.key) this.#cancelKeyRequest()
    for (const viewer of this.#viewers) viewer.show(message, packet, this.#group.config, now)
    if (this.#group.overlong) this.keyFrameWanted()
    if (packet.key && this.#state !== 'streaming') this.#enter('streaming', null)
  }

  /** The phone's clipboard changed: only its controller is told what it holds. */
  clipboard(text: string): void {
    this.#controller?.tell({ type: 'clipboard', text })
  }

  silent(ms: number | null): void {
    this.#silentSince = ms === null ? undefined : performance.now() - ms
    this.tellState()
  }

  hungUp(link: AgentLink, why: Reason | null): void {
    if (link !== this.#agent) return
    this.#agent = undefined
    this.#startOver()
    this.#supply.left(why)
  }

  control(viewer: Viewer, message: ControlMessage): void {
    if (viewer !== this.#controller) return viewer.refuse(reason('relay.observerOnly'))
    this.#ports.leases.used(this.#ports.deviceId)
    if (!this.#agent?.order(message)) viewer.refuse(reason('relay.noPhone'))
  }

  /** The viewer says that somebody is there, though nothing is done with the phone. */
  present(viewer: Viewer): void {
    if (viewer === this.#controller) this.#ports.leases.used(this.#ports.deviceId)
  }

  /**
   * The phone is encoded for its most demanding viewer: a better video is requested at once, a lesser one when nobody
   * has wanted the better one for a while. The new video replaces the old one when it arrives.
   */
  qualityChanged(): void {
    clearTimeout(this.#easing)
    if (!this.#agent || this.#wanted === this.#requested) return
    if (this.#wanted > this.#requested) this.#replaceStream()
    else this.#easing = setTimeout(() => this.#replaceStream(), this.#ports.timings.easing)
  }

  /** Asks the phone for a key frame, at most once in a while however many want one. */
  keyFrameWanted(): void {
    if (!this.#agent || this.#keyRequest) return
    const now = performance.now()
    const wait = this.#keyRequestedAt + this.#ports.timings.keyRequests - now
    if (wait > 0) {
      this.#keyRequest = setTimeout(() => {
        this.#keyRequest = undefined
        this.keyFrameWanted()
      }, wait)
    } else {
      this.#keyRequestedAt = now
      this.#agent.order({ type: 'reset_video' })
    }
  }

  left(viewer: Viewer): void {
    this.#viewers.delete(viewer)
    if (viewer === this.#controller) {
      this.#controller = undefined
      if (viewer.ticket.lease_id !== null) this.#ports.leases.leave(this.#ports.deviceId, viewer.ticket.lease_id)
      this.tellState()
    } else this.#tellSoon()
    if (this.#viewers.size === 0) {
      clearTimeout(this.#linger)
      this.#linger = setTimeout(() => this.end(), this.#ports.timings.linger)
    } else this.qualityChanged()
  }

  /** The lease ended without its controller's doing. */
  leaseEnded(leaseId: string, end: LeaseEnd): void {
    if (this.#controller?.ticket.lease_id === leaseId) {
      if (end === 'idle') this.#controller.close(closeCodes.idle, reason('relay.idle').code)
      else this.#controller.close(closeCodes.takenOver, reason('relay.controlLost').code)
    }
    this.tellState()
  }

  /** The agent could not follow the request; it is requested again later. */
  requestFailed(why: Reason | null): void {
    this.#supply.failed(why)
  }

  /** There is no video to be had until `phoneBack`. */
  phoneLost(why: Reason): void {
    this.#supply.hold(why)
    this.#agent?.close(normalClosure, 'the phone is lost')
  }

  phoneBack(): void {
    this.#supply.resume()
  }

  /** Closes the viewers of an ended session. */
  signOut(sessionId: string): void {
    for (const viewer of this.#viewers)
      if (viewer.ticket.session_id === sessionId) this.#dismiss(viewer, closeCodes.signedOut, reason('relay.signedOut'))
  }

  /** What sessions have open here; who is sent away learns why when it asks again. */
  *holdings(): Iterable<PhoneHolding> {
    for (const viewer of this.#viewers) {
      const { session_id, device_id, mode } = viewer.ticket
      const end = (why: Reason) => this.#dismiss(viewer, closeCodes.gone, why)
      yield { session_id, device_id, use: mode === 'control' ? 'control' : 'watch', end }
    }
  }

  /** To be called at intervals. Repeats the state too: a viewer that hears nothing knows that its line is dead. */
  watch(now: number): void {
    this.#agent?.watch()
    this.tellState()
    for (const viewer of this.#viewers) viewer.watch(now)
  }

  /** Tells every viewer what is going on. */
  tellState(): void {
    clearTimeout(this.#telling)
    this.#telling = undefined
    this.#tell(this.#viewers)
  }

  /** Tells it once for all who come or leave meanwhile: of a thousand that come at once each would hear of all others. */
  #tellSoon(): void {
    this.#telling ??= setTimeout(() => this.tellState(), this.#ports.timings.telling)
  }

  #tell(viewers: Iterable<Viewer>): void {
    const message = {
      type: 'state',
      stream: this.#state,
      reason: this.#reason,
      controller: this.#ports.leases.holder(this.#ports.deviceId),
      observers: this.observers,
      ...(this.#silentSince !== undefined && { silent_for: Math.round(performance.now() - this.#silentSince) }),
    } as const
    const endsIn = this.#ports.leases.idleEndsIn(this.#ports.deviceId)
    const control = { ...message, mode: 'control', ...(endsIn !== null && { idle_ends_in: endsIn }) } as const
    const observe = JSON.stringify({ ...message, mode: 'observe' } satisfies RelayMessage)
    for (const viewer of viewers) {
      if (viewer === this.#controller) viewer.tell(control)
      else viewer.tellSerialized(observe)
    }
  }

  /** Closes a viewer for good; what it controlled is free at once. */
  #dismiss(viewer: Viewer, code: number, why: Reason): void {
    viewer.close(code, why.code)
    const { lease_id } = viewer.ticket
    if (lease_id !== null) this.#ports.leases.release(this.#ports.deviceId, lease_id)
  }

  #enter(state: StreamState, why: Reason | null): void {
    if (state === this.#state && isDeepStrictEqual(why, this.#reason)) return
    this.#state = state
    this.#reason = why
    this.tellState()
  }

  /** The rank of the best quality that somebody wants. */
  get #wanted(): number {
    let best = 0
    for (const { quality } of this.#viewers) best = Math.max(best, videoQualities.indexOf(quality))
    return best
  }

  #request(): Promise<void> {
    this.#requested = this.#wanted
    return this.#ports.request(videoQualities[this.#requested] ?? usualQuality)
  }

  /** The stream that there is goes on until the other arrives, and also when none does. */
  #replaceStream(): void {
    this.#request().catch((error: unknown) => this.#ports.log.warn({ err: error }, 'another quality was not to be had'))
  }

  #startOver(): void {
    this.#silentSince = undefined
    this.#group.clear()
    this.#cancelKeyRequest()
    this.#keyRequestedAt = -Infinity
    for (const viewer of this.#viewers) viewer.startOver()
  }

  #cancelKeyRequest(): void {
    clearTimeout(this.#keyRequest)
    this.#keyRequest = undefined
  }

  /** Sends the agent away, and ends. */
  end(): void {
    clearTimeout(this.#linger)
    clearTimeout(this.#easing)
    clearTimeout(this.#telling)
    this.#supply.release()
    this.#cancelKeyRequest()
    const agent = this.#agent
    this.#agent = undefined
    agent?.close(normalClosure, 'nobody watches')
    this.#ports.ended()
  }
}
