import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import type { Role } from '../../domain/roles.ts'
import { connectBox, inventory, readyPhone } from '../support/fake-box.ts'
import { hearPatches } from '../support/patches.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { upload } from '../support/upload.ts'

let server: TestServer
let store: TestStore
const tokens = {} as Record<'admin' | 'agent' | 'manager', string> // Filled in before any test.

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  for (const role of ['admin', 'agent', 'manager'] satisfies Role[]) tokens[role] = await server.signIn(role)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

const call = (who: keyof typeof tokens, path: string, body: unknown) =>
  server.call(`v2/${path}`, { token: tokens[who], body })
const ask = async (who: keyof typeof tokens, path: string, query = {}) =>
  (await server.call(`v2/${path}`, { token: tokens[who], query })).data
const newUser = async (who: 'admin' | 'agent' | 'manager', user_name: string, role: Role) =>
  (await call(who, 'user/add', { user_name, password: testPassword, role, modules: ['amazon'] })).data

describe('a box that is deleted with its phones', () => {
  test('burdens its owner no more, is counted nowhere, and no task runs on its phones', async () => {
    const owner = await newUser('admin', 'box-keeper', 'agent')
    const before = await ask('admin', 'dashboard/summary')
    const body = { name: 'short-lived', code: 'SHORT', region: 'jp-east', slots: 5, owner_id: owner.id }
    const { box } = (await call('admin', 'box/add', body)).data
    const patches = await hearPatches(server, tokens.admin)
    const agent = await connectBox(server, store, 'SHORT')
    await agent.report(inventory([readyPhone('GONE-1', { ip: '198.51.100.77' })]))
    const { id: phone } = await patches.next(({ changed }) => changed.serial === 'GONE-1')
    await agent.vanish()
    await patches.next(({ id, changed, type }) => type === 'device' && id === phone && changed.status === 'offline')
    expect((await call('admin', 'box/del', { id: box.id })).code).toBe(codes.ok)

    expect((await ask('admin', 'report/ip', { keyword: 'GONE-1' })).items).toEqual([])
    const after = await ask('admin', 'dashboard/summary')
    expect([after.boxes, after.phones]).toEqual([before.boxes, before.phones])
    expect((await ask('admin', 'user/list', { id: owner.id, show_device: true })).items[0].device_count).toBe(0)
    const script = (await call('admin', 'script/add', { name: 'nowhere', body: 'true' })).data
    const ran = await call('admin', 'script/run', { id: script.id, targets: { device_ids: [phone] } })
    expect(ran.code).toBe(codes.stateForbids)
    const { results } = (await call('admin', 'user/del', { ids: [owner.id] })).data
    expect(results).toEqual([{ id: owner.id, ok: true }])
    await patches.close()
  })
})

describe('somebody who is deleted', () => {
  test('is given neither environments nor boxes, nor the phones of a box', async () => {
    const element = await newUser('manager', 'leaver', 'element')
    const keeper = await newUser('admin', 'retired-agent', 'agent')
    const added = await call('manager', 'environment/add', { market: 'amazon', name: 'orphan' })
    await call('manager', 'user/del', { ids: [element.id] })
    await call('admin', 'user/del', { ids: [keeper.id] })

    const ids = [added.data.id]
    const given = await call('manager', 'environment/assign', { market: 'amazon', ids, owner_id: element.id })
    expect([given.code, Object.keys(given.data.fields ?? {})]).toEqual([codes.invalidInput, ['owner_id']])
    const box = { name: 'x', code: 'ORPHAN', region: 'jp-east', slots: 5 }
    const owned = await call('admin', 'box/add', { ...box, owner_id: keeper.id })
    expect([owned.code, Object.keys(owned.data.fields ?? {})]).toEqual([codes.invalidInput, ['owner_id']])
    const used = await call('agent', 'box/add', { ...box, phone_owner_id: element.id })
    expect([used.code, Object.keys(used.data.fields ?? {})]).toEqual([codes.invalidInput, ['phone_owner_id']])
  })

  test('gets none of the phones that its box registers later: they are the owner of the box', async () => {
    const element = await newUser('manager', 'phone-leaver', 'element')
    const body = { name: 'x', code: 'LATER', region: 'jp-east', slots: 5, phone_owner_id: element.id }
    const { box } = (await call('agent', 'box/add', body)).data
    await call('manager', 'user/del', { ids: [element.id] })
    const patches = await hearPatches(server, tokens.agent)
    const agent = await connectBox(server, store, 'LATER')
    await agent.report(inventory([readyPhone('LATER-1')]))
    const { changed } = await patches.next((patch) => patch.changed.serial === 'LATER-1')
    expect(changed.owner_id).toBe(box.owner_id)
    await agent.close()
    await patches.close()
  })

  test('invites nobody, even where it is deleted while the account is made', async () => {
    const manager = await newUser('agent', 'inviter', 'manager')
    const token = (await server.call('v2/user/login', { body: { user_name: 'inviter', password: testPassword } })).data
      .token
    const { invite_code } = (await server.call('v2/user/invitecode', { token })).data
    // As long as its row is locked, the registration waits with what it has read.
    const registered = await store.transaction(async (tx) => {
      await tx.users.lockMany([manager.id])
      const waiting = server.call('v2/user/register', {
        body: { user_name: 'late-guest', password: testPassword, invite_code },
      })
      await expect.poll(() => store.waitingForLocks()).toBeGreaterThan(0)
      await tx.users.remove([manager.id], Date.now())
      return { waiting }
    })
    const { code, data } = await registered.waiting
    expect([code, Object.keys(data?.fields ?? {})]).toEqual([codes.invalidInput, ['invite_code']])
  })
})

