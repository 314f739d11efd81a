import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMAND, encodeMessage } from '../../../phone/adbd/message.ts'
import type { VirtualPhone } from '../../../phone/virtual-phone.ts'
import { AdbClient } from './adb-client.ts'
import { testPhone, type RecordingDisplay } from './phone-under-test.ts'
import { RawPeer } from './raw-peer.ts'

let phone: VirtualPhone<RecordingDisplay>
let serial: string
let adb: AdbClient

beforeAll(async () => {
  phone = testPhone({ authorization: { policy: 'none' } })
  await phone.start('127.0.0.1', 0)
  serial = `127.0.0.1:${phone.address.port}`
  adb = await AdbClient.start()
  await adb.run('connect', serial)
})
afterAll(async () => {
  await adb.stop()
  await phone.stop()
})

/** The names of all that shells of the phone run, but for the one that asks. */
async function shellProcesses(): Promise<string[]> {
  const { stdout } = await adb.run('-s', serial, 'shell', 'ps -A')
  const rows = stdout
    .toString()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .map(([user, pid, parent, , , , , , name = '']) => ({ user, pid, parent, name }))
  const asking = rows.find(({ name }) => name === 'ps')
  return rows
    .filter(({ user, pid, name }) => user === 'shell' && name !== 'adbd' && name !== 'ps' && pid !== asking?.parent)
    .map(({ name }) => name)
}

/** Waits until the phone, which runs in this process, leaves nine tenths of a core to others. */
async function rests(): Promise<void> {
  let before = { used: process.cpuUsage(), at: performance.now() }
  await expect
    .poll(
      () => {
        const { user, system } = process.cpuUsage(before.used)
        const share = (user + system) / 1_000 / (performance.now() - before.at)
        before = { used: process.cpuUsage(), at: performance.now() }
        return share
      },
      { interval: 300 },
    )
    .toBeLessThan(0.1)
}

const commands = ['yes', 'while :; do :; done', 'while :; do echo here; done', 'yes | cat > /dev/null', 'sleep 1000']

const peerOfPhone = async (): Promise<RawPeer> => {
  const peer = await RawPeer.open(phone.address)
  await peer.greet()
  return peer
}

test.each(['shell', 'shell -tt', 'exec-out'])('nothing runs on behind an `adb %s` that was killed', async (how) => {
  const clients = commands.map((command) => adb.spawn('-s', serial, ...how.split(' '), command))
  await expect.poll(async () => (await shellProcesses()).length).toBeGreaterThanOrEqual(commands.length)
  for (const client of clients) client.kill('SIGKILL')
  await expect.poll(shellProcesses).toEqual([])
  await rests()
})

test.each(['shell', 'shell,v2,raw', 'shell,v2,pty', 'exec'])(
  'nothing of `%s` runs on behind a connection that was lost, whatever had been typed',
  async (service) => {
    for (const command of commands) {
      const peer = await peerOfPhone()
      const id = await peer.open(1, `${service}:${command}`)
      if (!service.includes('v2')) peer.send(COMMAND.WRTE, 1, id, 'typed')
      await expect.poll(shellProcesses).not.toEqual([])
      peer.destroy()
    }
    await expect.poll(shellProcesses).toEqual([])
    await rests()
  },
)

test.each(['shell', 'shell,v2,raw', 'exec'])(
  'nothing of `%s` runs on for a peer that does not keep to the protocol',
  async (service) => {
    const peers: RawPeer[] = []
    for (const command of commands) {
      const peer = await peerOfPhone()
      peers.push(peer)
      const id = await peer.open(1, `${service}:${command}`)
      const write = encodeMessage({ command: COMMAND.WRTE, arg0: 1, arg1: id, payload: Buffer.alloc(5) }, false)
      // The second is to wait for the OKAY of the first.
      peer.sendBytes(Buffer.concat([write, write]))
    }
    await expect.poll(shellProcesses).toEqual([])
    await rests()
    for (const peer of peers) peer.destroy()
  },
)

test('who asks and asks and reads no answer is read no more, until they read, and holds up nobody', async () => {
  const peer = await peerOfPhone()
  peer.stopReading()
  const many = 600_000
  const asked = encodeMessage({ command: COMMAND.OPEN, arg0: 1, arg1: 0, payload: Buffer.from('none\0') }, true)
  const some = Buffer.concat(Array.from({ length: 1_000 }, () => asked))
  const before = process.memoryUsage.rss()
  for (let sent = 0; sent < many; sent += 1_000) peer.sendBytes(some)
  let [unsent, seconds] = [-1, 0]
  await expect
    .poll(
      () => {
        seconds = peer.unsent === unsent ? seconds + 1 : 0
        unsent = peer.unsent
        return seconds
      },
      { interval: 1_000, timeout: 60_000 },
    )
    .toBe(3)
  expect(unsent).toBeGreaterThan(0)
  expect(process.memoryUsage.rss() - before).toBeLessThan(300_000_000)
  const other = await peerOfPhone()
  expect(await other.open(1, 'shell:true')).toBeGreaterThan(0)
  peer.readOn()
  await expect.poll(() => peer.unread).toBe(many)
  peer.destroy()
  other.destroy()
})

test('a name that is all but its end zero bytes is refused as soon as any', async () => {
  const peer = await peerOfPhone()
  const begun = process.cpuUsage()
  expect(await peer.open(1, `${'\0'.repeat(400_000)}x`)).toBe(0)
  expect(process.cpuUsage(begun).user).toBeLessThan(3_000_000)
  peer.destroy()
})
