import { AdbCommand, AdbPacket, AdbPacketHeader, calculateChecksum } from '@yume-chan/adb'
import { describe, expect, it } from 'vitest'
import {
  COMMAND,
  checksum,
  encodeMessage,
  HEADER_BYTES,
  MAX_PAYLOAD,
  MessageParser,
  ProtocolError,
  VERSION_OLDEST,
  VERSION_WITHOUT_CHECKSUM,
  type AdbMessage,
} from '../../../phone/adbd/message.ts'
import { cut, hex, readable } from '../../support/pieces.ts'
import { fc } from '../../support/properties.ts'

const anyMessage: fc.Arbitrary<AdbMessage> = fc.record({
  command: fc.constantFrom(...Object.values(COMMAND)),
  arg0: fc.nat(0xffffffff),
  arg1: fc.nat(0xffffffff),
  payload: fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
})

function parseAll(parser: MessageParser, chunks: Buffer[]): AdbMessage[] {
  return chunks.flatMap((chunk) => [...parser.push(chunk)])
}

describe('the bytes of an adb message', () => {
  it('are those of protocol.txt, with the checksum of old peers', () => {
    const message = { command: COMMAND.CNXN, arg0: 0x01000000, arg1: 4096, payload: Buffer.from('host::\0') }
    expect(encodeMessage(message, true)).toEqual(
      hex('434e584e 00000001 00100000 07000000 32020000 bcb1a7b1 686f73743a3a00'),
    )
  })

  it('carry no checksum once both sides have agreed to leave it out', () => {
    const message = { command: COMMAND.WRTE, arg0: 1, arg1: 2, payload: Buffer.from('hi') }
    expect(encodeMessage(message, false)).toEqual(hex('57525445 01000000 02000000 02000000 00000000 a8adabba 6869'))
  })

  it('of OKAY and CLSE are a header alone', () => {
    const none = Buffer.alloc(0)
    expect(encodeMessage({ command: COMMAND.OKAY, arg0: 7, arg1: 9, payload: none }, false)).toEqual(
      hex('4f4b4159 07000000 09000000 00000000 00000000 b0b4bea6'),
    )
    expect(encodeMessage({ command: COMMAND.CLSE, arg0: 0, arg1: 9, payload: none }, false)).toEqual(
      hex('434c5345 00000000 09000000 00000000 00000000 bcb3acba'),
    )
  })
})

describe('the client’s library', () => {
  it('has the same commands', () => {
    expect(COMMAND).toEqual({
      CNXN: AdbCommand.Connect,
      AUTH: AdbCommand.Auth,
      OPEN: AdbCommand.Open,
      OKAY: AdbCommand.Okay,
      CLSE: AdbCommand.Close,
      WRTE: AdbCommand.Write,
    })
  })

  it('writes what the phone reads, and the same bytes as the phone', () => {
    fc.assert(
      fc.property(anyMessage, ({ command, arg0, arg1, payload }) => {
        const sum = calculateChecksum(payload)
        const magic = command ^ 0xffffffff
        const header = { command, arg0, arg1, payloadLength: payload.length, checksum: sum, magic }
        const theirs = Buffer.concat([AdbPacketHeader.serialize(header), payload])
        expect(theirs).toEqual(encodeMessage({ command, arg0, arg1, payload }, true))
        expect(parseAll(new MessageParser(), [theirs])).toEqual([{ command, arg0, arg1, payload }])
      }),
    )
  })

  it('reads what the phone writes', () => {
    fc.assert(
      fc.property(anyMessage, fc.boolean(), (message, withChecksum) => {
        const read = AdbPacket.deserialize(readable(encodeMessage(message, withChecksum)))
        const { command, arg0, arg1, payload } = message
        expect(read).toMatchObject({ command, arg0, arg1 })
        expect(Buffer.from(read.payload)).toEqual(payload)
        expect(read.checksum).toBe(withChecksum ? calculateChecksum(payload) : 0)
      }),
    )
  })
})

/** CNXN with its checksum left out. */
const greet = (version: number): Buffer =>
  encodeMessage({ command: COMMAND.CNXN, arg0: version, arg1: 4096, payload: Buffer.from('host::') }, false)

