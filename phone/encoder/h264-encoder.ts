import { BitWriter } from './bit-writer.ts'
import { macroblockBytes, Macroblocks } from './macroblocks.ts'
import { nalUnit } from './nal-unit.ts'
import { frameNumberBits, parameterSets } from './parameter-sets.ts'

/** Intra16x16 prediction modes and intra_chroma_pred_mode, of which only the first two are used (tables 8-4, 8-5). */
const lumaVertical = 0
const lumaHorizontal = 1
const chromaHorizontal = 1
const chromaVertical = 2
const unpredicted = -1

/** mb_type in an I slice; a P slice adds five (table 7-11, 7-13). */
const intra16x16 = 1
const pcm = 25
const intraInP = 5

/** Bytes a macroblock can take at most: PCM with its header; and what surrounds them in a slice. */
const macroblockCapacity = macroblockBytes + 8
const sliceCapacity = 64

/**
 * A lossless H.264 encoder for screens: Constrained Baseline, one slice a frame, in which a macroblock is skipped when
 * it has not changed, predicted from its neighbour when it continues that neighbour's rows or columns exactly (flat
 * areas and vertical gradients cost a few bits), and sent as PCM otherwise. Without quantisation there is nothing to
 * control: quality is the screen's own, and the rate follows what moves.
 */
export class H264Encoder {
  readonly width: number
  readonly height: number
  /** SPS and PPS, Annex B; like Android's encoder, key frames do not repeat them. */
  readonly config: Buffer
  readonly frame: Macroblocks
  #bits: BitWriter
  #sentAsPcm: Uint8Array
  #frameNumber = 0
  #keyFrames = 0
  #started = false

  /**
   * @param width in pixels, even
   * @param height in pixels, even
   * @param framesPerSecond at most, for the level
   */
  constructor(width: number, height: number, framesPerSecond: number) {
    if (width % 2 !== 0 || height % 2 !== 0 || width < 16 || height < 16) {
      throw new RangeError(`4:2:0 video needs an even size of at least 16, not ${width}x${height}`)
    }
    this.width = width
    this.height = height
    this.config = parameterSets(width, height, framesPerSecond)
    this.frame = new Macroblocks(width, height)
    this.#bits = new BitWriter(this.frame.changed.length * macroblockCapacity + sliceCapacity)
    this.#sentAsPcm = new Uint8Array(this.frame.changed.length)
  }

