import type { VideoPacket } from '../../domain/stream-protocol.ts'
import { FrameDecoder } from './frame-decoder.ts'
import { VideoFigures, type Figures } from './video-figures.ts'

/** In pixels. */
export interface FrameSize {
  width: number
  height: number
}

export interface PlayerReports {
  /** The first frame of a stream is on the canvas. */
  began(): void
  /** The frame with this pts is on the canvas; those before it are too, or will never be. */
  shown(pts: number): void
  /** The phone's video has another size, because it was turned. */
  resized(size: FrameSize): void
  /** A packet could not be decoded; the video goes on at the next key frame. */
  stumbled(message: string): void
}

/**
 * Plays a phone's packets on a canvas, as early as they can be seen: the first frame of a display frame is drawn the
 * moment it is decoded, and of those that follow within that frame only the newest, when it ends.
 *
 * The last frame stays when the stream stops, and moves along when another canvas takes over.
 */
export class VideoPlayer {
  readonly #figures = new VideoFigures()
  readonly #decoder: FrameDecoder
  #reports: PlayerReports | undefined
  #canvas: HTMLCanvasElement | undefined
  #context: CanvasRenderingContext2D | null = null
  #size: FrameSize | undefined
  #isFirst = true
  /** Whether this display frame, or the time of a paced video, already has its frame. */
  #hasDrawn = false
  /** Milliseconds from one frame to the next at least; 0 where each display frame may have one. */
  #pause = 0
  #next: VideoFrame | undefined
  readonly #watchers = new Set<(canvas: HTMLCanvasElement) => void>()

  constructor() {
    this.#decoder = new FrameDecoder({
      decoded: (frame) => this.#take(frame),
      stumbled: (message) => {
        this.#isFirst = true
        this.#reports?.stumbled(message)
      },
    })
  }

  /** Makes ready for a stream, which begins with a config packet. */
  start(reports: PlayerReports): void {
    this.stop()
    this.#reports = reports
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
    this.#reports = undefined
    this.#decoder.close()
    this.#next?.close()
    this.#next = undefined
    this.#isFirst = true
    this.#figures.restart()
  }

  /** Shows the video on this canvas from now on; null lets go of the canvas. */
  showOn(canvas: HTMLCanvasElement | null): void {
    if (canvas === null || canvas === this.#canvas) return
    const before = this.#canvas
    this.#canvas = canvas
    this.#context = canvas.getContext('2d', { alpha: false, desynchronized: true })
    if (this.#size === undefined) return
    canvas.width = this.#size.width
    canvas.height = this.#size.height
    if (before) this.#context?.drawImage(before, 0, 0)
  }

  /**
   * Draws at most so many frames a second, and of those between them only the newest: for phones that are looked at
   * in passing. null lifts the limit.
   */
  pace(fps: number | null): void {
    this.#pause = fps === null ? 0 : 1_000 / fps
  }

  /** Shows the canvas to somebody now, if there is a frame, and after each frame. Answers how to stop. */
  watch(look: (canvas: HTMLCanvasElement) => void): () => void {
    this.#watchers.add(look)
    if (this.#canvas && this.#size) look(this.#canvas)
    return () => this.#watchers.delete(look)
  }

  /** The frame as it is seen, as PNG. Rejects where there is none. */
  still(): Promise<Blob> {
    const canvas = this.#size && this.#canvas
    return new Promise((resolve, reject) => {
      if (canvas === undefined) return reject(new Error('there is no picture'))
      canvas.toBlob((picture) => (picture ? resolve(picture) : reject(new Error('the picture could not be written'))))
    })
  }

  /** Notes that the operator did something, whose effect the next frame shows. */
  gestured(): void {
    this.#figures.gestured()
  }

  /** The figures since they were last read. */
  figures(): Figures {
    return this.#figures.read()
  }

  #take(frame: VideoFrame): void {
    this.#next?.close()
    this.#next = undefined
    // A hidden page has no display frames; drawing on keeps its viewer in step with the relay.
    if (this.#hasDrawn && !document.hidden) this.#next = frame
    else this.#draw(frame)
  }

  #draw(frame: VideoFrame): void {
    const { timestamp, displayWidth: width, displayHeight: height } = frame
    if (this.#size?.width !== width || this.#size.height !== height) this.#resize({ width, height })
    this.#context?.drawImage(frame, 0, 0)
    frame.close()
    if (this.#canvas) for (const look of this.#watchers) look(this.#canvas)
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
    if (this.#canvas) {
      this.#canvas.width = size.width
      this.#canvas.height = size.height
    }
    this.#reports?.resized(size)
  }
}
