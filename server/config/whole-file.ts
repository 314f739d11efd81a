import { readFileSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file for this user alone: beside its place, onto the disk as a whole, and only then under its name. What has that name
 * is therefore whole, however suddenly the server or the machine ends.
 */
export async function writeWhole(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const beside = `${path}.new`
  const file = await open(beside, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(beside, path)
  await syncFolder(dirname(path))
}

/** From then on what a file holds is on the disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** From then on the names in a folder are on the disk, too. */
export const syncFolder = syncFile

/** What was written so; undefined where nothing was, which a file that somebody else was cut off at writing says as well: it is blank. */
export function readWhole(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8')
    return /^[\s\0]*$/.test(text) ? undefined : text
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
