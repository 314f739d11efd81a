import { rmSync } from 'node:fs'

/** Removes a folder of a server that has ended; what it has started may be about to end, and write a last file there. */
export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
