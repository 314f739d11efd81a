import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COMMAND } from '../../../phone/adbd/message.ts'
import type { VirtualPhone } from '../../../phone/virtual-phone.ts'
import { testPhone, type RecordingDisplay } from './phone-under-test.ts'
import { RawPeer } from './raw-peer.ts'
import { fc } from '../../support/properties.ts'

let phone: VirtualPhone<RecordingDisplay>
let peer: RawPeer
beforeEach(async () => {
  phone = testPhone({ authorization: { policy: 'none' } })
  await phone.start('127.0.0.1', 0)
  peer = await RawPeer.open(phone.address)
  await peer.greet()
})
afterEach(async () => {
  peer.destroy()
  await phone.stop()
})

/** All that the phone answers before it closes the stream. */
async function reverse(request: string, asker = peer): Promise<string> {
  const stream = await asker.open(1, `reverse:${request}`)
  const answer: Buffer[] = []
  for (;;) {
    const { command, payload } = await asker.next()
    if (command !== COMMAND.WRTE) break
    answer.push(payload)
    asker.send(COMMAND.OKAY, 1, stream)
  }
  asker.send(COMMAND.CLSE, 1, stream)
  return Buffer.concat(answer).toString()
}

describe('the bytes of reverse forwards', () => {
  it('a forward is answered with exactly one OKAY, and with the port where one was chosen or named', async () => {
    expect(await reverse('forward:localabstract:scrcpy;tcp:5000')).toBe('OKAY')
    expect(await reverse('forward:tcp:8081;tcp:5000')).toBe('OKAY00048081')
    expect(await reverse('forward:tcp:0;tcp:5000')).toMatch(/^OKAY0005\d{5}$/)
  })

  it('a chosen port is one that nobody on the phone listens at, whoever of its peers has forwarded it', async () => {
    const other = await RawPeer.open(phone.address)
    await other.greet()
    const ports = [
      await reverse('forward:tcp:0;tcp:5000'),
      await reverse('forward:tcp:0;tcp:5000', other),
      await reverse('forward:tcp:0;tcp:5000'),
    ]
    expect(ports).toEqual(['OKAY000537000', 'OKAY000537001', 'OKAY000537002'])
    expect(await reverse('list-forward', other)).toContain('(reverse) tcp:37001 tcp:5000\n')
    expect(await reverse('forward:tcp:37000;tcp:5000', other)).toMatch(/^FAIL[0-9a-f]{4}cannot bind listener/)
    await reverse('killforward:tcp:37000')
    expect(await reverse('forward:tcp:0;tcp:5000', other)).toBe('OKAY000537000')
    other.destroy()
  })

  it('the list has no OKAY in front of it, and is its length and its lines', async () => {
    expect(await reverse('list-forward')).toBe('0000')
    await reverse('forward:localabstract:a;tcp:5000')
    const line = '(reverse) localabstract:a tcp:5000\n'
    expect(await reverse('list-forward')).toBe(`${hexOf(line.length)}${line}`)
  })

  it('a forward that there is not, is taken, or can not be, fails with a reason behind its length', async () => {
    const missing = "listener 'localabstract:none' not found"
    expect(await reverse('killforward:localabstract:none')).toBe(`FAIL${hexOf(missing.length)}${missing}`)
    await reverse('forward:localabstract:a;tcp:5000')
    const taken = 'cannot rebind existing socket'
    expect(await reverse('forward:norebind:localabstract:a;tcp:5001')).toBe(`FAIL${hexOf(taken.length)}${taken}`)
    expect(await reverse('forward:localabstract:a;tcp:5001')).toBe('OKAY')
    expect(await reverse('forward:udp:7;tcp:5001')).toMatch(/^FAIL[0-9a-f]{4}cannot bind listener/)
  })

  it('forwards are removed one by one, and all at once', async () => {
    await reverse('forward:localabstract:a;tcp:5000')
    await reverse('forward:localabstract:b;tcp:5000')
    expect(await reverse('killforward:localabstract:a')).toBe('OKAY')
    expect(await reverse('killforward-all')).toBe('OKAY')
    expect(await reverse('list-forward')).toBe('0000')
  })

  it('a connection of the phone is an OPEN to the peer, with the remote end as its service', async () => {
    await reverse('forward:localabstract:video;localfilesystem:/tmp/x')
    phone.sockets.connect('video')?.end('frame')
    const open = await peer.next()
    expect(open).toMatchObject({ command: COMMAND.OPEN, arg1: 0 })
    expect(open.payload.toString()).toBe('localfilesystem:/tmp/x\0')
    peer.send(COMMAND.OKAY, 77, open.arg0)
    expect(await peer.next()).toMatchObject({ command: COMMAND.WRTE, arg0: open.arg0, arg1: 77 })
  })

  it('whatever is asked, the answer is OKAY, a list, or FAIL with the reason’s length', async () => {
    const request = fc.oneof(
      fc.string({ maxLength: 100 }),
      fc
        .tuple(
          fc.constantFrom('forward:', 'forward:norebind:', 'killforward:', 'killforward-all', 'list-forward'),
          fc.string({ maxLength: 120 }),
        )
        .map((parts) => parts.join('')),
    )
    await fc.assert(
      fc.asyncProperty(request, async (request) => {
        const answer = Buffer.from(await reverse(request))
        const failed = answer.toString('latin1', 0, 4) === 'FAIL'
        if (failed) expect(Number.parseInt(answer.toString('latin1', 4, 8), 16)).toBe(answer.length - 8)
        else expect(answer.toString()).toMatch(/^(OKAY([0-9a-f]{4}\d+)?|[0-9a-f]{4}(\(reverse\) .*\n)*)$/s)
      }),
      { numRuns: 100 },
    )
  })
})

/** A length as adb writes it: four hexadecimal digits. */
const hexOf = (length: number): string => length.toString(16).padStart(4, '0')
