import { FileSink } from '../byte-stream.ts'
import { parseCount, parseOptions } from '../command-options.ts'
import { CommandError, pathOf, type Command } from '../command.ts'
import { resolveEscapes } from '../escapes.ts'
import { allLines, inputsOf, linesOf } from './operands.ts'

export const head: Command = async (context) => {
  const args = context.args.map((argument) => argument.replace(/^-(\d+)$/, '-n$1'))
  const options = parseOptions(args, { flags: 'qv', values: 'nc' })
  const byteLimit = options.value('c')
  for await (const { name, input } of inputsOf(context, options.operands)) {
    if (options.operands.length > 1 && !options.has('q')) await context.stdout.line(`==> ${name} <==`)
    if (byteLimit !== undefined) {
      let left = parseCount(byteLimit)
      for (
        let bytes = left > 0 ? await input.read(left) : undefined;
        bytes;
        bytes = left > 0 ? await input.read(left) : undefined
      ) {
        left -= bytes.length
        await context.stdout.write(bytes)
      }
      continue
    }
    let left = parseCount(options.value('n') ?? '10')
    for (
      let bytes = left > 0 ? await input.read() : undefined;
      bytes;
      bytes = left > 0 ? await input.read() : undefined
    ) {
      let end = 0
      for (; left > 0 && end < bytes.length; left -= Number(bytes[end - 1] === NEWLINE)) {
        const at = bytes.indexOf(NEWLINE, end)
        end = at < 0 ? bytes.length : at + 1
      }
      await context.stdout.write(bytes.subarray(0, end))
      input.source.unread(bytes.subarray(end))
    }
  }
  return 0
}

export const tail: Command = async (context) => {
  const args = context.args.map((argument) => argument.replace(/^-(\d+)$/, '-n$1'))
  const options = parseOptions(args, { flags: 'qv', values: 'nc' })
  for await (const { name, input } of inputsOf(context, options.operands)) {
    if (options.operands.length > 1 && !options.has('q')) await context.stdout.line(`==> ${name} <==`)
    const bytes = options.value('c')
    const count = bytes ?? options.value('n') ?? '10'
    const content = await input.readAll()
    const amount = Math.abs(parseCount(count))
    if (bytes !== undefined) {
      await context.stdout.write(
        count.startsWith('+') ? content.subarray(amount - 1) : content.subarray(Math.max(0, content.length - amount)),
      )
      continue
    }
    await context.stdout.write(
      content.subarray(count.startsWith('+') ? lineStart(content, amount - 1) : lastLines(content, amount)),
    )
  }
  return 0
}

const NEWLINE = 10

function lineStart(content: Buffer, line: number): number {
  let start = 0
  for (let skipped = 0; skipped < line; skipped += 1) {
    const end = content.indexOf(NEWLINE, start)
    if (end < 0) return content.length
    start = end + 1
  }
  return start
}

function lastLines(content: Buffer, count: number): number {
  if (count === 0) return content.length
  let position = content.at(-1) === NEWLINE ? content.length - 1 : content.length
  for (let found = 0; found < count; found += 1) {
    if (position === 0) return 0
    const end = content.lastIndexOf(NEWLINE, position - 1)
    if (end < 0) return 0
    position = end
  }
  return position + 1
}

