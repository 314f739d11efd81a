import type { VideoPacket } from '../../domain/stream-protocol.ts'
import { FrameDecoder } from './frame-decoder.ts'
import { VideoFigures, type Figures } from './video-figures.ts'

/** In pixels. */
export interface FrameSize {
  width: number
  height: number
}

export interface PainterReports {
  /** The first frame of a stream is on the canvas. */
  began(): void
  /** The frame with this pts is on the canvas; those before it are too, or will never be. */
  shown(pts: number): void
  /** The phone's video has another size, because it was turned. */
  resized(size: FrameSize): void
  /** A packet could not be decoded; the video goes on at the next key frame. */
  stumbled(message: string): void
  /** The figures of the last second. */
  measured(figures: Figures): void
  /** A copy of a frame that was drawn, for whoever watches. The receiver closes it. */
  drew(frame: VideoFrame): void
}

/** How often the video is measured, in milliseconds. */
const figuresInterval = 1_000

/**
 * Draws a phone's packets on a canvas, as early as they can be seen: the first frame of a display frame is drawn the
 * moment it is decoded, and of those that follow within that frame only the newest, when it ends.
 *
 * The last frame stays when the stream stops.
 */
export class VideoPainter {
  readonly #canvas: OffscreenCanvas
  readonly #context: OffscreenCanvasRenderingContext2D | null
  readonly #isHidden: () => boolean
  readonly #figures = new VideoFigures()
  readonly #decoder: FrameDecoder
  #reports: PainterReports | undefined
  #measuring: ReturnType<typeof setInterval> | undefined
  #size: FrameSize | undefined
  #isFirst = true
  /** Whether this display frame, or the time of a paced video, already has its frame. */
  #hasDrawn = false
  /** Milliseconds from one frame to the next at least; 0 where each display frame may have one. */
  #pause = 0
  #next: VideoFrame | undefined
  #isWatched = false

  /** `isHidden` says whether nobody sees the page that the canvas is on. */
  constructor(canvas: OffscreenCanvas, isHidden: () => boolean) {
    this.#canvas = canvas
    this.#context = canvas.getContext('2d', { alpha: false, desynchronized: true })
    this.#isHidden = isHidden
    this.#decoder = new FrameDecoder({
      decoded: (frame) => this.#take(frame),
      stumbled: (message) => {
        this.#isFirst = true
        this.#reports?.stumbled(message)
      },
    })
  }

  /** Makes ready for a stream, which begins with a config packet. */
  start(reports: PainterReports): void {
    this.stop()
    this.#reports = reports
    this.#measuring = setInterval(() => reports.measured(this.#figures.read()), figuresInterval)
  }

  play(packet: VideoPacket): void {
    if (packet.config) {
      this.#isFirst = true
      this.#figures.restart()
    } else this.#figures.arrived(packet.pts)
    this.#decoder.decode(packet)
  }

  /** Forgets the stream and leaves its last frame on the canvas. */
  stop(): void {
    clearInterval(this.#measuring)
    this.#reports = undefined
    this.#decoder.close()
    this.#next?.close()
    this.#next = undefined
    this.#isFirst = true
    this.#figures.restart()
  }

  /**
   * Draws at most so many frames a second, and of those between them only the newest: for phones that are looked at
   * in passing. null lifts the limit.
   */
  pace(fps: number | null): void {
    this.#pause = fps === null ? 0 : 1_000 / fps
    this.#decoder.prefer(fps === null ? 'no-preference' : 'prefer-software')
  }

  /** Whether somebody wants a copy of each frame that is drawn. */
  watch(isWatched: boolean): void {
    this.#isWatched = isWatched
  }

  /** Notes that the operator did something, whose effect the next frame shows. */
  gestured(): void {
    this.#figures.gestured()
  }

  #take(frame: VideoFrame): void {
    this.#next?.close()
    this.#next = undefined
    // A hidden page has no display frames; drawing on keeps its viewer in step with the relay.
    if (this.#hasDrawn && !this.#isHidden()) this.#next = frame
    else this.#draw(frame)
  }

  #draw(frame: VideoFrame): void {
    const { timestamp, displayWidth: width, displayHeight: height } = frame
    if (this.#size?.width !== width || this.#size.height !== height) this.#resize({ width, height })
    this.#context?.drawImage(frame, 0, 0)
    if (this.#isWatched) this.#reports?.drew(frame)
    else frame.close()
    this.#figures.drawn(timestamp)
    this.#reports?.shown(timestamp)
    if (this.#isFirst) {
      this.#isFirst = false
      this.#reports?.began()
    }
    if (this.#hasDrawn) return
    this.#hasDrawn = true
    if (this.#pause === 0) requestAnimationFrame(() => this.#endDisplayFrame())
    else setTimeout(() => this.#endDisplayFrame(), this.#pause)
  }

  #endDisplayFrame(): void {
    this.#hasDrawn = false
    const frame = this.#next
    this.#next = undefined
    if (frame) this.#draw(frame)
  }

  #resize(size: FrameSize): void {
    this.#size = size
    this.#canvas.width = size.width
    this.#canvas.height = size.height
    this.#reports?.resized(size)
  }
}
