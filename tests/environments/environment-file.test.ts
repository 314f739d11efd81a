import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { describe, expect, test } from 'vitest'
import { csvFile, environmentTemplate, readTable, readText } from '../../src/screens/environments/environment-file.ts'
import { fileOf, lineColumns } from '../../domain/environment-lines.ts'
import { fc } from '../support/properties.ts'

const file = (name: string) => new Uint8Array(readFileSync(join(import.meta.dirname, 'files', name)))

/** A text in another encoding, by the program that everybody has for that. */
const encoded = (text: string, encoding: string): Uint8Array =>
  new Uint8Array(execFileSync('iconv', ['-f', 'utf-8', '-t', encoding], { input: text }))

/** Text that every one of the encodings has, with all that has a meaning in such files. */
const cell = fc
  .array(
    fc.constantFrom('a', 'Z', '7', ' ', '名', '称', '站', '"', ',', ';', '\t', '|', "'", '\n', '=', '：', '𠮷', 'é'),
    {
      maxLength: 12,
    },
  )
  .map((signs) => signs.join(''))
/** What is no quote against formulas, which goes. */
const plain = cell.filter((text) => !/^'[=+\-@\t\r]/.test(text))

describe('a text with cells', () => {
  test('is read whatever its encoding, its delimiter and what stands in it', async () => {
    const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030'] as const
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(plain, plain, plain), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...encodings),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\r\n', '\n'),
        fc.boolean(),
        async (rows, encoding, delimiter, record_delimiter, marked) => {
          const text = stringify([['名称', '备注', 'Region'], ...rows], { delimiter, record_delimiter, quoted: true })
          // UTF-8 and UTF-16 may begin with a mark, GB18030 has none.
          const bytes = encoded(`${marked && encoding !== 'gb18030' ? '\uFEFF' : ''}${text}`, encoding)
          const filled = rows.filter((row) => row.some((each) => each.trim() !== ''))
          if (filled.length === 0) return
          const { headings, rows: read } = await readTable(bytes)
          expect(headings).toEqual(['名称', '备注', 'Region'])
          expect(read.map(({ cells }) => cells)).toEqual(filled)
        },
      ),
      { numRuns: 60 }, // Each runs a program.
    )
  }, 60_000)

  test.each([
    ['a comma', '名称,站点\nshop-1,US; CA\nshop-2,"a,b"'],
    ['a semicolon', '名称;站点\nshop-1;US, CA\nshop-2;"a;b"'],
    ['a tab', '名称\t站点\nshop-1\tUS, CA\nshop-2\ta;b'],
    ['a bar', '名称|站点\nshop-1|US, CA\nshop-2|a;b'],
    ['a Chinese comma', '名称，站点\nshop-1，US\nshop-2，CA'],
    ['any other sign', '名称^站点\nshop-1^US\nshop-2^CA'],
  ])('may have %s between them', async (_, text) => {
    const { headings, rows } = await readText(text)
    expect([headings, rows.map(({ cells }) => cells[0])]).toEqual([
      ['名称', '站点'],
      ['shop-1', 'shop-2'],
    ])
  })

  test('may be one column, whose names have signs in them', async () => {
    const { headings, rows } = await readText('shop-name\nshop-1\nshop-2\n')
    expect([headings, rows.map(({ cells }) => cells)]).toEqual([['shop-name'], [['shop-1'], ['shop-2']]])
  })

  test('may have a title above its headings, empty lines, and columns in which nothing is', async () => {
    const text = '店铺台账,,,\n名称,,站点,\n\nshop-1,x,US,\n,,,\n"shop\n2",,CA,\n'
    expect(await readText(text)).toEqual({
      headings: ['名称', '', '站点'],
      rows: [
        { line: 4, cells: ['shop-1', 'x', 'US'] },
        { line: 7, cells: ['shop\n2', '', 'CA'] },
      ],
    })
  })

  test.each([
    ['empty', ''],
    ['empty', '名称\n\n,,\n'],
    ['noTable', '名称\n"open\n'],
    ['tooManyLines', `名称\n${'x\n'.repeat(10_001)}`],
    ['tooManyColumns', `${'名称,'.repeat(101)}\n${'x,'.repeat(101)}x\n`],
    ['tooManyColumns', `名称${',备注'.repeat(500)}\nx\n`],
    ['tooManyColumns', `名称\nx${','.repeat(500)}\n`],
  ])('that is none is %s', async (problem, text) => {
    await expect(readText(text)).rejects.toMatchObject({ problem })
  })

  test.each([
    ['oldWorkbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1)],
    ['tooLarge', new Uint8Array(20 * 1_024 * 1_024 + 1)],
    ['noTable', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff)],
    ['noTable', Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 1, 2, 3)],
  ])('of other bytes is %s', async (problem, bytes) => {
    await expect(readTable(bytes)).rejects.toMatchObject({ problem })
  })

  test('is the same after it was written for a spreadsheet, and nothing of it is run there', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(plain, plain), { minLength: 1, maxLength: 6 }), async (rows) => {
        const filled = rows.filter((row) => row.some((each) => each.trim() !== ''))
        if (filled.length === 0) return
        const text = csvFile([['名称', '备注'], ...filled])
        expect((await readText(text)).rows.map(({ cells }) => cells)).toEqual(filled)
        const cells: string[] = parse(text, { bom: true }).flat()
        expect(cells.filter((each) => /^[=+\-@\t\r]/.test(each))).toEqual([])
      }),
    )
  })
})

