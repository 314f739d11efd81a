import { AdbShellProtocolId, AdbShellProtocolPacket } from '@yume-chan/adb'
import { describe, expect, it } from 'vitest'
import {
  encodeShellPacket,
  parseWindowSize,
  SHELL_PACKET,
  ShellPacketParser,
  type ShellPacket,
} from '../../../phone/adbd/shell-protocol.ts'
import { parseShellRequest } from '../../../phone/adbd/shell-service.ts'
import { cut, hex } from '../../support/pieces.ts'
import { fc } from '../../support/properties.ts'

const read = (...chunks: Uint8Array[]): ShellPacket[] => {
  const parser = new ShellPacketParser()
  return chunks.flatMap((chunk) => [...parser.push(Buffer.from(chunk))])
}
const packet = fc.record({
  id: fc.constantFrom(...Object.values(SHELL_PACKET)),
  data: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
})

describe('the bytes of the shell protocol', () => {
  it.each([
    ['stdin', SHELL_PACKET.stdin, 'ls\n', '00 03000000 6c730a'],
    ['stdout', SHELL_PACKET.stdout, 'hi', '01 02000000 6869'],
    ['stderr', SHELL_PACKET.stderr, 'no', '02 02000000 6e6f'],
    ['exit', SHELL_PACKET.exit, '\x07', '03 01000000 07'],
    ['close stdin', SHELL_PACKET.closeStdin, '', '04 00000000'],
    ['window size', SHELL_PACKET.windowSize, '24x80,0x0\0', '05 0a000000 323478 38302c307830 00'],
  ])('%s', (_, id, text, bytes) => {
    expect(encodeShellPacket(id, Buffer.from(text))).toEqual(hex(bytes))
    expect(read(hex(bytes))).toEqual([{ id, data: Buffer.from(text) }])
  })

  it('have the ids of the client’s library', () => {
    expect(SHELL_PACKET).toEqual({
      stdin: AdbShellProtocolId.Stdin,
      stdout: AdbShellProtocolId.Stdout,
      stderr: AdbShellProtocolId.Stderr,
      exit: AdbShellProtocolId.Exit,
      closeStdin: AdbShellProtocolId.CloseStdin,
      windowSize: AdbShellProtocolId.WindowSizeChange,
    })
  })

  it('are the library’s, whichever side writes them', () => {
    fc.assert(
      fc.property(packet, ({ id, data }) => {
        const theirs = AdbShellProtocolPacket.serialize({ id, data })
        expect(Buffer.from(theirs)).toEqual(encodeShellPacket(id, data))
        expect(read(theirs)).toEqual([{ id, data }])
      }),
    )
  })
})

describe('a stream of packets', () => {
  it('is read as it was written, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(packet, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 20 }), (packets, places) => {
        const wire = Buffer.concat(packets.map(({ id, data }) => encodeShellPacket(id, data)))
        expect(read(...cut(wire, places))).toEqual(packets)
      }),
    )
  })

  it('is read when every byte comes alone', () => {
    const wire = Buffer.concat([encodeShellPacket(0, Buffer.from('ls\n')), encodeShellPacket(4, Buffer.alloc(0))])
    expect(read(...Array.from(wire, (byte) => Buffer.of(byte)))).toEqual(read(wire))
  })

  it('gives nothing of a packet that is cut off', () => {
    fc.assert(
      fc.property(packet, fc.nat(), ({ id, data }, place) => {
        const wire = encodeShellPacket(id, data)
        expect(read(wire.subarray(0, place % wire.length))).toEqual([])
      }),
    )
  })

  it('is ended by a length that no client sends, before any of it has come', () => {
    expect(() => read(hex('00 01001000'))).toThrow(RangeError)
    expect(read(hex('00 00001000'))).toEqual([])
  })

  it('that is noise ends in packets or in a RangeError', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 10 }), (chunks) => {
        try {
          read(...chunks)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
    )
  })
})

describe('a window’s size', () => {
  it.each([
    ['24x80,0x0\0', { rows: 24, columns: 80 }],
    ['43x132,1188x731', { rows: 43, columns: 132 }],
    ['0x0,0x0\0', { rows: 0, columns: 0 }],
  ])('is read from %j', (text, size) => {
    expect(parseWindowSize(Buffer.from(text))).toEqual(size)
  })

  it.each(['', '24x80', '24,80', '-1x80,0x0', '70000x80,0x0', '24x80,0x0 ', `24x80,0x0${'\0'.repeat(40)}`])(
    'is not read from %j',
    (text) => {
      expect(parseWindowSize(Buffer.from(text))).toBeUndefined()
    },
  )

  it('is one or none, whatever the bytes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 64 }),
          fc.string().map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          const size = parseWindowSize(bytes)
          if (size) expect(size.rows <= 0xffff && size.columns <= 0xffff).toBe(true)
        },
      ),
    )
  })
})

describe('what a shell is asked for', () => {
  it.each([
    ['shell:ls', { command: 'ls', packets: false, terminal: false, env: { TERM: 'dumb' } }],
    ['shell:', { command: '', packets: false, terminal: true, env: { TERM: 'dumb' } }],
    ['shell,v2,raw:cat', { command: 'cat', packets: true, terminal: false, env: { TERM: 'dumb' } }],
    ['shell,v2,raw:', { command: '', packets: true, terminal: false, env: { TERM: 'dumb' } }],
    ['shell,v2,pty:', { command: '', packets: true, terminal: true, env: { TERM: 'dumb' } }],
    [
      'shell,v2,TERM=xterm-256color,pty:',
      { command: '', packets: true, terminal: true, env: { TERM: 'xterm-256color' } },
    ],
    ['shell,v2,pty,TERM=vt100:top', { command: 'top', packets: true, terminal: true, env: { TERM: 'vt100' } }],
    ['shell,v2,pty,TERM=a b$(c):', { command: '', packets: true, terminal: true, env: { TERM: 'dumb' } }],
    ['shell:echo a:b,pty', { command: 'echo a:b,pty', packets: false, terminal: false, env: { TERM: 'dumb' } }],
  ])('%s', (service, request) => {
    expect(parseShellRequest(service)).toEqual(request)
  })

  it('is read from any text, and its terminal’s name is a plain word', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (options, command) => {
        const { env } = parseShellRequest(`shell,${options}:${command}`)
        expect(env.TERM).toMatch(/^[\w.-]{1,64}$/)
      }),
    )
  })
})
