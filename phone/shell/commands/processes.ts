import { parseOptions } from '../command-options.ts'
import { CommandError, type Command } from '../command.ts'
import { userId } from '../owners.ts'
import { Killed, pause, SIGNAL_NUMBERS } from '../process-signal.ts'
import type { PhoneProcess } from '../process-table.ts'
import { formatDate, isZone, zoneOf } from '../zoned-date.ts'
import { parseDuration } from './system.ts'

const COLUMNS: Record<string, { title: string; right: boolean; of: (process: PhoneProcess, now: number) => string }> = {
  user: { title: 'USER', right: false, of: ({ user }) => user },
  uid: { title: 'UID', right: true, of: ({ user }) => String(userId(user)) },
  pid: { title: 'PID', right: true, of: ({ pid }) => String(pid) },
  ppid: { title: 'PPID', right: true, of: ({ parent }) => String(parent) },
  vsz: { title: 'VSZ', right: true, of: ({ memory }) => String(memory * 12) },
  rss: { title: 'RSS', right: true, of: ({ memory }) => String(memory) },
  wchan: { title: 'WCHAN', right: false, of: () => '0' },
  addr: { title: 'ADDR', right: true, of: () => '0' },
  s: { title: 'S', right: false, of: () => 'S' },
  name: { title: 'NAME', right: false, of: ({ name }) => name.split(' ')[0] ?? '' },
  cmd: { title: 'CMD', right: false, of: ({ name }) => name.split(' ')[0] ?? '' },
  args: { title: 'ARGS', right: false, of: ({ name }) => name },
  etime: {
    title: 'ELAPSED',
    right: true,
    of: ({ started }, now) => new Date(now - started).toISOString().slice(11, 19),
  },
}
const DEFAULT_COLUMNS = 'user,pid,ppid,vsz,rss,wchan,addr,s,name'

/** `ps [-A] [-e] [-f] [-o columns] [-p pids]`. */
export const ps: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'AaefwlTZ', values: 'opu' })
  const columns = (options.value('o') ?? (options.has('f') ? 'user,pid,ppid,etime,args' : DEFAULT_COLUMNS))
    .toLowerCase()
    .split(',')
  const chosen = columns.map((column) => {
    const [name = '', title] = column.split('=')
    const known = COLUMNS[name]
    if (!known) throw new CommandError(`bad -o field '${name}'`)
    return { ...known, title: title ?? known.title }
  })
  const pids = options.value('p')?.split(',').map(Number)
  const everything = options.has('A') || options.has('e') || options.has('a')
  const shown = context.phone.processes.all().filter((process) => {
    if (pids) return pids.includes(process.pid)
    return everything || process.user === 'shell'
  })
  const now = context.phone.now()
  const rows = [chosen.map(({ title }) => title), ...shown.map((process) => chosen.map(({ of }) => of(process, now)))]
  const widths = chosen.map((_column, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  for (const row of rows) {
    const cells = row.map((cell, index) =>
      chosen[index]?.right ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
    )
    await context.stdout.line(cells.join(' ').trimEnd())
  }
  return 0
}

export const pidof: Command = async ({ args, phone, stdout }) => {
  const names = parseOptions(args, { flags: 'sx', values: 'o' }).operands
  const found = phone.processes
    .all()
    .filter(({ name }) => names.includes(name) || names.includes(name.split(' ')[0] ?? ''))
  if (found.length === 0) return 1
  await stdout.line(found.map(({ pid }) => pid).join(' '))
  return 0
}

export const kill: Command = async ({ args, phone, stderr, stdout }) => {
  if (args[0] === '-l') {
    await stdout.line(Object.keys(SIGNAL_NUMBERS).join(' '))
    return 0
  }
  const { signal, operands } = readSignal(args)
  let status = 0
  for (const operand of operands) {
    const process = /^\d+$/.test(operand) ? phone.processes.get(Number(operand)) : undefined
    const problem = process ? 'Operation not permitted' : 'No such process'
    if (process?.kill) {
      if (signal !== 0) process.kill(signal)
      continue
    }
    await stderr.line(`kill: ${operand}: ${problem}`)
    status = 1
  }
  return status
}

function readSignal(args: string[]): { signal: number; operands: string[] } {
  const [first = '', ...rest] = args
  if (!first.startsWith('-')) return { signal: 15, operands: args }
  const name = first === '-s' ? (rest.shift() ?? '') : first.slice(1)
  const signal = /^\d{1,2}$/.test(name) ? Number(name) : SIGNAL_NUMBERS[name.replace(/^SIG/i, '').toUpperCase()]
  if (signal === undefined) throw new CommandError(`bad signal '${name}'`)
  return { signal, operands: rest }
}

/** `pkill` and `killall`: ends the shell's processes by name; `pgrep` lists them. */
export const pkill: Command = async ({ name, args, pid, phone, stdout }) => {
  const whole = args.includes('-f')
  const { signal, operands } = readSignal(args.filter((argument) => !['-f', '-l', '-x', '-a'].includes(argument)))
  const [wanted = ''] = operands
  const matches = (process: PhoneProcess) => {
    const command = process.name.split(' ')[0] ?? ''
    return name === 'killall' ? command === wanted : (whole ? process.name : command).includes(wanted)
  }
  const found = phone.processes.all().filter((process) => process.pid !== pid && matches(process))
  for (const process of found) {
    if (name === 'pgrep') await stdout.line(String(process.pid))
    else process.kill?.(signal)
  }
  return found.length > 0 ? 0 : 1
}

/** `timeout [-s signal] duration command...`: exit code 124 when the time is up. */
export const timeout: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'iv', values: 'ks', stopAtOperand: true })
  const [duration, ...command] = options.operands
  if (duration === undefined || command.length === 0) throw new CommandError('Needs 2 arguments')
  const limit = new AbortController()
  const inherit = () => limit.abort(context.signal.reason)
  context.signal.addEventListener('abort', inherit, { once: true })
  const timer = setTimeout(() => limit.abort(new Killed(15)), Math.min(parseDuration(duration), 2 ** 31 - 1))
  try {
    return await context.run(command, { signal: limit.signal })
  } catch (error) {
    if (error instanceof Killed && !context.signal.aborted) return 124
    throw error
  } finally {
    clearTimeout(timer)
    context.signal.removeEventListener('abort', inherit)
  }
}

