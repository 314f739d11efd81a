import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BadConfig } from '../config.ts'

/**
 * Holds a folder for one process. The lock is SQLite's exclusive one on a file in it, so the kernel releases it when the
 * process ends in whatever way.
 */
export function lockDirectory(directory: string): { release: () => void } {
  const lock = new DatabaseSync(join(directory, 'lock.sqlite'))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked/.test(error.message))
      throw new BadConfig(`DATA_DIR=${directory}: another Phonedeck server is running on it`)
    throw error
  }
  return { release: () => lock.close() }
}
