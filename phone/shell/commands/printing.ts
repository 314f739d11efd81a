import { posix } from 'node:path'
import { parseOptions } from '../command-options.ts'
import { CommandError, type Command } from '../command.ts'
import { bytesOf, echoed, inBytes, resolveEscapes } from '../escapes.ts'

export const echo: Command = async ({ args, stdout }) => {
  await stdout.write(echoed(args, false))
  return 0
}

export const printf: Command = async ({ args: [format, ...values], stdout, budget }) => {
  if (format === undefined) throw new CommandError('Needs 1 argument')
  const queue = [...values]
  const { text } = resolveEscapes(inBytes(format))
  do {
    await budget.spend()
    const before = queue.length
    const shown = text.replace(
      /%(?:%|([-+ 0#]*)(\d{0,4})(?:\.(\d{0,4}))?([diouxXcsbfeg]))/g,
      (_whole, flags = '', width = '', precision: string | undefined, kind: string | undefined) =>
        kind === undefined ? '%' : pad(formatValue(kind, queue.shift(), precision, flags), flags, Number(width)),
    )
    await stdout.write(bytesOf(shown))
    if (queue.length === before) break
  } while (queue.length > 0)
  return 0
}

/** A value as its bytes. */
function formatValue(kind: string, value: string | undefined, precision: string | undefined, flags: string): string {
  if (kind === 's') return inBytes(value ?? '').slice(0, precision === undefined ? undefined : Number(precision))
  if (kind === 'b') return resolveEscapes(inBytes(value ?? '')).text
  if (kind === 'c') return inBytes(value ?? '').slice(0, 1)
  const number = value?.startsWith("'") ? (value.codePointAt(1) ?? 0) : Number(value ?? 0)
  if (Number.isNaN(number)) throw new CommandError(`bad number '${value}'`)
  const sign = number < 0 ? '' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : ''
  if (kind === 'f') return sign + number.toFixed(Math.min(100, Number(precision ?? 6)))
  if (kind === 'e') return sign + number.toExponential(Math.min(100, Number(precision ?? 6)))
  if (kind === 'g') return sign + String(number)
  const whole = Math.trunc(number)
  const unsigned = Number.isSafeInteger(whole) && whole < 0 ? BigInt.asUintN(64, BigInt(whole)) : whole
  if (kind === 'o') return unsigned.toString(8)
  if (kind === 'x' || kind === 'X') {
    const hex = (flags.includes('#') ? '0x' : '') + unsigned.toString(16)
    return kind === 'X' ? hex.toUpperCase() : hex
  }
  return sign + String(whole).padStart(Number(precision ?? 0), '0')
}

/** Noughts stand behind a sign. */
function pad(text: string, flags: string, width: number): string {
  if (flags.includes('-')) return text.padEnd(width)
  const [, sign = '', digits] = /^([-+ ]?(?:0[xX])?)([\da-fA-F].*)$/.exec(text) ?? []
  if (!flags.includes('0') || digits === undefined) return text.padStart(width)
  return sign + digits.padStart(width - sign.length, '0')
}

export const seq: Command = async ({ args, stdout }) => {
  const options = parseOptions(
    args.map((argument) => (/^-\d/.test(argument) ? ` ${argument}` : argument)),
    { values: 's', flags: 'w' },
  )
  const numbers = options.operands.map(Number)
  const [first, step, last] =
    numbers.length === 1
      ? [1, 1, numbers[0] ?? 0]
      : [numbers[0] ?? 1, numbers.length > 2 ? (numbers[1] ?? 1) : 1, numbers.at(-1) ?? 0]
  if (numbers.length === 0 || numbers.some(Number.isNaN) || step === 0) throw new CommandError('bad number')
  const separator = options.value('s') ?? '\n'
  let started = false
  for (let index = 0; step > 0 ? first + index * step <= last : first + index * step >= last; index += 1) {
    const value = Number((first + index * step).toFixed(10))
    await stdout.write((started ? separator : '') + String(value))
    started = true
  }
  if (started) await stdout.write('\n')
  return 0
}

export const yes: Command = async ({ args, stdout }) => {
  const block = `${args.length > 0 ? args.join(' ') : 'y'}\n`.repeat(64)
  for (;;) await stdout.write(block)
}

export const basename: Command = async ({ args: [path = '', suffix], stdout }) => {
  await stdout.line(path === '/' ? '/' : posix.basename(path, suffix))
  return 0
}

export const dirname: Command = async ({ args, stdout }) => {
  for (const path of args) await stdout.line(posix.dirname(path))
  return 0
}
