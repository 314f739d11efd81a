import { generateKeyPair } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { AdbCredentialStore, AdbPrivateKey } from '@yume-chan/adb'
import { writeWhole } from './whole-file.ts'

/** What a phone shows its owner when it asks whether to trust the key. */
const keyName = 'phonedeck-agent'

/** The RSA key by which phones know this box, kept as PKCS #8 in a file that only its owner may read. */
export class AdbKeyFile implements AdbCredentialStore {
  readonly #path: string
  #key: Promise<AdbPrivateKey> | undefined

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'adb-key.p8')
  }

  generateKey(): Promise<AdbPrivateKey> {
    return this.#theKey()
  }

  async *iterateKeys(): AsyncGenerator<AdbPrivateKey> {
    yield await this.#theKey()
  }

  #theKey(): Promise<AdbPrivateKey> {
    this.#key ??= this.#readOrMake()
    return this.#key
  }

  async #readOrMake(): Promise<AdbPrivateKey> {
    try {
      const buffer = await readFile(this.#path)
      // A blank one is what an agent of before was cut off at writing.
      if (buffer.some((byte) => byte !== 0)) return { buffer, name: keyName }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
    const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048, publicExponent: 65_537 })
    const buffer = privateKey.export({ type: 'pkcs8', format: 'der' })
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 })
    await writeWhole(this.#path, buffer)
    return { buffer, name: keyName }
  }
}
