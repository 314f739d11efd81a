import { inflateRawSync } from 'node:zlib'

/** What an APK says about itself. */
interface ApkManifest {
  name: string
  versionName: string
  versionCode: number
  /** What a part of an app is called that comes beside the app's base. */
  split?: string
}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
/** A zip's comment may follow its end record, which therefore is somewhere in the last 64 kB. */
const LONGEST_TAIL = 22 + 65_535
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024
/** Characters of what is asked of a manifest: no name of a package or version has as many. */
const MAX_STRING = 1_000
const PACKAGE_NAME = /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/

/** Reads an APK's manifest; undefined when the file is no APK. Only the manifest is unpacked, and only up to 4 MB of it. */
export function readApk(apk: Buffer): ApkManifest | undefined {
  try {
    const manifest = unzipEntry(apk, 'AndroidManifest.xml')
    return manifest && readManifest(manifest)
  } catch (error) {
    // Offsets that point outside the file, and broken deflate streams.
    if (error instanceof RangeError || (error instanceof Error && 'code' in error)) return undefined
    throw error
  }
}

function unzipEntry(zip: Buffer, wanted: string): Buffer | undefined {
  const tail = Math.max(0, zip.length - LONGEST_TAIL)
  const end = zip.subarray(tail).lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || zip.readUInt32LE(tail + end) !== END_OF_DIRECTORY) return undefined
  const count = zip.readUInt16LE(tail + end + 10)
  let offset = zip.readUInt32LE(tail + end + 16)
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(offset) !== DIRECTORY_ENTRY) return undefined
    const nameLength = zip.readUInt16LE(offset + 28)
    const name = zip.toString('utf8', offset + 46, offset + 46 + nameLength)
    if (name === wanted) return unpack(zip, offset)
    offset += 46 + nameLength + zip.readUInt16LE(offset + 30) + zip.readUInt16LE(offset + 32)
  }
  return undefined
}

function unpack(zip: Buffer, entry: number): Buffer | undefined {
  const method = zip.readUInt16LE(entry + 10)
  const size = zip.readUInt32LE(entry + 20)
  const local = zip.readUInt32LE(entry + 42)
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const packed = zip.subarray(start, start + size)
  if (method === 0) return packed.subarray(0, MAX_MANIFEST_BYTES)
  return method === 8 ? inflateRawSync(packed, { maxOutputLength: MAX_MANIFEST_BYTES }) : undefined
}

const CHUNK_STRINGS = 0x0001
const CHUNK_START_ELEMENT = 0x0102
const TYPE_STRING = 0x03
const UTF8_FLAG = 0x100

/** The manifest's strings by their numbers, each read when it is asked for: a pool may name the same long one a million times. */
type Strings = (index: number) => string
const noStrings: Strings = () => ''

/** Reads `package`, `versionCode` and `versionName` off the first element of a binary manifest. */
function readManifest(xml: Buffer): ApkManifest | undefined {
  let strings = noStrings
  for (let offset = 8; offset + 8 <= xml.length;) {
    const type = xml.readUInt16LE(offset)
    const size = xml.readUInt32LE(offset + 4)
    if (size < 8) return undefined
    if (type === CHUNK_STRINGS) strings = stringsAt(xml, offset)
    if (type === CHUNK_START_ELEMENT) return readElement(xml, offset, strings)
    offset += size
  }
  return undefined
}

function readElement(xml: Buffer, offset: number, strings: Strings): ApkManifest | undefined {
  const attributes = new Map<string, string | number>()
  const first = offset + 16 + xml.readUInt16LE(offset + 24)
  const size = xml.readUInt16LE(offset + 26)
  const count = xml.readUInt16LE(offset + 28)
  for (let index = 0; index < count; index += 1) {
    const attribute = first + index * size
    const name = strings(xml.readUInt32LE(attribute + 4))
    const value = xml.readUInt32LE(attribute + 16)
    attributes.set(name, xml.readUInt8(attribute + 15) === TYPE_STRING ? strings(value) : value)
  }
  const name = attributes.get('package')
  if (typeof name !== 'string' || !PACKAGE_NAME.test(name) || name.length > 200) return undefined
  const versionCode = attributes.get('versionCode')
  const split = attributes.get('split')
  return {
    name,
    ...(typeof split === 'string' && /^[\w.]{1,100}$/.test(split) && { split }),
    versionName: String(attributes.get('versionName') ?? '').slice(0, 100),
    versionCode: typeof versionCode === 'number' ? versionCode : 0,
  }
}

function stringsAt(xml: Buffer, offset: number): Strings {
  const count = xml.readUInt32LE(offset + 8)
  const isUtf8 = (xml.readUInt32LE(offset + 16) & UTF8_FLAG) !== 0
  const data = offset + xml.readUInt32LE(offset + 20)
  return (index) => {
    if (index >= count) return ''
    const start = data + xml.readUInt32LE(offset + 28 + index * 4)
    return isUtf8 ? readUtf8(xml, start) : readUtf16(xml, start)
  }
}

/** Lengths are one byte, or two when the first has its top bit set; the one in characters comes first. */
function readUtf8(xml: Buffer, start: number): string {
  let position = start + (xml.readUInt8(start) >= 0x80 ? 2 : 1)
  let length = xml.readUInt8(position)
  position += 1
  if (length >= 0x80) {
    length = ((length & 0x7f) << 8) | xml.readUInt8(position)
    position += 1
  }
  if (length > MAX_STRING) throw new RangeError('a string of the manifest is too long')
  return xml.toString('utf8', position, position + length)
}

function readUtf16(xml: Buffer, start: number): string {
  let length = xml.readUInt16LE(start)
  let position = start + 2
  if (length >= 0x8000) {
    length = ((length & 0x7fff) << 16) | xml.readUInt16LE(position)
    position += 2
  }
  if (length > MAX_STRING) throw new RangeError('a string of the manifest is too long')
  return xml.toString('utf16le', position, position + length * 2)
}
