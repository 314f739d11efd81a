import { readFileSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

/** Where Linux keeps files in memory. */
const inMemory = '/dev/shm'

/** What it has to have left, in bytes: a run of all tests keeps about 1 GB there, and the machine's memory is what that is taken from. */
const roomWanted = 6 * 1024 ** 3

/**
 * Where tests keep what is gone after them: in memory where this machine has plenty, since a disk takes five times as long to make
 * and remove a database of a thousand files. Tests run programs from there, which not every machine allows.
 */
export function quickFolder(): string {
  if (process.platform !== 'linux' || freemem() < roomWanted) return tmpdir()
  const mount = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync('/proc/self/mounts', 'utf8'))
  if (mount?.[1] === undefined || mount[1].split(',').includes('noexec')) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize < roomWanted ? tmpdir() : inMemory
}
