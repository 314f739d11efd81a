/** A text without what of it is only this character at its end. A pattern would look at each run of it anew from each of its places. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}
