import { posix } from 'node:path'
import { columnsOf } from './column-width.ts'
import type { FileSystem } from './file-system.ts'

/** A folder of more names is not completed: a Tab that is held down must not hold up the other phones. */
const MAX_NAMES = 1_000
/** What words are between. Quotes are: the name within them is completed by itself, as mksh does. */
const BETWEEN_WORDS = /[\s;&|<>()`"'=]/
/** Behind these a command begins, as it does at the line's beginning. */
const BEFORE_COMMAND = /(?:^|[;&|(`])\s*$/
const TO_ESCAPE = /[\s!"#$&'()*;<=>?[\\\]^`{|}~]/g
// oxlint-disable-next-line no-control-regex -- such a name can't be typed on one line
const CONTROL = /[\x00-\x1f\x7f]/
/** Between two columns of a list. */
const GAP = 2

export interface Completion {
  /** The line's last word as it is written, escapes included. */
  written: string
  /** What it means. */
  typed: string
  /** All that it is the beginning of, without escapes, sorted; a folder ends in a slash. */
  words: readonly string[]
}

interface CompletionSources {
  files: FileSystem
  cwd: string
  home: string
  /** Everything that a command may be called. */
  commands: Iterable<string>
}

/** What the last word of a line may become: a command where one begins, else a file. */
export function completionOf(line: string, { files, cwd, home, commands }: CompletionSources): Completion {
  const start = lastWordOf(line)
  const written = line.slice(start)
  const named = written.replaceAll(/\\(.)/gs, '$1')
  const typed = written.startsWith('~/') ? posix.join(home, named.slice(1)) : named
  const isCommand = BEFORE_COMMAND.test(line.slice(0, start)) && !typed.includes('/')
  // Every command there is would be a list that nobody asked for.
  if (isCommand && typed === '') return { written, typed, words: [] }
  const words = isCommand
    ? [...new Set(commands)].filter((name) => name.startsWith(typed))
    : filesBeginningWith(typed, cwd, files)
  return { written, typed, words: words.toSorted() }
}

/** Where the word begins that the line ends in. */
function lastWordOf(line: string): number {
  let start = 0
  for (let index = 0; index < line.length; index += 1) {
    if (line[index] === '\\') index += 1
    else if (BETWEEN_WORDS.test(line[index] ?? '')) start = index + 1
  }
  return start
}

function filesBeginningWith(typed: string, cwd: string, files: FileSystem): string[] {
  const base = typed.slice(0, typed.lastIndexOf('/') + 1)
  const beginning = typed.slice(base.length)
  const folder = posix.resolve(cwd, base)
  if (!files.isDirectory(folder) || files.count(folder) > MAX_NAMES) return []
  return files
    .list(folder)
    .filter((name) => name.startsWith(beginning) && !CONTROL.test(name))
    .filter((name) => beginning !== '' || !name.startsWith('.'))
    .map((name) => `${base}${name}${files.isDirectory(posix.join(folder, name)) ? '/' : ''}`)
}

/** As it has to be written to mean itself. */
export function escapeWord(word: string): string {
  return word.replaceAll(TO_ESCAPE, '\\$&')
}

/** What all words begin with. */
export function commonBeginning([first = '', ...others]: readonly string[]): string {
  const shared = Array.from(first)
  for (const other of others) {
    const characters = Array.from(other)
    const end = shared.findIndex((character, index) => character !== characters[index])
    if (end >= 0) shared.length = end
  }
  return shared.join('')
}

/** Words in columns, each read from top to bottom; files without the folder that they are all in. */
export function listOf(words: readonly string[], columns: number): string {
  const names = words.map((word) => /[^/]*\/?$/.exec(word)?.[0] ?? word)
  const width = Math.max(...names.map((name) => columnsOf(name))) + GAP
  const abreast = Math.max(1, Math.floor((columns + GAP - 1) / width))
  const rows = Math.ceil(names.length / abreast)
  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = names.filter((_, index) => index % rows === row)
    return cells.map((name) => name + ' '.repeat(width - columnsOf(name))).join('')
  })
  return lines.map((line) => `${line.trimEnd()}\n`).join('')
}
