import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

interface Process {
  pid: number
  parent: number
}

/** The ways to end PostgreSQL, from the kindest, and how long each is given. Milliseconds. */
export const shutdowns = [
  { signal: 'SIGINT', patience: 8_000 }, // Fast: what goes on is rolled back.
  { signal: 'SIGQUIT', patience: 6_000 }, // Immediate: its log is replayed at the next start. It kills its own processes after 5 s.
  { signal: 'SIGKILL', patience: 5_000 },
] as const

const poll = 50

/** The processes of PostgreSQL on this data: each works in its folder, whatever postmaster.pid says. */
function processesOn(data: string): Process[] {
  const folder = realpathSync(data)
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        if (readlinkSync(`/proc/${entry}/cwd`) !== folder) return [] // Somebody's shell may be there as well.
        if (readFileSync(`/proc/${entry}/comm`, 'utf8').trim() !== 'postgres') return []
        const parent = /^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${entry}/stat`, 'utf8'))?.[1]
        return [{ pid: Number(entry), parent: Number(parent) }]
      } catch {
        return [] // It has just ended, or is nobody's that we started.
      }
    })
}

function send(signal: NodeJS.Signals, processes: readonly Process[]): void {
  const pids = new Set(processes.map(({ pid }) => pid))
  // The first of them tells the others; but killed, it tells nobody.
  const told = signal === 'SIGKILL' ? processes : processes.filter(({ parent }) => !pids.has(parent))
  for (const { pid } of told)
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // It has just ended.
    }
}

/** Kills whatever PostgreSQL runs on the data. */
export const killPostgres = (data: string): void => send('SIGKILL', processesOn(data))

async function areGone(data: string, patience: number): Promise<boolean> {
  for (const end = Date.now() + patience; Date.now() < end; await pause(poll))
    if (processesOn(data).length === 0) return true
  return processesOn(data).length === 0
}

/**
 * Ends the PostgreSQL that a crashed server has left, however it hangs, and forgets its postmaster.pid: one that is empty,
 * or names a process that is something else by now, would keep the next from starting.
 */
export async function endOrphan(data: string, log: FastifyBaseLogger): Promise<void> {
  const orphans = processesOn(data)
  const pids = orphans.map(({ pid }) => pid)
  for (const { signal, patience } of orphans.length === 0 ? [] : shutdowns) {
    send(signal, processesOn(data))
    if (!(await areGone(data, patience))) continue
    log.warn({ pids, signal }, 'stopped a PostgreSQL that a crashed server had left')
    break
  }
  const left = processesOn(data).map(({ pid }) => pid)
  if (left.length > 0)
    throw new Error(`PostgreSQL (process ${left.join(', ')}) still runs on ${data} and can't be killed; end it first`)
  rmSync(join(data, 'postmaster.pid'), { force: true })
}