describe('an admin who made scripts, tasks and jobs', () => {
  test('is deleted by no call; once its account is gone they stay, name it, and go on', async () => {
    const maker = await store.addUser({ user_name: 'tasker', role: 'admin' }, 'admin')
    const { token } = (await server.call('v2/user/login', { body: { user_name: 'tasker', password: testPassword } }))
      .data
    const make = async (path: string, body: unknown) => (await server.call(`v2/${path}`, { token, body })).data
    const agent = await connectBox(server, store)
    const patches = await hearPatches(server, tokens.admin)
    await agent.report(inventory([readyPhone('KEPT-1')]))
    const { id: phone } = await patches.next(({ changed }) => changed.serial === 'KEPT-1')
    const targets = { device_ids: [phone] }
    const script = await make('script/add', { name: 'inherited', body: 'true' })
    const schedule = { cron: '0 4 1 1 *', timezone: 'UTC' }
    const task = await make('task/add', { name: 'inherited', work: { script_id: script.id }, targets, schedule })
    await make('task/run', { id: task.id })
    const endCommand = async () => {
      const { id: command_id } = await agent.phoneCommand()
      const ended = {
        command_id,
        ending: 'exited',
        exit_code: 0,
        reason: null,
        truncated: false,
        transfer: null,
      } as const
      await agent.report({ type: 'command_ended', ...ended })
    }
    await endCommand()
    const jobs = async () => (await ask('admin', 'job/list', { task_id: task.id })).items
    await expect.poll(async () => (await jobs())[0]?.state, { timeout: 20_000 }).toBe('done')

    const { results } = (await call('admin', 'user/del', { ids: [maker.id] })).data
    expect(results).toMatchObject([{ id: maker.id, ok: false, code: codes.notAllowed }])
    await store.users.remove([maker.id], Date.now())

    expect((await ask('admin', 'script/list', { id: script.id })).items[0].created_by_name).toBe('tasker')
    expect((await ask('admin', 'task/list', { id: task.id })).items).toMatchObject([{ name: 'inherited' }])
    await store.db.updateTable('tasks').set({ next_run_at: Date.now() }).where('id', '=', task.id).execute()
    await endCommand()
    await expect.poll(async () => (await jobs()).map((job: { state: string }) => job.state)).toEqual(['done', 'done'])
    expect((await jobs())[0].created_by_name).toBe('tasker')
    const next = await newUser('admin', 'tasker', 'agent')
    expect(next.id).toBeGreaterThan(maker.id)
    await patches.close()
    await agent.close()
  })
})

describe('those who look at a list', () => {
  test('hear that environments, people and files are no more', async () => {
    const patches = await hearPatches(server, tokens.manager)
    const hears = (type: string, id: number) =>
      patches.next((patch) => patch.type === type && patch.id === id && patch.gone === true)

    const environment = (await call('manager', 'environment/add', { market: 'amazon', name: 'fleeting' })).data
    await call('manager', 'environment/del', { market: 'amazon', ids: [environment.id] })
    await hears('environment', environment.id)
    const person = await newUser('manager', 'fleeting-person', 'element')
    await call('manager', 'user/del', { ids: [person.id] })
    await hears('user', person.id)
    await upload(server, tokens.manager, 'fleeting.txt', new Uint8Array([1]))
    const file = (await ask('manager', 'file/list', { keyword: 'fleeting.txt' })).items[0]
    await call('manager', 'file/del', { ids: [file.id] })
    await hears('file', file.id)
    await patches.close()
  })

  test('hear of somebody who has registered', async () => {
    const { invite_code } = (await server.call('v2/user/invitecode', { token: tokens.manager })).data
    const patches = await hearPatches(server, tokens.agent)
    const body = { user_name: 'newcomer', password: testPassword, invite_code }
    const { data } = await server.call('v2/user/register', { body })
    const { changed } = await patches.next(({ type, id }) => type === 'user' && id === data.id)
    expect(changed).toMatchObject({ user_name: 'newcomer', role: 'element', parent_name: 'manager' })
    await patches.close()
  })
})
