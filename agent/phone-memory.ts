import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord, isSerial } from '../domain/message-fields.ts'
import { log } from './log.ts'
import { writeWhole } from './whole-file.ts'

/** A phone on the network that stays away for so long is left to `adb connect`: whoever was out overnight comes back. */
export const forgetAfter = 24 * 60 * 60_000

export interface RememberedPhone {
  address: string
  serial: string
  /** Unix time in milliseconds; null while it is here. */
  lost_at: number | null
}

/** One that was here when the agent ended is not here now. */
function remembered(value: unknown): RememberedPhone | undefined {
  if (!isRecord(value) || typeof value.address !== 'string' || !isSerial(value.serial)) return undefined
  const { address, serial, lost_at } = value
  return { address, serial, lost_at: typeof lost_at === 'number' ? lost_at : Date.now() }
}

/**
 * Which phones were met at which address, kept in a file: an adb server that is restarted with the agent knows nothing of
 * those on the network, and a phone that adb may no longer speak to does not tell its serial number.
 */
export class PhoneMemory {
  readonly #path: string
  readonly #phones = new Map<string, RememberedPhone>()
  #isStale = false
  #writing: Promise<void> | undefined

  private constructor(dataDir: string) {
    this.#path = join(dataDir, 'phones.json')
  }

  static async open(dataDir: string): Promise<PhoneMemory> {
    const memory = new PhoneMemory(dataDir)
    await memory.#read()
    return memory
  }

  /** All that are not forgotten. */
  get phones(): RememberedPhone[] {
    const now = Date.now()
    return [...this.#phones.values()].filter(({ lost_at }) => lost_at === null || now - lost_at <= forgetAfter)
  }

  serialAt(address: string): string | undefined {
    return this.#phones.get(address)?.serial
  }

  met(address: string, serial: string): void {
    this.#phones.set(address, { address, serial, lost_at: null })
    this.#save()
  }

  lost(address: string): void {
    const phone = this.#phones.get(address)
    if (phone === undefined) return
    phone.lost_at = Date.now()
    this.#save()
  }

  /** Waits until everything is written. */
  async close(): Promise<void> {
    await this.#writing
  }

  async #read(): Promise<void> {
    try {
      const values: unknown = JSON.parse(await readFile(this.#path, 'utf8'))
      if (!Array.isArray(values)) throw new Error('it is no list')
      for (const phone of values.map(remembered)) if (phone) this.#phones.set(phone.address, phone)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
      log.warn('the phones of before can not be read', { path: this.#path, error })
    }
  }

  /** What is said while it is being written is written after it, all at once. */
  #save(): void {
    this.#isStale = true
    this.#writing ??= this.#write()
      .catch((error: unknown) => log.warn('the phones can not be remembered', { path: this.#path, error }))
      .finally(() => (this.#writing = undefined))
  }

  async #write(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false
      await writeWhole(this.#path, JSON.stringify(this.phones))
    }
  }
}
