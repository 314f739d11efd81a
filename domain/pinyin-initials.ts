/** The first character of each letter, in the order of pinyin; no syllable begins with i, u or v. */
const firsts = 'a吖 b八 c嚓 d咑 e妸 f发 g旮 h哈 j丌 k咔 l垃 m妈 n拏 o喔 p妑 q七 r呥 s仨 t他 w屲 x夕 y丫 z匝'
  .split(' ')
  .map((pair): readonly [letter: string, first: string] => [pair.slice(0, 1), pair.slice(1)])

const han = /\p{Script=Han}/u
const inPinyin = new Intl.Collator('zh-Hans-u-co-pinyin')

const initialOf = (character: string): string =>
  han.test(character)
    ? (firsts.findLast(([, first]) => inPinyin.compare(first, character) <= 0)?.[0] ?? character)
    : character

/** A text with each Chinese character as the letter that its pinyin begins with: `szds` of 深圳大树. Of several readings one. */
export const initialsOf = (text: string): string => Array.from(text.toLowerCase(), initialOf).join('')

/** Whether a text has the wanted one in it, in small letters or capitals, or its characters begin so in pinyin. */
export function isFoundBy(text: string, wanted: string): boolean {
  const part = wanted.trim().toLowerCase()
  return text.toLowerCase().includes(part) || (/^[a-z\d]+$/.test(part) && initialsOf(text).includes(part))
}
