import { beforeEach, describe, expect, it } from 'vitest'
import { NoteEditor } from '../../../phone/screen/note-editor.ts'
import { makePhone, tap } from './test-phone.ts'
import { fc } from '../../support/properties.ts'

let phone: ReturnType<typeof makePhone>
beforeEach(() => {
  phone = makePhone()
  phone.screen.launch('com.phonedeck.notes')
})

const shift = 0x1
const ctrl = 0x1000
const press = (keycode: number, metaState = 0) => phone.screen.key('down', keycode, metaState)
const [up, down, left, enter, backspace, forwardDelete, moveHome, moveEnd] = [19, 20, 21, 66, 67, 112, 122, 123]
const [a, c, v, x] = [29, 31, 50, 52]

describe('typing', () => {
  it('writes letters, digits and signs as a US keyboard has them', () => {
    press(29)
    press(29, shift)
    press(8)
    press(8, shift)
    press(76)
    press(76, shift)
    press(62)
    press(145)
    expect(phone.notes.read()).toBe('aA1!/? 1')
  })

  it('writes nothing when a key is released', () => {
    phone.screen.key('up', a)
    expect(phone.notes.read()).toBe('')
  })

  it('takes Chinese as text', () => {
    phone.screen.text('你好')
    expect(phone.notes.read()).toBe('你好')
  })

  it('breaks lines, and deletes what is before and behind the caret', () => {
    phone.screen.text('ab')
    press(enter)
    phone.screen.text('cd')
    press(backspace)
    press(moveHome)
    press(forwardDelete)
    press(backspace)
    expect(phone.notes.read()).toBe('ab')
  })

  it('deletes a character of several code points at once', () => {
    phone.screen.text('好👨‍👩‍👧')
    press(backspace)
    expect(phone.notes.read()).toBe('好')
  })

  it('keeps control characters out', () => {
    phone.screen.text('a\u0000b\r\nc\u001b[2J')
    expect(phone.notes.read()).toBe('ab\nc[2J')
  })
})

describe('the caret', () => {
  it('goes where the arrows lead', () => {
    phone.screen.text('abc\ndef')
    press(up)
    phone.screen.text('1')
    press(left)
    press(left)
    phone.screen.text('2')
    press(down)
    press(moveEnd)
    phone.screen.text('3')
    expect(phone.notes.read()).toBe('ab2c1\ndef3')
  })

  it('goes where a finger taps', () => {
    phone.screen.text('第一行\n第二行')
    tap(phone.screen, 24, 114)
    phone.screen.text('甲')
    tap(phone.screen, 300, 114)
    phone.screen.text('乙')
    tap(phone.screen, 300, 500)
    phone.screen.text('丙')
    expect(phone.notes.read()).toBe('甲第一行乙\n第二行丙')
  })

  it('stays where it is when the finger scrolls instead', () => {
    phone.screen.text('a\n'.repeat(100))
    phone.screen.touch('down', 0, 100, 300)
    phone.screen.touch('move', 0, 100, 500)
    phone.screen.touch('up', 0, 100, 500)
    phone.screen.text('end')
    expect(phone.notes.read().endsWith('a\nend')).toBe(true)
  })
})

describe('the clipboard', () => {
  it('is pasted by its key and by ctrl+V', () => {
    phone.screen.clipboard = '粘贴'
    press(279)
    press(v, ctrl)
    expect(phone.notes.read()).toBe('粘贴粘贴')
  })

  it('gets what is selected, or else the whole note', () => {
    phone.screen.text('one two')
    press(c, ctrl)
    expect(phone.screen.clipboard).toBe('one two')
    press(moveEnd)
    press(left, shift)
    press(left, shift)
    press(left, shift)
    press(278)
    expect(phone.screen.clipboard).toBe('two')
  })

  it('gets what is cut', () => {
    phone.screen.text('gone')
    press(a, ctrl)
    press(x, ctrl)
    expect([phone.screen.clipboard, phone.notes.read()]).toEqual(['gone', ''])
  })
})

describe('the note', () => {
  it('shows what another program writes, and typing continues behind it', () => {
    phone.screen.text('here')
    phone.notes.write('from elsewhere')
    phone.screen.text('!')
    expect(phone.notes.read()).toBe('from elsewhere!')
  })

  it('is there again after the app was ended', () => {
    phone.screen.text('kept')
    phone.screen.key('down', 187)
    tap(phone.screen, 180, 570)
    phone.screen.launch('com.phonedeck.notes')
    phone.screen.text('!')
    expect(phone.notes.read()).toBe('kept!')
  })

  it('never grows beyond its limit', () => {
    for (let paste = 0; paste < 3; paste++) phone.screen.text('长'.repeat(100_000))
    expect(phone.notes.read()).toHaveLength(200_000)
  })
})

it('keeps the caret inside the text, whatever is done to it', () => {
  const deeds: fc.Arbitrary<(editor: NoteEditor) => void> = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 5 }).map((text) => (editor: NoteEditor) => editor.insert(text)),
    fc.constant((editor: NoteEditor) => editor.backspace()),
    fc.constant((editor: NoteEditor) => editor.deleteForward()),
    fc.constant((editor: NoteEditor) => editor.selectAll()),
    fc.constant((editor: NoteEditor) => editor.place(editor.previous(editor.caret), true)),
    fc.constant((editor: NoteEditor) => editor.place(editor.next(editor.caret))),
    fc.string({ maxLength: 5 }).map((text) => (editor: NoteEditor) => editor.load(text)),
  )
  fc.assert(
    fc.property(fc.array(deeds, { maxLength: 30 }), (done) => {
      const editor = new NoteEditor()
      for (const deed of done) {
        deed(editor)
        const { start, end } = editor.selection
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeLessThanOrEqual(editor.text.length)
        expect([start, end]).toContain(editor.caret)
      }
    }),
  )
})
