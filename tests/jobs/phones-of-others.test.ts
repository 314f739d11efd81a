import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { transferTicketHeader } from '../../domain/command-protocol.ts'
import { connectBox, type FakeBox, readyPhone } from '../support/fake-box.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { jobOutput } from '../support/job-output.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { upload } from '../support/upload.ts'
import { reason } from '../../texts/reason.ts'

const market = 'amazon'
const serials = ['THEIRS1', 'THEIRS2', 'THEIRS3', 'THEIRS4', 'THEIRS5', 'THEIRS6', 'THEIRS7', 'THEIRS8']

let server: TestServer
let store: TestStore
let box: FakeBox
let agent: string
let manager: string
let element: string

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  box = await connectBox(server, store)
  agent = await server.signIn('agent')
  manager = await server.signIn('manager')
  element = await server.signIn('element')
  const phones = serials.map((serial) => readyPhone(serial))
  const agent_boot = '0123456789abcdef'
  await box.report({ type: 'inventory', agent_version: '0.1.0', agent_boot, health: {}, phones })
  await idlePhones(server, manager, serials.length)
})
afterAll(async () => {
  await box.close()
  await store.close()
  await server.stop()
})

const listed = (query: object) =>
  server.call('v3/device/list', { token: manager, query: { status: ['idle'], ...query } })
const phone = async (serial: string): Promise<number> => (await listed({ keyword: serial })).data.items[0].id

/** Has a phone run something that goes on, and answers what its box was told, and the job. */
async function begin(id: number, token: string) {
  const body = { ids: [id], action: 'shell', command: 'logcat' }
  const { data, message } = await server.call('v2/device/run', { token, body })
  expect(message).toBe('ok')
  const command = await box.phoneCommand()
  expect(command).toMatchObject({ type: 'shell', script: 'logcat' })
  return { job: data.job_id as number, command_id: command.id }
}
const said = (command_id: string, offset: number, text: string) =>
  box.report({ type: 'command_output', command_id, offset, text })
const output = async (job: number, id: number, token: string) =>
  (await jobOutput(server, token, { job, phone: id })).output
const item = async (id: number, token: string) =>
  (await server.call('v2/job/detail', { token, query: { id } })).data.items.items[0]

/** Opens a new environment on a phone. */
async function open(device_id: number, token: string): Promise<void> {
  const added = await server.call('v2/environment/add', { token, body: { market, name: `on ${device_id}` } })
  const opened = await server.call('v2/environment/open', { token, body: { id: added.data.id, device_id } })
  expect(opened.code).toBe(codes.ok)
}

async function takeControl(id: number, token: string): Promise<void> {
  const query = { id, mode: 'control' }
  expect(await server.call('v2/device/stream/point', { token, query })).toMatchObject({ code: codes.ok })
}

const lost = { state: 'cancelled', reason: reason('relay.noLongerYours') }

test('what a phone says once it has come to somebody else is not kept, and the command is ended', async () => {
  const id = await phone('THEIRS1')
  const { job, command_id } = await begin(id, manager)
  await said(command_id, 0, 'of mine\n')
  await expect.poll(() => output(job, id, manager)).toBe('of mine\n')
  await takeControl(id, agent)
  await said(command_id, 'of mine\n'.length, 'of theirs\n')
  await expect.poll(() => item(job, manager)).toMatchObject(lost)
  expect(await box.phoneCommand()).toMatchObject({ type: 'cancel', command_id })
  expect(await output(job, id, manager)).toBe('of mine\n')
})

test('what a single command has said is not answered to who has lost the phone meanwhile', async () => {
  const id = await phone('THEIRS5')
  const body = { id, command: 'logcat -d' }
  const answer = server.call('v2/device/shell', { token: manager, body })
  const command = await box.phoneCommand()
  await takeControl(id, agent)
  await said(command.id, 0, 'of theirs\n')
  const ended = { ending: 'exited', exit_code: 0, reason: null, truncated: false, transfer: null } as const
  await box.report({ type: 'command_ended', command_id: command.id, ...ended })
  expect(await answer).toMatchObject({ code: codes.stateForbids, message: '设备正由 agent 控制', data: null })
})

test('what a single command has said is not answered to who was disabled meanwhile', async () => {
  const id = await phone('THEIRS6')
  const answer = server.call('v2/device/shell', { token: manager, body: { id, command: 'logcat -d' } })
  const command = await box.phoneCommand()
  const admin = await server.signIn('admin')
  const { id: person } = await store.user('manager')
  const switched = (enabled: boolean) =>
    server.call('v2/user/switch', { token: admin, body: { ids: [person], enabled } })
  await switched(false)
  await said(command.id, 0, 'of the team\n')
  const ended = { ending: 'exited', exit_code: 0, reason: null, truncated: false, transfer: null } as const
  await box.report({ type: 'command_ended', command_id: command.id, ...ended })
  expect(await answer).toMatchObject({ code: codes.signedOutElsewhere, data: null })
  await switched(true)
  manager = await server.signIn('manager')
  element = await server.signIn('element') // Who is below is signed out, too.
})