test.each(['zh', 'en'] as const)('the template of %s is read by the server as well as here', async (language) => {
  const text = environmentTemplate(language)
  const { headings, rows } = await readText(text)
  expect(headings).toEqual(lineColumns.map((column) => column[language]))
  const records = [headings, ...rows.map(({ cells }) => cells)].map((record) => ({ record, info: { lines: 2 } }))
  const read = fileOf(records)
  expect(typeof read !== 'string' && read.records.map(read.lineOf)).toMatchObject([
    { name: 'shop-001', region: 'us-west', proxy_type: 'socks5', proxy_port: '1080' },
  ])
})

/** A zip of these entries, which may say of themselves that they are of another size. */
function zipOf(entries: Readonly<Record<string, string | Buffer>>, said?: number): Uint8Array {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [name, content] of Object.entries(entries)) {
    const data = Buffer.from(content)
    const packed = deflateRawSync(data)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(said ?? data.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, tail, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  return new Uint8Array(Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]))
}

const oneSheet = {
  'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="a" Target="worksheets/s.xml"/></Relationships>',
}
const sheetOf = (rows: readonly string[]) => ({
  ...oneSheet,
  'xl/worksheets/s.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
})
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const sheetXml = (...rows: string[][]) =>
  `<worksheet><sheetData>${rows.map((cells) => `<row>${cells.map(inline).join('')}</row>`).join('')}</sheetData></worksheet>`

describe('a workbook', () => {
  const ledger = {
    sheet: '总表',
    headings: ['店铺名称', '开店日期', '备 注', '账号'],
    rows: [
      { line: 4, cells: ['AMZ & <1>', '2025-12-01', 'first\nsecond _x000A_', '13800138000'] },
      { line: 5, cells: ['内联', '2025-12-01 18:00:00', '', 'a1'] },
      { line: 6, cells: ['TRUE', '0.1', '', '13800000000'] },
    ],
  }

  test('is read as spreadsheets show it: texts, days, numbers, of its visible sheets', async () => {
    expect(await readTable(file('ledger.xlsx'))).toEqual(ledger)
  })

  test('has its shops on whichever sheet looks like a list of them', async () => {
    const parts = {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="说明页" r:id="a"/><sheet name="店铺" r:id="b"/><sheet name="旧店铺" r:id="c"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="a" Target="a.xml"/><Relationship Id="b" Target="b.xml"/><Relationship Id="c" Target="c.xml"/></Relationships>',
      'xl/a.xml': sheetXml(['怎么填'], ['一行一个店铺']),
      'xl/b.xml': sheetXml(['店铺名称', '站点'], ['shop-1', 'US']),
      'xl/c.xml': sheetXml(['店铺名称', '站点'], ['shop-0', 'US']),
    }
    expect(await readTable(zipOf(parts))).toMatchObject({ sheet: '店铺', rows: [{ cells: ['shop-1', 'US'] }] })
  })

  test('is read as well where its sizes stand behind its parts', async () => {
    expect(await readTable(file('streamed.xlsx'))).toEqual(ledger)
  })

  test('may be unpacked, with prefixes and without addresses of cells', async () => {
    expect(await readTable(file('stored.xlsx'))).toEqual({
      sheet: 'Sheet1',
      headings: ['name', 'site'],
      rows: [{ line: 2, cells: ['shop-1', 'US'] }],
    })
  })

  test('may be of another program', async () => {
    expect(await readTable(file('exceljs.xlsx'))).toEqual({
      sheet: '总表',
      headings: ['店铺', '站点', '端口', '开店', '备注'],
      rows: [
        { line: 3, cells: ['AMZ-001', '美西', '7000', '2024-02-29', '旺店'] },
        { line: 4, cells: ['AMZ-002', '美东', '7001', '2024-02-29 12:30:00', '两行\n备注'] },
      ],
    })
  })

  test('has what was written into it, whatever that is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(plain, plain), { minLength: 1, maxLength: 6 }), async (rows) => {
        const filled = rows.filter((row) => row.some((each) => each.trim() !== ''))
        if (filled.length === 0) return
        const lines = [['名称', '备注'], ...filled].map(
          (cells) => `<row>${cells.map((c) => inline(escaped(c))).join('')}</row>`,
        )
        const { rows: read } = await readTable(zipOf(sheetOf(lines)))
        expect(read.map(({ cells }) => cells)).toEqual(filled)
      }),
    )
  })

  test.each([
    ['unpacks to too much', undefined],
    ['says that it is small, and is not', 100],
  ])('that %s is given up', async (_, said) => {
    const bomb = zipOf({ ...oneSheet, 'xl/worksheets/s.xml': Buffer.alloc(100_000_000, ' ') }, said)
    await expect(readTable(bomb)).rejects.toMatchObject({ problem: 'tooLarge' })
  })

  test.each([
    ['tooManyLines', sheetOf(Array.from({ length: 10_100 }, () => `<row>${inline('x')}</row>`))],
    ['tooManyLines', sheetOf([`<row>${inline('名称')}</row>`, `<row r="1048576">${inline('x')}</row>`])],
    ['tooLarge', sheetOf([`<row><c r="XFD1"><v>1</v></c></row>`])],
    ['empty', sheetOf([`<row>${inline('名称')}</row>`])],
    ['noTable', sheetOf(['<row><c>'])],
    ['noTable', { 'word/document.xml': '<document/>' }],
  ] as const)('that is none, or too much, is %s', async (problem, parts) => {
    await expect(readTable(zipOf(parts))).rejects.toMatchObject({ problem })
  })

  test('defines no words of its own that grow as they are read', async () => {
    const laughs = '<!DOCTYPE x [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;">]>'
    const sheet = `${laughs}<worksheet><sheetData><row>${inline('名称')}</row><row>${inline('&b;')}</row></sheetData></worksheet>`
    const read = readTable(zipOf({ ...oneSheet, 'xl/worksheets/s.xml': sheet }))
    await expect(read.then(({ rows }) => JSON.stringify(rows))).resolves.not.toContain('haha')
  })
})
