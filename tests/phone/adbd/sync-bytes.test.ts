import {
  AdbSyncEntry2Response,
  AdbSyncEntryResponse,
  AdbSyncLstatResponse,
  AdbSyncNumberRequest,
  AdbSyncRequestId,
  AdbSyncStatResponse,
} from '@yume-chan/adb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { COMMAND } from '../../../phone/adbd/message.ts'
import { entryRecord, entryRecordV2, statRecord, statRecordV2 } from '../../../phone/adbd/sync-records.ts'
import type { FileStat } from '../../../phone/shell/inode.ts'
import type { VirtualPhone } from '../../../phone/virtual-phone.ts'
import { cut, hex, readable } from '../../support/pieces.ts'
import { testPhone, type RecordingDisplay } from './phone-under-test.ts'
import { RawPeer } from './raw-peer.ts'
import { fc } from '../../support/properties.ts'

/** 2023-11-14T22:13:20Z, as a peer writes it. */
const mtime = 1_700_000_000
const mtimeBytes = '00f15365'

let phone: VirtualPhone<RecordingDisplay>
let peer: RawPeer
let stream: number
beforeAll(async () => {
  phone = testPhone({ authorization: { policy: 'none' } })
  await phone.start('127.0.0.1', 0)
})
afterAll(() => phone.stop())
beforeEach(async () => {
  peer = await RawPeer.open(phone.address)
  await peer.greet()
  stream = await peer.open(1, 'sync:')
  phone.files.mkdir('/sdcard/sync', { parents: true, mode: 0o771 })
  phone.files.writeFile('/sdcard/sync/a', Buffer.from('hello'))
  phone.files.chmod('/sdcard/sync/a', 0o640)
  phone.files.utimes('/sdcard/sync/a', mtime * 1_000)
})
afterEach(() => {
  peer.destroy()
  phone.files.removeTree('/sdcard/sync')
})

const request = (id: string, argument: string | Buffer): Buffer => {
  const bytes = Buffer.from(argument)
  const head = Buffer.alloc(8)
  head.write(id, 0, 'latin1')
  head.writeUInt32LE(bytes.length, 4)
  return Buffer.concat([head, bytes])
}
const numbered = (id: string, value: number): Buffer => {
  const head = Buffer.alloc(8)
  head.write(id, 0, 'latin1')
  head.writeUInt32LE(value, 4)
  return head
}

/** Writes in pieces, each of which is acknowledged, and answers what came back until `length` bytes are there, or the end. */
async function ask(pieces: readonly Buffer[], length = Infinity): Promise<Buffer> {
  const answer: Buffer[] = []
  const size = () => answer.reduce((sum, chunk) => sum + chunk.length, 0)
  const waiting = pieces.filter((piece) => piece.length > 0)
  const sendNext = (): void => {
    const piece = waiting.shift()
    if (piece) peer.send(COMMAND.WRTE, 1, stream, piece)
  }
  let unacknowledged = waiting.length
  sendNext()
  while (size() < length || unacknowledged > 0) {
    const message = await peer.next()
    if (message.command === COMMAND.OKAY) {
      unacknowledged -= 1
      sendNext()
    } else if (message.command === COMMAND.WRTE) {
      answer.push(message.payload)
      peer.send(COMMAND.OKAY, 1, stream)
    } else break
  }
  return Buffer.concat(answer)
}

const modeOf = async (id: string, path: string) => (await ask([request(id, path)], 72)).readUInt32LE(24)

/** The names of a list's entries, which stand behind so many bytes of each. */
function names(answer: Buffer, nameAt: number): string[] {
  const found = []
  let at = 0
  while (answer.toString('latin1', at, at + 4) !== 'DONE') {
    const length = answer.readUInt32LE(at + nameAt - 4)
    found.push(answer.toString('utf8', at + nameAt, at + nameAt + length))
    at += nameAt + length
  }
  expect(answer.subarray(at)).toEqual(Buffer.concat([Buffer.from('DONE'), Buffer.alloc(nameAt - 4)]))
  return found
}

