import { CommandError, type Command, type CommandContext } from '../command.ts'
import { TerminalInput, type Terminal } from '../terminal.ts'

/** The terminal that a command reads from; undefined when it reads from something else. */
const terminalOf = ({ stdin }: CommandContext): Terminal | undefined =>
  stdin.source instanceof TerminalInput ? stdin.source.terminal : undefined

/** `stty [size|-a|echo|-echo|sane]`, about the terminal on stdin. Other settings are taken and change nothing. */
export const stty: Command = async (context) => {
  const terminal = terminalOf(context)
  if (!terminal) throw new CommandError('stdin: Not a tty')
  const { rows, columns } = terminal.size
  const { args, stdout } = context
  if (args.length === 0 || args[0] === '-a') {
    await stdout.line(`speed 38400 baud; rows ${rows}; columns ${columns}; line = 0;`)
    if (args[0] === '-a') await stdout.line('intr = ^C; erase = ^?; kill = ^U; eof = ^D; werase = ^W;')
    await stdout.line(terminal.echoes ? 'echo' : '-echo')
    return 0
  }
  for (const arg of args) {
    if (arg === 'size') await stdout.line(`${rows} ${columns}`)
    else if (arg === 'echo' || arg === 'sane') terminal.echoes = true
    else if (arg === '-echo') terminal.echoes = false
  }
  return 0
}

export const tty: Command = async (context) => {
  const isTerminal = terminalOf(context) !== undefined
  if (!context.args.includes('-s')) await context.stdout.line(isTerminal ? '/dev/pts/0' : 'not a tty')
  return isTerminal ? 0 : 1
}

/** Home, and all below erased; what has scrolled away stays. */
export const clear: Command = async ({ stdout }) => {
  await stdout.write('\x1b[H\x1b[2J')
  return 0
}

export const reset: Command = async (context) => {
  const terminal = terminalOf(context)
  if (terminal) terminal.echoes = true
  await context.stdout.write('\x1bc')
  return 0
}
