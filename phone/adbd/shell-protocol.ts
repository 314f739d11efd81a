/** Packets of adb's shell protocol (shell v2): one byte of id, four of length (little-endian), data. */

export const SHELL_PACKET = { stdin: 0, stdout: 1, stderr: 2, exit: 3, closeStdin: 4, windowSize: 5 } as const

const HEADER_BYTES = 5
/** No client sends packets larger than a WRTE's payload. */
const MAX_DATA = 1024 * 1024
const MAX_WINDOW_SIZE = 32
/** Linux keeps rows and columns in 16 bits. */
const MAX_CELLS = 0xffff

export interface ShellPacket {
  id: number
  data: Buffer
}

export function encodeShellPacket(id: number, data: Uint8Array): Buffer {
  const packet = Buffer.allocUnsafe(HEADER_BYTES + data.length)
  packet.writeUInt8(id, 0)
  packet.writeUInt32LE(data.length, 1)
  packet.set(data, HEADER_BYTES)
  return packet
}

/** Reads a window's size, `rows x columns, width x height` in pixels (`24x80,0x0`); undefined when it is none. */
export function parseWindowSize(data: Uint8Array): { rows: number; columns: number } | undefined {
  if (data.length > MAX_WINDOW_SIZE) return undefined
  const [, rows = '', columns = ''] =
    /^(\d{1,5})x(\d{1,5}),\d{1,5}x\d{1,5}\0?$/.exec(Buffer.from(data).toString('latin1')) ?? []
  const isSize = rows !== '' && Number(rows) <= MAX_CELLS && Number(columns) <= MAX_CELLS
  return isSize ? { rows: Number(rows), columns: Number(columns) } : undefined
}

/** Cuts a stream into shell packets. */
export class ShellPacketParser {
  #buffered: Buffer = Buffer.alloc(0);

  /** Throws RangeError on a length that no client sends. */
  *push(chunk: Buffer): Generator<ShellPacket, void, void> {
    this.#buffered = this.#buffered.length > 0 ? Buffer.concat([this.#buffered, chunk]) : chunk
    while (this.#buffered.length >= HEADER_BYTES) {
      const length = this.#buffered.readUInt32LE(1)
      if (length > MAX_DATA) throw new RangeError(`shell packet of ${length} bytes`)
      if (this.#buffered.length < HEADER_BYTES + length) return
      const packet = {
        id: this.#buffered.readUInt8(0),
        data: this.#buffered.subarray(HEADER_BYTES, HEADER_BYTES + length),
      }
      this.#buffered = this.#buffered.subarray(HEADER_BYTES + length)
      yield packet
    }
  }
}
