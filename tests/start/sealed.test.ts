import { expect, test } from 'vitest'
import { seal, unseal } from '../../server/store/sealed.ts'

const secret = Buffer.alloc(32, 7)
const text = 'Käse & 密码 🔑'

test.each([text, ''])('%j is read again, by nobody else, and looks different each time', (text) => {
  const sealed = seal(secret, text)
  expect(unseal(secret, sealed)).toBe(text)
  expect(seal(secret, text)).not.toEqual(sealed)
  expect(text !== '' && sealed.includes(text)).toBe(false)
  expect(() => unseal(Buffer.alloc(32, 8), sealed)).toThrow()
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(() => unseal(secret, changed)).toThrow()
  }
})

// As they stand in databases.
test.each([
  [
    'a tunnel’s token was at first',
    '611ec2a919d435ab910143da474d303f003c8901679722e50be42fdf3746d0444391257786343dae8ae180c942cc29',
    text,
  ],
  ['an empty one was', '4d0eed0b9ae754b6615281766045599198b60b65827cb6a91b3b9cf8', ''],
  [
    'everything else is',
    '20236a04219b331ea6187a919192aeedcb070d2e42d96ca26d6512e035d8633e9139e67b60603d6f191769fa342130',
    text,
  ],
])('what was sealed as %s is read', (_words, sealed, text) => {
  expect(unseal(secret, Buffer.from(sealed, 'hex'))).toBe(text)
})

test.each([0, 11, 27])('%i bytes, which are too few, are refused', (length) => {
  expect(() => unseal(secret, Buffer.alloc(length))).toThrow()
})
