import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { pinyinOf } from './0048-pinyin.ts'
import { respelled } from './0051-words-as-read.ts'

/**
 * Bars of a name's own are read as blanks: short ones are looked for between bars, and a whole syllable between two was found as if it were
 * initials. Names of before are read anew in the background (store/fill-pinyin.ts).
 */
export const barsInNames: Migration = {
  async up(db: Kysely<unknown>) {
    const spelled = respelled(`translate(lower(one collate "C"), '|', ' ')`)
    await sql.raw(pinyinOf('create or replace', spelled)).execute(db)
    await sql`delete from settings where key like 'words read in %'`.execute(db)
  },
}