describe('the bytes of adb’s sync protocol', () => {
  it('STAT: mode, size and mtime, zeros where there is nothing', async () => {
    expect(await ask([request('STAT', '/sdcard/sync/a')], 16)).toEqual(hex(`53544154 a0810000 05000000 ${mtimeBytes}`))
    expect(await ask([request('STAT', '/nothing')], 16)).toEqual(hex('53544154 00000000 00000000 00000000'))
  })

  it('LST2 and STA2: an error, then all that stat(2) says', async () => {
    for (const id of ['LST2', 'STA2']) {
      const answer = await ask([request(id, '/sdcard/sync/a')], 72)
      expect(answer.subarray(0, 8)).toEqual(Buffer.concat([Buffer.from(id), hex('00000000')]))
      expect(answer.subarray(24, 28)).toEqual(hex('a0810000')) // Mode.
      expect(answer.subarray(40, 48)).toEqual(hex('0500000000000000')) // Size.
      expect(answer.subarray(56, 64)).toEqual(hex(`${mtimeBytes}00000000`))
      expect(await ask([request(id, '/nothing')], 72)).toEqual(
        Buffer.concat([Buffer.from(id), hex('02000000'), Buffer.alloc(64)]),
      )
    }
  })

  it('LST2 looks at a link, STA2 at what it leads to', async () => {
    phone.files.symlink('/sdcard/sync/a', '/sdcard/sync/link')
    expect((await modeOf('LST2', '/sdcard/sync/link')) >> 12).toBe(0o12)
    expect(await modeOf('STA2', '/sdcard/sync/link')).toBe(0o100640)
  })

  it('LIST and LIS2: entries, and an end as long as an entry without a name', async () => {
    const v1 = await ask([request('LIST', '/sdcard/sync')], 3 * 20 + 4 + 20)
    expect(names(v1, 20)).toEqual(['.', '..', 'a'])
    expect(v1.indexOf(hex(`44454e54 a0810000 05000000 ${mtimeBytes} 01000000 61`))).toBeGreaterThan(0)
    expect(names(await ask([request('LIS2', '/sdcard/sync')], 3 * 76 + 4 + 76), 76)).toEqual(['.', '..', 'a'])
    expect(await ask([request('LIST', '/nothing')], 20)).toEqual(Buffer.concat([Buffer.from('DONE'), Buffer.alloc(16)]))
  })

  it('RECV and RCV2: the file in DATA, then DONE', async () => {
    const file = hex('44415441 05000000 68656c6c6f 444f4e45 00000000')
    expect(await ask([request('RECV', '/sdcard/sync/a')], file.length)).toEqual(file)
    const v2 = Buffer.concat([request('RCV2', '/sdcard/sync/a'), numbered('RCV2', 0)])
    expect(await ask([v2], file.length)).toEqual(file)
  })

  it('RECV of what is not there: FAIL with a reason, and the stream goes on', async () => {
    const reason = 'open failed: No such file or directory'
    expect(await ask([request('RECV', '/nothing')], 8 + reason.length)).toEqual(request('FAIL', reason))
    expect(await ask([request('STAT', '/nothing')], 16)).toHaveLength(16)
  })

  it('SEND and SND2: mode and time of the file, answered by OKAY and a zero', async () => {
    const okay = hex('4f4b4159 00000000')
    const content = Buffer.concat([request('DATA', 'one '), request('DATA', 'two'), numbered('DONE', mtime)])
    expect(await ask([request('SEND', '/sdcard/sync/new,33188'), content], 8)).toEqual(okay)
    expect(phone.files.readFile('/sdcard/sync/new').toString()).toBe('one two')
    expect(phone.files.stat('/sdcard/sync/new')).toMatchObject({ mode: 0o100666, mtime: mtime * 1_000 })
    const setup = Buffer.concat([numbered('SND2', 0o100755), hex('00000000')])
    expect(await ask([request('SND2', '/sdcard/sync/v2'), setup, content], 8)).toEqual(okay)
    expect(phone.files.stat('/sdcard/sync/v2').mode).toBe(0o100777)
  })

  it('SEND of a link: its data are where it leads', async () => {
    const link = Buffer.concat([request('SEND', '/sdcard/sync/l,41471'), request('DATA', 'a'), numbered('DONE', mtime)])
    expect(await ask([link], 8)).toEqual(hex('4f4b4159 00000000'))
    expect(phone.files.readFile('/sdcard/sync/l').toString()).toBe('hello')
  })

  it('SEND of a link makes the folders above it, and gives the link itself the time of DONE', async () => {
    const path = '/sdcard/sync/deep/er/l'
    const link = Buffer.concat([
      request('SEND', `${path},41471`),
      request('DATA', '../../a'),
      numbered('DONE', mtime - 9),
    ])
    expect(await ask([link], 8)).toEqual(hex('4f4b4159 00000000'))
    expect(phone.files.lstat(path).mtime).toBe((mtime - 9) * 1_000)
    expect(phone.files.stat(path).mtime).toBe(mtime * 1_000)
    expect(phone.files.stat('/sdcard/sync/deep/er').mode).toBe(0o040771)
  })

  it('a name has at most 255 bytes', async () => {
    const push = (name: string) =>
      Buffer.concat([request('SEND', `/sdcard/sync/${name},33188`), request('DATA', 'x'), numbered('DONE', mtime)])
    expect(await ask([push('測'.repeat(85))], 8)).toEqual(hex('4f4b4159 00000000'))
    const refusal = request('FAIL', "couldn't create file: File name too long")
    expect(await ask([push('測'.repeat(86))], refusal.length)).toEqual(refusal)
  })

  it('compression is refused, and what follows is still understood', async () => {
    const setup = Buffer.concat([numbered('SND2', 0o100644), hex('01000000')])
    const refusal = request('FAIL', 'compression is not supported')
    const push = Buffer.concat([request('SND2', '/sdcard/sync/z'), setup, request('DATA', 'x'), numbered('DONE', 0)])
    expect(await ask([push], refusal.length)).toEqual(refusal)
    expect(await ask([request('RCV2', '/sdcard/sync/a'), numbered('RCV2', 2)], refusal.length)).toEqual(refusal)
    expect(await ask([request('STAT', '/sdcard/sync/a')], 16)).toHaveLength(16)
  })

  it('QUIT closes the stream', async () => {
    expect(await ask([numbered('QUIT', 0)])).toHaveLength(0)
  })

  it.each([
    ['a command that there is not', request('NOPE', '/'), 'unknown command "NOPE"'],
    ['a path that is too long', numbered('STAT', 1_025), 'path too long'],
    ['a path of 4 GB', numbered('SEND', 0xffff_ffff), 'path too long'],
  ])('%s ends the stream with the reason', async (_, bytes, reason) => {
    expect(await ask([bytes])).toEqual(request('FAIL', reason))
  })

  it('a piece of a file over 64 kB ends the stream, and nothing of the file stays', async () => {
    await ask([request('SEND', '/sdcard/sync/big,33188'), numbered('DATA', 64 * 1_024 + 1)])
    expect(phone.files.exists('/sdcard/sync/big')).toBe(false)
  })
})

