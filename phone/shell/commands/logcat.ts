import type { LogEntry } from '../../system/logcat.ts'
import { parseOptions, type ParsedOptions } from '../command-options.ts'
import { CommandError, type Command, type CommandContext } from '../command.ts'
import { pause } from '../process-signal.ts'
import { RegularExpression } from '../regular-expression.ts'
import { formatDate, zoneOf } from '../zoned-date.ts'

/** What stands before and behind a text, by the names that `-v` takes: as AOSP's logprint writes them. */
const FORMATS = new Map<string, (entry: LogEntry, time: string) => [before: string, behind: string]>([
  ['brief', ({ priority, tag, pid }) => [`${priority}/${inTag(tag)}(${inPid(pid)}): `, '\n']],
  [
    'long',
    ({ priority, tag, pid }, time) => [`[ ${time} ${inPid(pid)}:${inPid(pid)} ${priority}/${inTag(tag)} ]\n`, '\n\n'],
  ],
  ['process', ({ priority, tag, pid }) => [`${priority}(${inPid(pid)}) `, `  (${tag})\n`]],
  ['raw', () => ['', '\n']],
  ['tag', ({ priority, tag }) => [`${priority}/${inTag(tag)}: `, '\n']],
  ['thread', ({ priority, pid }) => [`${priority}(${inPid(pid)}:${inPid(pid)}) `, '\n']],
  [
    'threadtime',
    ({ priority, tag, pid }, time) => [`${time} ${inPid(pid)} ${inPid(pid)} ${priority} ${inTag(tag)}: `, '\n'],
  ],
  ['time', ({ priority, tag, pid }, time) => [`${time} ${priority}/${inTag(tag)}(${inPid(pid)}): `, '\n']],
])

const inTag = (tag: string) => tag.padEnd(8)
/** Every process of the phone has one thread, whose number is its own. */
const inPid = (pid: number) => String(pid).padStart(5)

const DEFAULT_BUFFERS = ['main', 'system', 'crash']
/** Buffers that a phone has, in Android's order; only `main` has anything in it. */
const BUFFERS = ['main', 'radio', 'events', 'system', 'crash', 'stats', 'kernel']
const PRIORITIES = 'VDIWE'
/** How often (ms) logcat looks whether there is more. */
const FOLLOW_INTERVAL = 250
/** Bytes: more than the entries that are kept can have. */
const BUFFER_SIZE = 16 * 1024 * 1024
/** Bytes of an entry besides its tag and its text: a header, the priority, and a NUL behind each of the two. */
const ENTRY_OVERHEAD = 31

/**
 * `logcat [-d] [-c] [-g] [-b buffers] [-v format] [-t count] [-T count] [-m count] [-e expression] [--pid=pid] [-s]
 * [tag:priority...]`; without -d or -t it follows. An expression is an extended one of POSIX.
 */
export const logcat: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'cdgs', values: 'bvtTmeG', long: ['pid=', 'buffer-size='] })
  const log = context.phone.logcat
  const buffers = buffersOf(options)
  const shown = buffers.includes('main')
  if (options.has('c')) {
    if (shown) log.clear()
    return 0
  }
  const size = options.value('G') ?? options.value('buffer-size')
  if (size !== undefined) {
    if (!/^\d{1,9}[KMG]?$/.test(size)) throw new CommandError(`Invalid -G '${size}'.`)
    return 0 // It keeps as many entries as before.
  }
  if (options.has('g')) {
    const sizes = buffers.map((buffer) => sizeLine(buffer, buffer === 'main' ? log.entries() : []))
    await context.stdout.write(sizes.join(''))
    return 0
  }
  const format = formatOf(options, zoneOf(context))
  const isWanted = filterOf(options, context)
  const ofProcess = processOf(options)
  const tail = countOf(options, 't') ?? countOf(options, 'T') ?? Number.POSITIVE_INFINITY
  const most = countOf(options, 'm') ?? Number.POSITIVE_INFINITY
  if (options.has('t') && options.has('m')) throw new CommandError('Cannot use -m (--max-count) and -t together.')

  /** Prints those that are wanted, at most `room`; answers how much room is left. */
  const print = async (entries: readonly LogEntry[], room: number) => {
    let left = room
    for (const entry of entries) {
      if (left === 0) break
      if (!(await isWanted(entry))) continue
      await context.stdout.write(format(entry))
      left -= 1
    }
    return left
  }
  if (shown) await context.stdout.line('--------- beginning of main')
  let seen = log.entries().at(-1)
  // The last entries are counted before tags and texts are looked at, as logd does.
  let left = await print(shown ? log.entries().filter(ofProcess).slice(-tail) : [], most)
  while (left > 0 && !options.has('d') && !options.has('t')) {
    await pause(FOLLOW_INTERVAL, context.signal)
    const entries = log.entries()
    const start = seen ? entries.indexOf(seen) + 1 : 0
    seen = entries.at(-1) ?? seen
    if (shown) left = await print(entries.slice(start).filter(ofProcess), left)
  }
  return 0
}

