import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KeyRing, parseAndroidPublicKey } from '../../../phone/adbd/authorization.ts'
import { COMMAND } from '../../../phone/adbd/message.ts'
import type { VirtualPhone } from '../../../phone/virtual-phone.ts'
import { cut } from '../../support/pieces.ts'
import { androidPublicKey } from './android-key.ts'
import { testPhone, type RecordingDisplay } from './phone-under-test.ts'
import { RawPeer } from './raw-peer.ts'
import { fc } from '../../support/properties.ts'

let phone: VirtualPhone<RecordingDisplay>
beforeAll(async () => {
  phone = testPhone({ authorization: { policy: 'none' } })
  await phone.start('127.0.0.1', 0)
})
afterAll(() => phone.stop())

/** Whether the phone is as well as before: it greets a new peer and runs its command. */
async function expectWell(): Promise<void> {
  const peer = await RawPeer.open(phone.address)
  await peer.greet()
  const id = await peer.open(1, 'shell:echo well')
  const { payload } = await peer.next()
  expect([id > 0, payload.toString()]).toEqual([true, 'well\n'])
  peer.destroy()
}

const service = fc.constantFrom(
  'shell:cat',
  'shell,v2,pty:',
  'shell,v2,TERM=xterm,pty:stty size',
  'shell,v2,raw:',
  'exec:cat',
  'sync:',
  'reverse:list-forward',
  'localabstract:x',
)
const id = fc.integer({ min: 0, max: 3 })
/** Messages of a peer that is in and does as it likes, with ids that mostly mean something. */
const message = fc.oneof(
  fc.tuple(fc.constant(COMMAND.OPEN), id, fc.constantFrom(0, 1), fc.oneof(service, fc.string({ maxLength: 50 }))),
  fc.tuple(
    fc.constantFrom(COMMAND.WRTE, COMMAND.OKAY, COMMAND.CLSE),
    id,
    id,
    fc.oneof(fc.constant(''), fc.string({ maxLength: 50 }), fc.constantFrom('\0\0\0\0\0', '\u0005\u0009\0\0\0')),
  ),
  fc.tuple(fc.nat(0xffff_ffff), id, id, fc.string({ maxLength: 20 })),
)

describe('a peer that is in', () => {
  it('may say anything: at worst it loses its connection', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 20 }), async (messages) => {
        const peer = await RawPeer.open(phone.address)
        await peer.greet()
        for (const [command, arg0, arg1, payload] of messages) peer.send(command, arg0, arg1, payload)
        peer.end()
        await peer.closed
      }),
      { numRuns: 100 },
    )
    await expectWell()
  })

  it('may send bytes that are none of adb’s', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.array(fc.nat(), { maxLength: 5 }),
        async (noise, places) => {
          const peer = await RawPeer.open(phone.address)
          await peer.greet()
          for (const piece of cut(Buffer.from(noise), places)) peer.sendBytes(piece)
          peer.destroy()
          await peer.closed
        },
      ),
      { numRuns: 100 },
    )
    await expectWell()
  })
})

describe('a public key', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const line = androidPublicKey(privateKey, 'box@rack')

  it('is read with and without a name, and with what adb puts behind it', () => {
    for (const text of [line, line.split(' ')[0] ?? '', `${line}\0`, `${line}\n`])
      expect(parseAndroidPublicKey(text)).toBeDefined()
  })

  it('that is cut off anywhere is none', () => {
    const encoded = line.split(' ')[0] ?? ''
    fc.assert(
      fc.property(fc.nat(encoded.length - 5), (end) => {
        expect(parseAndroidPublicKey(encoded.slice(0, end))).toBeUndefined()
      }),
    )
  })

  it('is a key or none, whatever the text', () => {
    const damaged = fc.tuple(fc.nat(line.length - 1), fc.string({ maxLength: 5 })).map(([at, text]) => {
      return line.slice(0, at) + text + line.slice(at + text.length)
    })
    const ring = new KeyRing({ policy: 'first' })
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), damaged), (text) => {
        ring.offer(text)
      }),
      { numRuns: 500 },
    )
  })

  it('lets in no signature that is not its own', () => {
    const ring = new KeyRing({ policy: 'keys', keys: [line] })
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (signature) => {
        expect(ring.verify(ring.newToken(), Buffer.from(signature))).toBe(false)
        expect(ring.verify(ring.newToken(), Buffer.alloc(256, signature))).toBe(false)
      }),
    )
  })
})
