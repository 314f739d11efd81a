import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { BadConfig, type Config } from '../config/config.ts'
import { readWhole, syncFolder } from '../config/whole-file.ts'
import { logHeadFileOf } from '../log/heads.ts'
import { givenKeys, keyFileOf, keyText } from '../start/keys.ts'
import type { BackupReader } from './backup-reader.ts'
import type { BackupWriter } from './backup-writer.ts'
import type { Part } from './manifest.ts'

/** What embedded agents keep: their adb keys, and which phones they have met. */
const ofAgents = /^agent(-\w+)?$/

/** What a file is called that is still being written. */
const unfinished = '.new'

/** Where the parts stand in a backup. */
const place = 'kept'

/** Keeps small files of the data folder. Before the database is looked at: the log's head must be one that the backup holds. */
export async function keepFiles(config: Pick<Config, 'dataDir' | 'secretKey'>, writer: BackupWriter): Promise<Part[]> {
  const { dataDir } = config
  const parts: Part[] = []
  const keep = async (name: string, content: AsyncIterable<Uint8Array>): Promise<unknown> =>
    parts.push(await writer.write(`${place}/${name}`, content))
  const head = readWhole(logHeadFileOf(dataDir))
  if (head !== undefined) await keep(nameOf(dataDir, logHeadFileOf(dataDir)), Readable.from([Buffer.from(head)]))
  // Wherever this server has its keys from: without them nobody can use the database.
  const keys = givenKeys(config)
  if (keys.length > 0) await keep(nameOf(dataDir, keyFileOf(dataDir)), Readable.from([Buffer.from(keyText(keys))]))
  for (const name of await agentFiles(dataDir)) await keep(name, createReadStream(join(dataDir, name)))
  return parts
}

const nameOf = (dataDir: string, path: string): string => path.slice(dataDir.length + 1)

async function agentFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir).catch(() => []) // Servers with a database of their own may have no such folder.
  const names: string[] = []
  for (const folder of entries.filter((name) => ofAgents.test(name)))
    for (const name of await readdir(join(dataDir, folder), { recursive: true })) {
      const found = await stat(join(dataDir, folder, name))
      if (found.isFile() && !name.endsWith(unfinished)) names.push(join(folder, name))
    }
  return names
}

/** @throws BadConfig where the settings have keys, and lack one of the backup's */
export async function refuseOtherKeys(
  backup: BackupReader,
  { dataDir, secretKey }: Pick<Config, 'dataDir' | 'secretKey'>,
): Promise<void> {
  const part = backup.manifest.kept.find(({ name }) => name === `${place}/${nameOf(dataDir, keyFileOf(dataDir))}`)
  if (part === undefined || secretKey === undefined) return
  const given = new Set(keyText(givenKeys({ dataDir, secretKey })).split('\n'))
  const needed = (await text(backup.read(part))).split('\n')
  if (!needed.every((key) => given.has(key)))
    throw new BadConfig(
      `SECRET_KEY: is not the key of this backup, which has its own; leave it out, or give what is in ${part.name}`,
    )
}

/** Puts the kept files into a data folder, for this user alone. The keys are left out where the settings have them. */
export async function putKeptFiles(
  backup: BackupReader,
  config: Pick<Config, 'dataDir' | 'secretKey'>,
  leftOut: readonly string[] = [],
): Promise<void> {
  for (const part of backup.manifest.kept) {
    const name = part.name.slice(place.length + 1)
    if (name.split(sep).includes('..')) throw new BadConfig(`${part.name}: is no name of a file in a data folder`)
    const path = join(config.dataDir, name)
    if (leftOut.includes(path)) continue
    if (path === keyFileOf(config.dataDir) && config.secretKey !== undefined) continue
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path, 'wx', 0o600)
    await pipeline(backup.read(part), file.createWriteStream({ flush: true }))
    await syncFolder(dirname(path))
  }
}