/** `nohup`, `setsid`, `nice`, `exec`-like wrappers: they run the rest. */
export const runRest: Command = (context) => {
  const { name, args } = context
  return context.run(name === 'nice' && args[0] === '-n' ? args.slice(2) : args)
}

export const time: Command = async (context) => {
  const start = performance.now()
  const status = await context.run(context.args)
  const seconds = (performance.now() - start) / 1000
  await context.stderr.line(`real\t${Math.floor(seconds / 60)}m${(seconds % 60).toFixed(2)}s`)
  return status
}

export const usleep: Command = async ({ args: [microseconds = ''], signal }) => {
  if (!/^\d{1,12}$/.test(microseconds)) throw new CommandError('Needs 1 argument')
  await pause(Number(microseconds) / 1000, signal)
  return 0
}

export const uptime: Command = async (context) => {
  const seconds = Math.floor((context.phone.now() - context.phone.bootedAt) / 1000)
  const days = Math.floor(seconds / 86_400)
  const minutes = String(Math.floor(seconds / 60) % 60).padStart(2, '0')
  const up = `${days > 0 ? `${days} days, ` : ''}${Math.floor(seconds / 3_600) % 24}:${minutes}`
  const clock = formatDate(context.phone.now(), '%H:%M:%S', zoneOf(context))
  if (parseOptions(context.args, { flags: 'ps' }).has('p')) await context.stdout.line(`up ${up}`)
  else await context.stdout.line(` ${clock} up ${up},  0 users,  load average: 0.42, 0.35, 0.31`)
  return 0
}

const MEMORY_FIELDS = ['MemTotal', 'MemFree', 'Buffers'] as const

export const free: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'bkmgh' })
  const unit =
    options.has('m') || options.has('h') ? 1024 : options.has('g') ? 1024 ** 2 : options.has('b') ? 1 / 1024 : 1
  const text = context.files.readFile('/proc/meminfo').toString('utf8')
  const [total = 0, unused = 0, buffers = 0] = MEMORY_FIELDS.map((field) =>
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(text)?.[1] ?? 0),
  )
  const row = (title: string, values: number[]) =>
    title.padEnd(8) + values.map((value) => String(Math.round(value / unit)).padStart(13)).join('')
  await context.stdout.line(
    `${' '.repeat(8)}${['total', 'used', 'free', 'shared', 'buffers'].map((title) => title.padStart(13)).join('')}`,
  )
  await context.stdout.line(row('Mem:', [total, total - unused, unused, 0, buffers]))
  return 0
}

