import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BadConfig } from '../config/config.ts'
import { syncFolder, writeWhole } from '../config/whole-file.ts'

/** It is there from before a restore puts anything into a data folder until everything is in it. */
const markOf = (dataDir: string): string => join(dataDir, 'restore.unfinished')

/** What a data folder may have while nothing is in it yet. */
const ofNoData = new Set(['lock.sqlite', 'lock.sqlite-journal', 'log'])

/** @throws BadConfig where a restore into the folder was cut off: what it has is not whole. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(markOf(dataDir)))
    throw new BadConfig(
      `DATA_DIR=${dataDir}: a restore into it was cut off; run it again, or begin with an empty folder`,
    )
}

/**
 * Marks a data folder as being restored into. Of a restore that was cut off there, what it has left is removed.
 *
 * @throws BadConfig where the folder has data of its own
 */
export async function beginRestore(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const mark = markOf(dataDir)
  const others = (await readdir(dataDir)).filter((name) => !ofNoData.has(name) && join(dataDir, name) !== mark)
  if (!existsSync(mark) && others.length > 0)
    throw new BadConfig(`DATA_DIR=${dataDir}: it is not empty (${others.join(', ')}); restore into an empty folder`)
  if (!existsSync(mark)) await writeWhole(mark, '')
  for (const name of others) await rm(join(dataDir, name), { recursive: true })
}

/** Everything is there. */
export async function endRestore(dataDir: string): Promise<void> {
  await rm(markOf(dataDir))
  await syncFolder(dataDir)
}
