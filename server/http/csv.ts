import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Language, TextKey } from '../../texts/catalogue.ts'
import { textIn } from './words.ts'

/** A file that a call answers instead of an envelope; its text is made while it is sent. */
export interface CsvFile {
  /** Without `.csv`, as in `devices`. */
  name: string
  text: Readable
}

export interface CsvColumn<Row> {
  header: TextKey
  /** Empty where there is nothing. Booleans and dates are for the column to word. */
  cell: (row: Row) => string | number | null
  /** Times are of UTC, and their header says so. */
  isTime?: true
}

/** A column of times: Unix times in milliseconds, as spreadsheets read them. */
export const timeColumn = <Row>(header: TextKey, at: (row: Row) => number | null): CsvColumn<Row> => ({
  header,
  cell: (row) => csvTime(at(row)),
  isTime: true,
})

/**
 * Rows as CSV: UTF-8 with a byte order mark, which spreadsheets want, and nothing in it that they would run as a formula.
 * Memory holds a chunk of rows, however many there are; a reader that leaves ends the walk.
 */
export function csvFile<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  chunks: AsyncIterable<Row[]>,
  language: Language,
): CsvFile {
  const cells = async function* () {
    for await (const chunk of chunks) for (const row of chunk) yield columns.map(({ cell }) => cell(row))
  }
  const text = stringify({
    bom: true,
    header: true,
    columns: columns.map(
      ({ header, isTime }) => textIn(language, header) + (isTime ? textIn(language, 'exports.utc') : ''),
    ),
    escape_formulas: true,
    record_delimiter: '\r\n',
  })
  pipeline(Readable.from(cells()), text, () => undefined) // A failure reaches whoever reads `text`.
  return { name, text }
}

const csvTime = (at: number | null): string =>
  at === null ? '' : new Date(at).toISOString().slice(0, 19).replace('T', ' ')
