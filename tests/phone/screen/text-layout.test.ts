import { expect, it } from 'vitest'
import { font } from '../../../phone/screen/fonts.ts'
import { indexAt, lineOf, offsetOf, wrap } from '../../../phone/screen/text-layout.ts'
import { fc } from '../../support/properties.ts'

const face = font(20)
const lines = (text: string, width: number) => wrap(text, width, face).map(({ start, end }) => text.slice(start, end))

it('breaks Chinese anywhere but before a closing sign', () => {
  expect(lines('一二三四五', 80)).toEqual(['一二三四', '五'])
  expect(lines('一二三四，五', 80)).toEqual(['一二三', '四，五'])
})

it('breaks English between words, and a word only when it is too long', () => {
  expect(lines('aa bbb cccc', 80)).toEqual(['aa bbb ', 'cccc'])
  expect(lines('iiiiiiiiiiiiiiiiiiiiiiiiiiiiii', 60).length).toBeGreaterThan(1)
})

it('breaks at every line feed', () => {
  expect(lines('a\n\nb\n', 100)).toEqual(['a', '', 'b', ''])
})

const text = fc.string({ unit: fc.constantFrom('a', 'W', ' ', '\n', '\t', '你', '，', '龘'), maxLength: 60 })

it('keeps every character, on lines that fit', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 90, max: 300 }), (written, width) => {
      const broken = wrap(written, width, face)
      expect(broken.map(({ start, end }) => written.slice(start, end)).join('')).toBe(written.replaceAll('\n', ''))
      for (const line of broken) {
        const visible = { start: line.start, end: line.start + written.slice(line.start, line.end).trimEnd().length }
        expect(offsetOf(written, visible, visible.end, face)).toBeLessThanOrEqual(width + 0.01)
      }
    }),
  )
})

it('finds the index again that an offset belongs to', () => {
  fc.assert(
    fc.property(text, fc.nat(60), (written, place) => {
      const index = Math.min(place, written.length)
      const broken = wrap(written, 200, face)
      const line = broken[lineOf(broken, index)]
      if (!line || index > line.end) return
      expect(indexAt(written, line, offsetOf(written, line, index, face), face)).toBe(index)
    }),
  )
})
