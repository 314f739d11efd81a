import { ShellError, type ShellOptions } from './shell-state.ts'

const LETTERS = new Map<string, keyof ShellOptions>([
  ['e', 'errexit'],
  ['f', 'noglob'],
  ['u', 'nounset'],
  ['x', 'xtrace'],
])
/** What mksh knows besides, and what makes no difference here. */
const OTHERS = new Set(
  (
    'allexport bgnice braceexpand emacs emacs-usemeta gmacs ignoreeof inherit-xtrace interactive keyword login markdirs ' +
    'monitor noclobber noexec nohup nolog notify physical posix privileged restricted sh stdin trackall utf8-mode verbose ' +
    'vi vi-esccomplete vi-tabcomplete viraw'
  ).split(' '),
)

/** What stands behind the options, the letters that were none of the shell's own, and what `-o` alone asks to be shown. */
interface TakenOptions {
  operands: string[]
  letters: string
  /** `--` was there: what follows takes the place of the positional parameters, even if it is nothing. */
  isEnded: boolean
  isListed: boolean
}

/** Sets what options such as `-euo pipefail` and `+x` say, up to the first that is none. Throws ShellError. */
export function takeOptions(options: ShellOptions, args: readonly string[]): TakenOptions {
  const operands = [...args]
  const taken: TakenOptions = { operands, letters: '', isEnded: false, isListed: false }
  while (operands[0] !== undefined && /^[-+]./.test(operands[0])) {
    const word = operands.shift() ?? ''
    if (word === '--') {
      taken.isEnded = true
      break
    }
    const on = word.startsWith('-')
    for (const letter of word.slice(1)) {
      const option = LETTERS.get(letter)
      if (option) options[option] = on
      else if (letter !== 'o') taken.letters += letter
      else if (operands[0] === undefined) taken.isListed = true
      else setByName(options, operands.shift() ?? '', on)
    }
  }
  return taken
}

function setByName(options: ShellOptions, name: string, on: boolean): void {
  if (isOption(options, name)) options[name] = on
  else if (!OTHERS.has(name)) throw new ShellError(`set: ${name}: bad option`)
}

const isOption = (options: ShellOptions, name: string): name is keyof ShellOptions => Object.hasOwn(options, name)

/** `$-`: the letters of what is set. */
export const lettersOf = (options: ShellOptions): string =>
  [...LETTERS].flatMap(([letter, option]) => (options[option] ? [letter] : [])).join('')

/** As `set -o` shows them. */
export const listOptions = (options: ShellOptions): string =>
  [
    'Current option settings',
    ...Object.entries(options).map(([name, on]) => `${name.padEnd(14)}${on ? 'on' : 'off'}`),
  ].join('\n')
