/** Where a byte order mark or zeros say so, UTF-16; else UTF-8 or, where it is none, as spreadsheets in China save it. */
export function textIn(bytes: Uint8Array): string {
  const encoding = utf16Of(bytes)
  if (encoding !== undefined) return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030', { fatal: true }).decode(bytes)
  }
}

/** Bytes that tell whether a text without a mark is UTF-16. */
const looked = 4_096

/** No other text has zeros in it: in UTF-16 they are the upper halves of commas, digits and line ends. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (bytes.length % 2 === 1) return undefined
  const zeros = [0, 0]
  bytes.subarray(0, looked).forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  if (even === odd) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

const usual = [',', ';', '\t', '|', '，', '；'] as const

/** Lines that tell what stands between cells. */
const lines = 30

/** Signs that stand within names, times and addresses rather than between cells. */
const within = /[\p{L}\p{N}\s"'\-_./@:#()（）：+*]/u

/**
 * What stands between the cells of a text: the sign that is as often in one line as in the next. One of the usual signs goes before
 * any other, a comma before all where a line has none.
 */
export function delimiterOf(text: string): string {
  const counted = countedLines(text)
  let best = { sign: ',', score: 0 }
  const others = new Set(
    [...(counted[0]?.keys() ?? [])].filter((sign) => !usual.some((one) => one === sign) && !within.test(sign)),
  )
  for (const sign of [...usual, ...others]) {
    const counts = counted.map((line) => line.get(sign) ?? 0)
    const [inFirst = 0] = counts
    const alike = counts.filter((count) => count === inFirst && count > 0).length / counts.length
    // Others have to be in every line, as often as in the first: they may belong to what is written.
    const isUsual = usual.some((one) => one === sign)
    const score = isUsual ? (Math.max(...counts) > 0 ? alike + Math.min(inFirst, 50) / 100 : 0) : alike === 1 ? 0.01 : 0
    if (score > best.score) best = { sign, score }
  }
  return best.sign
}

/** How often each sign is in each of the first lines, outside of quotes. */
function countedLines(text: string): Map<string, number>[] {
  const counted: Map<string, number>[] = []
  let [line, quoted, isEmpty] = [new Map<string, number>(), false, true]
  const end = (): void => {
    if (!isEmpty) counted.push(line)
    ;[line, isEmpty] = [new Map(), true]
  }
  for (const sign of text.slice(0, 256 * 1_024)) {
    if (counted.length === lines) return counted
    if (sign === '"') quoted = !quoted
    else if (quoted) continue
    else if (sign === '\n' || sign === '\r') end()
    else {
      line.set(sign, (line.get(sign) ?? 0) + 1)
      isEmpty = false
    }
  }
  end()
  return counted
}