test('a picture of a phone that has come to somebody else is not kept', async () => {
  const id = await phone('THEIRS4')
  const body = { ids: [id], action: 'screenshot' }
  const { data } = await server.call('v2/device/run', { token: manager, body })
  const command = await box.phoneCommand()
  if (command.type !== 'send') throw new Error(`the phone was told to ${command.type}`)
  const { transfer_url, ticket } = command
  const headers = { [transferTicketHeader]: ticket }
  const put = await fetch(`${server.url}${transfer_url}`, { method: 'PUT', headers, body: 'a PNG' })
  const transfer = await put.json()
  expect(transfer).toMatchObject({ size: 5 })
  await takeControl(id, agent)
  const ended = { ending: 'exited', exit_code: 0, reason: null, truncated: false, transfer } as const
  await box.report({ type: 'command_ended', command_id: command.id, ...ended })
  await expect.poll(() => item(data.job_id, manager)).toMatchObject({ ...lost, file_id: null })
  expect((await server.call('v2/file/list', { token: manager })).data.items).toEqual([])
})

test('a command of somebody who has lost the phone is ended before a shop is opened there', async () => {
  const id = await phone('THEIRS2')
  await store.devices.handOver([id], await store.user('element'))
  const { job, command_id } = await begin(id, element)
  await open(id, manager)
  expect(await box.phoneCommand()).toMatchObject({ type: 'cancel', command_id })
  expect(await box.phoneCommand()).toMatchObject({ type: 'shell', serial: 'THEIRS2' })
  const ended = { ending: 'cancelled', exit_code: null, reason: null, truncated: false, transfer: null } as const
  await box.report({ type: 'command_ended', command_id, ...ended })
  await expect.poll(() => item(job, element)).toMatchObject(lost)
})

test('a file that was still being checked reaches no phone that has come to somebody else meanwhile', async () => {
  const id = await phone('THEIRS7')
  await upload(server, manager, 'app.apk', new Uint8Array(64))
  const files = async () => (await server.call('v2/file/list', { token: manager })).data.items
  await expect.poll(files).toMatchObject([{ status: 'ready' }])
  const [file] = await files()
  const is = (status: 'checking' | 'ready') =>
    store.db.updateTable('files').set({ status }).where('id', '=', file.id).execute()
  await is('checking')
  const body = { ids: [id], action: 'install', file_id: file.id }
  const { data, message } = await server.call('v2/device/run', { token: manager, body })
  expect(message).toBe('ok')
  await expect
    .poll(
      async () => (await server.call('v2/job/detail', { token: manager, query: { id: data.job_id } })).data.job.state,
    )
    .toBe('running')
  await takeControl(id, agent)
  await is('ready')
  await expect
    .poll(() => item(data.job_id, manager))
    .toMatchObject({ state: 'failed', reason: reason('devices.reason.held', { name: 'agent' }) })
  // What its box is told next is somebody else's.
  const answer = server.call('v2/device/shell', { token: agent, body: { id, command: 'id' } })
  const command = await box.phoneCommand()
  expect(command).toMatchObject({ type: 'shell', script: 'id' })
  const ended = { ending: 'exited', exit_code: 0, reason: null, truncated: false, transfer: null } as const
  await box.report({ type: 'command_ended', command_id: command.id, ...ended })
  expect((await answer).code).toBe(codes.ok)
})

test('a command of whoever is above the one that opens a shop there goes on', async () => {
  const id = await phone('THEIRS3')
  const { job, command_id } = await begin(id, manager)
  await open(id, element)
  expect(await box.phoneCommand()).toMatchObject({ type: 'shell', serial: 'THEIRS3' })
  await said(command_id, 0, 'still told\n')
  await expect.poll(() => output(job, id, manager)).toBe('still told\n')
})

test('what a phone is at is told by an old job only to who may see the phone by now', async () => {
  const id = await phone('THEIRS8')
  await store.devices.handOver([id], await store.user('element'))
  const { job, command_id } = await begin(id, element)
  const ended = { ending: 'exited', exit_code: 0, reason: null, truncated: false, transfer: null } as const
  await box.report({ type: 'command_ended', command_id, ...ended })
  const told = async () => {
    const { item: read } = await jobOutput(server, element, { job, phone: id })
    return [(await item(job, element)).device_status, read.device_status]
  }
  await expect.poll(async () => (await item(job, element)).state).toBe('succeeded')
  expect(await told()).toEqual(['idle', 'idle'])
  await store.devices.handOver([id], await store.user('manager'))
  expect(await told()).toEqual([null, null])
})
