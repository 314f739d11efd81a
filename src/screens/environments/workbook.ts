import { Unzip, UnzipInflate } from 'fflate'
import { Parser } from 'saxen'

/** A sheet of a workbook: its rows as text, each with its number in the sheet. */
interface WorkbookSheet {
  name: string
  rows: readonly { line: number; cells: readonly string[] }[]
}

/** Bytes that a workbook may unpack to: 10,000 lines of twenty columns are about ten million. */
const maxUnpacked = 64 * 1_024 * 1_024
/** Bytes that are unpacked at one go, which none of them makes more than a thousand of. */
const slice = 16 * 1_024
const maxEntries = 2_000

/** The parts of a workbook that are XML, by their paths. Throws a RangeError where they are too large. */
function partsOf(bytes: Uint8Array): ReadonlyMap<string, string> {
  const parts = new Map<string, string>()
  let [entries, unpacked] = [0, 0]
  const unzip = new Unzip((entry) => {
    entries += 1
    if (entries > maxEntries) throw new RangeError('too many entries')
    if (!/\.(?:xml|rels)$/.test(entry.name) || !/^(?:xl|_rels)\//.test(entry.name)) return
    const decoder = new TextDecoder()
    let text = ''
    entry.ondata = (error, data, isLast) => {
      if (error !== null) throw error
      unpacked += data.length
      if (unpacked > maxUnpacked) throw new RangeError('too large')
      text += decoder.decode(data, { stream: !isLast })
      if (isLast) parts.set(entry.name, text)
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  for (let start = 0; start < bytes.length; start += slice)
    unzip.push(bytes.subarray(start, start + slice), start + slice >= bytes.length)
  return parts
}

type Attributes = Readonly<Record<string, string>>

interface Reading {
  /** An element begins; `true` ends the reading. */
  opened: (name: string, attributes: () => Attributes) => boolean | void
  /** An element ends, with the text since its beginning. */
  closed?: (name: string, text: string) => void
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Goes through a part from its beginning; names are without their prefixes. */
function read(xml: string, { opened, closed }: Reading): void {
  let text = ''
  const parser = new Parser()
  parser.on('openTag', (name: string, attributesOf: () => Attributes, decode: (text: string) => string) => {
    text = ''
    const attributes = (): Attributes =>
      Object.fromEntries(Object.entries(attributesOf()).map(([key, value]) => [localName(key), decode(value)]))
    if (opened(localName(name), attributes) === true) parser.stop()
  })
  parser.on('text', (value: string, decode: (text: string) => string) => {
    text += decode(value)
  })
  parser.on('cdata', (value: string) => {
    text += value
  })
  parser.on('closeTag', (name: string) => {
    closed?.(localName(name), text)
    text = ''
  })
  parser.on('error', (error: Error) => {
    throw error
  })
  parser.parse(xml)
}

/** Signs that XML can't hold are written by their numbers. */
const unescaped = (text: string): string =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Texts that cells name by their place. Readings of Chinese characters beside them are left out. */
function sharedStrings(xml: string): string[] {
  const strings: string[] = []
  let [whole, isReading] = ['', false]
  read(xml, {
    opened(name) {
      if (name === 'si') whole = ''
      if (name === 'rPh') isReading = true
    },
    closed(name, text) {
      if (name === 't' && !isReading) whole += unescaped(text)
      if (name === 'rPh') isReading = false
      if (name === 'si') strings.push(whole)
    },
  })
  return strings
}

/** Numbers of the formats that every workbook has for days and times. */
const isDayFormat = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Which styles of cells show a day or a time. */
function dayStyles(xml: string): ReadonlySet<number> {
  const days = new Set<number>()
  const own = new Set<number>()
  let [isOfCells, count] = [false, 0]
  read(xml, {
    opened(name, attributes) {
      if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributes()
        const code = formatCode.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '')
        if (/[ymdhs]/i.test(code)) own.add(Number(numFmtId))
      }
      if (name === 'cellXfs') isOfCells = true
      if (name === 'xf' && isOfCells) {
        const format = Number(attributes().numFmtId ?? 0)
        if (isDayFormat(format) || own.has(format)) days.add(count)
        count += 1
      }
    },
    closed(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return days
}

/** A day as a workbook counts it, as people write it. */
function dayText(days: number, since1904: boolean): string {
  const at = Math.round((days + (since1904 ? 1_462 : 0) - 25_569) * 86_400) * 1_000 // Days from 1899-12-30 to 1970-01-01.
  const written = new Date(at)
  if (Number.isNaN(written.getTime())) return String(days)
  return written.toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '')
}

/** The column of a cell such as `AB12`, from 0. */
function columnOf(cell: string): number {
  let column = 0
  for (const letter of cell.match(/^[A-Z]+/)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

interface WorkbookLimits {
  maxRows: number
  maxColumns: number
}

interface SheetContext extends WorkbookLimits {
  strings: readonly string[]
  days: ReadonlySet<number>
  since1904: boolean
}

/** The rows of a sheet. Reads no further than one row above the limit. */
function rowsOf(xml: string, { strings, days, since1904, maxRows, maxColumns }: SheetContext): WorkbookSheet['rows'] {
  const rows: { line: number; cells: string[] }[] = []
  let cell = { column: 0, type: '', isDay: false, text: '' }
  let [isReading, next] = [false, 0]
  const textOf = (value: string): string => {
    if (cell.type === 's') return strings[Number(value)] ?? ''
    if (cell.type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (cell.type === 'e') return ''
    if (cell.type === 'str' || cell.type === 'd') return unescaped(value)
    const number = Number(value)
    if (value.trim() === '' || !Number.isFinite(number)) return value
    return cell.isDay ? dayText(number, since1904) : String(number)
  }
  read(xml, {
    opened(name, attributes) {
      if (name === 'row') {
        if (rows.length > maxRows) return true
        next = 0
        rows.push({ line: Number(attributes().r ?? (rows.at(-1)?.line ?? 0) + 1), cells: [] })
      }
      if (name === 'c') {
        const { r, t = 'n', s = '0' } = attributes()
        const column = r === undefined ? next : columnOf(r)
        next = column + 1
        cell = { column, type: t, isDay: days.has(Number(s)), text: '' }
      }
      if (name === 'rPh') isReading = true
      return undefined
    },
    closed(name, text) {
      if (name === 'v') cell.text = textOf(text)
      if (name === 't' && !isReading) cell.text += unescaped(text)
      if (name === 'rPh') isReading = false
      const row = rows.at(-1)
      if (name !== 'c' || row === undefined || cell.text === '') return
      if (cell.column >= maxColumns) throw new RangeError('too many columns')
      while (row.cells.length < cell.column) row.cells.push('')
      row.cells[cell.column] = cell.text
    },
  })
  return rows
}

/** Its sheets in order, and where each is. */
function sheetsOf(parts: ReadonlyMap<string, string>): {
  sheets: { name: string; path: string }[]
  since1904: boolean
} {
  const paths = new Map<string, string>()
  read(parts.get('xl/_rels/workbook.xml.rels') ?? '<none/>', {
    opened(name, attributes) {
      const { Id = '', Target = '' } = name === 'Relationship' ? attributes() : {}
      if (name === 'Relationship') paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  const sheets: { name: string; path: string }[] = []
  let since1904 = false
  read(parts.get('xl/workbook.xml') ?? '<none/>', {
    opened(element, attributes) {
      if (element === 'workbookPr') since1904 = /^(?:1|true)$/.test(attributes().date1904 ?? '')
      if (element !== 'sheet') return
      const { name = '', state = 'visible', id = '' } = attributes()
      const path = paths.get(id)
      if (state === 'visible' && path !== undefined) sheets.push({ name, path })
    },
  })
  return { sheets, since1904 }
}

/** The visible sheets of an XLSX file that have two rows. Throws a RangeError where it unpacks to too much, and another error where it is none. */
export function sheetsIn(bytes: Uint8Array, limits: WorkbookLimits): WorkbookSheet[] {
  const parts = partsOf(bytes)
  const { sheets, since1904 } = sheetsOf(parts)
  if (sheets.length === 0) throw new Error('no sheet')
  const strings = sharedStrings(parts.get('xl/sharedStrings.xml') ?? '<none/>')
  const days = dayStyles(parts.get('xl/styles.xml') ?? '<none/>')
  const read = sheets.map(({ name, path }) => {
    const rows = rowsOf(parts.get(path) ?? '<none/>', { ...limits, strings, days, since1904 })
    return { name, rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')) }
  })
  return read.filter(({ rows }) => rows.length > 1)
}
