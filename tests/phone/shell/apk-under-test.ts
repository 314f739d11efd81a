import { deflateRawSync } from 'node:zlib'

/** A zip with nothing but a binary manifest in it: what the phone reads of an APK. */
export function makeApk(name: string, versionCode: number, versionName: string, utf8 = false): Buffer {
  return makeZip('AndroidManifest.xml', makeManifest(name, versionCode, versionName, utf8))
}

export function makeZip(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content)
  const nameBytes = Buffer.from(name)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt16LE(nameBytes.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(content.length, 24)
  entry.writeUInt16LE(nameBytes.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + nameBytes.length, 12)
  end.writeUInt32LE(local.length + nameBytes.length + packed.length, 16)
  return Buffer.concat([local, nameBytes, packed, entry, nameBytes, end])
}

const STRING = 3
const INTEGER = 16

function attribute(key: number, type: number, value: number): Buffer {
  const bytes = Buffer.alloc(20)
  bytes.writeInt32LE(-1, 0)
  bytes.writeUInt32LE(key, 4)
  bytes.writeInt32LE(-1, 8)
  bytes.writeUInt16LE(8, 12)
  bytes.writeUInt8(type, 15)
  bytes.writeUInt32LE(value, 16)
  return bytes
}

function makeManifest(name: string, versionCode: number, versionName: string, utf8: boolean): Buffer {
  const strings = ['package', 'versionCode', 'versionName', 'manifest', name, versionName]
  const attributes = [attribute(0, STRING, 4), attribute(1, INTEGER, versionCode), attribute(2, STRING, 5)]
  const element = Buffer.alloc(36)
  element.writeUInt16LE(0x0102, 0)
  element.writeUInt16LE(16, 2)
  element.writeUInt32LE(36 + 60, 4)
  element.writeUInt32LE(3, 20)
  element.writeUInt16LE(20, 24)
  element.writeUInt16LE(20, 26)
  element.writeUInt16LE(3, 28)
  const body = Buffer.concat([makeStrings(strings, utf8), element, ...attributes])
  const head = Buffer.alloc(8)
  head.writeUInt16LE(3, 0)
  head.writeUInt16LE(8, 2)
  head.writeUInt32LE(8 + body.length, 4)
  return Buffer.concat([head, body])
}

function makeStrings(strings: string[], utf8: boolean): Buffer {
  const encoded = strings.map((text) => {
    if (utf8) return Buffer.concat([Buffer.from([text.length, Buffer.byteLength(text)]), Buffer.from(`${text}\0`)])
    const length = Buffer.alloc(2)
    length.writeUInt16LE(text.length, 0)
    return Buffer.concat([length, Buffer.from(`${text}\0`, 'utf16le')])
  })
  const offsets = Buffer.alloc(strings.length * 4)
  let offset = 0
  for (const [index, bytes] of encoded.entries()) {
    offsets.writeUInt32LE(offset, index * 4)
    offset += bytes.length
  }
  const data = Buffer.concat([...encoded, Buffer.alloc((4 - (offset % 4)) % 4)])
  const head = Buffer.alloc(28)
  head.writeUInt16LE(1, 0)
  head.writeUInt16LE(28, 2)
  head.writeUInt32LE(28 + offsets.length + data.length, 4)
  head.writeUInt32LE(strings.length, 8)
  head.writeUInt32LE(utf8 ? 0x100 : 0, 16)
  head.writeUInt32LE(28 + offsets.length, 20)
  return Buffer.concat([head, offsets, data])
}
