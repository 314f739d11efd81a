import { createPrivateKey, generateKeyPairSync, privateEncrypt, constants } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COMMAND, encodeMessage } from '../../../phone/adbd/message.ts'
import type { VirtualPhone } from '../../../phone/virtual-phone.ts'
import { androidPublicKey } from './android-key.ts'
import { testPhone, type RecordingDisplay, type TestPhoneOptions } from './phone-under-test.ts'
import { RawPeer } from './raw-peer.ts'

let phone: VirtualPhone<RecordingDisplay>
let peer: RawPeer

async function start(options: TestPhoneOptions): Promise<void> {
  phone = testPhone(options)
  await phone.start('127.0.0.1', 0)
  peer = await RawPeer.open(phone.address)
}

afterEach(async () => {
  peer.destroy()
  await phone.stop()
})

describe('a phone that asks for no key', () => {
  beforeEach(() => start({ authorization: { policy: 'none' } }))

  it('answers CNXN with its banner, the lower version and the smaller payload', async () => {
    const answer = await peer.greet(64 * 1024)
    expect(answer.command).toBe(COMMAND.CNXN)
    expect(answer.arg0).toBe(0x01000001)
    expect(answer.arg1).toBe(64 * 1024)
    expect(answer.payload.toString()).toMatch(
      /^device::ro\.product\.name=\w+;ro\.product\.model=Pixel \w+;ro\.product\.device=\w+;features=shell_v2,cmd,/,
    )
  })

  it('never agrees to more than a megabyte', async () => {
    expect((await peer.greet(16 * 1024 * 1024)).arg1).toBe(1024 * 1024)
  })

  it('keeps to the old version, with checksums, for a peer of that age', async () => {
    expect((await peer.greet(4096, 0x01000000)).arg0).toBe(0x01000000)
    peer.send(COMMAND.OPEN, 1, 0, 'shell:echo x\0', false)
    await peer.closed
  })

  it('welcomes an adb server that comes back: its CNXN has no checksum then', async () => {
    peer.send(COMMAND.CNXN, 0x01000001, 1024 * 1024, 'host::features=shell_v2', false)
    expect((await peer.next()).command).toBe(COMMAND.CNXN)
    expect(await peer.open(1, 'shell:true')).toBeGreaterThan(0)
  })

  it('drops a peer that opens a stream before it has said hello', async () => {
    peer.send(COMMAND.OPEN, 1, 0, 'shell:\0')
    await peer.closed
  })

  it('drops a peer that speaks something else', async () => {
    peer.sendBytes(Buffer.from('GET / HTTP/1.1\r\nHost: phone\r\n\r\n'))
    await peer.closed
  })

  it('refuses a service that it does not have with CLSE(0, id)', async () => {
    await peer.greet()
    peer.send(COMMAND.OPEN, 5, 0, 'nosuch:thing\0')
    expect(await peer.next()).toMatchObject({ command: COMMAND.CLSE, arg0: 0, arg1: 5 })
  })

  it.each(['tcp:22', 'tcp:80:example.com', 'localabstract:nobody', 'jdwp:1', 'dev:/dev/null'])(
    'refuses %s: nothing inside the phone listens there, and it never connects out',
    async (service) => {
      await peer.greet()
      expect(await peer.open(5, service)).toBe(0)
    },
  )

  it('sends one WRTE at a time and waits for its OKAY', async () => {
    await peer.greet(1024)
    const id = await peer.open(9, 'shell:head -c 3000 /dev/zero')
    const sizes: number[] = []
    for (let message = await peer.next(); message.command === COMMAND.WRTE; message = await peer.next()) {
      expect(message).toMatchObject({ arg0: id, arg1: 9 })
      expect(peer.unread).toBe(0)
      sizes.push(message.payload.length)
      peer.send(COMMAND.OKAY, 9, id)
    }
    expect(sizes.every((size) => size <= 1024)).toBe(true)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(3000)
  })

  it('closes with CLSE once everything is acknowledged, and not before', async () => {
    await peer.greet()
    const id = await peer.open(3, 'shell:echo bye')
    expect((await peer.next()).payload.toString()).toBe('bye\n')
    // Another stream opens and closes meanwhile: the first one is still waiting for its OKAY.
    expect(await peer.open(4, 'nosuch:')).toBe(0)
    expect(peer.unread).toBe(0)
    peer.send(COMMAND.OKAY, 3, id)
    expect(await peer.next()).toMatchObject({ command: COMMAND.CLSE, arg0: id, arg1: 3 })
  })

  it('acknowledges a WRTE when its reader has taken it', async () => {
    await peer.greet()
    const id = await peer.open(3, 'shell:cat')
    peer.send(COMMAND.WRTE, 3, id, 'ping')
    const messages = [await peer.next(), await peer.next()]
    expect(new Set(messages.map(({ command }) => command))).toEqual(new Set([COMMAND.OKAY, COMMAND.WRTE]))
    expect(messages.find(({ command }) => command === COMMAND.WRTE)?.payload.toString()).toBe('ping')
  })

  it('holds back its OKAY from a peer whose stream is not read', async () => {
    await peer.greet()
    const id = await peer.open(3, 'shell:sleep 60')
    /** Whether the phone acknowledges one more WRTE before it has answered two other requests. */
    const isTaken = async () => {
      peer.send(COMMAND.WRTE, 3, id, Buffer.alloc(64 * 1024))
      let taken = false
      for (let refusals = 0; refusals < 2;) {
        if (!taken || refusals > 0) peer.send(COMMAND.OPEN, 100, 0, 'nosuch:\0')
        const { command } = await peer.next()
        if (command === COMMAND.CLSE) refusals += 1
        else taken = true
        while (peer.unread > 0) if ((await peer.next()).command === COMMAND.OKAY) taken = true
      }
      return taken
    }
    let taken = 0
    while (await isTaken()) expect(++taken).toBeLessThan(16)
    // The pipe to the command and the stream's own read-ahead were filled before.
    expect(taken).toBeGreaterThan(0)
  })

  it('closes a stream whose peer does not wait for OKAY', async () => {
    await peer.greet()
    const id = await peer.open(3, 'shell:sleep 60')
    for (let count = 0; count < 8; count += 1) peer.send(COMMAND.WRTE, 3, id, Buffer.alloc(64 * 1024))
    let message = await peer.next()
    while (message.command === COMMAND.OKAY) message = await peer.next()
    expect(message).toMatchObject({ command: COMMAND.CLSE, arg0: id, arg1: 3 })
  })

  it('answers the peer’s CLSE with its own', async () => {
    await peer.greet()
    const id = await peer.open(3, 'shell:sleep 60')
    peer.send(COMMAND.CLSE, 3, id)
    expect(await peer.next()).toMatchObject({ command: COMMAND.CLSE, arg0: id, arg1: 3 })
  })

  it('starts over when the peer says hello again', async () => {
    await peer.greet()
    await peer.open(3, 'shell:sleep 60')
    expect((await peer.greet()).command).toBe(COMMAND.CNXN)
    expect(await peer.open(3, 'shell:echo again')).toBeGreaterThan(0)
    expect((await peer.next()).payload.toString()).toBe('again\n')
  })

  it('takes no more than 256 streams of one peer', async () => {
    await peer.greet()
    for (let id = 1; id <= 256; id += 1) expect(await peer.open(id, 'sync:')).toBeGreaterThan(0)
    expect(await peer.open(257, 'sync:')).toBe(0)
  })
})

