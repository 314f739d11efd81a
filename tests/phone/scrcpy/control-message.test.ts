import {
  AndroidKeyCode,
  AndroidKeyEventAction,
  AndroidKeyEventMeta,
  AndroidScreenPowerMode,
  ScrcpyOptions3_3_3,
} from '@yume-chan/scrcpy'
import { AndroidMotionEventAction, AndroidMotionEventButton, ScrcpyControlMessageSerializer } from '@yume-chan/scrcpy'
import { describe, expect, it } from 'vitest'
import {
  type ControlMessage,
  ControlMessageReader,
  ControlProtocolError,
} from '../../../phone/scrcpy/control-message.ts'
import { cut, hex } from '../../support/pieces.ts'
import { fc } from '../../support/properties.ts'

const read = (...chunks: (Buffer | Uint8Array)[]): ControlMessage[] => {
  const reader = new ControlMessageReader()
  return chunks.flatMap((chunk) => [...reader.read(Buffer.from(chunk))])
}

/** The bytes are those of the serialisation tests of scrcpy's client (app/tests/test_control_msg_serialize.c). */
describe('the bytes of scrcpy 3.3.3', () => {
  it.each<[string, string, ControlMessage]>([
    [
      'inject keycode',
      '00 01 00000042 00000005 00000041',
      { type: 'inject keycode', action: 1, keycode: 66, repeat: 5, metaState: 0x41 },
    ],
    ['inject text', '01 0000000d 68656c6c6f2c20776f726c6421', { type: 'inject text', text: 'hello, world!' }],
    [
      'inject touch',
      '02 00 1234567887654321 00000064 000000c8 0438 0780 ffff 00000001 00000001',
      {
        type: 'inject touch',
        action: 0,
        pointerId: 0x1234567887654321n,
        position: { x: 100, y: 200, width: 1080, height: 1920 },
        pressure: 1,
        actionButton: 1,
        buttons: 1,
      },
    ],
    [
      'inject scroll',
      '03 00000104 00000402 0438 0780 7fff 8000 00000001',
      {
        type: 'inject scroll',
        position: { x: 260, y: 1026, width: 1080, height: 1920 },
        dx: 16,
        dy: -16,
        buttons: 1,
      },
    ],
    ['back or screen on', '04 01', { type: 'back or screen on', action: 1 }],
    ['expand notification panel', '05', { type: 'expand notification panel' }],
    ['expand settings panel', '06', { type: 'expand settings panel' }],
    ['collapse panels', '07', { type: 'collapse panels' }],
    ['get clipboard', '08 01', { type: 'get clipboard', copyKey: 1 }],
    [
      'set clipboard',
      '09 0102030405060708 01 0000000d 68656c6c6f2c20776f726c6421',
      { type: 'set clipboard', sequence: 0x0102030405060708n, paste: true, text: 'hello, world!' },
    ],
    ['set display power', '0a 01', { type: 'set display power', on: true }],
    ['rotate device', '0b', { type: 'rotate device' }],
    [
      'uhid create',
      '0c 002a 1234 5678 03 414243 000b 0102030405060708090a0b',
      {
        type: 'uhid create',
        id: 42,
        vendorId: 0x1234,
        productId: 0x5678,
        name: 'ABC',
        data: hex('0102030405060708090a0b'),
      },
    ],
    ['uhid input', '0d 002a 0005 0102030405', { type: 'uhid input', id: 42, data: hex('0102030405') }],
    ['uhid destroy', '0e 002a', { type: 'uhid destroy', id: 42 }],
    ['open hard keyboard settings', '0f', { type: 'open hard keyboard settings' }],
    ['start app', '10 07 66697265666f78', { type: 'start app', name: 'firefox' }],
    ['reset video', '11', { type: 'reset video' }],
  ])('%s', (_name, bytes, message) => {
    expect(read(hex(bytes))).toEqual([message])
  })
})

const serializer = new ScrcpyControlMessageSerializer(new ScrcpyOptions3_3_3({}))
const u16 = fc.integer({ min: 0, max: 0xffff })
const i32 = fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff })
const utf8 = (maxBytes: number) =>
  fc.string({ unit: 'grapheme', maxLength: maxBytes }).filter((text) => Buffer.byteLength(text) <= maxBytes)

