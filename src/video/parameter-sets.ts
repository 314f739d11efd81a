const naluTypeMask = 0x1f
const sequenceParameterSet = 7

/** Where the byte after each Annex B start code (00 00 01) is. */
function* naluStarts(bytes: Uint8Array): Generator<number> {
  for (let i = 2; i + 1 < bytes.length; i += 1)
    if (bytes[i] === 1 && bytes[i - 1] === 0 && bytes[i - 2] === 0) yield i + 1
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0')

/**
 * The codec string (`avc1.42c01e`: profile, constraints, level; RFC 6381 §3.3) of H.264 parameter sets in Annex B;
 * undefined where there is no sequence parameter set.
 */
export function codecOf(parameterSets: Uint8Array): string | undefined {
  for (const start of naluStarts(parameterSets)) {
    const [header = 0, profile, constraints, level] = parameterSets.subarray(start, start + 4)
    if ((header & naluTypeMask) !== sequenceParameterSet) continue
    if (profile === undefined || constraints === undefined || level === undefined) return undefined
    return `avc1.${hex(profile)}${hex(constraints)}${hex(level)}`
  }
  return undefined
}
