import { describe, expect, test } from 'vitest'
import { fileOf, lineColumns, maxLines, type FileRecord } from '../../domain/environment-lines.ts'
import { fc } from '../support/properties.ts'

const recorded = (records: readonly (readonly string[])[]) =>
  records.map((record, index) => ({ record, info: { lines: index + 1 } }))

/** The lines of a file, or why there are none. */
function linesOfFile(records: readonly FileRecord[]) {
  const file = fileOf(records)
  return typeof file === 'string' ? file : file.records.map(file.lineOf)
}

describe('the lines of a file', () => {
  test('are read by the header, in either language, in any order, and other columns are passed over', () => {
    const headers = ['zh', 'en', 'field'] as const
    fc.assert(
      fc.property(
        fc.constantFrom(...headers),
        fc.shuffledSubarray([...lineColumns], { minLength: lineColumns.length }),
        fc.array(
          fc.string().filter((text) => !text.startsWith("'")),
          { minLength: 20, maxLength: 20 },
        ),
        (language, columns, cells) => {
          const header = ['surplus', ...columns.map((column) => ` ${column[language].toUpperCase()} `)]
          const lines = linesOfFile(recorded([header, ['x', ...cells]]))
          if (typeof lines === 'string') throw new Error(lines)
          const [line] = lines
          for (const [index, { field }] of columns.entries()) expect(line?.[field]).toBe(cells[index])
          expect(line?.line).toBe(2)
        },
      ),
    )
  })

  test('lose the quote that keeps a spreadsheet from running them, and no other', () => {
    const lines = linesOfFile(recorded([['name'], ["'=1+1"], ["'tis"], ["''=x"]]))
    expect(typeof lines !== 'string' && lines.map(({ name }) => name)).toEqual(['=1+1', "'tis", "''=x"])
  })

  test.each([
    ['empty', []],
    ['empty', [['name']]],
    ['noNameColumn', [['note'], ['x']]],
    ['tooManyLines', [['name'], ...Array.from({ length: maxLines + 1 }, () => ['x'])]],
  ] as const)('are refused as %s', (problem, records) => {
    expect(linesOfFile(recorded(records))).toBe(problem)
  })

  test('are lines or a problem, whatever the records', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('name', '名称', '__proto__', 'line', 'constructor'))
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 12 }), { maxLength: 6 }), (records) => {
        const lines = linesOfFile(recorded(records))
        if (typeof lines === 'string') return
        expect(lines).toHaveLength(records.length - 1)
        for (const [index, line] of lines.entries()) expect(line.line).toBe(index + 2)
      }),
    )
  })
})
