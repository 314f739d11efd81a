import { describe, expect, it } from 'vitest'
import { clipboardAcknowledgement, clipboardMessage } from '../../../phone/scrcpy/device-message.ts'

describe('the bytes that scrcpy 3.3.3 sends to its client', () => {
  it('clipboard', () => {
    expect(clipboardMessage('ABC').toString('hex')).toBe('0000000003414243')
  })

  it('acknowledgement of a clipboard', () => {
    expect(clipboardAcknowledgement(0x0102030405060708n).toString('hex')).toBe('010102030405060708')
  })
})

it('cuts a clipboard that is too long at the end of a character', () => {
  const message = clipboardMessage('你'.repeat(100_000))
  const length = message.readUInt32BE(1)
  expect(message.length).toBe(5 + length)
  expect(message.length).toBeLessThanOrEqual(1 << 18)
  expect(message.toString('utf8', 5)).toBe('你'.repeat(Math.floor(((1 << 18) - 5) / 3)))
})
