import { afterAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { connectBox } from '../support/fake-box.ts'
import { describedOperations, type InputSchema } from '../support/contract-inputs.ts'
import { openKeys } from '../../server/start/keys.ts'
import { openStore } from '../../server/store/store.ts'
import { allChained, checkedLog } from '../support/log-check.ts'
import type { CallOptions } from '../support/server.ts'
import { startTeam } from '../support/team.ts'

/** More than the log once named of a batch. */
const size = 25
const market = 'temu'
const { server, store, manager, post, add, addGroup, stop } = await startTeam(market)
afterAll(stop)

const admin = await server.signIn('admin')
const agent = await server.signIn('agent')

interface Row {
  id: number
  name: string
}
/** What a batch is done to, and by what it is done. */
interface Scene {
  rows: readonly Row[]
  path: string
  token?: string
  body?: object
}

let names = 0
const fresh = () => `row-${(names += 1)}-of-many`
const many = async (make: (name: string) => Promise<number>): Promise<Row[]> => {
  const rows: Row[] = []
  for (let row = 0; row < size; row += 1) {
    const name = fresh()
    rows.push({ id: await make(name), name })
  }
  return rows
}

const boxBody = { name: 'Box', code: 'T-1', region: 'us-west', slots: 500 }
const box = (await server.call('v2/box/add', { token: agent, body: boxBody })).data.box.id
const owner = await store.user('manager')
const whose = { owner_id: owner.id, owner_path: owner.path }

const environments = () => many((name) => add(name))
async function trashed(): Promise<Row[]> {
  const rows = await environments()
  await post('environment/del', { ids: rows.map(({ id }) => id) })
  return rows
}
const users = () =>
  many(async (user_name) => {
    const expiration = 30 * 24 * 60 * 60 // Shorter than its manager's, so that it can be renewed.
    return (await store.addUser({ user_name, role: 'element', modules: [market], expiration }, 'manager')).id
  })
const groups = () => many(addGroup)
const phones = (status: 'idle' | 'deleted' = 'idle') =>
  many(async (name) => {
    const row = { serial: name, name, ...whose, box_id: box, slot: names, region: '', status }
    return (await store.db.insertInto('devices').values(row).returning('id').executeTakeFirstOrThrow()).id
  })
const files = () =>
  many(async (name) => {
    const row = { upload_id: name, ...whose, name, size: 1, received: 1, status: 'ready', completed_at: 1 } as const
    return (await store.db.insertInto('files').values(row).returning('id').executeTakeFirstOrThrow()).id
  })
const added = async (path: string, body: object): Promise<number> =>
  (await server.call(path, { token: admin, body })).data.id
const scripts = () => many((name) => added('v2/script/add', { name, body: 'true' }))
const tasks = () =>
  many((name) =>
    added('v2/task/add', {
      name,
      work: { action: 'reboot' },
      targets: { filter: {} },
      schedule: { cron: '0 0 1 1 *', timezone: 'UTC' },
    }),
  )

/** Has each phone of the box do what it is told. */
async function answerCommand(): Promise<void> {
  const agentOfBox = await connectBox(server, store, boxBody.code)
  const ended = { ending: 'exited', exit_code: 0, reason: null, truncated: false, transfer: null } as const
  for (let phone = 0; phone < size; phone += 1) {
    const { id } = await agentOfBox.phoneCommand()
    await agentOfBox.report({ type: 'command_ended', command_id: id, ...ended })
  }
  await agentOfBox.close()
}

/** Every batch of the contract, over more rows than the log shows of one. */
const scenes: Record<string, () => Promise<Scene>> = {
  userDel: async () => ({ rows: await users(), path: 'user/del' }),
  userSwitch: async () => ({ rows: await users(), path: 'user/switch', body: { enabled: false } }),
  userRenew: async () => ({ rows: await users(), path: 'user/renew', body: { days: 1 }, token: agent }),
  deviceEdit: async () => ({ rows: await phones(), path: 'device/edit', body: { note: 'all alike' } }),
  deviceDel: async () => ({ rows: await phones(), path: 'device/del' }),
  deviceRecover: async () => ({ rows: await phones('deleted'), path: 'device/recover' }),
  async deviceChangeIp() {
    void answerCommand() // An address is in the log once the phone has it.
    return { rows: await phones(), path: 'device/changeip' }
  },
  deviceMaintain: async () => ({ rows: await phones(), path: 'device/maintain', body: { on: true } }),
  deviceRun: async () => ({ rows: await phones(), path: 'device/run', body: { action: 'reboot' } }),
  deviceCare: async () => ({ rows: await phones(), path: 'device/care', body: { action: 'maintain' } }),
  environmentEdit: async () => ({ rows: await environments(), path: 'environment/edit', body: { market, note: 'x' } }),
  environmentMove: async () => {
    const tags = [await addGroup(fresh())]
    return { rows: await environments(), path: 'environment/move', body: { market, tags } }
  },
  environmentRun: async () => ({
    rows: await environments(),
    path: 'environment/run',
    body: { market, action: 'open' },
  }),
  environmentAssign: async () => {
    const owner_id = (await store.user('element')).id
    return { rows: await environments(), path: 'environment/assign', body: { market, owner_id } }
  },
  environmentDel: async () => ({ rows: await environments(), path: 'environment/del', body: { market } }),
  environmentRestore: async () => ({ rows: await trashed(), path: 'environment/restore', body: { market } }),
  environmentPurge: async () => ({ rows: await trashed(), path: 'environment/purge', body: { market } }),
  groupDel: async () => ({ rows: await groups(), path: 'group/del' }),
  fileDel: async () => ({ rows: await files(), path: 'file/del' }),
  scriptDel: async () => ({ rows: await scripts(), path: 'script/del', token: admin }),
  taskDel: async () => ({ rows: await tasks(), path: 'task/del', token: admin }),
  taskSwitch: async () => ({ rows: await tasks(), path: 'task/switch', body: { enabled: false }, token: admin }),
}

const isBatch = (body: InputSchema | undefined) => body?.properties?.ids !== undefined
const batches = describedOperations().flatMap(({ id, body, reads }) => (isBatch(body) && !reads ? [id] : []))

test('every operation on many rows is known here', () => {
  expect(batches.length).toBeGreaterThan(15)
  expect(Object.keys(scenes).toSorted()).toEqual(batches.toSorted())
})

/** What the operation log finds, the newest first. */
async function found(query: NonNullable<CallOptions['query']>) {
  return (await server.call('v2/log/list', { token: admin, query: { ...query, limit: 20 } })).data.items
}
const newest = async (query: NonNullable<CallOptions['query']>) => (await found(query))[0]

const gaps = async () => (await checkedLog(server, admin)).gaps

describe.each(batches)('%s', (operation) => {
  test('is found in the log by each of its rows: by number, by kind and number, and by name', async () => {
    const scene = await scenes[operation]?.()
    if (scene === undefined) throw new Error(`nothing is known of ${operation}`)
    const { rows, path, token = manager, body } = scene
    const since = (await newest({})).id
    const answer = await server.call(`v2/${path}`, { token, body: { ...body, ids: rows.map(({ id }) => id) } })
    expect(answer.code).toBe(codes.ok)
    expect((answer.data.results ?? []).filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
    const kind = path.split('/', 1).join('')
    for (const { id, name } of [rows[0], rows[20], rows.at(-1)].flatMap((row) => row ?? [])) {
      await expect.poll(async () => (await newest({ target_name: name }))?.id ?? 0).toBeGreaterThan(since)
      const named = await newest({ target_name: name })
      expect(named.target_kind).toBe(kind)
      const { action } = named
      // What the batch has begun may write more of each row meanwhile.
      expect(await found({ target_id: id, action })).toContainEqual(named)
      expect(await found({ target_id: id, target_kind: kind })).toContainEqual(named)
    }
  })
})

test('a list names the first 20 of a batch, the entry itself all; nobody alters them unnoticed', async () => {
  const rows = await environments()
  const ids = rows.map(({ id }) => id)
  await post('environment/edit', { ids, note: 'told whole' })
  const entry = await newest({ action: 'environment.edit' })
  expect(entry.target_name).toMatch(/^row-\d+-of-many(, row-\d+-of-many){19}…$/)
  const detail = () => server.call('v2/log/detail', { token: admin, query: { id: entry.id } })
  const { data } = await detail()
  expect(data.target_ids.toSorted((a: number, b: number) => a - b)).toEqual(ids)
  expect(data.entry.target_name.split(', ').toSorted()).toEqual(rows.map(({ name }) => name).toSorted())

  await allChained(store)
  expect(await gaps()).toEqual([])
  const meddle = (target_ids: number[]) =>
    store.db.updateTable('operation_log').set({ target_ids }).where('id', '=', entry.id).execute()
  for (const other of [data.target_ids.slice(1), []]) {
    await meddle(other)
    expect(await gaps()).toMatchObject([{ id: entry.id, kind: 'altered' }])
  }
  await meddle(data.target_ids)
  expect(await gaps()).toEqual([])
})

test('batches of a time when their ids were not kept are listed with those of their kind', async () => {
  const entry = { user: null, action: 'user.disable', ip: '' } as const
  const { log } = await openKeys(store.db, { dataDir: server.dataDir, secretKey: undefined })
  const { operationLog } = openStore(store.db, log)
  await operationLog.append({ ...entry, target: 'users:*', names: ['somebody', 'somebody else'] }, Date.now())
  const found = await newest({ target_kind: 'user' })
  expect(found).toMatchObject({ target_kind: 'user', target_id: '*', target_name: 'somebody, somebody else' })
  expect(await newest({ target_kind: 'user', target_id: '*' })).toEqual(found)
})
