import type { RawData, WebSocket } from 'ws'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import {
  closeCodes,
  parseViewerMessage,
  type ControlMessage,
  type VideoQuality,
  type RelayMessage,
  type VideoPacket,
} from '../../domain/stream-protocol.ts'
import type { FrameGroup } from './frame-group.ts'
import { MessageRate } from './message-rate.ts'
import { takePulse } from './pulse.ts'
import type { ViewerTicket } from './tickets.ts'
import type { RelayTimings } from './timings.ts'
import { UnseenFrames } from './unseen-frames.ts'

const maxMalformed = 10
const maxMessagesPerSecond = 500
/** Bytes waiting in the socket beyond which a viewer is behind, whatever it acknowledges. */
const maxBacklog = 8 * 1024 * 1024

const binary = { binary: true, compress: false }
const text = { binary: false, compress: false }

/** What a viewer needs of its stream. */
export interface ViewerHost {
  control(viewer: Viewer, message: ControlMessage): void
  present(viewer: Viewer): void
  /** It wants another quality than before. */
  qualityChanged(): void
  /** It has caught up, and the next key frame brings it back. */
  keyFrameWanted(): void
  left(viewer: Viewer): void
}

/** One admitted viewer: what it is sent, how far it is behind, and what it may say. */
export class Viewer {
  readonly ticket: ViewerTicket
  quality: VideoQuality
  /** How often it was skipped to a key frame. */
  skips = 0
  readonly #socket: WebSocket
  readonly #host: ViewerHost
  readonly #timings: RelayTimings
  readonly #unseen = new UnseenFrames()
  readonly #beat: () => void
  /** It is sent every packet; else it waits for a key frame. */
  #following = false
  #configMissed = false
  /** When it was sent the first frame after its last acknowledgement; 0 when it owes none. */
  #silentSince = 0
  #offeredAt = 0
  #hasLeft = false
  #malformed = 0
  readonly #rate = new MessageRate(maxMessagesPerSecond)

  constructor(socket: WebSocket, ticket: ViewerTicket, quality: VideoQuality, host: ViewerHost, timings: RelayTimings) {
    this.#socket = socket
    this.ticket = ticket
    this.quality = quality
    this.#host = host
    this.#timings = timings
    this.#beat = takePulse(socket)
    socket.on('message', (data, isBinary) => this.#hear(data, isBinary))
    socket.once('close', () => this.#leave())
  }

  tell(message: RelayMessage): void {
    this.tellSerialized(JSON.stringify(message))
  }

  /** Tells a message that is already JSON: the same text goes to many. */
  tellSerialized(message: string): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(message, text)
  }

  refuse(why: Reason): void {
    this.tell({ type: 'refused', reason: why })
  }

  /** Leaves at once, also when the other end is too far behind to take part in closing. */
  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
    this.#leave()
  }

  /** Another encoder begins: what the last one sent is of no more interest. */
  startOver(): void {
    this.#unseen.clear()
    this.#silentSince = 0
    this.#following = false
    this.#configMissed = false
  }

  /** Shows the screen as it is now; only its last frame is expected to be acknowledged. */
  catchUp(group: FrameGroup, newestPts: number, now: number): void {
    if (group.config) this.#send(group.config)
    if (group.frames.length === 0) return
    for (const frame of group.frames) this.#send(frame)
    this.#expectAcknowledgement(newestPts, now)
    this.#following = true
  }

  /** Passes a packet on, unless this viewer is behind. `config` is the one that goes with the packet. */
  show(message: Buffer, packet: VideoPacket, config: Buffer | undefined, now: number): void {
    if (this.#following && this.#isBehind(now)) this.#fallBehind(now)
    if (!this.#following) {
      if (!this.#hasCaughtUp) {
        this.#configMissed ||= packet.config
        return
      }
      if (packet.config) return this.#sendConfig(message)
      if (!packet.key) return
      if (this.#configMissed && config) this.#sendConfig(config)
      this.#following = true
    }
    this.#send(message)
    if (!packet.config) this.#expectAcknowledgement(packet.pts, now)
  }

  /** To be called at intervals: closes a viewer that has long been silent, and offers one that is behind a new start. */
  watch(now: number): void {
    this.#beat()
    if (this.#silentSince !== 0 && now - this.#silentSince > this.#timings.maxSilence)
      return this.close(closeCodes.gone, reason('relay.silent').code)
    const isWaiting = !this.#following && !this.#unseen.isEmpty
    if (!isWaiting || now - this.#offeredAt < this.#timings.offerAgain || this.#socket.bufferedAmount > 0) return
    // A viewer may have dropped the frames that it owes: it too is waiting for a key frame then.
    this.#offeredAt = now
    this.#unseen.clear()
    this.#host.keyFrameWanted()
  }

  get #hasCaughtUp(): boolean {
    return this.#unseen.isEmpty && this.#socket.bufferedAmount < maxBacklog
  }

  #isBehind(now: number): boolean {
    return (
      this.#unseen.isFull ||
      now - this.#unseen.oldestSentAt > this.#timings.maxLag ||
      this.#socket.bufferedAmount > maxBacklog
    )
  }

  #fallBehind(now: number): void {
    this.#following = false
    this.#offeredAt = now
    this.skips += 1
    if (this.#unseen.isEmpty) this.#host.keyFrameWanted()
  }

  #sendConfig(config: Buffer): void {
    this.#configMissed = false
    this.#send(config)
  }

  #send(packet: Buffer): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(packet, binary)
  }

  #expectAcknowledgement(pts: number, now: number): void {
    this.#unseen.push(pts, now)
    if (this.#silentSince === 0) this.#silentSince = now
  }

  #leave(): void {
    if (this.#hasLeft) return
    this.#hasLeft = true
    this.#host.left(this)
  }

  #hear(data: RawData, isBinary: boolean): void {
    if (this.#hasLeft) return
    const now = performance.now()
    if (this.#rate.isExceeded()) return this.close(closeCodes.tooManyMessages, reason('relay.tooManyMessages').code)
    // ws hands out one Buffer a message: its binaryType is left at nodebuffer.
    const message = isBinary ? undefined : parseViewerMessage((data as Buffer).toString())
    if (message === undefined || message.type === 'hello') return this.#hearNonsense()
    if (message.type === 'ack') this.#acknowledge(message.pts, now)
    else if (message.type === 'quality') {
      this.quality = message.quality
      this.#host.qualityChanged()
    } else if (message.type === 'present') this.#host.present(this)
    else this.#host.control(this, message)
  }

  #acknowledge(pts: number, now: number): void {
    if (!this.#unseen.acknowledge(pts)) return
    this.#silentSince = this.#unseen.isEmpty ? 0 : now
    if (!this.#following && this.#hasCaughtUp) this.#host.keyFrameWanted()
  }

  #hearNonsense(): void {
    this.#malformed += 1
    this.refuse(reason('relay.malformed'))
    if (this.#malformed >= maxMalformed) this.close(closeCodes.malformed, reason('relay.tooManyMalformed').code)
  }
}
