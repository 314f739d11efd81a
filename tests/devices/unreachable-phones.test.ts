import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phoneIdentity } from '../../phone/system/phone-identity.ts'
import { VirtualPhone } from '../../phone/virtual-phone.ts'
import { reason } from '../../texts/reason.ts'
import { newEnrolment } from '../../server/boxes/credentials.ts'
import { Adb } from '../agent/adb.ts'
import { Program } from '../agent/box-under-test.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

// From the phone's own answer to adb's key, by Debian's adb and the agent, to what people are told.

const until = { timeout: 60_000 }

let server: TestServer
let store: TestStore
let adb: Adb
let agent: Program
let folder: string
let token: string

beforeAll(async () => {
  ;[server, adb, folder] = await Promise.all([startServer(), Adb.open(), mkdtemp(join(tmpdir(), 'phonedeck-box-'))])
  store = openTestStore(server)
  token = await server.signIn('agent')
  const box = await store.boxes.byCode('B01')
  const enrolment = newEnrolment()
  await store.boxes.replaceEnrolment(box?.id ?? 0, enrolment.hash)
  agent = new Program('agent/main.ts', [], {
    PHONEDECK_URL: server.url,
    ENROLMENT_TOKEN: enrolment.token,
    ADB_SERVER: `127.0.0.1:${adb.port}`,
    AGENT_DATA: folder,
  })
})
afterAll(async () => {
  await agent.stop()
  await adb.stop()
  await store.close()
  await server.stop()
  await rm(folder, { recursive: true })
})

const size = { width: 360, height: 640 }

/** @param index of the phone, which decides who it is; @param isTrusting whether somebody has allowed debugging on it */
async function startPhone(index: number, isTrusting: boolean, port = 0) {
  const phone = new VirtualPhone({
    identity: phoneIdentity(index, size, 'AUTH'),
    makeScreen: () => Promise.reject(new Error('nobody looks')),
    makeProgram: () => Promise.resolve(undefined),
    authorization: isTrusting ? { policy: 'any' } : { policy: 'keys', keys: [] },
  })
  await phone.start('127.0.0.1', port)
  const address = `127.0.0.1:${phone.address.port}`
  return { phone, address, port: phone.address.port, serial: phone.identity.serial }
}

const device = async (serial: string) =>
  (await server.call('v2/device/list', { token, query: { keyword: serial } })).data.items[0]
const refused = async () =>
  (await server.call('v2/box/list', { token, query: { keyword: 'B01' } })).data.items[0].refused

/** Adb answers with an error where the phone does not trust it. */
const connect = (address: string) => adb.run('connect', address).catch(() => undefined)

test('a phone whose authorization was revoked is offline and says what to do, until it is allowed again', async () => {
  const before = await startPhone(0, true)
  const { port, address, serial } = before
  await connect(address)
  await expect.poll(() => device(serial), until).toMatchObject({ status: 'idle' })
  await before.phone.stop()
  const revoked = await startPhone(0, false, port)
  await connect(address)
  await expect
    .poll(() => device(serial), until)
    .toMatchObject({ status: 'offline', status_reason: reason('boxes.refused.reasons.unauthorized') })
  expect(await refused()).toEqual([])
  await revoked.phone.stop()
  const allowed = await startPhone(0, true, port)
  await expect.poll(() => device(serial), until).toMatchObject({ status: 'idle', status_reason: null })
  const { id } = await device(serial)
  const { items } = (await server.call('v2/event/list', { token, query: { device_id: id, kind: ['offline'] } })).data
  expect(items).toEqual([
    expect.objectContaining({
      reason: reason('boxes.refused.reasons.unauthorized'),
      device: { id, name: 'B01-01' },
      until: expect.any(Number),
    }),
  ])
  await adb.run('disconnect', address)
  await allowed.phone.stop()
})

test('a phone that was never allowed is told with its box, and let in once it is', async () => {
  const closed = await startPhone(1, false)
  const { port, address, serial } = closed
  await connect(address)
  await expect.poll(refused, until).toContainEqual({ serial: address, reason: 'unauthorized' })
  expect(await device(serial)).toBeUndefined()
  await closed.phone.stop()
  const allowed = await startPhone(1, true, port)
  await expect.poll(() => device(serial), until).toMatchObject({ status: 'idle' })
  expect(await refused()).toEqual([])
  await adb.run('disconnect', address)
  await allowed.phone.stop()
})
