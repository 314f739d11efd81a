const startCode = Buffer.from([0, 0, 0, 1])
const twoZeros = Buffer.from([0, 0])

/**
 * Wraps a raw byte sequence payload into an Annex B NAL unit: start code, header byte, and an emulation prevention byte
 * wherever two zeros would be followed by a byte of at most 3 (ISO/IEC 14496-10 §7.4.1).
 *
 * PCM samples of limited range are never zero, so in practice a frame is copied in one piece.
 */
export function nalUnit(header: number, payload: Uint8Array): Buffer {
  const source = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
  const escapes: number[] = []
  for (let at = source.indexOf(twoZeros); at !== -1 && at + 2 < source.length;) {
    const following = source[at + 2] ?? 0
    if (following > 3) at = source.indexOf(twoZeros, at + 3)
    else {
      escapes.push(at + 2)
      at = source.indexOf(twoZeros, at + 2)
    }
  }

  const unit = Buffer.allocUnsafe(startCode.length + 1 + source.length + escapes.length)
  startCode.copy(unit)
  unit[startCode.length] = header
  let written = startCode.length + 1
  let copied = 0
  for (const escape of escapes) {
    written += source.copy(unit, written, copied, escape)
    unit[written++] = 3
    copied = escape
  }
  source.copy(unit, written, copied)
  return unit
}
