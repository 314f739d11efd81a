import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliDecompressSync } from 'node:zlib'

/** What we use of `mmdb-lib`. */
interface Reader {
  get(address: string): unknown
}
/** By where they stand in the file, records that have been read. */
type RecordCache = Map<string | number, unknown>
type ReaderPackage = { Reader: new (file: Buffer, options: { cache: RecordCache }) => Reader }

const require = createRequire(import.meta.url)

/** A file in MaxMind's format, which may be compressed (`.br`), by which an address is looked up. It and its reader are loaded when it is first asked. */
export class AddressDatabase {
  readonly #locate: () => string
  readonly #onUnusable: (error: unknown) => void
  #reader: Reader | undefined
  #isUsable = true

  /** `locate` may throw, as where a package is missing. `onUnusable` is told once; from then on nothing is known. */
  constructor(locate: () => string, onUnusable: (error: unknown) => void) {
    this.#locate = locate
    this.#onUnusable = onUnusable
  }

  /** The record of an address as the file has it; null where it has none. */
  find(address: string): unknown {
    if (!this.#isUsable) return null
    try {
      this.#reader ??= this.#open()
      return this.#reader.get(address)
    } catch (error) {
      this.#isUsable = false
      this.#reader = undefined
      this.#onUnusable(error)
      return null
    }
  }

  #open(): Reader {
    const { Reader } = require('mmdb-lib') as ReaderPackage // Not imported: a start would wait for it.
    const path = this.#locate()
    const file = readFileSync(path)
    return new Reader(path.endsWith('.br') ? brotliDecompressSync(file) : file, { cache: new Map() })
  }
}
