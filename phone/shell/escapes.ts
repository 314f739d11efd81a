const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
  '\\': '\\',
}

/** Each byte as a character of its own: escapes make bytes, which need not be whole characters. */
export const inBytes = (text: string): string => Buffer.from(text).toString('latin1')

export const bytesOf = (characters: string): Buffer => Buffer.from(characters, 'latin1')

/** What `echo` prints. mksh's own resolves escapes unless it is told not to, toybox's where it is told to. */
export function echoed(args: readonly string[], resolves: boolean): Buffer {
  const words = [...args]
  let newline = true
  let escapes = resolves
  while (words[0] !== undefined && /^-[neE]+$/.test(words[0])) {
    for (const flag of words.shift()?.slice(1) ?? '') {
      if (flag === 'n') newline = false
      else escapes = flag === 'e'
    }
  }
  const text = inBytes(words.join(' '))
  const result = escapes ? resolveEscapes(text) : { text, stopped: false }
  return bytesOf(result.text + (newline && !result.stopped ? '\n' : ''))
}

/** Resolves C's escapes, with `\0nnn` and `\nnn` as octal. Text behind `\c` is dropped, and `stopped` is set. */
export function resolveEscapes(text: string): { text: string; stopped: boolean } {
  let resolved = ''
  let end = 0
  for (const match of text.matchAll(/\\(?:0([0-7]{1,3})|([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|([^]))/g)) {
    const [whole, zero, octal = zero, hex, letter] = match
    resolved += text.slice(end, match.index)
    if (letter === 'c') return { text: resolved, stopped: true }
    if (octal !== undefined) resolved += String.fromCodePoint(Number.parseInt(octal, 8) & 0xff)
    else if (hex !== undefined) resolved += String.fromCodePoint(Number.parseInt(hex, 16))
    else resolved += ESCAPES[letter ?? ''] ?? whole
    end = match.index + whole.length
  }
  return { text: resolved + text.slice(end), stopped: false }
}