describe('a peer’s requests', () => {
  it('are understood when every byte comes alone', async () => {
    const bytes = request('STAT', '/sdcard/sync/a')
    expect(
      await ask(
        Array.from(bytes, (byte) => Buffer.of(byte)),
        16,
      ),
    ).toEqual(hex(`53544154 a0810000 05000000 ${mtimeBytes}`))
  })

  it('are understood however they are cut', async () => {
    const push = Buffer.concat([
      request('SEND', '/sdcard/sync/cut,33188'),
      request('DATA', 'x'.repeat(500)),
      numbered('DONE', mtime),
      request('STAT', '/sdcard/sync/cut'),
    ])
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 12 }), async (places) => {
        const answer = await ask(cut(push, places), 24)
        expect(answer.readUInt32LE(16)).toBe(500)
      }),
      { numRuns: 30 },
    )
  })

  it('that break off anywhere leave nothing behind, and others are served', async () => {
    const push = Buffer.concat([request('SEND', '/sdcard/sync/half,33188'), request('DATA', 'x'.repeat(50))])
    await fc.assert(
      fc.asyncProperty(fc.nat(push.length - 1), async (place) => {
        await ask([push.subarray(0, place + 1)], 0)
        peer.send(COMMAND.CLSE, 1, stream)
        while ((await peer.next()).command !== COMMAND.CLSE);
        stream = await peer.open(1, 'sync:')
        expect(await ask([request('STAT', '/sdcard/sync/a')], 16)).toHaveLength(16)
        expect(phone.files.exists('/sdcard/sync/half')).toBe(false)
      }),
      { numRuns: 30 },
    )
  })

  it('that are noise end their stream alone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('STAT', 'LIST', 'LIS2', 'RECV', 'SEND', 'SND2', 'RCV2', 'DATA', 'DONE', '\0\0\0\0'),
        fc.uint8Array({ minLength: 1, maxLength: 100 }),
        async (id, noise) => {
          peer.send(COMMAND.WRTE, 1, stream, Buffer.concat([request(id, Buffer.from(noise)), Buffer.from(noise)]))
          peer.send(COMMAND.CLSE, 1, stream)
          while ((await peer.next()).command !== COMMAND.CLSE);
          stream = await peer.open(1, 'sync:')
          expect(await ask([request('STAT', '/sdcard/sync/a')], 16)).toHaveLength(16)
        },
      ),
      { numRuns: 50 },
    )
  })
})