const data = fc.uint8Array({ maxLength: 300 })

/** Messages as the client that the fleet uses writes them, with what this side must read. */
const exchanged: fc.Arbitrary<{ bytes: Uint8Array; message: ControlMessage }> = fc.oneof(
  fc.record({ action: fc.constantFrom(0, 1), keyCode: i32, repeat: i32, metaState: i32 }).map((sent) => ({
    // The library's enumerations are numbers; any number may be on the wire.
    bytes: serializer.injectKeyCode(sent as Parameters<typeof serializer.injectKeyCode>[0]),
    message: {
      type: 'inject keycode' as const,
      action: sent.action,
      keycode: sent.keyCode,
      repeat: sent.repeat,
      metaState: sent.metaState,
    },
  })),
  utf8(300).map((text) => ({
    bytes: serializer.injectText(text),
    message: { type: 'inject text' as const, text },
  })),
  fc
    .record({ pointerId: fc.bigInt({ min: -2n, max: 100n }), x: i32, y: i32, width: u16, height: u16 })
    .map(({ pointerId, x, y, width, height }) => ({
      bytes: serializer.injectTouch({
        action: AndroidMotionEventAction.Move,
        pointerId,
        pointerX: x,
        pointerY: y,
        videoWidth: width,
        videoHeight: height,
        pressure: 0.5,
        actionButton: AndroidMotionEventButton.Primary,
        buttons: AndroidMotionEventButton.Primary,
      }),
      message: {
        type: 'inject touch' as const,
        action: 2,
        pointerId,
        position: { x, y, width, height },
        pressure: expect.closeTo(0.5, 4) as number,
        actionButton: 1,
        buttons: 1,
      },
    })),
  fc.record({ x: i32, y: i32, width: u16, height: u16, dy: fc.integer({ min: -16, max: 15 }) }).map((sent) => ({
    // It answers nothing only for versions that gather small scrolls into notches.
    bytes: serializer.injectScroll({
      pointerX: sent.x,
      pointerY: sent.y,
      videoWidth: sent.width,
      videoHeight: sent.height,
      scrollX: 0,
      scrollY: sent.dy,
      buttons: 0,
    }) as Uint8Array,
    message: {
      type: 'inject scroll' as const,
      position: { x: sent.x, y: sent.y, width: sent.width, height: sent.height },
      dx: 0,
      dy: expect.closeTo(sent.dy, 2) as number,
      buttons: 0,
    },
  })),
  fc
    .record({ sequence: fc.bigInt({ min: 0n, max: 2n ** 63n }), paste: fc.boolean(), text: utf8(2_000) })
    .map((sent) => {
      const written = serializer.setClipboard({ sequence: sent.sequence, paste: sent.paste, content: sent.text })
      return {
        // With a sequence the library also answers a promise for the acknowledgement.
        bytes: written instanceof Uint8Array ? written : written[0],
        message: { type: 'set clipboard' as const, ...sent },
      }
    }),
  fc.constantFrom(AndroidKeyEventAction.Down, AndroidKeyEventAction.Up).map((action) => ({
    // It answers nothing only for versions that know no key-up here.
    bytes: serializer.backOrScreenOn(action) as Uint8Array,
    message: { type: 'back or screen on' as const, action },
  })),
  fc.boolean().map((on) => ({
    bytes: serializer.setDisplayPower(on ? AndroidScreenPowerMode.Normal : AndroidScreenPowerMode.Off),
    message: { type: 'set display power' as const, on },
  })),
  fc.record({ id: u16, vendorId: u16, productId: u16, name: utf8(127), data }).map(({ data, ...sent }) => ({
    bytes: serializer.uHidCreate({ ...sent, data }),
    message: { type: 'uhid create' as const, ...sent, data: Buffer.from(data) },
  })),
  fc.record({ id: u16, data }).map(({ id, data }) => ({
    bytes: serializer.uHidInput({ id, data }),
    message: { type: 'uhid input' as const, id, data: Buffer.from(data) },
  })),
  u16.map((id) => ({ bytes: serializer.uHidDestroy(id), message: { type: 'uhid destroy' as const, id } })),
  fc.record({ name: utf8(250), searchByName: fc.boolean(), forceStop: fc.boolean() }).map(({ name, ...how }) => ({
    bytes: serializer.startApp(name, how),
    message: {
      type: 'start app' as const,
      name: `${how.forceStop ? '+' : ''}${how.searchByName ? '?' : ''}${name}`,
    },
  })),
  fc.constantFrom<{ bytes: Uint8Array; message: ControlMessage }>(
    { bytes: serializer.expandNotificationPanel(), message: { type: 'expand notification panel' } },
    { bytes: serializer.expandSettingPanel(), message: { type: 'expand settings panel' } },
    { bytes: serializer.collapseNotificationPanel(), message: { type: 'collapse panels' } },
    { bytes: serializer.rotateDevice(), message: { type: 'rotate device' } },
    { bytes: serializer.resetVideo(), message: { type: 'reset video' } },
  ),
)

