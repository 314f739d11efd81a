import {
  fileOptions,
  lineColumns,
  maxLines,
  TooManyFields,
  withoutGuard,
  type FileProblem,
  type FileRecord,
} from '../../../domain/environment-lines.ts'
import { fieldNamed } from '../../../domain/import-columns.ts'
import type { Table, TableRow } from '../../../domain/import-table.ts'
import { delimiterOf, textIn } from './file-text.ts'

type Problem = Exclude<FileProblem, 'noNameColumn'> | 'noTable' | 'tooLarge' | 'tooManyColumns' | 'oldWorkbook'

/** A file that can't be read, and why. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
  readonly problem: Problem

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

/** Bytes of a file that is read at all. */
const maxFileBytes = 20 * 1_024 * 1_024
const maxColumns = 100
/** What a line may be called (openapi.yaml, EnvironmentLine). */
const maxLineNumber = 1_000_000
/** Rows in which the headings are looked for: a title and remarks may stand above them. */
const headingRows = 10

const begins = (bytes: Uint8Array, ...first: readonly number[]) => first.every((byte, at) => bytes[at] === byte)

/** Reads an XLSX, CSV or TSV file in any of their encodings; throws an UnreadableFile. */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  if (bytes.length > maxFileBytes) throw new UnreadableFile('tooLarge')
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new UnreadableFile('oldWorkbook')
  if (begins(bytes, 0x50, 0x4b, 0x03, 0x04)) return readWorkbook(bytes)
  let text: string
  try {
    text = textIn(bytes)
  } catch (cause) {
    throw new UnreadableFile('noTable', { cause })
  }
  return readText(text)
}

/** The same of a file, which is not even opened where it is too large. */
export async function readFile(file: File): Promise<Table> {
  if (file.size > maxFileBytes) throw new UnreadableFile('tooLarge')
  return readTable(new Uint8Array(await file.arrayBuffer()))
}

async function readWorkbook(bytes: Uint8Array): Promise<Table> {
  const { sheetsIn } = await import('./workbook.ts') // Only who has one needs it.
  let sheets: ReturnType<typeof sheetsIn>
  try {
    sheets = sheetsIn(bytes, { maxRows: maxLines + headingRows, maxColumns })
  } catch (cause) {
    throw new UnreadableFile(cause instanceof RangeError ? 'tooLarge' : 'noTable', { cause })
  }
  // Of several, that which most looks like a list of shops; of two alike, the first.
  const [sheet] = sheets.toSorted((a, b) => mostHeadings(b.rows) - mostHeadings(a.rows))
  if (sheet === undefined) throw new UnreadableFile('empty')
  return tableOf(sheet.rows, sheet.name)
}

/** Reads a text whose cells are apart by any sign, as a file has it or a spreadsheet copies it; throws an UnreadableFile. */
export async function readText(text: string): Promise<Table> {
  const { parse } = await import('csv-parse/browser/esm/sync') // Only who imports needs it.
  let records: FileRecord[]
  try {
    const options = { ...fileOptions, to: maxLines + headingRows + 1, delimiter: delimiterOf(text) }
    records = parse(text, options) as unknown as FileRecord[] // `info` makes each record one.
  } catch (cause) {
    throw new UnreadableFile(cause instanceof TooManyFields ? 'tooManyColumns' : 'noTable', { cause })
  }
  return tableOf(records.map(({ record, info }) => ({ line: info.lines, cells: record })))
}

const isFilled = ({ cells }: TableRow): boolean => cells.some((cell) => cell.trim() !== '')

/** How many known headings each of the first rows has. */
const knownHeadings = (rows: readonly TableRow[]): number[] =>
  rows.slice(0, headingRows).map(({ cells }) => cells.filter((cell) => fieldNamed(cell) !== undefined).length)

const mostHeadings = (rows: readonly TableRow[]): number => Math.max(0, ...knownHeadings(rows))

/** The row that names the columns: of the first ones that with the most known headings, or the first. */
const headingOf = (rows: readonly TableRow[]): number => Math.max(0, knownHeadings(rows).indexOf(mostHeadings(rows)))

function tableOf(all: readonly TableRow[], sheet?: string): Table {
  const rows = all.filter(isFilled)
  const at = headingOf(rows)
  const headings = rows[at]?.cells.map((heading) => heading.trim()) ?? []
  const lines = rows.slice(at + 1).map(({ line, cells }) => ({ line, cells: cells.map(withoutGuard) }))
  if (lines.length === 0) throw new UnreadableFile('empty')
  if (lines.length > maxLines || lines.some(({ line }) => line > maxLineNumber))
    throw new UnreadableFile('tooManyLines')
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), headings.length)
  if (width > maxColumns) throw new UnreadableFile('tooManyColumns')
  const filled = (column: number) => lines.some(({ cells }) => (cells[column] ?? '').trim() !== '')
  // A column without a heading is one where something stands in it.
  const columns = Array.from({ length: width }, (_, column) => column).filter(
    (column) => (headings[column] ?? '') !== '' || filled(column),
  )
  return {
    headings: columns.map((column) => headings[column] ?? ''),
    rows: lines.map(({ line, cells }) => ({ line, cells: columns.map((column) => cells[column] ?? '') })),
    sheet,
  }
}

/** A cell of a CSV file, of which no spreadsheet runs anything. */
const csvCell = (text: string): string => {
  const guarded = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** Rows as a CSV file that spreadsheets open. */
export const csvFile = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`

/** A file to fill in, its columns named in the operator's language. */
export function environmentTemplate(language: 'zh' | 'en'): string {
  const example: Partial<Record<string, string>> = {
    name: 'shop-001',
    account: 'seller@example.com',
    region: 'us-west',
    proxy_type: 'socks5',
    proxy_host: 'gw.example.com',
    proxy_port: '1080',
    timezone: 'America/Los_Angeles',
    language: 'en-US',
  }
  return csvFile([lineColumns.map((column) => column[language]), lineColumns.map(({ field }) => example[field] ?? '')])
}
