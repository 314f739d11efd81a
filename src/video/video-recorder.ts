import type { FrameSize } from './video-painter.ts'
import type { VideoPlayer } from './video-player.ts'

interface RecorderReports {
  /** So many bytes were recorded so far. */
  grew(bytes: number): void
  /** The whole recording, once it was stopped. */
  finished(video: Blob): void
  failed(message: string): void
}

/** What the recording is written as, the best first; VP8 leaves the processor the most for the video itself. */
const types = ['video/webm;codecs=vp8', 'video/webm', 'video/mp4']
const bitrate = 4_000_000
const maxFps = 30
/** A frame that stands still is drawn again so often, in milliseconds: else a file has no end, or none that plays. */
const repeatEvery = 250
/** Recorded data come so often, in milliseconds. */
const slice = 1_000

/** What this browser records video as; undefined where it does not. */
export const recordedType = (): string | undefined =>
  typeof MediaRecorder === 'undefined' ? undefined : types.find((type) => MediaRecorder.isTypeSupported(type))

const even = (length: number): number => Math.max(2, length - (length % 2))

/** Draws a frame in the middle, as large as the canvas allows: a phone that was turned has another shape. */
function drawWithin(context: CanvasRenderingContext2D, frame: CanvasImageSource, size: FrameSize): void {
  const { width, height } = context.canvas
  const scale = Math.min(width / size.width, height / size.height)
  const [drawnWidth, drawnHeight] = [size.width * scale, size.height * scale]
  context.fillRect(0, 0, width, height)
  context.drawImage(frame, (width - drawnWidth) / 2, (height - drawnHeight) / 2, drawnWidth, drawnHeight)
}

/**
 * Records what a player shows, in the size that it has at first, on a canvas of its own: the phone's video changes only
 * when its screen does, and may turn. Answers how to stop, upon which the recording is handed over.
 */
export function recordVideo(player: VideoPlayer, size: FrameSize, type: string, reports: RecorderReports): () => void {
  const canvas = document.createElement('canvas')
  canvas.width = even(size.width)
  canvas.height = even(size.height)
  const context = canvas.getContext('2d', { alpha: false })
  const stream = canvas.captureStream(maxFps)
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: bitrate })
  const recorded: Blob[] = []
  let bytes = 0
  recorder.addEventListener('dataavailable', ({ data }) => {
    recorded.push(data)
    bytes += data.size
    reports.grew(bytes)
  })
  recorder.addEventListener('error', ({ error }: Event & { error?: unknown }) => {
    reports.failed(error instanceof Error ? error.message : '')
  })
  recorder.start(slice)
  // Where it does not begin, nothing is left running.
  const stopWatching = player.watch((frame, shown) => {
    if (context) drawWithin(context, frame, shown)
  })
  const repeating = setInterval(() => context?.drawImage(canvas, 0, 0), repeatEvery)
  recorder.addEventListener('stop', () => {
    stopWatching()
    clearInterval(repeating)
    for (const track of stream.getTracks()) track.stop()
    reports.finished(new Blob(recorded, { type: type.split(';')[0] }))
  })
  return () => {
    if (recorder.state !== 'inactive') recorder.stop()
  }
}
