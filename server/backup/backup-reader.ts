import { createReadStream } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { reasonOf } from '../config/bad-surroundings.ts'
import { BadConfig } from '../config/config.ts'
import { type Manifest, type Part, readManifest, type StoredFile } from './manifest.ts'
import { tallyOf } from './tally.ts'

/** A backup that is there. */
export class BackupReader {
  readonly #folder: string
  readonly manifest: Manifest

  private constructor(folder: string, manifest: Manifest) {
    this.#folder = folder
    this.manifest = manifest
  }

  /** @throws BadConfig where there is no backup, or half of one */
  static async open(folder: string): Promise<BackupReader> {
    await access(folder).catch((error: unknown) => {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      throw new BadConfig(`${folder}: ${isMissing ? 'there is no such folder' : reasonOf(error)}`)
    })
    const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => undefined)
    if (text === undefined)
      throw new BadConfig(
        `${join(folder, 'manifest.json')}: is missing; this backup was not finished, or is half there`,
      )
    const manifest = readManifest(text)
    if ('problem' in manifest) throw new BadConfig(`${join(folder, 'manifest.json')}: ${manifest.problem}`)
    return new BackupReader(folder, manifest)
  }

  /** The bytes of a part. */
  read({ name }: Pick<Part, 'name'>) {
    return createReadStream(join(this.#folder, name))
  }

  /** The files of the list. */
  async *files(): AsyncGenerator<StoredFile, void, void> {
    for await (const line of createInterface({ input: this.read(this.manifest.files) }))
      yield JSON.parse(line) as StoredFile // The list has the sum that it was written with.
  }

  /** @throws BadConfig naming the first part that is missing or damaged */
  async verify(): Promise<void> {
    const { database, kept, files } = this.manifest
    for (const part of [...database.tables, ...kept, files]) await this.#verify(part)
    for await (const file of this.files()) await this.#verify(file)
  }

  async #verify(part: Part): Promise<void> {
    const path = join(this.#folder, part.name)
    const found = await tallyOf(this.read(part)).catch((error: unknown) => {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      throw new BadConfig(`${path}: ${isMissing ? 'is missing; the backup is half there' : reasonOf(error)}`)
    })
    if (found.size !== part.size)
      throw new BadConfig(`${path}: is damaged; it has ${found.size} bytes, and had ${part.size}`)
    if (found.sha256 !== part.sha256) throw new BadConfig(`${path}: is damaged; its sum is not the manifest's`)
  }
}