const stat: fc.Arbitrary<FileStat> = fc.record({
  ino: fc.nat(),
  mode: fc.nat(0o177777).filter((mode) => mode > 0),
  links: fc.nat(1_000),
  uid: fc.nat(65_535),
  gid: fc.nat(65_535),
  size: fc.nat(),
  mtime: fc.nat(4_000_000_000).map((seconds) => seconds * 1_000),
})

/** What the library reads from, once it has read a record's id. */
const behindId = (record: Buffer) => readable(record, 4)

describe('the client’s library', () => {
  it('writes the requests that the phone reads', () => {
    for (const [name, id] of Object.entries({
      STAT: AdbSyncRequestId.Lstat,
      LST2: AdbSyncRequestId.LstatV2,
      STA2: AdbSyncRequestId.Stat,
      LIST: AdbSyncRequestId.List,
      LIS2: AdbSyncRequestId.ListV2,
      SEND: AdbSyncRequestId.Send,
      SND2: AdbSyncRequestId.SendV2,
      RECV: AdbSyncRequestId.Receive,
      DATA: AdbSyncRequestId.Data,
      DONE: AdbSyncRequestId.Done,
    }))
      expect(Buffer.from(AdbSyncNumberRequest.serialize({ id, arg: 7 }))).toEqual(numbered(name, 7))
  })

  it('reads the phone’s records as they were meant', () => {
    fc.assert(
      fc.property(stat, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }), (stat, name) => {
        const { mode, size, uid, gid } = stat
        const seconds = stat.mtime / 1_000
        expect(AdbSyncLstatResponse.deserialize(behindId(statRecord(stat)))).toMatchObject({
          mode,
          size,
          mtime: seconds,
        })
        expect(AdbSyncEntryResponse.deserialize(behindId(entryRecord(name, stat)))).toMatchObject({ mode, size, name })
        const v2 = { mode, uid, gid, nlink: stat.links, size: BigInt(size), mtime: BigInt(seconds), error: 0 }
        expect(AdbSyncStatResponse.deserialize(behindId(statRecordV2('STA2', stat, 0)))).toMatchObject(v2)
        expect(AdbSyncEntry2Response.deserialize(behindId(entryRecordV2(name, stat)))).toMatchObject({ ...v2, name })
      }),
    )
  })

  it('reads an error as one', () => {
    expect(() => AdbSyncStatResponse.deserialize(behindId(statRecordV2('STA2', undefined, 2)))).toThrow('ENOENT')
  })
})
