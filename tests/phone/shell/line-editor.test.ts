import { describe, expect, it } from 'vitest'
import { columnsOf } from '../../../phone/shell/column-width.ts'
import { completionOf, escapeWord } from '../../../phone/shell/completion.ts'
import { FileSystem } from '../../../phone/shell/file-system.ts'
import { LineEditor } from '../../../phone/shell/line-editor.ts'
import { testShell } from './shell-under-test.ts'
import { fc } from '../../support/properties.ts'

const prompt = 'shiba:/ $ '

/** Characters, and the sequences that the editor sends. */
// oxlint-disable-next-line no-control-regex -- ESC is meant
const pieces = /\x1b\[(?:\d*[DK]|H|2J)|./gsu

/** One row of a terminal: what the editor's output looks like. */
class Row {
  #cells: string[] = []
  cursor = 0

  show(output: string): void {
    for (const [piece] of output.matchAll(pieces)) {
      if (piece === '\x07') continue
      if (piece === '\n') {
        this.#cells = []
        this.cursor = 0
      } else if (piece === '\r' || piece === '\x1b[H') this.cursor = 0
      else if (piece === '\b') this.cursor -= 1
      else if (piece === '\x1b[K') this.#cells.length = Math.min(this.#cells.length, this.cursor)
      else if (piece === '\x1b[2J') this.#cells = []
      else if (piece.startsWith('\x1b[')) this.cursor -= Number(piece.slice(2, -1))
      else this.#put(piece)
    }
  }

  get text(): string {
    return this.#cells.join('').trimEnd()
  }

  /** A wide character has a second cell, which is empty. */
  #put(character: string): void {
    const columns = columnsOf([character])
    if (columns === 0) this.#cells[this.cursor - 1] += character
    else this.#cells.splice(this.cursor, columns, character, ...(columns === 2 ? [''] : []))
    this.cursor += columns
  }
}

const files = new FileSystem({ capacity: 1 << 20 })
files.mkdir('/sdcard/My Photos', { parents: true })
for (const name of ['note.txt', 'notes.txt', 'a b$c.txt', '照片一.png', '照片二.png'])
  files.writeFile(`/sdcard/${name}`, '')
files.writeFile('/sdcard/My Photos/tree.png', '')
const commands = ['echo', 'sed', 'seq', 'settings', 'setprop']
const complete = (text: string) => completionOf(text, { files, cwd: '/sdcard', home: '/', commands })

function typed(keys: string, { history = [] as string[], columns = 80, text = '' } = {}) {
  const editor = new LineEditor({ prompt, history, complete, columns: () => columns, text })
  const row = new Row()
  row.show(`${prompt}${text}`)
  let output = ''
  for (const byte of Buffer.from(keys)) {
    if (editor.outcome) break
    const sent = editor.type(byte)
    output += sent
    row.show(editor.outcome ? sent.replaceAll('\n', '') : sent)
  }
  return { editor, row, output }
}

const line = (keys: string, more?: Parameters<typeof typed>[1]) => typed(`${keys}\r`, more).editor.outcome

