import {
  fileOptions,
  lineColumns,
  linesOfFile,
  type EnvironmentLine,
  type FileProblem,
  type FileRecord,
} from '../../../domain/environment-lines.ts'

/** A file that can't be read, and why. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
  readonly problem: FileProblem | 'unreadable'

  constructor(problem: FileProblem | 'unreadable') {
    super(problem)
    this.problem = problem
  }
}

/** Text as UTF-8 or, where it is none, as spreadsheets in China save it. */
export function textIn(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** Reads a CSV file, or what was copied from a spreadsheet; throws an UnreadableFile. */
export async function readEnvironmentFile(text: string): Promise<readonly EnvironmentLine[]> {
  const { parse } = await import('csv-parse/browser/esm/sync') // Only who imports needs it.
  let records: FileRecord[]
  const [first = ''] = text.split('\n', 1)
  try {
    const options = { ...fileOptions, delimiter: first.includes('\t') ? '\t' : ',' }
    records = parse(text, options) as unknown as FileRecord[] // `info` makes each record one.
  } catch (cause) {
    throw Object.assign(new UnreadableFile('unreadable'), { cause })
  }
  const lines = linesOfFile(records)
  if (typeof lines === 'string') throw new UnreadableFile(lines)
  return lines
}

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
  const headers = lineColumns.map((column) => column[language])
  return `\uFEFF${headers.join(',')}\r\n${lineColumns.map(({ field }) => example[field] ?? '').join(',')}\r\n`
}
