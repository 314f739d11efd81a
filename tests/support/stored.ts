import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestServer } from './server.ts'

/** More than a bucket is sent at once, in bytes: of what breaks off before that, nothing is kept there. */
export const moreThanAPart = 9 * 1024 ** 2

/** Bytes of all that a server has stored, whole or not, by name: in its bucket, or else in its data folder. */
export async function storedBy({
  dataDir,
  bucket,
}: Pick<TestServer, 'dataDir' | 'bucket'>): Promise<Map<string, number>> {
  if (bucket !== undefined) {
    const whole = [...bucket.objects].map(([name, { content }]) => [name, content.length] as const)
    const begun = [...bucket.uploads].map(([id, parts]) => [id, total([...parts.values()])] as const)
    return new Map([...whole, ...begun])
  }
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return new Map(
    await Promise.all(
      files.map(async ({ name, parentPath }) => [name, (await stat(join(parentPath, name))).size] as const),
    ),
  )
}

const total = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0)

/** How many bytes a server has stored in all. */
export const bytesStored = async (server: Pick<TestServer, 'dataDir' | 'bucket'>): Promise<number> =>
  [...(await storedBy(server)).values()].reduce((sum, size) => sum + size, 0)
