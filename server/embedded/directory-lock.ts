import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BadConfig } from '../config/config.ts'

/** SQLite's code for a file that is no database. */
const notADatabase = 26

/** Another process holds the folder. */
export class FolderTaken extends BadConfig {}

/**
 * Holds a folder for one process. The lock is SQLite's exclusive one on a file in it, so the kernel releases it when the
 * process ends in whatever way. There is nothing in the file: what is found there, a broken disk or hand has left.
 */
export function lockDirectory(directory: string): { release: () => void } {
  const file = join(directory, 'lock.sqlite')
  try {
    return lock(file)
  } catch (error) {
    if (error instanceof Error && /locked/.test(error.message))
      throw new FolderTaken(`DATA_DIR=${directory}: another Phonedeck server is running on it`)
    if ((error as { errcode?: unknown }).errcode !== notADatabase)
      throw new BadConfig(`DATA_DIR=${directory}: nothing can be written there (${String(error)})`, {
        cause: error,
      })
    truncateSync(file) // Emptied, not removed: another server may be about to lock it.
    return lock(file)
  }
}

function lock(file: string): { release: () => void } {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    database.close()
    throw error
  }
  return { release: () => database.close() }
}
