import type { VideoPacket } from '../../domain/stream-protocol.ts'

/** A group of frames longer or larger than this asks for a key frame, to keep joining cheap. */
const maxFrames = 300
const maxBytes = 4 * 1024 * 1024
/** An encoder that ignores that is no longer remembered: a newcomer then waits for the next key frame. */
const hardFactor = 4

/**
 * What a newcomer needs to see the screen at once: the parameter sets, and the frames since the last key frame, as
 * the very messages that the agent sent.
 */
export class FrameGroup {
  #config: Buffer | undefined
  #frames: Buffer[] = []
  #bytes = 0
  /** Of it, sent to newcomers. */
  #shown = 0

  /** The parameter sets; undefined before the first. */
  get config(): Buffer | undefined {
    return this.#config
  }

  /** The key frame and all that came after it; empty when there is none to start from. */
  get frames(): readonly Buffer[] {
    return this.#frames
  }

  /** Whether it has grown so long, or so many have come meanwhile, that a key frame should begin a new one. */
  get overlong(): boolean {
    return this.#frames.length > maxFrames || this.#bytes > maxBytes || this.#shown > maxBytes
  }

  /** A newcomer is sent all of it. */
  shown(): void {
    this.#shown += this.#bytes
  }

  take(message: Buffer, { config, key }: VideoPacket): void {
    if (config) {
      this.#config = message
      this.#restart()
    } else if (key) {
      this.#restart()
      this.#append(message)
    } else if (this.#frames.length > 0) {
      this.#append(message)
      if (this.#frames.length > maxFrames * hardFactor || this.#bytes > maxBytes * hardFactor) this.#restart()
    }
  }

  /** Forgets all: another encoder begins. */
  clear(): void {
    this.#config = undefined
    this.#restart()
  }

  #append(message: Buffer): void {
    this.#frames.push(message)
    this.#bytes += message.length
  }

  #restart(): void {
    this.#frames = []
    this.#bytes = 0
    this.#shown = 0
  }
}
