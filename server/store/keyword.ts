import { sql, type Expression, type RawBuilder } from 'kysely'
import { asPinyin } from '../../domain/pinyin.ts'

/** What rows of a table are found by: there is an index of the columns' pieces, as they stand here (0046-short-keywords, 0055-every-list). */
interface Texts {
  columns: readonly string[]
  /** How those are read that may be Chinese (0048-pinyin). */
  pinyin: string
}

export const phoneTexts: Texts = {
  columns: ['devices.name', 'devices.serial', 'devices.egress_ip'],
  pinyin: 'devices.pinyin',
}
export const shopTexts = (table: 'environments' | 'environment_rows'): Texts => ({
  columns: [`${table}.name`, `${table}.account`],
  pinyin: `${table}.pinyin`,
})
export const userTexts: Texts = { columns: ['users.user_name'], pinyin: 'users.pinyin' }

/** Of which an index of trigrams knows nothing: Chinese names are looked for by two characters. */
export const isShort = (text: string): boolean => /^.{1,2}$/su.test(text)

/** The pattern of LIKE that finds a text anywhere, its own wildcards taken literally. */
const likePart = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** The columns as no index has them: what is walked through another index has no use for theirs, which PostgreSQL would read as well. */
const unindexed = (columns: readonly string[]) => columns.map((column) => sql<string>`(${sql.ref(column)} || '')`)

/** Whether one of these columns has the text in it, in small letters or capitals. */
export const hasPart = (columns: readonly string[], text: string): RawBuilder<boolean> =>
  partOf(
    columns.map((column) => sql.ref(column)),
    text,
  )

const partOf = (texts: readonly Expression<string>[], text: string): RawBuilder<boolean> =>
  sql`(${sql.join(
    texts.map((one) => sql`${one} ilike ${likePart(text)}`),
    sql` or `,
  )})`

/** One character or two, by the index of pieces. */
const hasPiece = (columns: readonly string[], text: string): RawBuilder<boolean> =>
  sql`pieces_of(${sql.join(columns.map((column) => sql.ref(column)))}) @> array[lower(${text}::text collate "C")]`

/** Whether one of the texts has this in it, by whichever index knows it. */
export const isWritten = ({ columns }: Pick<Texts, 'columns'>, text: string): RawBuilder<boolean> =>
  isShort(text) ? hasPiece(columns, text) : hasPart(columns, text)

/** Whether names are read so: of one letter or two as initials, which stand between bars. */
const isRead = (pinyin: string, letters: string): RawBuilder<boolean> =>
  sql`${sql.ref(pinyin)} like ${isShort(letters) ? `%|${letters}|%` : `%${letters}%`}`

/**
 * Whether one of the texts has this in it, or is read so in pinyin, in full or by its initials; also one character or two are found
 * without reading every row.
 *
 * @param isWalked whether rows are passed one by one, as they are few or stand in the order that is wanted, which no index of texts
 *   helps with: to take each to pieces costs 50 µs, to look through it one
 */
export function hasKeyword({ columns, pinyin }: Texts, text: string, { isWalked = false } = {}): RawBuilder<boolean> {
  const written = isWalked ? partOf(unindexed(columns), text) : isWritten({ columns }, text)
  const letters = asPinyin(text)
  // What costs less comes first: the other is not asked where that holds.
  return letters === undefined ? written : sql`(${isRead(pinyin, letters)} or ${written})`
}
