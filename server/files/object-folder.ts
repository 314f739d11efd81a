import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkObjectName, NoSuchObject, ObjectExists, type ObjectStorage } from './object-storage.ts'

/** What nobody has written to for so long was left by a server that ended. Milliseconds. */
const abandonedAfter = 6 * 3_600_000

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Objects as files of a folder. */
export async function openObjectFolder(directory: string): Promise<ObjectStorage> {
  /** On the same disk, so that a whole object gets its name at once. */
  const incoming = join(directory, '.incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await removeAbandoned(incoming)
  return {
    async write(name, content) {
      const path = join(directory, checkObjectName(name))
      const temporary = join(incoming, randomBytes(16).toString('hex'))
      try {
        const file = await open(temporary, 'wx', 0o600)
        try {
          await file.writeFile(content)
          await file.sync()
        } finally {
          await file.close()
        }
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await link(temporary, path)
      } catch (error) {
        throw hasCode(error, 'EEXIST') ? new ObjectExists(name) : error
      } finally {
        await rm(temporary, { force: true })
      }
    },
    async read(name) {
      const file = createReadStream(join(directory, checkObjectName(name)))
      try {
        await once(file, 'open')
      } catch (error) {
        throw hasCode(error, 'ENOENT') ? new NoSuchObject(name) : error
      }
      return file
    },
    remove: (name) => rm(join(directory, checkObjectName(name)), { force: true }),
  }
}

async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    // Another server of this machine may just have finished with it.
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - abandonedAfter) await rm(path, { force: true })
  }
}
