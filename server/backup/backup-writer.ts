import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { reasonOf } from '../config/bad-surroundings.ts'
import { BadConfig } from '../config/config.ts'
import { syncFolder } from '../config/whole-file.ts'
import { type Manifest, manifestText, type Part } from './manifest.ts'
import { Tally } from './tally.ts'

/** What a disk fails with; other errors are those of whoever was to be written. */
const ofTheDisk = new Set(['EACCES', 'EDQUOT', 'EEXIST', 'EFBIG', 'EIO', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'])

/**
 * Writes a backup beside its place, onto the disk as a whole, and only then under its name. What has that name is therefore
 * whole. Only this user may read it: keys are in it.
 */
export class BackupWriter {
  readonly #folder: string
  readonly #partial: string
  readonly #signal: AbortSignal
  readonly #folders = new Set<string>()

  private constructor(folder: string, signal: AbortSignal) {
    this.#folder = folder
    this.#partial = `${folder}.partial`
    this.#signal = signal
  }

  /**
   * Begins a backup; what is left there of one that was cut off is removed.
   *
   * @throws BadConfig where there is something of that name
   */
  static async begin(folder: string, signal: AbortSignal): Promise<BackupWriter> {
    const there = await readdir(folder).catch((error: NodeJS.ErrnoException) => error.code)
    if (there !== 'ENOENT') throw new BadConfig(`${folder}: there is something of that name already`)
    const writer = new BackupWriter(folder, signal)
    await writer.discard()
    await writer.#orTold(mkdir(writer.#partial, { recursive: true, mode: 0o700 }))
    writer.#folders.add(writer.#partial)
    return writer
  }

  /** Writes a part. */
  async write(name: string, content: AsyncIterable<Uint8Array>): Promise<Part> {
    const path = join(this.#partial, name)
    const tally = new Tally()
    const write = async (): Promise<void> => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const file = await open(path, 'wx', 0o600)
      const sink = file.createWriteStream({ flush: true }) // It closes the file.
      await pipeline(content, tally, sink, { signal: this.#signal })
    }
    await this.#orTold(write())
    for (let folder = dirname(path); folder.length > this.#partial.length; folder = dirname(folder))
      this.#folders.add(folder)
    return { name, ...tally.result() }
  }

  /** Everything is there: from now on it is a backup. */
  async finish(manifest: Manifest): Promise<void> {
    await this.write('manifest.json', Readable.from([Buffer.from(manifestText(manifest))]))
    const give = async (): Promise<void> => {
      for (const folder of this.#folders) await syncFolder(folder)
      await rename(this.#partial, this.#folder)
      await syncFolder(dirname(this.#folder))
    }
    await this.#orTold(give())
  }

  /** Leaves nothing. */
  discard(): Promise<void> {
    return rm(this.#partial, { recursive: true, force: true })
  }

  async #orTold<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      if (error instanceof Error && 'code' in error && ofTheDisk.has(String(error.code)))
        throw new BadConfig(`${this.#folder}: ${reasonOf(error)}`, { cause: error })
      throw error
    }
  }
}
