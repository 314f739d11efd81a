import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** How often one that is no child of ours is looked for. Milliseconds. */
const lookInterval = 250

/** What PostgreSQL tells of itself in its data folder; the lines' places are those of miscadmin.h. */
export interface RunningPostgres {
  pid: number
  /** `ready` once it accepts connections. */
  status: string
}

export const pidFileOf = (data: string): string => join(data, 'postmaster.pid')

/** The PostgreSQL that runs on a data folder. What one that is no more has left there, and would refuse the next for, goes. */
export function postgresOn(data: string): RunningPostgres | undefined {
  const file = pidFileOf(data)
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  if (Number.isSafeInteger(pid) && pid > 0 && isAlive(pid)) return { pid, status: lines[7]?.trim() ?? '' }
  rmSync(file, { force: true })
  return undefined
}

/** Whether it was started as we would start it: by the same program, with the same settings. */
export function isOurs({ pid }: RunningPostgres, data: string, args: readonly string[]): boolean {
  try {
    const [, ...options] = readFileSync(join(data, 'postmaster.opts'), 'utf8').trim().split(' "')
    // Where packages were installed anew, the program that runs is there no more.
    const isReplaced = existsSync('/proc/self/exe') && readlinkSync(`/proc/${pid}/exe`).endsWith(' (deleted)')
    return !isReplaced && options.join(' "') === args.map((arg) => `${arg}"`).join(' "')
  } catch {
    return false // What can't be read is not known to be ours.
  }
}

/** Settles once it is no more. */
export function ended(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const looks = setInterval(() => {
      if (isAlive(pid)) return
      clearInterval(looks)
      resolve()
    }, lookInterval)
  })
}

/** A process that has ended keeps its number until somebody asks how; of an orphan, in some containers nobody does. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true // No Linux, or it has just ended, which the next look finds.
  }
}
