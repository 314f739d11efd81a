import { CommandError } from './command.ts'

export interface ParsedOptions {
  /** Letters and long names that were given without a value. */
  has(flag: string): boolean
  /** The value of an option, the last one if it was given more than once. */
  value(option: string): string | undefined
  /** Every value of an option that may be given more than once. */
  values(option: string): readonly string[]
  operands: string[]
}

interface OptionSyntax {
  /** Letters without a value. */
  flags?: string
  /** Letters with a value, attached or in the next argument. */
  values?: string
  /** Long names, without the dashes; those that end in `=` take a value. */
  long?: string[]
  /** Options end at the first operand: for commands that run another one. */
  stopAtOperand?: boolean
}

/** Reads a command's options the way toybox does. Throws CommandError for one that is not known. */
export function parseOptions(args: string[], syntax: OptionSyntax): ParsedOptions {
  const found = new Map<string, string[]>()
  const operands: string[] = []
  const queue = [...args]
  for (let argument = queue.shift(); argument !== undefined; argument = queue.shift()) {
    if (argument === '--') {
      operands.push(...queue)
      break
    }
    if (argument.startsWith('--')) readLong(argument, queue, syntax, found)
    else if (argument.startsWith('-') && argument.length > 1) readLetters(argument, queue, syntax, found)
    else {
      operands.push(argument)
      if (syntax.stopAtOperand) {
        operands.push(...queue)
        break
      }
    }
  }
  return {
    has: (flag) => found.has(flag),
    value: (option) => found.get(option)?.at(-1),
    values: (option) => found.get(option) ?? [],
    operands,
  }
}

function readLong(argument: string, queue: string[], { long = [] }: OptionSyntax, found: Map<string, string[]>): void {
  const [name = '', ...rest] = argument.slice(2).split('=')
  if (long.includes(`${name}=`)) {
    const value = rest.length > 0 ? rest.join('=') : queue.shift()
    if (value === undefined) throw new CommandError(`Missing argument to --${name}`)
    found.set(name, [...(found.get(name) ?? []), value])
  } else if (long.includes(name)) found.set(name, [''])
  else throw new CommandError(`Unknown option '${argument.slice(2)}'`)
}

function readLetters(argument: string, queue: string[], syntax: OptionSyntax, found: Map<string, string[]>): void {
  for (let index = 1; index < argument.length; index += 1) {
    const letter = argument[index] ?? ''
    if (syntax.values?.includes(letter)) {
      const value = argument.slice(index + 1) || queue.shift()
      if (value === undefined) throw new CommandError(`Missing argument to -${letter}`)
      found.set(letter, [...(found.get(letter) ?? []), value])
      return
    }
    if (!syntax.flags?.includes(letter)) throw new CommandError(`Unknown option '${letter}'`)
    found.set(letter, [''])
  }
}

/** A whole number such as `10`, `-3`, `4k`, `2M`. Throws CommandError. */
export function parseCount(text: string): number {
  const match = /^([-+]?\d{1,15})([bkKmMgG]?)$/.exec(text)
  if (!match) throw new CommandError(`not integer: ${text}`)
  const units: Record<string, number> = { '': 1, b: 512, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }
  return Number(match[1]) * (units[(match[2] ?? '').toLowerCase()] ?? 1)
}
