import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** The ways to end PostgreSQL, from the kindest, and how long each is given. Milliseconds. */
const shutdowns = [
  { signal: 'SIGINT', timeout: 8_000 }, // Fast: what goes on is rolled back.
  { signal: 'SIGQUIT', timeout: 6_000 }, // Immediate: its log is replayed at the next start. It kills its own processes after 5 s.
  { signal: 'SIGKILL', timeout: 5_000 },
] as const

/** How long connections that are being closed are waited for. Milliseconds. */
const leaveTimeout = 1_000

const poll = 50
/** How often one that is no child of ours is looked for. Milliseconds. */
const lookInterval = 250

/** PostgreSQL's data folder, known again wherever it is moved to, and when it has been removed. */
export interface DataFolder {
  path: string
  device: number
  inode: number
}

/** How PostgreSQL was ended. */
export interface Ending {
  pids: number[]
  signal: NodeJS.Signals
}

interface Process {
  pid: number
  parent: number
}

export function dataFolderAt(path: string): DataFolder {
  const { dev: device, ino: inode } = statSync(path)
  return { path, device, inode }
}

export const pidFileOf = ({ path }: DataFolder): string => join(path, 'postmaster.pid')

function pidFileLines(data: DataFolder): string[] {
  try {
    return readFileSync(pidFileOf(data), 'utf8').split('\n')
  } catch {
    return [] // There is none, or none any more.
  }
}

/** A process of some PostgreSQL; undefined for anything else, and for one that has ended, though nobody may have asked how. */
function postgresProcess(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const parent = /^\d+ \(postgres\) [^ZX] (\d+) /.exec(stat)?.[1]
    return parent === undefined ? undefined : { pid, parent: Number(parent) }
  } catch {
    return undefined // It has just ended.
  }
}

function commandOf({ pid }: Process): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  } catch {
    return [] // It has just ended.
  }
}

/**
 * Whether a process works in the folder, as each of PostgreSQL's does. In most containers root may not look at where others
 * work; there the first of the processes tells it by its arguments.
 */
function worksIn(process: Process, data: DataFolder): boolean {
  try {
    const { dev, ino } = statSync(`/proc/${process.pid}/cwd`)
    return dev === data.device && ino === data.inode
  } catch {
    const command = commandOf(process)
    const option = command.indexOf('-D')
    return option !== -1 && command[option + 1] === data.path
  }
}

/** The processes of PostgreSQL on this data, whatever postmaster.pid says. */
function processesOn(data: DataFolder): Process[] {
  const all = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => postgresProcess(Number(entry)) ?? [])
  const pids = new Set(all.filter((process) => worksIn(process, data)).map(({ pid }) => pid))
  return all.filter(({ pid, parent }) => pids.has(pid) || pids.has(parent))
}

/** Those that no other of them has started. */
function firstOf(processes: readonly Process[]): Process[] {
  const pids = new Set(processes.map(({ pid }) => pid))
  return processes.filter(({ parent }) => !pids.has(parent))
}

/** Whether the program was not replaced meanwhile, as it is where packages are installed anew. */
function isStillInstalled({ pid }: Process): boolean {
  try {
    return !readlinkSync(`/proc/${pid}/exe`).endsWith(' (deleted)')
  } catch {
    return false // What can't be seen is not known to be ours.
  }
}

/** The number of a PostgreSQL on the data that accepts connections and was started with this command; undefined where none does. */
export function readyPostgres(data: DataFolder, command: readonly string[]): number | undefined {
  const [pid, , , , , , , status] = pidFileLines(data) // As miscadmin.h has them.
  if (status?.trim() !== 'ready') return undefined
  const [first, ...others] = firstOf(processesOn(data))
  if (first?.pid !== Number(pid) || others.length > 0) return undefined // Others have outlived the first of theirs.
  const isOurs = commandOf(first).join('\0') === command.join('\0') && isStillInstalled(first)
  return isOurs ? first.pid : undefined
}

/** Settles once a PostgreSQL that is no child of ours is no more. */
export function ended(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const looks = setInterval(() => {
      if (postgresProcess(pid) !== undefined) return
      clearInterval(looks)
      resolve()
    }, lookInterval)
  })
}

function send(signal: NodeJS.Signals, processes: readonly Process[]): void {
  // The first of them tells the others; but killed, it tells nobody.
  for (const { pid } of signal === 'SIGKILL' ? processes : firstOf(processes))
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // It has just ended.
    }
}

/** Kills whatever PostgreSQL runs on the data. */
export const killPostgres = (data: DataFolder): void => send('SIGKILL', processesOn(data))

async function areGone(processes: readonly Process[], timeout: number): Promise<boolean> {
  const isGone = ({ pid }: Process): boolean => postgresProcess(pid) === undefined
  for (const end = Date.now() + timeout; Date.now() < end; await pause(poll)) if (processes.every(isGone)) return true
  return processes.every(isGone)
}

/** Has PostgreSQL end by itself as soon as its last connection has: one whose owner is closing it is not to be cut off. */
export async function letLeave(data: DataFolder): Promise<void> {
  const processes = processesOn(data)
  send('SIGTERM', processes)
  await areGone(processes, leaveTimeout)
}

/** Ends whatever PostgreSQL runs on the data, however it hangs; answers how, or undefined where none ran. */
export async function endPostgres(data: DataFolder, log: FastifyBaseLogger): Promise<Ending | undefined> {
  let ending: Ending | undefined
  for (const { signal, timeout } of shutdowns) {
    const processes = processesOn(data)
    if (processes.length === 0) return ending
    const pids = processes.map(({ pid }) => pid)
    ending = { pids, signal }
    send(signal, processes)
    if (!(await areGone(processes, timeout))) log.warn(ending, 'PostgreSQL does not stop')
  }
  const left = processesOn(data).map(({ pid }) => pid)
  if (left.length === 0) return ending
  throw new Error(
    `PostgreSQL (process ${left.join(', ')}) still runs on ${data.path} and can't be killed; end it first`,
  )
}
