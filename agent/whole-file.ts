import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file for this user alone: beside its place, onto the disk as a whole, and only then under its name. What has that name
 * is therefore whole, however suddenly the agent or the machine ends.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
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
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync() // The name is on the disk now, too.
  } finally {
    await folder.close()
  }
}
