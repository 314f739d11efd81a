import { randomFillSync } from 'node:crypto'
import type { DeviceFile, GeneratedFile, RegularFile } from './inode.ts'

const EMPTY = Buffer.alloc(0)
/** Reads and copies go in pieces of this size, so that no command holds the event loop for a whole big file. */
const READ_CHUNK_BYTES = 64 * 1024

/** Keeps a file system within its size: told of every byte before it is stored. */
export interface SpaceAccount {
  /** Throws ENOSPC when there is no room for `bytes` more; negative numbers give room back. */
  charge(bytes: number): void
  changed(): void
  now(): number
}

/** Reads a file from its start. What is appended meanwhile is read too. */
export class FileReader {
  readonly #file: RegularFile | GeneratedFile | DeviceFile
  readonly #generated: Buffer
  #position = 0

  constructor(file: RegularFile | GeneratedFile | DeviceFile) {
    this.#file = file
    this.#generated = file.kind === 'generated' ? Buffer.from(file.generate()) : EMPTY
  }

  /** The next bytes, at most `max`; undefined at the end. */
  read(max: number = READ_CHUNK_BYTES): Buffer | undefined {
    if (this.#file.kind === 'device') return this.#readDevice(this.#file.device, max)
    const content = this.#file.kind === 'file' ? this.#file.buffer.subarray(0, this.#file.size) : this.#generated
    if (this.#position >= content.length) return undefined
    const bytes = content.subarray(this.#position, this.#position + max)
    this.#position += bytes.length
    return bytes
  }

  #readDevice(device: DeviceFile['device'], max: number): Buffer | undefined {
    if (device === 'null') return undefined
    const bytes = Buffer.alloc(Math.min(max, READ_CHUNK_BYTES))
    return device === 'urandom' ? randomFillSync(bytes) : bytes
  }
}

/** Appends to a file; `close` gives back the room that was reserved for growth. */
export class FileWriter {
  readonly #file: RegularFile
  readonly #space: SpaceAccount
  #open = true

  constructor(file: RegularFile, space: SpaceAccount) {
    this.#file = file
    this.#space = space
    file.writers += 1
  }

  /** Throws ENOSPC when the phone is full; nothing of `bytes` is kept then. */
  write(bytes: Uint8Array): void {
    const file = this.#file
    this.#space.charge(bytes.length)
    const needed = file.size + bytes.length
    if (needed > file.buffer.length) {
      // An own allocation, never a slice of Buffer's shared pool: a small file must not pin 8 kB.
      const grown = Buffer.allocUnsafeSlow(file.size === 0 ? needed : Math.max(needed, file.buffer.length * 2))
      file.buffer.copy(grown, 0, 0, file.size)
      file.buffer = grown
    }
    file.buffer.set(bytes, file.size)
    file.size = needed
    file.mtime = this.#space.now()
    this.#space.changed()
  }

  close(): void {
    if (!this.#open) return
    this.#open = false
    const file = this.#file
    file.writers -= 1
    if (file.writers === 0 && file.links === 0) this.#space.charge(-file.size)
    else if (file.writers === 0 && file.buffer.length > file.size) {
      const exact = Buffer.allocUnsafeSlow(file.size)
      file.buffer.copy(exact, 0, 0, file.size)
      file.buffer = exact
    }
  }
}