export const wc: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'lwcm' })
  const asked = ['l', 'w', 'm', 'c'].filter((flag) => options.has(flag))
  const columns = asked.length > 0 ? asked : ['l', 'w', 'c']
  const totals: Record<string, number> = { l: 0, w: 0, m: 0, c: 0 }
  const shown = (counts: Record<string, number>) =>
    columns
      .map((column) => String(counts[column] ?? 0).padStart(columns.length > 1 ? 7 : 0))
      .join(' ')
      .trimStart()
  let files = 0
  for await (const { name, input } of inputsOf(context, options.operands)) {
    const counts: Record<string, number> = { l: 0, w: 0, m: 0, c: 0 }
    let inWord = false
    for (let bytes = await input.read(); bytes; bytes = await input.read()) {
      counts['c'] = (counts['c'] ?? 0) + bytes.length
      for (const byte of bytes) {
        if (byte === NEWLINE) counts['l'] = (counts['l'] ?? 0) + 1
        const blank = byte === 0x20 || (byte >= 9 && byte <= 13)
        if (!blank && !inWord) counts['w'] = (counts['w'] ?? 0) + 1
        inWord = !blank
        // Continuation bytes of UTF-8 start no character.
        if ((byte & 0xc0) !== 0x80) counts['m'] = (counts['m'] ?? 0) + 1
      }
    }
    files += 1
    for (const column of Object.keys(totals)) totals[column] = (totals[column] ?? 0) + (counts[column] ?? 0)
    await context.stdout.line(shown(counts) + (name === '-' ? '' : ` ${name}`))
  }
  if (files > 1) await context.stdout.line(`${shown(totals)} total`)
  return 0
}

export const sort: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'bcdfgiMnrsuVxz', values: 'kto' })
  const lines = await allLines(context, options.operands)
  const separator = options.value('t')
  const [, field, , flags = ''] = /^(\d+)((?:\.\d+)?(?:,\d+)?)([a-z]*)/.exec(options.value('k') ?? '') ?? []
  const numeric = options.has('n') || options.has('g') || flags.includes('n')
  const keyOf = (line: string) => {
    const text =
      field === undefined
        ? line
        : line
            .split(separator ?? /\s+(?=\S)/)
            .slice(Number(field) - 1)
            .join(separator ?? ' ')
    return options.has('f') ? text.toUpperCase() : text
  }
  const keyed = lines.map((line) => ({
    line,
    key: keyOf(line),
    value: numeric ? Number.parseFloat(keyOf(line)) || 0 : 0,
  }))
  await context.budget.spend(lines.length)
  keyed.sort((one, other) => {
    if (one.value !== other.value) return one.value - other.value
    return one.key < other.key ? -1 : Number(one.key > other.key)
  })
  if (options.has('r') || flags.includes('r')) keyed.reverse()
  const unique = options.has('u')
    ? keyed.filter(({ key }, index) => index === 0 || key !== keyed[index - 1]?.key)
    : keyed
  const output = options.value('o')
  const text = unique.map(({ line }) => `${line}\n`).join('')
  if (output === undefined) await context.stdout.write(text)
  else context.files.writeFile(pathOf(context, output), text)
  return 0
}

export const uniq: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'cdiu' })
  const flush = async (line: string, count: number) => {
    if ((options.has('d') && count < 2) || (options.has('u') && count > 1)) return
    await context.stdout.line(options.has('c') ? `${String(count).padStart(7)} ${line}` : line)
  }
  let previous: string | undefined
  let count = 0
  for await (const line of linesOf(context, options.operands)) {
    const same =
      previous !== undefined && (options.has('i') ? line.toLowerCase() === previous.toLowerCase() : line === previous)
    if (!same && previous !== undefined) await flush(previous, count)
    count = same ? count + 1 : 1
    if (!same) previous = line
  }
  if (previous !== undefined) await flush(previous, count)
  return 0
}

export const cut: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'sn', values: 'bcdfF' })
  const delimiter = options.value('d') ?? '\t'
  const list = options.value('f') ?? options.value('F') ?? options.value('c') ?? options.value('b')
  if (list === undefined) throw new CommandError('no -bcf')
  const wanted = parseRanges(list)
  for await (const line of linesOf(context, options.operands)) {
    if (options.value('F') !== undefined) await context.stdout.line(wanted(line.trim().split(/\s+/)).join(' '))
    else if (options.value('f') === undefined) await context.stdout.line(wanted(Array.from(line)).join(''))
    else if (line.includes(delimiter)) await context.stdout.line(wanted(line.split(delimiter)).join(delimiter))
    else if (!options.has('s')) await context.stdout.line(line)
  }
  return 0
}

