import type { VideoPacket } from '../../domain/stream-protocol.ts'
import { codecOf } from './parameter-sets.ts'

interface DecoderReports {
  /** A decoded frame, its timestamp the packet's pts. The receiver closes it. */
  decoded(frame: VideoFrame): void
  /** The decoder failed, or fell silent, and another one starts at the next key frame. */
  stumbled(message: string): void
}

/** Where a decoder is sought first: a graphics card has few of them, and some fall silent. */
type DecoderKind = 'no-preference' | 'prefer-software'

/** A decoder that answers nothing for so long, though it was given frames, answers nothing more. Milliseconds. */
const maxSilence = 5_000

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
  #kind: DecoderKind = 'no-preference'
  /** Runs from the first frame that the decoder was given since it last answered; one that holds a frame back is not silent. */
  #silence: ReturnType<typeof setTimeout> | undefined

  constructor(reports: DecoderReports) {
    this.#reports = reports
  }

  /** Which decoder the next stream has; one that fails is followed by one of the other kind. */
  prefer(kind: DecoderKind): void {
    this.#kind = kind
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
      this.#silence ??= setTimeout(() => this.#fail('the decoder fell silent'), maxSilence)
    } catch (error) {
      // A packet that claims to be a key frame and is none is refused at once, unlike other faults.
      this.#fail(error instanceof Error ? error.message : 'the packet was refused')
    }
  }

  close(): void {
    this.#closeDecoder()
    this.#parameterSets = new Uint8Array()
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
          if (decoder === this.#decoder) this.#decoded(frame)
          else frame.close()
        },
        error: (error) => {
          if (decoder === this.#decoder) this.#fail(error.message)
        },
      })
      this.#decoder = decoder
    }
    this.#decoder.configure({ codec, optimizeForLatency: true, hardwareAcceleration: this.#kind })
  }

  #decoded(frame: VideoFrame): void {
    this.#endSilence()
    this.#reports.decoded(frame)
  }

  #endSilence(): void {
    clearTimeout(this.#silence)
    this.#silence = undefined
  }

  /** Perhaps a decoder of the other kind does better. */
  #fail(message: string): void {
    this.#kind = this.#kind === 'no-preference' ? 'prefer-software' : 'no-preference'
    this.#stumble(message)
  }

  #stumble(message: string): void {
    this.#closeDecoder()
    this.#reports.stumbled(message)
  }

  #closeDecoder(): void {
    this.#endSilence()
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close()
    this.#decoder = undefined
    this.#awaitsKey = true
  }
}
