/** The columns of an environment's line, as files of import and export name them. */
export const lineColumns = [
  { field: 'name', zh: '名称', en: 'Name' },
  { field: 'account', zh: '账号', en: 'Account' },
  { field: 'owner', zh: '归属用户', en: 'Owner' },
  { field: 'groups', zh: '分组', en: 'Groups' },
  { field: 'region', zh: '地区', en: 'Region' },
  { field: 'proxy_type', zh: '代理类型', en: 'Proxy type' },
  { field: 'proxy_host', zh: '代理主机', en: 'Proxy host' },
  { field: 'proxy_port', zh: '代理端口', en: 'Proxy port' },
  { field: 'proxy_user', zh: '代理用户', en: 'Proxy user' },
  { field: 'proxy_password', zh: '代理密码', en: 'Proxy password' },
  { field: 'timezone', zh: '时区', en: 'Time zone' },
  { field: 'language', zh: '语言', en: 'Language' },
  { field: 'note', zh: '备注', en: 'Note' },
] as const

export type LineField = (typeof lineColumns)[number]['field']

/** One environment as text; what a file leaves out is empty. */
export type EnvironmentLine = { line: number } & Record<LineField, string>

/** Lines of one import. */
export const maxLines = 10_000

/** Between the names of a line's groups. */
export const groupSeparator = '|'

/** Why a file can't be read at all. */
export type FileProblem = 'empty' | 'tooManyLines' | 'noNameColumn'

/** A record of a file and the line that it ends on. */
export interface FileRecord {
  record: readonly string[]
  info: { lines: number }
}

/** Which field a column of a file is, by its header in either language or its own name; undefined for others. */
function fieldOf(header: string): LineField | undefined {
  const wanted = header.trim().toLowerCase()
  return lineColumns.find(({ field, zh, en }) => [field, zh, en.toLowerCase()].includes(wanted))?.field
}

/** Undoes what exported files do to text that a spreadsheet would run: the quote before it goes. */
export const withoutGuard = (text: string): string =>
  /^'[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u.test(text) ? text.slice(1) : text

export const emptyLine = Object.fromEntries(lineColumns.map(({ field }) => [field, ''])) as Record<LineField, string> // Each field is one.

/** A file of environments: its lines' records, and what a line says. */
interface EnvironmentFile {
  records: readonly FileRecord[]
  lineOf: (record: FileRecord) => EnvironmentLine
}

/** Reads the first record of a file, which names its columns. Columns that no field has are passed over. */
export function fileOf([header, ...records]: readonly FileRecord[]): EnvironmentFile | FileProblem {
  if (header === undefined || records.length === 0) return 'empty'
  if (records.length > maxLines) return 'tooManyLines'
  const fields = header.record.map(fieldOf)
  if (!fields.includes('name')) return 'noNameColumn'
  const lineOf = ({ record, info }: FileRecord): EnvironmentLine => {
    const line: EnvironmentLine = { line: info.lines, ...emptyLine }
    fields.forEach((field, index) => {
      if (field !== undefined) line[field] = withoutGuard(record[index] ?? '')
    })
    return line
  }
  return { records, lineOf }
}

/** Fields of a line, even empty ones. Spreadsheets leave some behind the last column that is used. */
export const maxFields = 200

/** A line of a file has more fields than it may. */
export class TooManyFields extends Error {
  override readonly name = 'TooManyFields'
  readonly line: number

  constructor(line: number) {
    super(`line ${line} has more than ${maxFields} fields`)
    this.line = line
  }
}

/** How both programs read such files with csv-parse: lines of different length are the checks' own business. */
export const fileOptions = {
  max_record_size: 256 * 1024, // Bytes; a line that has too much in a field is told so, and none is kept whole that has no end.
  bom: true,
  info: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  to: maxLines + 2,
  /** Ends a line that has too many fields before it is whole: empty ones count nothing in its size. */
  cast(field: string, { index, lines }: { index: number; lines: number }): string {
    if (index >= maxFields) throw new TooManyFields(lines)
    return field
  },
} as const
