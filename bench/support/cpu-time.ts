import { readdirSync, readFileSync } from 'node:fs'

/** Of /proc/<pid>/stat, what stands behind the program's name. */
const fieldsOf = (pid: number | string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  } catch {
    return [] // It has ended.
  }
}

const ticks = (fields: readonly string[]): number => Number(fields[11] ?? 0) + Number(fields[12] ?? 0)

/** Processor time that a process has used so far, in seconds; the clock of /proc ticks a hundred times a second. */
export const cpuSeconds = (pid: number): number => ticks(fieldsOf(pid)) / 100

/** Processor time that the processes below it have used so far, those that have ended among them, in seconds. */
export function cpuSecondsEverBelow(pid: number): number {
  const ended = fieldsOf(pid)
  return (Number(ended[13] ?? 0) + Number(ended[14] ?? 0)) / 100 + cpuOfChildren(pid)
}

const cpuOfChildren = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child) + cpuSecondsEverBelow(child), 0)

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && fieldsOf(name)[1] === String(pid))
    .map(Number)

/** Processor time that the processes below it have used so far, in seconds. */
export function cpuSecondsBelow(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child) + cpuSecondsBelow(child), 0)
}

/** Nanoseconds that a thread has run, by the scheduler's own clock. */
function ranFor(thread: string): number {
  try {
    return Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[0])
  } catch {
    return 0 // It has ended.
  }
}

/** Tells what a process and those that are below it by now have used so far, in milliseconds, as exactly as one call needs it. */
export function cpuClock(pid: number): () => number {
  const below = (one: number): number[] => childrenOf(one).flatMap((child) => [child, ...below(child)])
  const children = below(pid).map((child) => `/proc/${child}`)
  return () => {
    const threads = readdirSync(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}`)
    return [...threads, ...children].reduce((sum, thread) => sum + ranFor(thread), 0) / 1e6
  }
}
