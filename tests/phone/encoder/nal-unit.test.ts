import { expect, it } from 'vitest'
import { nalUnit } from '../../../phone/encoder/nal-unit.ts'
import { fc } from '../../support/properties.ts'

/** Undoes emulation prevention as a decoder does: drops each 3 that follows two zeros. */
function payloadOf(unit: Buffer): Buffer {
  const payload: number[] = []
  let zeros = 0
  for (const byte of unit.subarray(5)) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    payload.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Buffer.from(payload)
}

const manyZeros = fc
  .array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 255 })), { maxLength: 60 })
  .map((bytes) => Buffer.from([...bytes, 0x80]))

it('carries every payload through emulation prevention', () => {
  fc.assert(
    fc.property(manyZeros, (payload) => {
      expect(payloadOf(nalUnit(0x65, payload))).toEqual(payload)
    }),
  )
})

it('never lets a payload look like a start code', () => {
  fc.assert(
    fc.property(manyZeros, (payload) => {
      const body = nalUnit(0x65, payload).subarray(4)
      for (const forbidden of [0, 1, 2]) expect(body.indexOf(Buffer.from([0, 0, forbidden]))).toBe(-1)
    }),
  )
})

it('writes start code, header and escapes where the standard says', () => {
  expect(nalUnit(0x67, Buffer.from([0, 0, 0, 0, 0, 1, 9])).toString('hex')).toBe('0000000167000003000003000109')
})
