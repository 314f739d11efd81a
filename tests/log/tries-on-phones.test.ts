import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import type { Schemas } from '../../server/http/contract.ts'
import type { WorkflowKind } from '../../server/store/tables.ts'
import { reason } from '../../texts/reason.ts'
import { connectBox, inventory, readyPhone, type FakeBox } from '../support/fake-box.ts'
import { hearPatches } from '../support/patches.ts'
import { startTeam, type Team } from '../support/team.ts'

const until = { timeout: 60_000, interval: 100 }
const market = 'amazon'

let team: Team
let box: FakeBox
let phone: number
/** What the phone answers to every command. */
let exit: number | 'nothing' = 0
let isOver = false

/** A phone that does as it is told to end every command. */
async function answer(): Promise<void> {
  const command = await box.phoneCommand()
  if (isOver) return
  if (exit === 'nothing') return answer()
  const ended = { ending: 'exited', exit_code: exit, reason: null, truncated: false, transfer: null } as const
  await box.report({ type: 'command_ended', command_id: command.id, ...ended })
  return answer()
}

beforeAll(async () => {
  team = await startTeam(market)
  box = await connectBox(team.server, team.store)
  const agent = await team.server.signIn('agent')
  const patches = await hearPatches(team.server, agent)
  await box.report(inventory([readyPhone('TRIED')]))
  phone = (await patches.next(({ changed }) => changed.serial === 'TRIED')).id
  await patches.close()
  await team.store.devices.handOver([phone], await team.store.user('manager'))
  void answer()
})
afterAll(async () => {
  isOver = true
  await box.close()
  await team.stop()
})

const call = async (path: string, body: object) => {
  const answered = await team.server.call(`v2/${path}`, { token: team.manager, body })
  expect(answered.code).toBe(codes.ok)
  return answered.data
}
const statusOf = async (): Promise<string | undefined> => (await team.store.devices.byId(phone))?.status
/** Whether what was begun has ended: nothing is under way. */
const isOverWith = async (): Promise<boolean> => {
  const status = await statusOf()
  return status === 'faulty' || status === 'idle'
}
const becomes = (status: string) => expect.poll(statusOf, until).toBe(status)

type Entry = Schemas['LogEntry']
const entriesAfter = async (last: number): Promise<Entry[]> => {
  const { data } = await team.server.call('v2/log/list', { token: team.manager, query: { limit: 100 } })
  return data.items.filter(({ id }: Entry) => id > last)
}
const detailOf = async ({ id }: Entry, language = 'zh-CN') => {
  const asked = { token: team.manager, query: { id }, headers: { 'x-language': language } }
  return (await team.server.call('v2/log/detail', asked)).data.after
}
const lastEntry = async (): Promise<number> => (await entriesAfter(0))[0]?.id ?? 0

/** The phone is free again, whatever is on it. One that only kept its address is so already. */
async function recovered(): Promise<void> {
  exit = 0
  if ((await statusOf()) === 'idle') return
  await call('device/recover', { id: phone })
  await becomes('idle')
}
/** An environment that is open on the phone; written down, as nothing on this one says whose data are there. */
async function opened(name: string): Promise<number> {
  const id = await team.add(name)
  const { db } = team.store
  const { id: in_use_by } = await team.store.user('manager')
  const held = { status: 'in_use', in_use_by, in_use_since: Date.now(), environment_id: id } as const
  await db.updateTable('devices').set(held).where('id', '=', phone).execute()
  await db.updateTable('environments').set({ device_id: phone, opened_by: in_use_by }).where('id', '=', id).execute()
  return id
}

/** Whatever is begun on a phone: how, and what the log calls it. */
const kinds: Record<WorkflowKind, { action: string; begin: () => Promise<unknown> }> = {
  change_ip: { action: 'device.changeip', begin: () => call('device/changeip', { id: phone }) },
  open: {
    action: 'environment.open',
    begin: async () => call('environment/open', { id: await team.add('tried to open'), device_id: phone }),
  },
  close: {
    action: 'environment.close',
    begin: async () => call('environment/close', { id: await opened('tried to close') }),
  },
  restore: {
    action: 'record.restore',
    begin: async () => {
      const id = await opened('tried to restore')
      const kept = { object: 'records/tried', size: 1, sha256: 'a'.repeat(64), device_id: phone, saved_at: Date.now() }
      const record_id = await team.store.environmentRecords.add({ environment_id: id, ...kept })
      return call('record/restore', { environment_id: id, record_id })
    },
  },
}

describe('what somebody tries with a phone', () => {
  test.each(Object.entries(kinds))('and that fails is in the operation log: %s', async (_, { action, begin }) => {
    const before = await lastEntry()
    exit = 1
    await begin()
    await expect.poll(isOverWith, until).toBe(true)
    const tried = (await entriesAfter(before)).filter((entry) => entry.action === action)
    expect(tried).toMatchObject([{ user_name: 'manager', ip: expect.stringMatching(/./) }])
    await recovered()
  })

  test('is told with why it failed, in the words of whoever reads it', async () => {
    const before = await lastEntry()
    exit = 1
    await kinds.change_ip.begin()
    await becomes('idle')
    const entries = await entriesAfter(before)
    const told = { action: 'device.changeip', target_kind: 'device', target_id: String(phone), result: 'failed' }
    expect(entries).toMatchObject([told])
    const [entry] = entries as [Entry]
    expect(await detailOf(entry)).toEqual({ reason: expect.stringContaining('更换 IP') })
    expect(await detailOf(entry, 'en')).toEqual({ reason: expect.not.stringMatching(/\p{Script=Han}/u) })
    await recovered()
  })

  test('is told also where the phone took too long', async () => {
    const before = await lastEntry()
    exit = 'nothing'
    await kinds.change_ip.begin()
    await team.store.db.updateTable('devices').set({ status_deadline: 1 }).where('id', '=', phone).execute()
    await expect.poll(async () => (await entriesAfter(before)).map(({ result }) => result), until).toEqual(['failed'])
    const [entry] = (await entriesAfter(before)) as [Entry]
    expect(await team.store.operationLog.visible(await team.store.user('manager'), entry.id)).toMatchObject({
      detail: JSON.stringify({ after: { reason: reason('devices.late.changing_ip') } }),
    })
  })
})
