import type { VideoPacket } from '../../domain/stream-protocol.ts'
import type { FrameSize, PainterReports } from './video-painter.ts'
import { drawElsewhere } from './video-workers.ts'
import type { PainterOrder, PainterReport } from './worker-messages.ts'

type PlayerReports = Omit<PainterReports, 'drew'>

/** Sees a picture of this size, which is gone when it returns. */
export type Look = (picture: CanvasImageSource, size: FrameSize) => void

/**
 * Plays a phone's packets on a canvas of its own, which moves to wherever it is to be seen. Decoding and drawing is a worker's
 * business, so that the page hears its operator however many phones it shows.
 */
export class VideoPlayer {
  #canvas: HTMLCanvasElement | undefined
  #port: MessagePort | undefined
  #end: (() => void) | undefined
  #fps: number | null = null
  #reports: PlayerReports | undefined
  #stream = 0
  #size: FrameSize | undefined
  readonly #watchers = new Set<Look>()

  /** Makes ready for a stream, which begins with a config packet. */
  start(reports: PlayerReports): void {
    this.#reports = reports
    this.#stream += 1
    this.#open()
    this.#say({ type: 'start', stream: this.#stream })
  }

  play(packet: VideoPacket): void {
    this.#say({ type: 'play', packet })
  }

  /** Forgets the stream and leaves its last frame on the canvas. */
  stop(): void {
    this.#reports = undefined
    this.#say({ type: 'stop' })
  }

  /** Gives back what it plays with; the last frame stays on the canvas. */
  close(): void {
    this.#reports = undefined
    this.#say({ type: 'close' })
    this.#letGo()
  }

  /** Shows the video in this element from now on, instead of what is in it. */
  showIn(place: HTMLElement): void {
    place.replaceChildren(this.#ownCanvas())
  }

  /** See `VideoPainter.pace`. */
  pace(fps: number | null): void {
    this.#fps = fps
    this.#say({ type: 'pace', fps })
  }

  /** Shows the picture to somebody now, if there is one, and after each frame. Answers how to stop. */
  watch(look: Look): () => void {
    this.#watchers.add(look)
    this.#say({ type: 'watch', isWatched: true })
    if (this.#canvas && this.#size) look(this.#canvas, this.#size)
    return () => {
      this.#watchers.delete(look)
      this.#say({ type: 'watch', isWatched: this.#watchers.size > 0 })
    }
  }

  /** The picture as it is seen, as PNG. Rejects where there is none. */
  still(): Promise<Blob> {
    return new Promise((resolve, reject) => {
      if (this.#canvas === undefined || this.#size === undefined) return reject(new Error('there is no picture'))
      const copy = Object.assign(document.createElement('canvas'), this.#size)
      copy.getContext('2d', { alpha: false })?.drawImage(this.#canvas, 0, 0)
      copy.toBlob((picture) => (picture ? resolve(picture) : reject(new Error('the picture could not be written'))))
    })
  }

  /** Notes that the operator did something, whose effect the next frame shows. */
  gestured(): void {
    this.#say({ type: 'gestured' })
  }

  #ownCanvas(): HTMLCanvasElement {
    this.#canvas ??= document.createElement('canvas')
    return this.#canvas
  }

  #open(): void {
    if (this.#port) return
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    this.#end = drawElsewhere(this.#ownCanvas().transferControlToOffscreen(), port2, (message) => this.#fail(message))
    port1.addEventListener('message', ({ data }: MessageEvent<PainterReport>) => this.#hear(data))
    port1.start()
    this.#say({ type: 'pace', fps: this.#fps })
    this.#say({ type: 'watch', isWatched: this.#watchers.size > 0 })
  }

  /** Its worker is no more: the next stream is drawn by another one, on another canvas in the same place. */
  #fail(message: string): void {
    this.#letGo()
    const before = this.#canvas
    this.#canvas = undefined
    this.#size = undefined
    before?.replaceWith(this.#ownCanvas())
    this.#reports?.stumbled(message)
  }

  #letGo(): void {
    this.#port?.close()
    this.#port = undefined
    this.#end?.()
    this.#end = undefined
  }

  #say(order: PainterOrder): void {
    this.#port?.postMessage(order)
  }

  #hear(report: PainterReport): void {
    if (report.type === 'drew') return this.#showWatchers(report.frame)
    if (report.type === 'resized') {
      this.#size = report.size
      return this.#reports?.resized(report.size)
    }
    // What else was on its way when its stream ended concerns nobody.
    if (report.stream !== this.#stream) return
    switch (report.type) {
      case 'began':
        return this.#reports?.began()
      case 'shown':
        return this.#reports?.shown(report.pts)
      case 'stumbled':
        return this.#reports?.stumbled(report.message)
      case 'measured':
        return this.#reports?.measured(report.figures)
    }
  }

  #showWatchers(frame: VideoFrame): void {
    for (const look of this.#watchers) look(frame, { width: frame.displayWidth, height: frame.displayHeight })
    frame.close()
  }
}