describe('a line at the prompt', () => {
  it.each([
    ['what is typed', 'echo a', 'echo a'],
    ['without what backspace took', 'echoo\x7f a', 'echo a'],
    ['with a character of several bytes taken whole', '你好吗\x7f!', '你好!'],
    ['typed in its middle', 'ac\x1b[Db', 'abc'],
    ['typed at its beginning', 'bc\x01a\x05d', 'abcd'],
    ['with home and end in either form', 'b\x1b[Ha\x1b[Fc\x1b[1~<\x1b[4~>', '<abc>'],
    ['with the character at the cursor deleted', 'abc\x1b[D\x1b[D\x1b[3~', 'ac'],
    ['cut off at the cursor', 'abcd\x02\x02\x0b', 'ab'],
    ['emptied', 'abc\x15', ''],
    ['without its last word', 'rm -rf /sdcard \x17x', 'rm -rf x'],
    ['with words passed at once', 'one two three\x1b[1;5D\x1b[1;5D_\x1b[1;5C+', 'one _two+ three'],
    ['without keys that mean nothing', 'a\x1b[15~\x1bOP\x1b[5;2~\x00\x13b', 'ab'],
    ['after keys at either end', '\x1b[D\x7f\x1b[Ca\x1b[C\x1b[3~b', 'ab'],
  ])('is %s', (_, keys, text) => {
    expect(line(keys)).toEqual({ text })
  })

  const history = ['first', 'second']
  it.each([
    ['the last one', '\x1b[A', 'second'],
    ['the one before', '\x1bOA\x10', 'first'],
    ['no further than the first', '\x1b[A\x1b[A\x1b[A', 'first'],
    ['what was being typed, again', 'dra\x1b[A\x1b[Bft', 'draft'],
    ['one that is changed on the way', '\x1b[A!', 'second!'],
  ])('is called back from earlier ones: %s', (_, keys, text) => {
    expect(line(keys, { history })).toEqual({ text })
    expect(history).toEqual(['first', 'second'])
  })

  it('is given up by Ctrl-C, and ended by Ctrl-D where it is empty', () => {
    expect(typed('abc\x03').editor.outcome).toBe('interrupt')
    expect(typed('\x04').editor.outcome).toBe('end')
    expect(line('ab\x01\x04')).toEqual({ text: 'b' })
  })

  it('goes on from what was typed before its prompt', () => {
    expect(line('b', { text: 'a' })).toEqual({ text: 'ab' })
  })

  it('has an end', () => {
    expect(line('x'.repeat(5_000))).toEqual({ text: 'x'.repeat(4_096) })
  })

  it('is echoed as it is typed, without being drawn anew', () => {
    expect(typed('ls你\x7f\x7f').output).toBe('ls你\b \b\b \b\b \b')
  })

  it('that is longer than its row is scrolled sideways', () => {
    const { row } = typed('0123456789abcdefghij', { columns: 26 })
    expect(row.text).toBe(`${prompt}<6789abcdefghij`)
    expect(typed('0123456789abcdefghij\x01', { columns: 26 }).row.text).toBe(`${prompt}0123456789abcde`)
  })

  it('that was scrolled is shown whole once it is complete', () => {
    const { output } = typed('0123456789abcdefghij\r', { columns: 26 })
    expect(output.endsWith(`\r${prompt}0123456789abcdefghij\x1b[K\n`)).toBe(true)
  })

  it('has room even where its prompt has not', () => {
    const editor = new LineEditor({ prompt: 'x'.repeat(200), history: [], complete, columns: () => 30, text: '' })
    expect(columnsOf(editor.draw().replaceAll(/\r|.\[K/g, ''))).toBe(18)
  })
})

describe('Tab', () => {
  it.each([
    ['a command, and goes on behind it', 'ec\thi', 'echo hi'],
    ['a file', 'cat notes\t', 'cat notes.txt '],
    ['a folder, to go on within it', 'ls M\t\t', 'ls My\\ Photos/tree.png '],
    ['a name with everything that has to be escaped', 'cat a\t', 'cat a\\ b\\$c.txt '],
    ['a name that is escaped already', 'cat a\\ \t', 'cat a\\ b\\$c.txt '],
    ['what several begin with', 'cat no\t', 'cat note'],
    ['what several begin with, in Chinese', 'cat 照\t', 'cat 照片'],
    ['a command behind another', 'seq 1;setp\t', 'seq 1;setprop '],
    ['a command behind a pipe and blanks', 'seq 1 |  setp\t', 'seq 1 |  setprop '],
    ['a file from the root', 'cat /sdc\t', 'cat /sdcard/'],
    ['a file from home', 'cat ~/sdcard/notes\t', 'cat /sdcard/notes.txt '],
    ['a file behind an operator', 'echo >notes\t', 'echo >notes.txt '],
    ['a file behind a sign of equality', 'dd if=notes\t', 'dd if=notes.txt '],
    ['the word before the cursor', 'ec hi\x1b[D\x1b[D\x1b[D\t', 'echo  hi'],
    ['a file in place of a command that has a slash', './notes\t', './notes.txt '],
    ['nothing that there isn’t', 'cat x\t', 'cat x'],
    ['no command of which nothing is written', '\t', ''],
    ['no file where a command is', 'notes\t', 'notes'],
  ])('completes %s', (_, keys, text) => {
    expect(line(keys)).toEqual({ text })
  })

  it('rings where nothing fits', () => {
    expect(typed('cat x\t').output).toBe('cat x\x07')
  })

  it('lists what fits when that is all that it can do, and leaves the line as it was', () => {
    const { output, row } = typed('cat note\t')
    expect(output).toBe(`cat note\nnote.txt   notes.txt\n\r${prompt}cat note\x1b[K`)
    expect(row.text).toBe(`${prompt}cat note`)
    expect(line('cat note\ts\t')).toEqual({ text: 'cat notes.txt ' })
  })

  it('lists names without their folder, hidden ones only when asked for', () => {
    files.writeFile('/sdcard/.hidden', '')
    files.writeFile('/sdcard/.hushed', '')
    expect(typed('ls /sdcard/\t').output).toBe(
      `ls /sdcard/\nMy Photos/  a b$c.txt   note.txt    notes.txt   照片一.png  照片二.png\n\r${prompt}ls /sdcard/\x1b[K`,
    )
    expect(typed('ls .h\t').output).toContain('\n.hidden  .hushed\n')
  })

  it('lists in columns that are read downwards, as many as there is room for', () => {
    expect(typed('se\t', { columns: 24 }).output).toContain('\nsed       setprop\nseq       settings\n')
    expect(typed('se\t', { columns: 24 }).output).not.toContain('echo')
  })

  it('completes nothing in a folder of very many names', () => {
    files.mkdir('/sdcard/many')
    for (let name = 0; name < 1_001; name += 1) files.writeFile(`/sdcard/many/${name}`, '')
    expect(typed('ls many/100\t').output).toBe('ls many/100\x07')
    files.remove('/sdcard/many/7')
    expect(typed('ls many/100\t').output).toContain('1000')
  })

  it('completes names of any characters so that the shell reads them', async () => {
    const characters = Array.from(' abß你"#$&\'()*;<=>?[]\\^`{|}~!-')
    const name = fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(name, async (name) => {
        const { phone, output } = testShell()
        phone.files.mkdir('/sdcard/one')
        phone.files.writeFile(`/sdcard/one/${name}`, 'content')
        const { words } = completionOf('cat <', { files: phone.files, cwd: '/sdcard/one', home: '/', commands })
        expect(await output(`cd /sdcard/one; cat <${escapeWord(words[0] ?? '')}`)).toBe('content')
      }),
      { numRuns: 200, examples: [['~'], ['-']] },
    )
  })
})

