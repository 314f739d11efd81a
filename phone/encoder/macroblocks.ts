/** A macroblock's samples: 256 of luma, then 64 each of Cb and Cr. */
export const macroblockBytes = 384
const cbAt = 256
const crAt = 320

/**
 * A frame as I420 macroblocks (BT.709, limited range), each stored in the order in which PCM sends it, with a mark on
 * those that have changed since they were last sent.
 */
export class Macroblocks {
  readonly columns: number
  readonly rows: number
  readonly samples: Uint8Array
  readonly changed: Uint8Array
  anyChanged = false
  #width: number
  #height: number

  /** @param width in pixels, even @param height in pixels, even */
  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
    this.columns = Math.ceil(width / 16)
    this.rows = Math.ceil(height / 16)
    this.samples = new Uint8Array(this.columns * this.rows * macroblockBytes)
    this.changed = new Uint8Array(this.columns * this.rows)
  }

  /**
   * Takes over the pixels of an area whose left and top are multiples of 16 and whose right and bottom are too, or are
   * the frame's.
   *
   * @param rgba opaque pixels of the area, 4 bytes each, rows of `width` pixels
   */
  replace(rgba: Uint8Array | Uint8ClampedArray, left: number, top: number, width: number, height: number): void {
    for (let y = 0; y < height; y += 16) {
      for (let x = 0; x < width; x += 16) {
        const macroblock = ((top + y) >> 4) * this.columns + ((left + x) >> 4)
        const across = Math.min(16, width - x)
        const down = Math.min(16, height - y)
        if (this.#convert(rgba, (y * width + x) * 4, width * 4, macroblock * macroblockBytes, across, down)) {
          this.changed[macroblock] = 1
          this.anyChanged = true
        }
      }
    }
  }

  /** The visible frame as planes of Y, Cb and Cr without padding: what a decoder must show. */
  planes(): Uint8Array {
    const [width, height] = [this.#width, this.#height]
    const planes = new Uint8Array((width * height * 3) / 2)
    let at = 0
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) planes[at++] = this.#sample(x >> 4, y >> 4, ((y & 15) << 4) | (x & 15))
    }
    for (const plane of [cbAt, crAt]) {
      for (let y = 0; y < height / 2; y++) {
        for (let x = 0; x < width / 2; x++)
          planes[at++] = this.#sample(x >> 3, y >> 3, plane + ((y & 7) << 3) + (x & 7))
      }
    }
    return planes
  }

  #sample(column: number, row: number, offset: number): number {
    return this.samples[(row * this.columns + column) * macroblockBytes + offset] ?? 0
  }

  /** Converts one macroblock, repeating the frame's edge into its padding; tells whether a sample changed. */
  #convert(
    rgba: Uint8Array | Uint8ClampedArray,
    from: number,
    stride: number,
    to: number,
    across: number,
    down: number,
  ): boolean {
    const { samples } = this
    let different = 0
    for (let y = 0; y < 16; y += 2) {
      const upper = from + Math.min(y, down - 2) * stride
      for (let x = 0; x < 16; x += 2) {
        const a = upper + Math.min(x, across - 2) * 4
        const c = a + stride
        // The indices stay inside the area; the cast spares the innermost loop a check per byte.
        const r0 = rgba[a] as number
        const g0 = rgba[a + 1] as number
        const b0 = rgba[a + 2] as number
        const r1 = rgba[a + 4] as number
        const g1 = rgba[a + 5] as number
        const b1 = rgba[a + 6] as number
        const r2 = rgba[c] as number
        const g2 = rgba[c + 1] as number
        const b2 = rgba[c + 2] as number
        const r3 = rgba[c + 4] as number
        const g3 = rgba[c + 5] as number
        const b3 = rgba[c + 6] as number
        const luma = to + y * 16 + x
        const chroma = to + cbAt + y * 4 + (x >> 1)
        const y0 = lumaOf(r0, g0, b0)
        const y1 = lumaOf(r1, g1, b1)
        const y2 = lumaOf(r2, g2, b2)
        const y3 = lumaOf(r3, g3, b3)
        const r = r0 + r1 + r2 + r3
        const g = g0 + g1 + g2 + g3
        const b = b0 + b1 + b2 + b3
        const cb = (33_685_504 - 6_596 * r - 22_188 * g + 28_784 * b) >> 18
        const cr = (33_685_504 + 28_784 * r - 26_145 * g - 2_639 * b) >> 18
        different |=
          ((samples[luma] as number) ^ y0) |
          ((samples[luma + 1] as number) ^ y1) |
          ((samples[luma + 16] as number) ^ y2) |
          ((samples[luma + 17] as number) ^ y3) |
          ((samples[chroma] as number) ^ cb) |
          ((samples[chroma + 64] as number) ^ cr)
        samples[luma] = y0
        samples[luma + 1] = y1
        samples[luma + 16] = y2
        samples[luma + 17] = y3
        samples[chroma] = cb
        samples[chroma + 64] = cr
      }
    }
    return different !== 0
  }
}

/** BT.709 luma in limited range, 16..235; coefficients scaled by 2^16. */
function lumaOf(red: number, green: number, blue: number): number {
  return (1_081_344 + 11_966 * red + 40_254 * green + 4_064 * blue) >> 16
}
