import type { VideoPacket } from '../../domain/stream-protocol.ts'
import { codecOf } from './parameter-sets.ts'

export interface DecoderReports {
  /** A decoded frame, its timestamp the packet's pts. The receiver closes it. */
  decoded(frame: VideoFrame): void
  /** The decoder failed and starts anew at the next key frame. */
  stumbled(message: string): void
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

const equal = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i])

/** Whether this browser decodes video; it does not outside a secure context (`http://` of another machine). */
export const decodesVideo = (): boolean => typeof VideoDecoder !== 'undefined'

/**
 * Decodes a phone's H.264 as Android's encoder sends it: parameter sets once, as a packet of their own, and not in the
 * key frames. WebCodecs wants them there, in Annex B.
 *
 * Its queue has no limit of its own: a newcomer is sent all frames since the last key frame at once and needs each of
 * them, and from then on the relay holds back whoever is 400 ms behind.
 */
export class FrameDecoder {
  readonly #reports: DecoderReports
  #decoder: VideoDecoder | undefined
  #parameterSets: Uint8Array = new Uint8Array()
  #awaitsKey = true

  constructor(reports: DecoderReports) {
    this.#reports = reports
  }

  decode({ config, key, pts, data }: VideoPacket): void {
    if (config) {
      this.#configure(data)
      return
    }
    if (this.#decoder === undefined) {
      if (this.#parameterSets.length === 0) return
      this.#start()
    }
    if (this.#decoder === undefined) return
    if (this.#awaitsKey && !key) return
    this.#awaitsKey = false
    const chunk = new EncodedVideoChunk({
      type: key ? 'key' : 'delta',
      timestamp: pts,
      data: key ? joined(this.#parameterSets, data) : data,
    })
    try {
      this.#decoder.decode(chunk)
    } catch (error) {
      // A packet that claims to be a key frame and is none is refused at once, unlike other faults.
      this.#stumble(error instanceof Error ? error.message : 'the packet was refused')
    }
  }

  close(): void {
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close()
    this.#decoder = undefined
    this.#parameterSets = new Uint8Array()
    this.#awaitsKey = true
  }

  /** A stream begins anew, perhaps in another size: the next frame has to be a key frame. */
  #configure(parameterSets: Uint8Array): void {
    this.#awaitsKey = true
    if (this.#decoder && equal(parameterSets, this.#parameterSets)) return
    this.#parameterSets = parameterSets.slice()
    this.#start()
  }

  #start(): void {
    const codec = codecOf(this.#parameterSets)
    if (codec === undefined) {
      this.#stumble('no sequence parameter set')
      return
    }
    if (this.#decoder?.state !== 'configured') {
      const decoder: VideoDecoder = new VideoDecoder({
        output: (frame) => {
          if (decoder === this.#decoder) this.#reports.decoded(frame)
          else frame.close()
        },
        error: (error) => {
          if (decoder === this.#decoder) this.#stumble(error.message)
        },
      })
      this.#decoder = decoder
    }
    this.#decoder.configure({ codec, optimizeForLatency: true })
  }

  #stumble(message: string): void {
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close()
    this.#decoder = undefined
    this.#awaitsKey = true
    this.#reports.stumbled(message)
  }
}