const key = fc.oneof(
  fc.constantFrom('a', 'b', ' ', '你', 'é', 'e\u0301', '😀', '한'),
  fc.constantFrom('\t', 'cat n', 'cat M', 'se', '照'),
  fc.constantFrom('\x7f', '\x01', '\x05', '\x02', '\x06', '\x0b', '\x0c', '\x0e', '\x10', '\x15', '\x17'),
  fc.constantFrom('\x1b[A', '\x1b[B', '\x1b[C', '\x1b[D', '\x1b[3~', '\x1b[1;5C', '\x1b[1;5D', '\x1b[200~'),
)

describe('whatever is typed', () => {
  it('the row is the one that drawing the whole line anew would show', () => {
    const history = ['ls -l', '查看 /sdcard', 'x'.repeat(100)]
    fc.assert(
      fc.property(fc.array(key, { maxLength: 60 }), fc.integer({ min: 1, max: 100 }), (keys, columns) => {
        const { editor, row } = typed(keys.join(''), { history, columns: Math.max(columns, 24) })
        const anew = new Row()
        anew.show(editor.draw())
        expect([row.text, row.cursor]).toEqual([anew.text, anew.cursor])
        expect(columnsOf(row.text)).toBeLessThan(Math.max(columns, 24))
      }),
    )
  })

  it('bytes that are no text do no harm', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const editor = new LineEditor({ prompt, history: ['one'], complete, columns: () => 40, text: '' })
        for (const byte of bytes) if (!editor.outcome) editor.type(byte)
        editor.draw()
      }),
    )
  })
})
