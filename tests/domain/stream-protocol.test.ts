import { describe, expect, test } from 'vitest'
import {
  decodePacket,
  encodePacket,
  maxTextLength,
  maxTextMessageBytes,
  packetHeaderLength,
  parseAgentReport,
  parseAgentOrder,
  parseViewerMessage,
  videoQualities,
} from '../../domain/stream-protocol.ts'
import { anyWhy } from '../support/any-reason.ts'
import { fc } from '../support/properties.ts'

const fraction = fc.double({ min: 0, max: 1, noNaN: true })
const text = fc.string({ unit: 'binary', maxLength: 200 })

const controlMessage = fc.oneof(
  fc.record({
    type: fc.constant('touch'),
    action: fc.constantFrom('down', 'move', 'up', 'cancel'),
    pointer: fc.nat(9),
    x: fraction,
    y: fraction,
  }),
  fc.record({
    type: fc.constant('scroll'),
    x: fraction,
    y: fraction,
    dx: fc.double({ min: -100, max: 100, noNaN: true }),
    dy: fc.double({ min: -100, max: 100, noNaN: true }),
  }),
  fc.record({
    type: fc.constant('key'),
    action: fc.constantFrom('down', 'up'),
    keycode: fc.nat(1_000),
    meta: fc.nat(0x7fff_ffff),
  }),
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('clipboard'), text, paste: fc.boolean() }),
  fc.record({ type: fc.constantFrom('back', 'rotate') }),
)

/** JSON loses the sign of zero. */
const overTheWire = <T>(message: T): T => JSON.parse(JSON.stringify(message)) as T

describe('a packet', () => {
  const packet = fc.record({
    config: fc.boolean(),
    key: fc.boolean(),
    stream: fc.nat(0xffff),
    pts: fc.maxSafeNat(),
    data: fc.uint8Array({ maxLength: 100 }),
  })

  test('is read as it was written, also from the middle of a larger buffer', () => {
    fc.assert(
      fc.property(packet, fc.nat(20), (written, offset) => {
        const message = encodePacket(written)
        const larger = new Uint8Array(offset + message.length)
        larger.set(message, offset)
        expect(decodePacket(larger.subarray(offset))).toEqual(written)
      }),
    )
  })

  test('has the layout that is documented', () => {
    const data = Uint8Array.of(0xaa)
    const message = encodePacket({ config: false, key: true, stream: 0x0102, pts: 0x0304_0506_0708, data })
    expect(Buffer.from(message).toString('hex')).toBe('010201020000030405060708aa')
  })

  test('shorter than its header, or of another type, is none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: packetHeaderLength - 1 }), (bytes) => decodePacket(bytes) === undefined),
    )
    fc.assert(
      fc.property(fc.uint8Array({ minLength: packetHeaderLength, maxLength: 40 }), (bytes) => {
        fc.pre(bytes[0] !== 1)
        return decodePacket(bytes) === undefined
      }),
    )
  })
})

describe('what a viewer says', () => {
  test('is read as it was written', () => {
    const ack = fc.record({ type: fc.constant('ack'), pts: fc.maxSafeNat() })
    const hello = fc.record({ type: fc.constant('hello'), ticket: text, quality: fc.constantFrom(...videoQualities) })
    const quality = fc.record({ type: fc.constant('quality'), quality: fc.constantFrom(...videoQualities) })
    fc.assert(
      fc.property(fc.oneof(controlMessage, ack, hello, quality), (message) => {
        expect(parseViewerMessage(JSON.stringify(message))).toEqual(overTheWire(message))
      }),
    )
  })

  test('is read without the fields that nobody knows', () => {
    fc.assert(
      fc.property(controlMessage, fc.jsonValue(), (message, extra) => {
        expect(parseViewerMessage(JSON.stringify({ ...message, extra }))).toEqual(overTheWire(message))
      }),
    )
  })

  test.each([
    ['a coordinate outside the frame', { type: 'touch', action: 'down', pointer: 0, x: 1.01, y: 0 }],
    ['an eleventh finger', { type: 'touch', action: 'down', pointer: 10, x: 0, y: 0 }],
    ['half a finger', { type: 'touch', action: 'down', pointer: 0.5, x: 0, y: 0 }],
    ['an unknown action', { type: 'touch', action: 'press', pointer: 0, x: 0, y: 0 }],
    ['a coordinate that is no number', { type: 'touch', action: 'down', pointer: 0, x: '0', y: 0 }],
    ['a leap of the wheel', { type: 'scroll', x: 0, y: 0, dx: 101, dy: 0 }],
    ['an unknown keycode', { type: 'key', action: 'down', keycode: 1_001, meta: 0 }],
    ['a negative meta state', { type: 'key', action: 'down', keycode: 1, meta: -1 }],
    ['a text that is too long', { type: 'text', text: 'x'.repeat(maxTextLength + 1) }],
    ['a clipboard that may or may not be pasted', { type: 'clipboard', text: '' }],
    ['a ticket that is too long', { type: 'hello', ticket: 'x'.repeat(1_001) }],
    ['an acknowledgement of no frame', { type: 'ack', pts: -1 }],
    ['what only the relay may order', { type: 'reset_video' }],
  ])('is refused with %s', (_, message) => {
    expect(parseViewerMessage(JSON.stringify(message))).toBeUndefined()
  })

  test('may be the longest text and still fits a message', () => {
    const longest = JSON.stringify({ type: 'clipboard', text: '字'.repeat(maxTextLength), paste: true })
    expect(parseViewerMessage(longest)).toBeDefined()
    expect(Buffer.byteLength(longest)).toBeLessThanOrEqual(maxTextMessageBytes)
  })
})

test('a relay’s order is a control message or a request for a key frame', () => {
  const order = fc.oneof(controlMessage, fc.record({ type: fc.constant('reset_video') }))
  fc.assert(
    fc.property(order, (message) => {
      expect(parseAgentOrder(JSON.stringify(message))).toEqual(overTheWire(message))
    }),
  )
})

test('an agent’s news are read as they were written', () => {
  const news = fc.oneof(
    fc.record({ type: fc.constant('hello'), ticket: text }),
    fc.record({ type: fc.constant('clipboard'), text }),
    fc.record({ type: fc.constant('ended'), reason: anyWhy }),
    fc.record({ type: fc.constant('silent'), ms: fc.nat(86_400_000) }),
    fc.record({ type: fc.constant('answers') }),
  )
  fc.assert(
    fc.property(news, (message) => {
      expect(parseAgentReport(JSON.stringify(message))).toEqual(message)
    }),
  )
})

test.each([
  ['a viewer’s message', parseViewerMessage],
  ['an order', parseAgentOrder],
  ['an agent’s report', parseAgentReport],
])('no text makes the reader of %s throw, and what it reads it reads again', (_, parse) => {
  const types = fc.constantFrom('hello', 'ack', 'touch', 'scroll', 'key', 'text', 'clipboard', 'back', 'ended')
  const nearly = fc
    .tuple(
      types,
      fc.dictionary(fc.constantFrom('x', 'y', 'action', 'pointer', 'text', 'pts', 'ticket'), fc.jsonValue()),
    )
    .map(([type, fields]) => JSON.stringify({ type, ...fields }))
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), nearly), (wire) => {
      const message = parse(wire)
      if (message) expect(parse(JSON.stringify(message))).toEqual(overTheWire(message))
    }),
  )
})
