import { sql, type RawBuilder } from 'kysely'

/** What a phone is found by. */
export const phoneTexts = ['devices.name', 'devices.serial', 'devices.egress_ip']

/** Of which an index of trigrams knows nothing: Chinese names are looked for by two characters. */
const isShort = (text: string): boolean => /^.{1,2}$/su.test(text)

/** The pattern of LIKE that finds a text anywhere, its own wildcards taken literally. */
const likePart = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Whether one of these columns has the text in it, in small letters or capitals. */
export const hasPart = (columns: readonly string[], text: string): RawBuilder<boolean> =>
  sql`(${sql.join(
    columns.map((column) => sql`${sql.ref(column)} ilike ${likePart(text)}`),
    sql` or `,
  )})`

/**
 * The same of columns that have an index of their pieces, named as in that index (0046-short-keywords): also one character or two are
 * found without reading every row.
 */
export const hasKeyword = (columns: readonly string[], text: string): RawBuilder<boolean> =>
  isShort(text)
    ? sql`pieces_of(${sql.join(columns.map((column) => sql.ref(column)))}) @> array[lower(${text}::text collate "C")]`
    : hasPart(columns, text)
