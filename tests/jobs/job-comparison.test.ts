import { describe, expect, test } from 'vitest'
import { compareTexts } from '../../src/api/job-comparison.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`)
const both = (line: number) => ({ of: 'both', text: `line ${line}` })
const long = (word: string) => Array.from({ length: 1_500 }, (_, at) => `${word}${at}`).join('\n')

describe('what is different in an output', () => {
  test('is shown with three lines around it, and by its line', async () => {
    const usual = numbered(30)
    const own = usual.with(14, '<b>other</b>')
    const compared = await compareTexts(`${usual.join('\n')}\n`, `${own.join('\n')}\n`)
    expect(compared).toEqual({
      isCut: false,
      parts: [
        {
          line: 12,
          lines: [
            both(12),
            both(13),
            both(14),
            { of: 'majority', text: 'line 15' },
            { of: 'this', text: '<b>other</b>' },
            both(16),
            both(17),
            both(18),
          ],
        },
      ],
    })
  })

  test('is nothing where both are the same', async () => {
    expect(await compareTexts('a\nb\n', 'a\nb\n')).toEqual({ isCut: false, parts: [] })
  })

  test('is at most 2,000 lines', async () => {
    const usual = numbered(4_000)
    const own = usual.map((line, at) => (at % 10 === 0 ? `${line} here` : line))
    const compared = await compareTexts(usual.join('\n'), own.join('\n'))
    expect(compared?.isCut).toBe(true)
    expect(compared?.parts.flatMap(({ lines }) => lines)).toHaveLength(2_000)
  })

  test('is given up where two outputs have nothing in common', async () => {
    expect(await compareTexts(long('a'), long('b'))).toBeUndefined()
  })
})
