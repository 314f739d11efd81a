/** What a stretch of text says, by which it is coloured. */
export interface Span {
  kind: 'name' | 'event' | 'guard' | 'doing' | 'count'
  text: string
}

export interface Line {
  spans: Span[]
  width: number
}

/** Lines of text, and the width of the widest. */
export interface DrawnText {
  lines: Line[]
  width: number
}

/** Of Helvetica, with which Arial and Liberation Sans agree, in thousandths of the size: no browser has to be asked. */
const widths = new Map<string, number>(
  (
    [
      [191, "'"],
      [222, 'ijl'],
      [260, '|'],
      [278, ' !,./:;I[\\]ft'],
      [334, '()-`r{}'],
      [355, '"'],
      [389, '*'],
      [469, '^'],
      [500, 'Jcksvxyz'],
      [556, '#$0123456789?L_abdeghnopqu–'],
      [584, '+<=>~×'],
      [611, 'FTZ'],
      [667, '&ABEKPSVXY'],
      [722, 'CDHNRUw'],
      [778, 'GOQ'],
      [833, 'Mm'],
      [889, '%'],
      [944, 'W'],
    ] as const
  ).flatMap(([width, letters]) => Array.from(letters, (letter): [string, number] => [letter, width])),
)
/** Of signs that other fonts help out with, and of Chinese. */
const square = 1_000
/** How much wider bold letters are, in words. */
const bold = { small: 1.12, large: 1.03 }

const fonts: Record<Span['kind'], { size: number; isBold: boolean }> = {
  name: { size: 13, isBold: true },
  event: { size: 11, isBold: true },
  guard: { size: 11, isBold: false },
  doing: { size: 11, isBold: false },
  count: { size: 11, isBold: false },
}

function widthOf({ kind, text }: Span): number {
  const { size, isBold } = fonts[kind]
  const widthOfLetter = (letter: string): number => {
    const width = widths.get(letter) ?? square
    if (!isBold) return width
    return width * (/[a-z]/.test(letter) ? bold.small : bold.large)
  }
  return Array.from(text, widthOfLetter).reduce((sum, width) => sum + width, 0) * (size / 1_000)
}

/** The text in lines no wider than `limit` pixels, unless a single word is. */
export function wrapped(spans: readonly Span[], limit: number): DrawnText {
  const lines: Line[] = []
  for (const { kind, text } of spans)
    for (const word of text.split(' ')) {
      const width = widthOf({ kind, text: word })
      const between = widthOf({ kind, text: ' ' })
      const line = lines.at(-1)
      const last = line?.spans.at(-1)
      if (line === undefined || line.width + between + width > limit) {
        lines.push({ spans: [{ kind, text: word }], width })
        continue
      }
      line.width += between + width
      if (last?.kind === kind) last.text += ` ${word}`
      else line.spans.push({ kind, text: word })
    }
  return { lines, width: Math.max(0, ...lines.map((line) => line.width)) }
}