describe('any stream of messages', () => {
  it('is read as it was written, however it is cut into chunks', () => {
    fc.assert(
      fc.property(fc.array(exchanged, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 20 }), (sent, places) => {
        const bytes = Buffer.concat(sent.map((each) => each.bytes))
        expect(read(...cut(bytes, places))).toEqual(sent.map((each) => each.message))
      }),
    )
  })

  it('is read when every byte comes alone', () => {
    fc.assert(
      fc.property(exchanged, ({ bytes, message }) => {
        expect(read(...Array.from(bytes, (byte) => Buffer.of(byte)))).toEqual([message])
      }),
    )
  })

  it('yields nothing of a message that is not complete', () => {
    fc.assert(
      fc.property(exchanged, fc.nat(), ({ bytes }, missing) => {
        const kept = bytes.length - 1 - (missing % bytes.length)
        expect(read(bytes.subarray(0, kept))).toEqual([])
      }),
    )
  })

  it('ends in messages or in a protocol error, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(fc.nat(), { maxLength: 5 }), (bytes, places) => {
        try {
          read(...cut(Buffer.from(bytes), places))
        } catch (error) {
          expect(error).toBeInstanceOf(ControlProtocolError)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

/** SET_CLIPBOARD up to its length. */
const clipboardOf = (bytes: number) =>
  Buffer.concat([hex('09 0000000000000000 00'), Buffer.of(0, bytes >> 16, bytes >> 8, bytes)])

describe('a client that breaks the protocol', () => {
  it('is told that a type is unknown', () => {
    expect(() => read(hex('63'))).toThrow('Unknown event type: 99')
  })

  it('is stopped by the length of its text alone, before the text has come', () => {
    expect(() => read(hex('01 0000012d'))).toThrow(ControlProtocolError)
    expect(read(hex('01 0000012c'))).toEqual([])
  })

  it('is stopped by a clipboard over 256 KiB', () => {
    const limit = (1 << 18) - 14
    expect(() => read(clipboardOf(limit + 1))).toThrow(ControlProtocolError)
    expect(read(clipboardOf(limit), Buffer.alloc(limit, 'a'))).toHaveLength(1)
  })

  it('still has the messages before the broken one obeyed', () => {
    const seen: ControlMessage[] = []
    expect(() => {
      for (const message of new ControlMessageReader().read(hex('0b 63'))) seen.push(message)
    }).toThrow(ControlProtocolError)
    expect(seen).toEqual([{ type: 'rotate device' }])
  })
})

it('reads what a real keyboard event of the client means', () => {
  const bytes = serializer.injectKeyCode({
    action: AndroidKeyEventAction.Down,
    keyCode: AndroidKeyCode.Enter,
    repeat: 0,
    metaState: AndroidKeyEventMeta.Shift,
  })
  expect(read(bytes)).toEqual([{ type: 'inject keycode', action: 0, keycode: 66, repeat: 0, metaState: 1 }])
})
