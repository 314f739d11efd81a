import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { readings } from './0048-readings.ts'

/** Code points. */
const [first, last] = [0x4e00, 0x9fff]
/** Letters of the longest syllable: that of a character stands behind so many for each before it. */
const width = 6

function readingsInOrder(): string {
  const byCharacter = new Map(
    readings
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [syllable = '', characters = ''] = line.split(' ')
        return Array.from(characters, (character) => [character.codePointAt(0), syllable] as const)
      }),
  )
  return Array.from({ length: last - first + 1 }, (_, at) => (byCharacter.get(first + at) ?? '').padEnd(width)).join('')
}

/**
 * What reads texts: of those that have Chinese in them on a line the initials, on another all letters, and then each initial, and each two
 * that stand side by side, between bars. An index of trigrams finds by those what is looked for by one letter or two.
 *
 * @param spelled how `one` of the texts is written, in small letters
 */
export const pinyinOf = (create: 'create' | 'create or replace', spelled: string): string =>
  `${create} function pinyin_of(variadic texts text[]) returns text language plpgsql immutable parallel safe as $$
   declare
     found text := '';
     initials text;
     syllables text;
     short text;
     syllable text;
     before text;
     one text;
     c text;
   begin
     foreach one in array texts loop
       continue when one is null or octet_length(one) = length(one) or one !~ '[\\u4e00-\\u9fff]';
       initials := '';
       syllables := '';
       short := '|';
       before := '';
       foreach c in array string_to_array(${spelled}, null) loop
         if ascii(c) between ${first} and ${last} then
           syllable := rtrim(encode(substring('${readingsInOrder()}'::bytea from (ascii(c) - ${first}) * ${width} + 1 for ${width}), 'escape'));
           syllables := syllables || syllable;
           c := left(syllable, 1);
         else
           syllables := syllables || c;
         end if;
         initials := initials || c;
         short := short || c || '|' || before || c || '|';
         before := c;
       end loop;
       found := found || initials || E'\\n' || syllables || E'\\n' || short || E'\\n';
     end loop;
     return nullif(found, '');
   end $$`

/** What each table's rows are found by. */
const named = [
  { table: 'environment_rows', columns: ['name', 'account'] },
  { table: 'devices', columns: ['name'] },
  { table: 'users', columns: ['user_name'] },
]

const statements = () => [
  `set local statement_timeout = 0`, // There may be a million rows to look at for the indexes.

  pinyinOf('create', 'lower(one collate "C")'),

  ...named.flatMap(({ table, columns }) => [
    // Nothing is written to what is there: the sweep of store/pinyin.ts fills it, a few rows at a time. No index has anything to do for
    // names without Chinese.
    `alter table ${table} add column pinyin text collate "C"`,
    `create index ${table}_pinyin on ${table} using gin (pinyin gin_trgm_ops) where pinyin is not null`,
    // By trigger, as servers of before write names, too, while they are replaced one by one.
    `create function ${table}_pinyin() returns trigger language plpgsql as $$
     begin
       new.pinyin := pinyin_of(${columns.map((column) => `new.${column}`).join(', ')});
       return new;
     end $$`,
    `create trigger ${table}_pinyin before insert or update of ${columns.join(', ')} on ${table} for each row
       execute function ${table}_pinyin()`,
  ]),
]

/** Shops, phones and people are found by the pinyin of their names. */
export const pinyin: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements()) await sql.raw(statement).execute(db)
  },
}
