import type { FileStat } from '../shell/inode.ts'

/** The records of adb's sync protocol; all numbers are little-endian. */

export function syncRecord(id: string, value: number, data: Uint8Array = new Uint8Array()): Buffer {
  const record = Buffer.alloc(8 + data.length)
  record.write(id, 0, 'latin1')
  record.writeUInt32LE(value >>> 0, 4)
  record.set(data, 8)
  return record
}

const SECONDS = 1000

/** `STAT`'s answer: mode, size, mtime; all zero for what is not there. */
export function statRecord(stat: FileStat | undefined): Buffer {
  const record = Buffer.alloc(16)
  record.write('STAT', 0, 'latin1')
  if (stat) writeStatFields(record, 4, stat)
  return record
}

function writeStatFields(record: Buffer, offset: number, { mode, size, mtime }: FileStat): void {
  record.writeUInt32LE(mode, offset)
  record.writeUInt32LE(size >>> 0, offset + 4)
  record.writeUInt32LE(Math.floor(mtime / SECONDS) >>> 0, offset + 8)
}

/** `LST2` and `STA2`: an errno, then what stat(2) says. */
export function statRecordV2(id: string, stat: FileStat | undefined, errno: number): Buffer {
  const record = Buffer.alloc(72)
  record.write(id, 0, 'latin1')
  writeStatV2Fields(record, stat, errno)
  return record
}

function writeStatV2Fields(record: Buffer, stat: FileStat | undefined, errno: number): void {
  record.writeUInt32LE(errno, 4)
  if (!stat) return
  const seconds = BigInt(Math.floor(stat.mtime / SECONDS))
  record.writeBigUInt64LE(0xfd00n, 8)
  record.writeBigUInt64LE(BigInt(stat.ino), 16)
  record.writeUInt32LE(stat.mode, 24)
  record.writeUInt32LE(stat.links, 28)
  record.writeUInt32LE(stat.uid, 32)
  record.writeUInt32LE(stat.gid, 36)
  record.writeBigUInt64LE(BigInt(stat.size), 40)
  for (const offset of [48, 56, 64]) record.writeBigInt64LE(seconds, offset)
}

/** `LIST`'s entry. */
export function entryRecord(name: string, stat: FileStat): Buffer {
  const bytes = Buffer.from(name)
  const record = Buffer.alloc(20 + bytes.length)
  record.write('DENT', 0, 'latin1')
  writeStatFields(record, 4, stat)
  record.writeUInt32LE(bytes.length, 16)
  bytes.copy(record, 20)
  return record
}

/** `LIS2`'s entry. */
export function entryRecordV2(name: string, stat: FileStat): Buffer {
  const bytes = Buffer.from(name)
  const record = Buffer.alloc(76 + bytes.length)
  record.write('DNT2', 0, 'latin1')
  writeStatV2Fields(record, stat, 0)
  record.writeUInt32LE(bytes.length, 72)
  bytes.copy(record, 76)
  return record
}

/** The end of a list: an entry's size, all zero. */
export function listEnd(version: 1 | 2): Buffer {
  const record = Buffer.alloc(version === 1 ? 20 : 76)
  record.write('DONE', 0, 'latin1')
  return record
}
