import { ScrcpyOptions3_3_3 } from '@yume-chan/scrcpy'
import { describe, expect, it } from 'vitest'
import { clipboardAcknowledgement, clipboardMessage, wholeCharacters } from '../../../phone/scrcpy/device-message.ts'
import { readable } from '../../support/pieces.ts'
import { fc } from '../../support/properties.ts'

describe('the bytes that scrcpy 3.3.3 sends to its client', () => {
  it('clipboard', () => {
    expect(clipboardMessage('ABC').toString('hex')).toBe('0000000003414243')
  })

  it('acknowledgement of a clipboard', () => {
    expect(clipboardAcknowledgement(0x0102030405060708n).toString('hex')).toBe('010102030405060708')
  })
})

/** Has the client's library read a message behind its type, as from its control socket. */
async function readByLibrary(options: ScrcpyOptions3_3_3<true>, message: Buffer): Promise<void> {
  const behindType = readable(message, 1)
  await options.deviceMessageParsers.parse(message.readUInt8(0), behindType)
  expect(behindType.position).toBe(message.length)
}

describe('the client’s library', () => {
  it('reads a clipboard as it was meant', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 500 }), async (text) => {
        const options = new ScrcpyOptions3_3_3<true>({ clipboardAutosync: true })
        const heard = options.clipboard?.getReader().read()
        await readByLibrary(options, clipboardMessage(text))
        expect(await heard).toEqual({ done: false, value: text })
      }),
    )
  })

  it('takes an acknowledgement for the clipboard that it has set', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), async (sequence) => {
        const options = new ScrcpyOptions3_3_3<true>({})
        const sent = options.serializeSetClipboardControlMessage({ type: 9, sequence, paste: false, content: 'x' })
        if (sent instanceof Uint8Array) throw new Error('no acknowledgement is awaited')
        await readByLibrary(options, clipboardAcknowledgement(sequence))
        await sent[1]
      }),
    )
  })
})

it('is never longer than scrcpy allows, and always whole characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 8 }), fc.nat(50), (text, spare) => {
      const encoded = Buffer.from(text)
      const length = wholeCharacters(encoded, spare)
      expect(length).toBeLessThanOrEqual(Math.min(spare, encoded.length))
      expect(text.startsWith(encoded.toString('utf8', 0, length))).toBe(true)
    }),
  )
})

it('cuts a clipboard that is too long at the end of a character', () => {
  const message = clipboardMessage('你'.repeat(100_000))
  const length = message.readUInt32BE(1)
  expect(message.length).toBe(5 + length)
  expect(message.length).toBeLessThanOrEqual(1 << 18)
  expect(message.toString('utf8', 5)).toBe('你'.repeat(Math.floor(((1 << 18) - 5) / 3)))
})
