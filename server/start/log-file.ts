import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DestinationStream } from 'pino'
import roll from 'pino-roll'

/** Where the log of a server is that somebody watches in a terminal. */
export const logFolder = (dataDir: string): string => join(dataDir, 'log')

/** A log in files of 10 MB, of which the last five are kept; `current.log` is the one that is written to. */
export async function openLogFiles(dataDir: string): Promise<DestinationStream> {
  await mkdir(logFolder(dataDir), { recursive: true, mode: 0o700 }) // It links to a file before it has made their folder.
  return roll({
    file: join(logFolder(dataDir), 'server'),
    extension: '.log',
    size: '10m',
    limit: { count: 4, removeOtherLogFiles: true }, // Beside the current one; also those of earlier starts.
    symlink: true,
  })
}
