import { secretMask } from '../../domain/jobs.ts'

/** Characters of a command that are kept. */
const longest = 2_000

/** A word of a shell, in quotes or up to the next blank or operator, or a value of JSON. One that is masked already is none. */
const word = String.raw`(?!\*\*\*)(?:"(?:[^"\\]|\\.)*"?|'[^']*'?|\\.|[^\s"';&|<>()}]|\}(?!['"\s,}]|$))+`
const secretName = String.raw`(?:pass(?:w(?:or)?d|phrase|code)?|pwd|secret|token|credentials?|cookie|api[-_]?key|access[-_]?key|private[-_]?key|auth(?:entication)?)`
/** A whole name with such a word in it. It is looked at from its beginning alone: a command of nothing else has thousands of places. */
const named = String.raw`(?<![\w.-])(?=[\w.-]*?${secretName})[\w.-]+`
/** So is an option, of which the word stands behind a dash. */
const option = String.raw`(?<![\w.-])(?=[\w.]*-[\w.-]*?${secretName})[\w.-]+`

/** What looks like a secret, and what of it stays. */
const secrets: readonly [pattern: RegExp, kept: string][] = [
  [/-----BEGIN [\w ]+-----[^]*?(?:-----END [\w ]+-----|$)/g, secretMask],
  // Of a header, all behind its name: it may have several words.
  [/\b((?:proxy-)?authorization|(?:set-)?cookie|x-[\w-]*(?:token|key|secret))\s*:\s*[^"'\n]*/gi, `$1: ${secretMask}`],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${secretMask}`],
  [/([a-z\d+.-]:\/\/[^\s/:@"']*):[^\s/@"']+@/gi, `$1:${secretMask}@`],
  [new RegExp(`\\b(input\\s+(?:\\w+\\s+)?text)\\s+${word}`, 'gi'), `$1 ${secretMask}`], // Typed into a field, which may be a password's.
  [new RegExp(`\\b(locksettings\\s+(?:set-\\w+|clear|verify))\\b.*`, 'gi'), `$1 ${secretMask}`],
  [new RegExp(`(${named}["']?\\s*[:=]\\s*)${word}`, 'gi'), `$1${secretMask}`],
  [new RegExp(`(${option}\\s+)${word}`, 'gi'), `$1${secretMask}`],
  [new RegExp(`(\\bcurl\\b[^;&|\\n]*?\\s(?:-u|--user)\\s*)${word}`, 'gi'), `$1${secretMask}`],
  // Nobody types so long a word that has letters and figures; paths have slashes and hosts have dots.
  [/(?<![\w/.-])(?=[\w+=-]*\d)(?=[\w+=-]*[A-Za-z])[\w+=-]{32,}/g, secretMask],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, secretMask],
]

/** A command as the operation log keeps it: what it was, without what looks like a secret in it. */
export function maskedCommand(command: string): string {
  const masked = secrets.reduce((text, [pattern, kept]) => text.replace(pattern, kept), command)
  return masked.length > longest ? `${masked.slice(0, longest).toWellFormed()}…` : masked
}