/** `1,3-5,7-` as a selection, in the order of the items. */
function parseRanges(list: string): (items: string[]) => string[] {
  const ranges = list.split(',').map((range) => {
    const match = /^(\d{0,7})(-?)(\d{0,7})$/.exec(range)
    if (!match || range === '' || range === '-') throw new CommandError(`bad range '${range}'`)
    const [, from = '', dash, to = ''] = match
    const last = dash === '' ? from : to
    return { from: from === '' ? 1 : Number(from), to: last === '' ? Number.POSITIVE_INFINITY : Number(last) }
  })
  const merged: { from: number; to: number }[] = []
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else merged.push({ from, to })
  }
  return (items) => merged.flatMap(({ from, to }) => items.slice(Math.max(0, from - 1), to))
}

export const tr: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'cCds' })
  const [from = '', to = ''] = options.operands
  const members = expandSet(from)
  const targets = expandSet(to)
  const places = new Map(members.map((character, index) => [character, index] as const))
  const inSet = (character: string) => places.has(character) !== (options.has('c') || options.has('C'))
  const squeezed = new Set(options.operands.length > 1 ? targets : members)
  let last = ''
  const decoder = new TextDecoder()
  for (let bytes = await context.stdin.read(); bytes; bytes = await context.stdin.read()) {
    let text = ''
    for (const character of decoder.decode(bytes, { stream: true })) {
      if (options.has('d') && inSet(character)) continue
      const translated =
        !options.has('d') && targets.length > 0 && inSet(character)
          ? (targets[places.get(character) ?? 0] ?? targets.at(-1) ?? '')
          : character
      if (options.has('s') && translated === last && squeezed.has(translated)) continue
      last = translated
      text += translated
    }
    await context.stdout.write(text)
  }
  return 0
}

const TR_CLASSES: Record<string, string> = {
  lower: 'a-z',
  upper: 'A-Z',
  digit: '0-9',
  alpha: 'A-Za-z',
  alnum: '0-9A-Za-z',
  space: ' \\t-\\r',
  blank: ' \\t',
}

function expandSet(text: string): string[] {
  const named = text.replace(/\[:([a-z]+):\]/g, (whole, name: string) => TR_CLASSES[name] ?? whole)
  const characters = Array.from(resolveEscapes(named).text)
  const expanded: string[] = []
  for (let index = 0; index < characters.length; index += 1) {
    const from = characters[index] ?? ''
    const to = characters[index + 2]
    if (characters[index + 1] !== '-' || to === undefined) {
      expanded.push(from)
      continue
    }
    const last = to.codePointAt(0) ?? 0
    for (let code = from.codePointAt(0) ?? 0; code <= last; code += 1) expanded.push(String.fromCodePoint(code))
    index += 2
  }
  return expanded
}

export const tee: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'ai' })
  const sinks = options.operands.map(
    (name) => new FileSink(context.files.openWrite(pathOf(context, name), { append: options.has('a') })),
  )
  try {
    for (let bytes = await context.stdin.read(); bytes; bytes = await context.stdin.read()) {
      for (const sink of sinks) await sink.write(bytes)
      await context.stdout.write(bytes)
    }
  } finally {
    for (const sink of sinks) sink.close()
  }
  return 0
}

export const rev: Command = async (context) => {
  for await (const line of linesOf(context, context.args))
    await context.stdout.line(Array.from(line).toReversed().join(''))
  return 0
}

export const tac: Command = async (context) => {
  await context.stdout.write(
    (await allLines(context, context.args))
      .toReversed()
      .map((line) => `${line}\n`)
      .join(''),
  )
  return 0
}

export const nl: Command = async (context) => {
  let number = 0
  for await (const line of linesOf(context, parseOptions(context.args, { values: 'bvw' }).operands)) {
    await context.stdout.line(line === '' ? '' : `${String(++number).padStart(6)}\t${line}`)
  }
  return 0
}