function buffersOf(options: ParsedOptions): string[] {
  const asked = options.values('b').flatMap((names) => names.split(','))
  const chosen = asked.flatMap((name) => {
    if (name === 'all') return BUFFERS
    if (name === 'default') return DEFAULT_BUFFERS
    if (!BUFFERS.includes(name)) throw new CommandError(`Unknown -b buffer '${name}'.`)
    return [name]
  })
  return BUFFERS.filter((name) => (asked.length > 0 ? chosen : DEFAULT_BUFFERS).includes(name))
}

function sizeLine(buffer: string, entries: readonly LogEntry[]): string {
  const bytes = entries.reduce(
    (sum, { tag, text }) => sum + ENTRY_OVERHEAD + Buffer.byteLength(tag) + Buffer.byteLength(text),
    0,
  )
  const used = inUnits(bytes)
  return `${buffer}: ring buffer is ${inUnits(BUFFER_SIZE)} (${used} consumed, ${used} readable), max entry is 5120 B, max payload is 4068 B\n`
}

/** Whole units, rounded down. */
function inUnits(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1024 ** 2 ? `${Math.floor(bytes / 1024)} KiB` : `${Math.floor(bytes / 1024 ** 2)} MiB`
}

function formatOf(options: ParsedOptions, zone: string): (entry: LogEntry) => string {
  const names = options.values('v').flatMap((value) => value.split(','))
  const unknown = names.find((name) => !FORMATS.has(name))
  if (unknown !== undefined) throw new CommandError(`Invalid -v '${unknown}'.`)
  const name = names.at(-1) ?? 'threadtime'
  return (entry) => {
    const milliseconds = String(entry.at % 1000).padStart(3, '0')
    const time = `${formatDate(entry.at, '%m-%d %H:%M:%S', zone)}.${milliseconds}`
    const [before, behind] = FORMATS.get(name)?.(entry, time) ?? ['', '\n']
    const lines = name === 'long' ? [entry.text] : entry.text.replace(/\n$/, '').split('\n')
    return lines.map((line) => before + line + behind).join('')
  }
}

/** Whether an entry's tag, priority and text are asked for. */
function filterOf(options: ParsedOptions, { budget }: CommandContext): (entry: LogEntry) => Promise<boolean> {
  const filters = new Map(
    options.operands.map((operand) => {
      const [tag = '', priority = 'V'] = operand.split(':')
      return [tag, PRIORITIES.indexOf(priority.toUpperCase())] as const
    }),
  )
  const fallback = filters.get('*') ?? (options.has('s') ? PRIORITIES.length : 0)
  const source = options.value('e')
  const expression =
    source === undefined ? undefined : new RegularExpression(source, { extended: true, ignoreCase: false })
  return async ({ tag, priority, text }) => {
    const least = filters.get(tag) ?? fallback
    if (least < 0 || PRIORITIES.indexOf(priority) < least) return false
    return !expression || (await expression.search(text, 0, budget)) !== undefined
  }
}

function processOf(options: ParsedOptions): (entry: LogEntry) => boolean {
  const pid = options.value('pid')
  if (pid === undefined) return () => true
  if (!/^[1-9]\d{0,9}$/.test(pid)) throw new CommandError(`pid '${pid}' out of range.`)
  return (entry) => entry.pid === Number(pid)
}

function countOf(options: ParsedOptions, letter: string): number | undefined {
  const count = options.value(letter)
  if (count === undefined) return undefined
  if (!/^[1-9]\d{0,9}$/.test(count)) throw new CommandError(`-${letter} '${count}' isn't an integer greater than zero.`)
  return Number(count)
}
