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
  let stopped = false
  const resolved = text.replace(
    /\\(?:0([0-7]{1,3})|([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|([^]))/g,
    (whole: string, zero?: string, octal?: string, hex?: string, letter?: string) => {
      if (stopped) return ''
      const digits = zero ?? octal
      if (digits !== undefined) return String.fromCodePoint(Number.parseInt(digits, 8))
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
      if (letter === 'c') stopped = true
      return letter === 'c' ? STOP : (ESCAPES[letter ?? ''] ?? whole)
    },
  )
  return stopped ? { text: resolved.slice(0, resolved.indexOf(STOP)), stopped } : { text: resolved, stopped }
}

/** Marks where `\c` was; no text contains it. */
const STOP = '\uFFFE'
