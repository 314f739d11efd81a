import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { transferTicketHeader, type TransferredBytes } from '../../domain/command-protocol.ts'
import { connectBox, type FakeBox, readyPhone } from '../support/fake-box.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { reason } from '../../texts/reason.ts'

const market = 'amazon'
/** What an agent says that it has sent. */
const claimed = { size: 7, sha256: '0'.repeat(64) }

let server: TestServer
let store: TestStore
let box: FakeBox
let manager: string
let phone: number

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  box = await connectBox(server, store)
  manager = await server.signIn('manager')
  const agent_boot = '0123456789abcdef'
  const phones = [readyPhone('SENDS')]
  await box.report({ type: 'inventory', agent_version: '0.1.0', agent_boot, health: {}, phones })
  phone = (await idlePhones(server, manager, 1))[0]?.id ?? 0
})
afterAll(async () => {
  await box.close()
  await store.close()
  await server.stop()
})

const post = async (path: string, body: object) => {
  const answer = await server.call(`v2/${path}`, { token: manager, body })
  expect(answer.code, answer.message).toBe(codes.ok)
  return answer.data
}
const get = async (path: string, query: Record<string, string | number>) =>
  (await server.call(`v2/${path}`, { token: manager, query })).data
const statusOf = async () => (await get('device/list', { id: phone })).items[0].status
const trueOf = (content: Buffer): TransferredBytes => ({
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
})

async function ended(command_id: string, transfer: TransferredBytes | null): Promise<void> {
  const how = { ending: 'exited', exit_code: 0, reason: null, truncated: false, transfer } as const
  await box.report({ type: 'command_ended', command_id, ...how })
}

/** Answers so many scripts on the phone, each with this output. */
async function answerScripts(count: number, text: string): Promise<void> {
  for (let script = 0; script < count; script += 1) {
    const { id, type } = await box.phoneCommand()
    expect(type).toBe('shell')
    await box.report({ type: 'command_output', command_id: id, offset: 0, text })
    await ended(id, null)
  }
}

/** Sends what the phone is asked for, or nothing, and claims another size. */
async function send(content: Buffer | undefined): Promise<void> {
  const command = await box.phoneCommand()
  if (command.type !== 'send') throw new Error(`the phone was told to ${command.type}`)
  const headers = { [transferTicketHeader]: command.ticket }
  const url = `${server.url}${command.transfer_url}`
  if (content !== undefined)
    expect((await fetch(url, { method: 'PUT', headers, body: new Uint8Array(content) })).ok).toBe(true)
  await ended(command.id, claimed)
}

const takePicture = async (content: Buffer | undefined) => {
  const { job_id } = await post('device/run', { ids: [phone], action: 'screenshot' })
  await send(content)
  await expect.poll(async () => (await get('job/detail', { id: job_id })).job.ended_at).not.toBeNull()
  return (await get('job/detail', { id: job_id })).items.items[0]
}

test('a picture is as large as the server counted it, whatever its box says, and is given away so', async () => {
  const content = randomBytes(50_000)
  const { file_id, state } = await takePicture(content)
  expect(state).toBe('succeeded')
  const { items } = await get('file/list', {})
  expect(items).toMatchObject([{ id: file_id, ...trueOf(content) }])
})

test('a picture of which a box says that it has come, and which has not, is none', async () => {
  expect(await takePicture(undefined)).toMatchObject({
    state: 'failed',
    file_id: null,
    reason: reason('devices.reason.noPicture'),
  })
})

test('a record is as large as the server counted it, whatever its box says', async () => {
  const { id } = await post('environment/add', { market, name: 'counted' })
  await post('environment/open', { id, device_id: phone })
  await answerScripts(4, `environment-${id}`)
  await expect.poll(statusOf).toBe('in_use')
  await post('environment/close', { id })
  const content = randomBytes(60_000)
  await send(content)
  await answerScripts(2, '')
  await expect.poll(statusOf).toBe('idle')
  const { items } = await get('environment/records', { market, id })
  expect(items).toMatchObject([trueOf(content)])
})
