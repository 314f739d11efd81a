import { afterAll, beforeAll, expect, test } from 'vitest'
import { reason } from '../../texts/reason.ts'
import { codes } from '../../domain/codes.ts'
import { startBoxOfPhones, type BoxOfPhones } from '../support/box-of-phones.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { notesFile } from '../support/phone-page.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const until = { timeout: 60_000, interval: 100 }

let server: TestServer
let store: TestStore
let box: BoxOfPhones
let manager: string
/** Two phones; the first is at the end of the first cable. */
let lost: number
let other: number

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  box = await startBoxOfPhones(server, store, { phones: 2, programs: 2 })
  manager = await server.signIn('manager')
  const phones = await idlePhones(server, manager, 2)
  lost = phones.find(({ serial }) => serial.startsWith('PD'))?.id ?? 0
  other = phones.find(({ serial }) => serial.startsWith('PE'))?.id ?? 0
})
afterAll(async () => {
  await box.stop()
  await store.close()
  await server.stop()
})

const post = (path: string, body: object, token = manager) => server.call(`v2/${path}`, { token, body })
const device = (id: number) => store.devices.byId(id)
const is = (id: number, status: string) => expect.poll(async () => (await device(id))?.status, until).toBe(status)
async function shell(id: number, command: string): Promise<string> {
  const { data, message } = await post('device/shell', { id, command })
  if (data?.ending !== 'exited') throw new Error(message)
  return data.output
}
const noteOn = (id: number) => shell(id, `cat ${notesFile} 2>/dev/null || true`)
const add = async (name: string): Promise<number> => (await post('environment/add', { market: 'amazon', name })).data.id
async function open(id: number, device_id: number): Promise<void> {
  expect(await post('environment/open', { id, device_id })).toMatchObject({ code: codes.ok })
  await is(device_id, 'in_use')
}
async function close(id: number, deviceId: number): Promise<void> {
  expect((await post('environment/close', { id })).code).toBe(codes.ok)
  await is(deviceId, 'idle')
}

test('an environment goes on as it was saved last, and its lost phone is nobody’s until it is wiped', async () => {
  const id = await add('moved')
  await open(id, lost)
  await shell(lost, `echo saved > ${notesFile}`)
  await close(id, lost)
  await open(id, lost)
  await shell(lost, `echo unsaved > ${notesFile}`)
  expect(await post('environment/reopen', { id })).toMatchObject({
    code: codes.stateForbids,
    message: '环境所在的设备没有离线，请先关闭环境',
  })

  box.freeze(0)
  box.cables[0]?.unplug()
  await is(lost, 'offline')
  expect((await post('environment/close', { id })).code).toBe(codes.stateForbids)
  expect((await post('environment/reopen', { id }, await server.signIn('agent'))).code).toBe(codes.notAllowed)
  expect((await post('environment/reopen', { id: id + 1_000 })).code).toBe(codes.notFound)
  const answers = await Promise.all([post('environment/reopen', { id }), post('environment/reopen', { id })])
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([codes.ok, codes.stateForbids]))
  expect(answers.find(({ code }) => code === codes.ok)?.data).toMatchObject({ device_id: other })
  await is(other, 'in_use')
  expect(await noteOn(other)).toBe('saved\n')

  const left = { environment_id: null, in_use_by: null, uncleaned: true, status_deadline: null }
  expect(await device(lost)).toMatchObject({
    status: 'offline',
    status_reason: reason('devices.reason.abandoned'),
    ...left,
  })
  const waiting = await add('waiting')
  expect((await post('environment/open', { id: waiting })).message).toBe('没有可用的空闲设备')
  expect((await post('environment/open', { id: waiting, device_id: lost })).code).toBe(codes.stateForbids)
  expect((await post('device/del', { id: lost })).code).toBe(codes.stateForbids)

  box.thaw()
  box.cables[0]?.plugIn()
  await is(lost, 'idle')
  expect(await device(lost)).toMatchObject({ uncleaned: false, status_reason: null })
  expect(await noteOn(lost)).toBe('')
  expect((await store.environments.byId(id))?.device_id).toBe(other)
  await close(id, other)
  const entries = await store.db
    .selectFrom('operation_log')
    .select('detail')
    .where('action', '=', 'environment.close')
    .where('target', '=', `environment:${id}`)
    .execute()
  expect(entries.map(({ detail }) => JSON.parse(detail))).toContainEqual({
    after: expect.objectContaining({ saves: false, lost: true }),
  })
})

test('what is left of a shop on a phone is told to nobody before it is wiped, whatever the phone is at', async () => {
  await shell(lost, `echo left > ${notesFile}`)
  const refused = {
    code: codes.stateForbids,
    message: '设备上还有环境数据，清理前任何人都不能使用；恢复连接后自动清理，故障设备请先恢复',
    data: null,
  }
  for (const status of ['booting', 'faulty', 'maintenance'] as const) {
    await store.db.updateTable('devices').set({ status, uncleaned: true }).where('id', '=', lost).execute()
    expect(await post('device/shell', { id: lost, command: `cat ${notesFile}` }), status).toMatchObject(refused)
    expect(
      await server.call('v2/device/terminal/point', { token: manager, query: { id: lost } }),
      status,
    ).toMatchObject(refused)
    const run = { ids: [lost], action: 'shell', command: `cat ${notesFile}` }
    const job = (await post('device/run', run)).data.job_id
    const items = async () =>
      (await server.call('v2/job/detail', { token: manager, query: { id: job } })).data.items.items
    await expect
      .poll(items, until)
      .toMatchObject([{ state: 'failed', reason: reason('devices.reason.uncleaned'), output_length: 0 }])
  }
  await store.db.updateTable('devices').set({ status: 'idle', uncleaned: false }).where('id', '=', lost).execute()
  // While it starts anew in the middle of a closing, it is as closed as it was before.
  await store.db
    .updateTable('devices')
    .set({ status: 'booting', status_before: 'releasing' })
    .where('id', '=', lost)
    .execute()
  expect(await post('device/shell', { id: lost, command: `cat ${notesFile}` })).toMatchObject({
    code: codes.stateForbids,
    message: '设备正在保存并清理环境，请稍候',
  })
  await store.db.updateTable('devices').set({ status: 'idle', status_before: null }).where('id', '=', lost).execute()
})

test('what could not be wiped is wiped when the phone is recovered', async () => {
  await shell(lost, `echo left > ${notesFile}`)
  await store.db.updateTable('devices').set({ status: 'faulty', uncleaned: true }).where('id', '=', lost).execute()
  expect((await post('device/recover', { id: lost })).code).toBe(codes.ok)
  await is(lost, 'idle')
  expect(await device(lost)).toMatchObject({ uncleaned: false })
  expect(await noteOn(lost)).toBe('')
})

test('an environment whose phone is lost stays there where no other is free', async () => {
  const [first, second] = [await add('first'), await add('second')]
  await open(first, lost)
  await open(second, other)
  box.cables[0]?.unplug()
  await is(lost, 'offline')
  expect((await post('environment/reopen', { id: first })).message).toBe('没有可用的空闲设备')
  box.cables[0]?.plugIn()
  await is(lost, 'in_use')
  expect((await store.environments.byId(first))?.device_id).toBe(lost)
})