/** Says hello and resolves with the token that the phone wants signed. */
async function hello(): Promise<Buffer> {
  peer.send(COMMAND.CNXN, 0x01000001, 1024 * 1024, 'host::')
  const challenge = await peer.next()
  expect(challenge).toMatchObject({ command: COMMAND.AUTH, arg0: 1 })
  expect(challenge.payload).toHaveLength(20)
  return challenge.payload
}

describe('a phone that knows whom it trusts', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const sign = (key: typeof privateKey, token: Buffer) =>
    privateEncrypt(
      { key: createPrivateKey(key.export({ type: 'pkcs8', format: 'pem' })), padding: constants.RSA_PKCS1_PADDING },
      Buffer.concat([Buffer.from('3021300906052b0e03021a05000414', 'hex'), token]),
    )

  it('lets in the holder of a listed key by its signature', async () => {
    await start({ authorization: { policy: 'keys', keys: [androidPublicKey(privateKey, 'box@rack')] } })
    peer.send(COMMAND.AUTH, 2, 0, sign(privateKey, await hello()))
    expect((await peer.next()).command).toBe(COMMAND.CNXN)
  })

  it('challenges anew after a signature by somebody else, and ignores their public key', async () => {
    await start({ authorization: { policy: 'keys', keys: [androidPublicKey(privateKey, 'box@rack')] } })
    const token = await hello()
    peer.send(COMMAND.AUTH, 2, 0, sign(stranger, token))
    const second = await peer.next()
    expect(second).toMatchObject({ command: COMMAND.AUTH, arg0: 1 })
    expect(second.payload.equals(token)).toBe(false)
    peer.send(COMMAND.AUTH, 3, 0, `${androidPublicKey(stranger, 'thief')}\0`)
    // The stranger is still outside: opening a stream is a breach that ends the connection.
    peer.send(COMMAND.OPEN, 1, 0, 'shell:id\0')
    await peer.closed
  })

  it('does not take an old signature for a new token', async () => {
    await start({ authorization: { policy: 'keys', keys: [androidPublicKey(privateKey, 'box@rack')] } })
    const old = sign(privateKey, await hello())
    peer.destroy()
    peer = await RawPeer.open(phone.address)
    await hello()
    peer.send(COMMAND.AUTH, 2, 0, old)
    expect(await peer.next()).toMatchObject({ command: COMMAND.AUTH, arg0: 1 })
  })

  it('trusts the first key it is shown, and from then on only that one', async () => {
    await start({ authorization: { policy: 'first' } })
    await hello()
    peer.send(COMMAND.AUTH, 3, 0, `${androidPublicKey(privateKey, 'first')}\0`)
    expect((await peer.next()).command).toBe(COMMAND.CNXN)
    peer.destroy()
    peer = await RawPeer.open(phone.address)
    peer.send(COMMAND.AUTH, 2, 0, sign(stranger, await hello()))
    expect((await peer.next()).command).toBe(COMMAND.AUTH)
    peer.send(COMMAND.AUTH, 3, 0, `${androidPublicKey(stranger, 'second')}\0`)
    peer.send(COMMAND.AUTH, 2, 0, Buffer.alloc(256, 1))
    expect((await peer.next()).command).toBe(COMMAND.AUTH)
  })

  it('trusts any key unless told otherwise', async () => {
    await start({})
    peer.send(COMMAND.AUTH, 2, 0, sign(stranger, await hello()))
    expect((await peer.next()).command).toBe(COMMAND.CNXN)
  })

  it('refuses a garbled public key, and ends a peer that tries signature after signature', async () => {
    await start({ authorization: { policy: 'first' } })
    await hello()
    peer.send(COMMAND.AUTH, 3, 0, 'QUFBQUFBQUE= nonsense\0')
    peer.sendBytes(
      Buffer.concat(
        Array.from({ length: 65 }, () =>
          encodeMessage({ command: COMMAND.AUTH, arg0: 2, arg1: 0, payload: Buffer.alloc(256) }, true),
        ),
      ),
    )
    await peer.closed
  })

  it('can not be made with a key that nobody can read', () => {
    expect(() => testPhone({ authorization: { policy: 'keys', keys: ['ssh-rsa AAAA'] } })).toThrow('can not be read')
  })
})
