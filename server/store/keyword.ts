import { sql, type RawBuilder } from 'kysely'
import { asPinyin } from '../../domain/pinyin.ts'

/** What rows of a table are found by. */
interface Texts {
  columns: readonly string[]
  /** How those are read that may be Chinese (0048-pinyin). */
  pinyin: string
  /** Whether there is an index of the columns' pieces, as they stand here (0046-short-keywords). */
  inPieces: boolean
}

export const phoneTexts: Texts = {
  columns: ['devices.name', 'devices.serial', 'devices.egress_ip'],
  pinyin: 'devices.pinyin',
  inPieces: true,
}
export const shopTexts = (table: 'environments' | 'environment_rows'): Texts => ({
  columns: [`${table}.name`, `${table}.account`],
  pinyin: `${table}.pinyin`,
  inPieces: true,
})
export const userTexts: Texts = { columns: ['users.user_name'], pinyin: 'users.pinyin', inPieces: false }

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

/** One character or two, by the index of pieces. */
const hasPiece = (columns: readonly string[], text: string): RawBuilder<boolean> =>
  sql`pieces_of(${sql.join(columns.map((column) => sql.ref(column)))}) @> array[lower(${text}::text collate "C")]`

/** Whether names are read so: of one letter or two as initials, which stand between bars. */
const isRead = (pinyin: string, letters: string): RawBuilder<boolean> =>
  sql`${sql.ref(pinyin)} like ${isShort(letters) ? `%|${letters}|%` : `%${letters}%`}`

/**
 * Whether one of the texts has this in it, or is read so in pinyin, in full or by its initials; also one character or two are found
 * without reading every row.
 *
 * @param isWalked whether rows are passed in their order until enough fit, which no index helps with: to take each to pieces costs
 *   50 µs, to look through it one
 */
export function hasKeyword(
  { columns, pinyin, inPieces }: Texts,
  text: string,
  { isWalked = false } = {},
): RawBuilder<boolean> {
  const written = inPieces && isShort(text) && !isWalked ? hasPiece(columns, text) : hasPart(columns, text)
  const letters = asPinyin(text)
  // What costs less comes first: the other is not asked where that holds.
  return letters === undefined ? written : sql`(${isRead(pinyin, letters)} or ${written})`
}
