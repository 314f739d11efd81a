import type { VideoPacket } from '../../domain/stream-protocol.ts'
import type { FrameSize } from './video-painter.ts'
import type { Figures } from './video-figures.ts'

/** What a page tells the worker that draws some of its videos. */
export type WorkerOrder =
  /** There is another video, to be drawn on this canvas; the port says how it goes on. */
  { type: 'draw'; canvas: OffscreenCanvas; port: MessagePort } | { type: 'hidden'; isHidden: boolean }

/** What a player asks of its painter. */
export type PainterOrder =
  /** A stream begins, which reports name by this number. */
  | { type: 'start'; stream: number }
  | { type: 'play'; packet: VideoPacket }
  | { type: 'stop' }
  | { type: 'pace'; fps: number | null }
  | { type: 'watch'; isWatched: boolean }
  | { type: 'gestured' }
  /** There will be no more of this video. */
  | { type: 'close' }

/** What a painter reports of a stream. */
export type PainterReport = { stream: number } & (
  | { type: 'began' }
  | { type: 'shown'; pts: number }
  | { type: 'resized'; size: FrameSize }
  | { type: 'stumbled'; message: string }
  | { type: 'measured'; figures: Figures }
  | { type: 'drew'; frame: VideoFrame }
)
