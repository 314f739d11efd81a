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

/** Resolves C's escapes, with `\0nnn` and `\nnn` as octal. Text behind `\c` is dropped, and `stopped` is set. */
export function resolveEscapes(text: string): { text: string; stopped: boolean } {
  let resolved = ''
  let end = 0
  for (const match of text.matchAll(/\\(?:0([0-7]{1,3})|([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|([^]))/g)) {
    const [whole, zero, octal = zero, hex, letter] = match
    resolved += text.slice(end, match.index)
    if (letter === 'c') return { text: resolved, stopped: true }
    if (octal !== undefined) resolved += String.fromCodePoint(Number.parseInt(octal, 8))
    else if (hex !== undefined) resolved += String.fromCodePoint(Number.parseInt(hex, 16))
    else resolved += ESCAPES[letter ?? ''] ?? whole
    end = match.index + whole.length
  }
  return { text: resolved + text.slice(end), stopped: false }
}
