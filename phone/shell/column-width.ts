/** Characters that take two columns of a terminal, and those that take none (Unicode, East Asian width). */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const MARK = /[\p{M}\u200b-\u200d]/u

/** How many columns of a terminal characters take. */
export function columnsOf(characters: Iterable<string>): number {
  let columns = 0
  for (const character of characters) columns += MARK.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return columns
}