describe('the parser', () => {
  it('reads back whatever was written, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 20 }), (messages, places) => {
        const wire = Buffer.concat(messages.map((message) => encodeMessage(message, true)))
        expect(parseAll(new MessageParser(), cut(wire, places))).toEqual(messages)
      }),
    )
  })

  it('waits for the rest of a truncated message', () => {
    fc.assert(
      fc.property(anyMessage, fc.nat(), (message, place) => {
        const wire = encodeMessage(message, true)
        const end = place % wire.length
        const parser = new MessageParser()
        expect([...parser.push(wire.subarray(0, end))]).toEqual([])
        expect([...parser.push(wire.subarray(end))]).toEqual([message])
      }),
    )
  })

  it('ends noise with a ProtocolError and nothing else', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 10 }), (chunks) => {
        const parser = new MessageParser()
        try {
          parseAll(
            parser,
            chunks.map((chunk) => Buffer.from(chunk)),
          )
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError)
        }
      }),
    )
  })

  it('refuses a payload over the limit at its header, before any of it has come', () => {
    const header = encodeMessage({ command: COMMAND.WRTE, arg0: 1, arg1: 1, payload: Buffer.alloc(0) }, false)
    fc.assert(
      fc.property(fc.integer({ min: MAX_PAYLOAD + 1, max: 0xffffffff }), (length) => {
        header.writeUInt32LE(length, 12)
        expect(() => [...new MessageParser().push(header)]).toThrow(ProtocolError)
      }),
    )
  })

  it('takes a payload of exactly the limit', () => {
    const message = { command: COMMAND.WRTE, arg0: 1, arg1: 1, payload: Buffer.alloc(MAX_PAYLOAD, 3) }
    const parser = new MessageParser()
    parser.verifiesChecksums = false
    const wire = encodeMessage(message, false)
    const chunks = Array.from({ length: Math.ceil(wire.length / 65_536) }, (_, index) =>
      wire.subarray(index * 65_536, (index + 1) * 65_536),
    )
    expect(parseAll(parser, chunks)[0]?.payload.equals(message.payload)).toBe(true)
  })

  it('refuses a wrong checksum only while checksums count', () => {
    const wire = encodeMessage({ command: COMMAND.WRTE, arg0: 1, arg1: 1, payload: Buffer.from('abc') }, true)
    wire.writeUInt8(0x78, HEADER_BYTES)
    expect(() => [...new MessageParser().push(wire)]).toThrow('bad checksum')
    const lenient = new MessageParser()
    lenient.verifiesChecksums = false
    expect([...lenient.push(wire)][0]?.payload.toString()).toBe('xbc')
  })

  it('takes CNXN by the version that it offers: an adb server that reconnects leaves its checksum out', () => {
    expect([...new MessageParser().push(greet(VERSION_WITHOUT_CHECKSUM))]).toHaveLength(1)
    expect(() => [...new MessageParser().push(greet(VERSION_OLDEST))]).toThrow('bad checksum')
    const greeted = new MessageParser()
    greeted.verifiesChecksums = false
    expect(() => [...greeted.push(greet(VERSION_OLDEST))]).toThrow('bad checksum')
  })

  it('reads the message behind CNXN by the rules that CNXN has set', () => {
    const connect = encodeMessage({ command: COMMAND.CNXN, arg0: 0, arg1: 0, payload: Buffer.from('x') }, true)
    const unchecked = encodeMessage({ command: COMMAND.OPEN, arg0: 1, arg1: 0, payload: Buffer.from('y') }, false)
    const parser = new MessageParser()
    const seen: number[] = []
    for (const { command } of parser.push(Buffer.concat([connect, unchecked]))) {
      seen.push(command)
      parser.verifiesChecksums = false
    }
    expect(seen).toEqual([COMMAND.CNXN, COMMAND.OPEN])
  })
})

it('the checksum is the sum of the bytes, modulo 2^32', () => {
  expect(checksum(Buffer.alloc(0))).toBe(0)
  expect(checksum(Buffer.from([255, 255, 2]))).toBe(512)
})
