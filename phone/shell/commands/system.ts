import { parseOptions } from '../command-options.ts'
import { COMMAND_NAMES, findCommand, SYSTEM_BIN } from '../command-table.ts'
import { CommandError, pathOf, type Command } from '../command.ts'
import { SHELL_UID } from '../inode.ts'
import { userId, userName } from '../owners.ts'
import { MAX_SCRIPT_LENGTH } from '../parser.ts'
import { pause } from '../process-signal.ts'
import { takeOptions } from '../shell-options.ts'
import { ShellState } from '../shell-state.ts'

export const getprop: Command = async ({ args: [name, fallback = ''], phone, stdout }) => {
  if (name !== undefined) await stdout.line(phone.properties.get(name) || fallback)
  else for (const [key, value] of phone.properties.all()) await stdout.line(`[${key}]: [${value}]`)
  return 0
}

export const setprop: Command = async ({ args: [name, value], phone }) => {
  if (name === undefined || value === undefined) throw new CommandError('Needs 2 arguments')
  if (name === 'ctl.restart') {
    if (value === 'zygote') phone.processes.restartFramework()
    return 0
  }
  const refusal = phone.properties.set(name, value)
  if (refusal !== undefined) throw new CommandError(`Failed to set property '${name}' to '${value}': ${refusal}`)
  return 0
}

const GROUPS = [
  '1004(input)',
  '1007(log)',
  '1011(adb)',
  '1015(sdcard_rw)',
  '1028(sdcard_r)',
  '1078(ext_data_rw)',
  '3001(net_bt_admin)',
  '3002(net_bt)',
  '3003(inet)',
  '3006(net_bw_stats)',
].join(',')

export const id: Command = async ({ args, stdout, uid }) => {
  const options = parseOptions(args, { flags: 'nGgruZ' })
  if (uid !== SHELL_UID) {
    const name = userName(uid)
    if (options.has('u') || options.has('g')) await stdout.line(options.has('n') ? name : String(uid))
    else await stdout.line(`uid=${uid}(${name}) gid=${uid}(${name}) groups=${uid}(${name}) context=u:r:su:s0`)
  } else if (options.has('u') || options.has('g')) await stdout.line(options.has('n') ? 'shell' : '2000')
  else await stdout.line(`uid=2000(shell) gid=2000(shell) groups=2000(shell),${GROUPS} context=u:r:shell:s0`)
  return 0
}

/** `su [user [command...]]`, as Android's own: this phone is rooted, and everybody may. */
export const su: Command = async (context) => {
  const [user = 'root', ...command] = context.args
  const uid = userId(user)
  if (uid === undefined) throw new CommandError(`invalid uid/gid '${user}'`)
  return context.run(command.length > 0 ? command : ['sh'], { uid })
}

export const whoami: Command = async ({ stdout, uid }) => {
  await stdout.line(userName(uid))
  return 0
}

const UNITS: Record<string, number> = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 }

/** A time such as `2`, `0.5`, `3m`, in milliseconds. Throws CommandError. */
export function parseDuration(text: string): number {
  const match = /^(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})([smhd]?)$/.exec(text)
  if (!match) throw new CommandError(`not a time: ${text}`)
  return Number(match[1]) * (UNITS[match[2] ?? ''] ?? 1) * 1000
}

export const sleep: Command = async ({ args, signal }) => {
  if (args.length === 0) throw new CommandError('Needs 1 argument')
  await pause(
    args.reduce((sum, argument) => sum + parseDuration(argument), 0),
    signal,
  )
  return 0
}

/** `sh [options] -c script`, `sh [options] file`, or a shell on stdin. */
export const sh: Command = async (context) => {
  const { options } = new ShellState()
  const { operands, letters } = takeOptions(options, context.args)
  const [file, ...positional] = operands
  if (letters.includes('c')) {
    if (file === undefined) throw new CommandError('-c: option requires an argument')
    const [name = 'sh', ...rest] = positional
    return context.runShell(file, { name, positional: rest, options })
  }
  if (file === undefined || letters.includes('s'))
    return context.runShell(undefined, { name: 'sh', positional: operands, options })
  const content = context.files.readFile(pathOf(context, file))
  if (content.length > MAX_SCRIPT_LENGTH) throw new CommandError(`${file}: file too large`)
  return context.runShell(content.toString('utf8'), { name: file, positional, options })
}

/** `which name...`: where commands are. */
export const which: Command = async ({ args, stdout }) => {
  const { operands } = parseOptions(args, { flags: 'a' })
  let missing = operands.length === 0
  for (const name of operands) {
    if (await findCommand(name)) await stdout.line(`${SYSTEM_BIN}/${name}`)
    else missing = true
  }
  return missing ? 1 : 0
}

/** `toybox command...`; without one, what there is. */
export const toybox: Command = async (context) => {
  const [name] = context.args
  if (name === undefined) await context.stdout.line(COMMAND_NAMES.join(' '))
  else if (await findCommand(name)) return context.run(context.args)
  else throw new CommandError(`Unknown command ${name}`, 127)
  return 0
}

/** Takes the phone down; the answer may still get out before the connection is gone. */
export const reboot: Command = async ({ phone }) => {
  phone.reboot()
  return 0
}

export const succeed: Command = () => Promise.resolve(0)
export const fail: Command = () => Promise.resolve(1)
