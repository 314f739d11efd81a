import type { Command } from '../command.ts'

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

/** Resolves C's escapes, with `\0nnn` and `\nnn` as octal. Text after `\c` is dropped, and `stopped` is set. */
export function unescape(text: string): { text: string; stopped: boolean } {
  const stop = /^((?:[^\\]|\\[^c])*)\\c/s.exec(text)
  const kept = stop ? (stop[1] ?? '') : text
  const resolved = kept.replace(
    /\\(?:0([0-7]{1,3})|([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|(.))/gs,
    (whole, zero, octal, hex, letter) => {
      const digits: unknown = zero ?? octal
      if (typeof digits === 'string') return String.fromCodePoint(Number.parseInt(digits, 8))
      if (typeof hex === 'string') return String.fromCodePoint(Number.parseInt(hex, 16))
      return ESCAPES[String(letter)] ?? whole
    },
  )
  return { text: resolved, stopped: stop !== null }
}

export const echo: Command = async ({ args, stdout }) => {
  const words = [...args]
  let newline = true
  let escapes = false
  while (words[0] !== undefined && /^-[neE]+$/.test(words[0])) {
    const flags = words.shift() ?? ''
    if (flags.includes('n')) newline = false
    if (flags.includes('e')) escapes = true
  }
  const text = words.join(' ')
  const result = escapes ? unescape(text) : { text, stopped: false }
  await stdout.write(result.text + (newline && !result.stopped ? '\n' : ''))
  return 0
}