/** One picture of what runs: `top -n 1 -b`. Without -n it would never end; it shows one as well. */
export const top: Command = async (context) => {
  parseOptions(context.args, { flags: 'bHqm', values: 'nopsdkOu' })
  const processes = context.phone.processes.all()
  const text = context.files.readFile('/proc/meminfo').toString('utf8')
  const total = /MemTotal:\s+(\d+)/.exec(text)?.[1] ?? '0'
  await context.stdout.line(
    `Tasks: ${processes.length} total,   1 running, ${processes.length - 1} sleeping,   0 stopped,   0 zombie`,
  )
  await context.stdout.line(`  Mem: ${total}K total`)
  await context.stdout.line('800%cpu  25%user   3%nice  18%sys 752%idle   1%iow   0%irq   1%sirq   0%host')
  await context.stdout.line('  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS')
  for (const { pid, user, memory, name } of processes.toSorted((one, other) => other.memory - one.memory)) {
    const share = ((memory * 100) / Number(total)).toFixed(1)
    await context.stdout.line(
      `${String(pid).padStart(5)} ${user.padEnd(12)} 20   0 ${Math.round((memory * 12) / 1024)}M ${Math.round(memory / 1024)}M    0 S  0.0   ${share}   0:00.10 ${name}`,
    )
  }
  return 0
}

export const date: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'uR', values: 'dDr' })
  const zone = options.has('u') ? 'UTC' : zoneOf(context)
  const given = options.value('d')
  const now = given === undefined ? context.phone.now() : parseDate(given)
  if (!Number.isFinite(now)) throw new CommandError(`bad date '${given}'`)
  const format = options.operands[0]?.startsWith('+') ? options.operands[0].slice(1) : '%a %b %e %H:%M:%S %Z %Y'
  if (options.operands[0] !== undefined && !options.operands[0].startsWith('+'))
    throw new CommandError('cannot set date: Operation not permitted')
  await context.stdout.line(formatDate(now, format, isZone(zone) ? zone : 'UTC'))
  return 0
}

function parseDate(text: string): number {
  return /^@\d{1,12}$/.test(text) ? Number(text.slice(1)) * 1000 : Date.parse(text)
}

export const uname: Command = async ({ args, stdout }) => {
  const options = parseOptions(args, { flags: 'amnoprsv' })
  const fields: [flag: string, value: string][] = [
    ['s', 'Linux'],
    ['n', 'localhost'],
    ['r', '5.10.198-android13-4'],
    ['v', '#1 SMP PREEMPT Thu Nov 23 06:33:37 UTC 2023'],
    ['m', 'aarch64'],
    ['o', 'Toybox'],
  ]
  const asked = fields.filter(([flag]) => options.has('a') || options.has(flag))
  await stdout.line((asked.length > 0 ? asked : fields.slice(0, 1)).map(([, value]) => value).join(' '))
  return 0
}

export const hostname: Command = async ({ stdout }) => {
  await stdout.line('localhost')
  return 0
}

export const nproc: Command = async ({ stdout }) => {
  await stdout.line('8')
  return 0
}

/** `env [NAME=value...] [command...]`, and `printenv`. */
export const env: Command = async (context) => {
  const words = [...context.args]
  const values: Record<string, string> = {}
  if (context.name === 'printenv' && words.length > 0) {
    const value = context.env[words[0] ?? '']
    if (value !== undefined) await context.stdout.line(value)
    return value === undefined ? 1 : 0
  }
  for (let match = assignmentIn(words); match; match = assignmentIn(words)) {
    values[match[0]] = match[1]
    words.shift()
  }
  if (words.length > 0) return context.run(words, { env: values })
  for (const [name, value] of Object.entries({ ...context.env, ...values }))
    await context.stdout.line(`${name}=${value}`)
  return 0
}

function assignmentIn([word]: string[]): [name: string, value: string] | undefined {
  const match = /^([A-Za-z_]\w*)=([^]*)$/.exec(word ?? '')
  return match ? [match[1] ?? '', match[2] ?? ''] : undefined
}
