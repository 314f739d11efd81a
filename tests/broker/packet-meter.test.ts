import { expect, test } from 'vitest'
import { PacketMeter } from '../../server/broker/packet-meter.ts'
import { fc } from '../support/properties.ts'

/** An MQTT packet with so many bytes behind its header (MQTT 3.1.1 §2.2.3). */
function packet(length: number): number[] {
  const header = [0x30]
  let rest = length
  do {
    header.push((rest % 128) | (rest >= 128 ? 0x80 : 0))
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return [...header, ...Array.from({ length }, () => 0xff)]
}

const lengths = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 20 })

test('packets within the limit pass, however the stream is cut', () => {
  fc.assert(
    fc.property(lengths, fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 50 }), (all, cuts) => {
      const meter = new PacketMeter(300)
      let stream = Uint8Array.from(all.flatMap(packet))
      for (const cut of [...cuts, stream.length]) {
        if (!meter.take(stream.subarray(0, cut))) return false
        stream = stream.subarray(cut)
      }
      return true
    }),
  )
})

test('a longer one among them is found by its header alone', () => {
  fc.assert(
    fc.property(lengths, fc.integer({ min: 301, max: 100_000 }), (before, tooLong) => {
      const meter = new PacketMeter(300)
      const header = packet(tooLong).slice(0, tooLong < 16_384 ? 3 : 4)
      return meter.take(Uint8Array.from(before.flatMap(packet))) && !meter.take(Uint8Array.from(header))
    }),
  )
})

test('a length that never ends is malformed', () => {
  expect(new PacketMeter(2 ** 31).take(Uint8Array.of(0x30, 0x80, 0x80, 0x80, 0x80))).toBe(false)
})

test('the limit grows once it is known who sends', () => {
  const meter = new PacketMeter(10)
  expect(meter.take(Uint8Array.from(packet(10)))).toBe(true)
  meter.limit = 100
  expect(meter.take(Uint8Array.from(packet(100)))).toBe(true)
})
