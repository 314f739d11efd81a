import { logFolder } from './log-file.ts'
import type { FirstAccount } from './first-accounts.ts'

const thingsToTry = [
  'Sign in as manager and open a phone from Devices: it can be touched and typed into.',
  'Sign in as admin, write a script under Services and run it on two phones at once.',
  'Press Ctrl+C and start again: everything is as it was.',
]

/** A frame around lines of ASCII. */
function framed(lines: readonly string[]): string[] {
  const width = Math.max(...lines.map(({ length }) => length))
  const edge = '─'.repeat(width + 4)
  return [`┌${edge}┐`, ...lines.map((line) => `│  ${line.padEnd(width)}  │`), `└${edge}┘`]
}

/** What somebody at a terminal reads last: where the console is, who may sign in, what to try, and where the log is. */
export const welcome = (url: string, accounts: readonly FirstAccount[], dataDir: string): string[] =>
  framed([
    `Phonedeck is ready: ${url}`,
    '',
    ...(accounts.length === 0
      ? ['Accounts are those of the first start.']
      : accounts.map(({ user_name, password }) => `${user_name.padEnd(10)}${password}`)),
    '',
    ...thingsToTry.map((thing, index) => `${index + 1}. ${thing}`),
    '',
    `The log is in ${logFolder(dataDir)}`,
  ])
