import type { Duplex } from 'node:stream'
import { H264Encoder } from '../encoder/h264-encoder.ts'
import type { Area } from '../screen/area.ts'
import type { PhoneScreen } from '../screen/phone-screen.ts'
import type { Position } from './control-message.ts'
import { FramePainter } from './frame-painter.ts'
import { type Size, videoSize } from './video-size.ts'

/** Frames a second when the client sets no limit. */
const defaultFps = 60
const maxDelay = 0x7fff_ffff
/** How late (ms) a timer may come without the next frame being put off. */
const timerSlack = 4
/**
 * How long (ms) the encoder takes to start. A real one needs 100 to 200 before its codec is known, and scrcpy's own client
 * counts on it: where the header is there sooner than the thread that records, it crashes.
 */
const warmUpTime = 180

const h264 = 0x68_32_36_34
const configFlag = 1n << 63n
const keyFrameFlag = 1n << 62n

/**
 * Sends a screen as scrcpy's video socket does: codec and size, then packets, each behind pts and length. A frame is made
 * only when something has changed, at most `maxFps` times a second, and not while the socket is congested: what changes
 * meanwhile is sent as one frame once it has drained.
 */
export class VideoStream {
  #screen: PhoneScreen
  #socket: Duplex
  #options: { maxSize: number; maxFps: number; sendCodecMeta: boolean; sendFrameMeta: boolean }
  #interval: number
  #size: Size
  #encoder: H264Encoder | undefined
  #painter: FramePainter | undefined
  #unwatch: (() => void) | undefined
  #startedAt = performance.now()
  #notBefore = 0
  #lastPts = -1n
  #congested = false
  #resetWanted = false
  #isWarm = false
  #warmUp: NodeJS.Timeout | undefined
  #ticking = false
  #timer: NodeJS.Timeout | undefined
  #immediate: NodeJS.Immediate | undefined

  constructor(
    screen: PhoneScreen,
    socket: Duplex,
    options: { maxSize: number; maxFps: number; sendCodecMeta: boolean; sendFrameMeta: boolean },
  ) {
    this.#screen = screen
    this.#socket = socket
    this.#options = options
    this.#size = videoSize(screen, options.maxSize)
    this.#interval = 1_000 / (options.maxFps > 0 ? Math.min(options.maxFps, defaultFps) : defaultFps)
    socket.on('drain', () => {
      this.#congested = false
      this.#tickSoon()
    })
  }

  /** Once the encoder is warm, sends the header, the config packet and a key frame, and goes on from there. */
  start(): void {
    this.#unwatch = this.#screen.watch({
      dirty: (area) => this.#dirty(area),
      rotated: () => this.reset(),
    })
    this.#warmUp = setTimeout(() => {
      this.#isWarm = true
      this.reset()
      if (this.#options.sendCodecMeta) this.#sendHeader()
    }, warmUpTime)
  }

  stop(): void {
    this.#unwatch?.()
    this.#unwatch = undefined
    clearTimeout(this.#warmUp)
    this.#forgetTimers()
    this.#encoder = undefined
    this.#painter = undefined
  }

  /**
   * Starts encoding anew, at the screen's present size: a config packet and a key frame follow as soon as the socket
   * takes them. Any number of resets in a row is one.
   */
  reset(): void {
    if (!this.#unwatch) return
    this.#size = videoSize(this.#screen, this.#options.maxSize)
    this.#resetWanted = true
    this.#tickSoon()
  }

  /** The point of the screen, in its pixels, that a sender meant; undefined if it saw a video of another size. */
  locate(position: Position): { x: number; y: number } | undefined {
    if (position.width !== this.#size.width || position.height !== this.#size.height) return undefined
    return {
      x: (position.x * this.#screen.width) / position.width,
      y: (position.y * this.#screen.height) / position.height,
    }
  }

  #dirty(area: Area): void {
    this.#painter?.mark(area)
    if (!this.#ticking) this.#tickSoon()
  }

  /** Ticks after all that has arrived together, so that a touch and what follows from it are one frame. */
  #tickSoon(): void {
    if (this.#congested || !this.#isWarm || !this.#unwatch) return
    this.#immediate ??= setImmediate(() => this.#tick())
  }

  /** Sends what is due, and sets the timer to when something will be: by the frame rate or by the frame. */
  #tick(): void {
    this.#forgetTimers()
    if (this.#congested) return
    this.#ticking = true
    const wait = this.#screen.advance()
    if (this.#resetWanted) this.#restart()
    if (this.#painter?.isDirty && performance.now() >= this.#notBefore) this.#sendFrame('delta')
    this.#ticking = false

    const untilDue = this.#painter?.isDirty ? 0 : wait
    if (this.#congested || untilDue === Infinity) return
    const delay = Math.max(this.#notBefore - performance.now(), untilDue)
    this.#timer = setTimeout(() => this.#tick(), Math.min(maxDelay, Math.ceil(delay)))
  }

  #restart(): void {
    this.#resetWanted = false
    const { width, height } = this.#size
    this.#encoder = new H264Encoder(width, height, 1_000 / this.#interval)
    this.#sendPacket(configFlag, this.#encoder.config)
    this.#painter = new FramePainter(this.#screen, this.#encoder.frame, width, height)
    this.#sendFrame('key')
  }

  #sendHeader(): void {
    const { width, height } = this.#size
    const header = Buffer.alloc(12)
    header.writeUInt32BE(h264, 0)
    header.writeUInt32BE(width, 4)
    header.writeUInt32BE(height, 8)
    this.#socket.write(header)
  }

  #forgetTimers(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    clearImmediate(this.#immediate)
    this.#immediate = undefined
  }

  #sendFrame(kind: 'key' | 'delta'): void {
    const [encoder, painter] = [this.#encoder, this.#painter]
    if (!encoder || !painter) return
    const now = performance.now()
    // Counting from when the frame was due keeps the rate; from now, each late timer would lower it.
    this.#notBefore = Math.max(this.#notBefore, now - timerSlack) + this.#interval
    painter.paint()
    if (kind === 'delta' && !encoder.frame.anyChanged) return
    const pts = BigInt(Math.round((now - this.#startedAt) * 1_000))
    this.#lastPts = pts > this.#lastPts ? pts : this.#lastPts + 1n
    this.#sendPacket(this.#lastPts | (kind === 'key' ? keyFrameFlag : 0n), encoder.encode(kind))
  }

  #sendPacket(ptsAndFlags: bigint, packet: Buffer): void {
    if (!this.#socket.writable) return
    this.#socket.cork()
    if (this.#options.sendFrameMeta) {
      const header = Buffer.alloc(12)
      header.writeBigUInt64BE(ptsAndFlags, 0)
      header.writeUInt32BE(packet.length, 8)
      this.#socket.write(header)
    }
    const accepted = this.#socket.write(packet)
    this.#socket.uncork()
    if (!accepted) this.#congested = true
  }
}