  /** Encodes the frame as it is now into one access unit, Annex B; the first one has to be a key frame. */
  encode(kind: 'key' | 'delta'): Buffer {
    if (kind === 'delta' && !this.#started) throw new Error('A delta frame needs a frame before it')
    this.#started = true
    const key = kind === 'key'
    this.#frameNumber = key ? 0 : (this.#frameNumber + 1) % (1 << frameNumberBits)

    this.#bits.clear()
    this.#writeSliceHeader(key)
    if (key) this.#writeAll()
    else this.#writeChanged()
    this.#bits.trail()

    this.frame.changed.fill(0)
    this.frame.anyChanged = false
    return nalUnit(key ? 0x65 : 0x61, this.#bits.written())
  }

  #writeSliceHeader(key: boolean): void {
    const bits = this.#bits
    bits.unsigned(0) //                            first_mb_in_slice
    bits.unsigned(key ? 7 : 5) //                  slice_type: all slices I, all slices P
    bits.unsigned(0) //                            pic_parameter_set_id
    bits.bits(this.#frameNumber, frameNumberBits)
    if (key) {
      bits.unsigned(this.#keyFrames++ % 2) //      idr_pic_id: differs between neighbouring IDR frames
      bits.bits(0, 2) //                           no_output_of_prior_pics, long_term_reference
    } else {
      bits.bits(0, 3) //                           num_ref_idx_override, ref_pic_list_modification, adaptive marking
    }
    bits.signed(0) //                              slice_qp_delta
    bits.unsigned(1) //                            disable_deblocking_filter_idc: off, the frame is exact already
  }

  #writeAll(): void {
    for (let macroblock = 0; macroblock < this.#sentAsPcm.length; macroblock++) this.#writeIntra(macroblock, 0)
  }

  #writeChanged(): void {
    const { changed } = this.frame
    let skipped = 0
    for (let macroblock = 0; macroblock < changed.length; macroblock++) {
      if (changed[macroblock] === 0) {
        skipped++
        this.#sentAsPcm[macroblock] = 0
        continue
      }
      this.#bits.unsigned(skipped)
      skipped = 0
      this.#writeIntra(macroblock, intraInP)
    }
    if (skipped > 0) this.#bits.unsigned(skipped)
  }

  #writeIntra(macroblock: number, typeOffset: number): void {
    const bits = this.#bits
    const luma = this.#lumaMode(macroblock)
    const chroma = luma === unpredicted ? unpredicted : this.#chromaMode(macroblock)
    if (chroma === unpredicted) {
      bits.unsigned(typeOffset + pcm)
      bits.align()
      bits.append(this.frame.samples, macroblock * macroblockBytes, (macroblock + 1) * macroblockBytes)
      this.#sentAsPcm[macroblock] = 1
      return
    }
    bits.unsigned(typeOffset + intra16x16 + luma)
    bits.unsigned(chroma)
    bits.signed(0) // mb_qp_delta
    this.#writeNoCoefficients(macroblock)
    this.#sentAsPcm[macroblock] = 0
  }

  /** coeff_token of an empty luma DC block; its table depends on the neighbours, where PCM counts as 16 (§9.2.1). */
  #writeNoCoefficients(macroblock: number): void {
    const { columns } = this.frame
    const fromLeft = macroblock % columns > 0 && this.#sentAsPcm[macroblock - 1] === 1
    const fromAbove = macroblock >= columns && this.#sentAsPcm[macroblock - columns] === 1
    if (fromLeft || fromAbove) this.#bits.bits(0b000011, 6)
    else this.#bits.bits(1, 1)
  }

  /** The luma mode that predicts a macroblock exactly from the pixels beside or above it. */
  #lumaMode(macroblock: number): number {
    const { columns } = this.frame
    if (macroblock % columns > 0 && this.#continuesRows(macroblock, 0, 16)) return lumaHorizontal
    if (macroblock >= columns && this.#continuesColumns(macroblock, 0, 16)) return lumaVertical
    return unpredicted
  }

  #chromaMode(macroblock: number): number {
    const { columns } = this.frame
    if (
      macroblock % columns > 0 &&
      this.#continuesRows(macroblock, 256, 8) &&
      this.#continuesRows(macroblock, 320, 8)
    ) {
      return chromaHorizontal
    }
    if (
      macroblock >= columns &&
      this.#continuesColumns(macroblock, 256, 8) &&
      this.#continuesColumns(macroblock, 320, 8)
    ) {
      return chromaVertical
    }
    return unpredicted
  }

  /** Whether each row of a plane repeats the last sample of the left neighbour's row. */
  #continuesRows(macroblock: number, plane: number, size: number): boolean {
    const { samples } = this.frame
    const start = macroblock * macroblockBytes + plane
    for (let row = 0; row < size * size; row += size) {
      const expected = samples[start - macroblockBytes + row + size - 1]
      for (let x = 0; x < size; x++) if (samples[start + row + x] !== expected) return false
    }
    return true
  }

  /** Whether each column of a plane repeats the last sample of the upper neighbour's column. */
  #continuesColumns(macroblock: number, plane: number, size: number): boolean {
    const { samples, columns } = this.frame
    const start = macroblock * macroblockBytes + plane
    const above = (macroblock - columns) * macroblockBytes + plane + size * (size - 1)
    for (let x = 0; x < size; x++) {
      const expected = samples[above + x]
      for (let row = 0; row < size * size; row += size) if (samples[start + row + x] !== expected) return false
    }
    return true
  }
}
