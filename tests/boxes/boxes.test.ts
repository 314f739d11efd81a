import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import type { Role } from '../../domain/roles.ts'
import { connectBox, inventory, readyPhone } from '../support/fake-box.ts'
import { hearPatches } from '../support/patches.ts'
import { callServer, startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
const tokens: Partial<Record<Role | 'rival', string>> = {}
beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  await store.addUser({ user_name: 'rival', role: 'agent' }, 'admin')
  for (const role of ['admin', 'security', 'agent'] as const) tokens[role] = await server.signIn(role)
  const body = { user_name: 'rival', password: 'correct-horse-1' }
  tokens.rival = (await server.call('v2/user/login', { body })).data.token
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

let count = 0
const newBox = (more: object = {}) => ({
  name: '盒子',
  code: `T-${(count += 1)}`,
  region: 'jp-east',
  slots: 20,
  ...more,
})

const call = (who: keyof typeof tokens, path: string, body: unknown) =>
  server.call(`v2/${path}`, { token: tokens[who], body })
const add = async (who: keyof typeof tokens, more: object = {}) => (await call(who, 'box/add', newBox(more))).data
const list = async (who: keyof typeof tokens, query = {}) =>
  (await server.call('v2/box/list', { token: tokens[who], query })).data
const lastEntry = () =>
  store.db.selectFrom('operation_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

describe('adding a box', () => {
  test('answers it with its token once; only the hash of it is kept', async () => {
    const { box, enrolment_token, server_url } = await add('agent', { address: '深圳 A 排', note: '新' })
    expect(box).toMatchObject({
      region: 'jp-east',
      slots: 20,
      online: false,
      owner_name: 'agent',
      address: '深圳 A 排',
    })
    expect(server_url).toBe(server.url)
    const { items } = await list('agent', { id: box.id })
    expect(items).toEqual([box])
    expect(JSON.stringify(items)).not.toContain(enrolment_token)
    const row = await store.boxes.byId(box.id)
    expect(row?.enrolment_hash?.toString('utf8')).not.toContain(enrolment_token)
    expect((await lastEntry()).detail).not.toContain(enrolment_token)
  })

  test('its token enrols an agent', async () => {
    const { box, enrolment_token } = await add('agent')
    const body = { enrolment_token, agent_version: '0.1.0' }
    const { data } = await callServer(server.url, 'v2/box/enrol', { body })
    expect(data).toMatchObject({ box_id: box.id, name: '盒子' })
  })

  test('is the same operation at the older address', async () => {
    const { code, data } = await server.call('../box/add', { token: tokens.agent, body: newBox() })
    expect(code).toBe(codes.ok)
    expect(data.box.owner_name).toBe('agent')
    expect(await lastEntry()).toMatchObject({ action: 'box.add', target: `box:${data.box.id}` })
  })

  test('an admin names its owner; an agent owns what it adds', async () => {
    const rival = await store.user('rival')
    expect((await add('admin', { owner_id: rival.id })).box.owner_name).toBe('rival')
    expect(await call('agent', 'box/add', newBox({ owner_id: rival.id }))).toMatchObject({
      code: codes.invalidInput,
      data: { fields: { owner_id: expect.any(String) } },
    })
    const manager = await store.user('manager')
    expect((await call('admin', 'box/add', newBox({ owner_id: manager.id }))).data.fields).toHaveProperty('owner_id')
  })

  test('new phones go to somebody below the owner, and to nobody else', async () => {
    const manager = await store.user('manager')
    expect((await add('agent', { phone_owner_id: manager.id })).box.phone_owner_name).toBe('manager')
    expect((await call('rival', 'box/add', newBox({ phone_owner_id: manager.id }))).data.fields).toHaveProperty(
      'phone_owner_id',
    )
  })

  test('new phones go to nobody of security, who never touch one', async () => {
    const security = await store.user('security')
    const { code, data } = await call('admin', 'box/add', newBox({ phone_owner_id: security.id }))
    expect({ code, fields: Object.keys(data.fields) }).toEqual({ code: codes.invalidInput, fields: ['phone_owner_id'] })
  })

  test.each([
    ['code', { code: 'B01' }],
    ['code', { code: 'two words' }],
    ['code', { code: '' }],
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(65) }],
    ['name', { name: 'zero\0' }],
    ['region', { region: 'atlantis' }],
    ['slots', { slots: 0 }],
    ['slots', { slots: 1.5 }],
    ['note', { note: 'x'.repeat(501) }],
    ['surprise', { surprise: 1 }],
  ])('a bad %s is told at its field: %j', async (field, more) => {
    const { code, data } = await call('agent', 'box/add', newBox(more))
    expect(code).toBe(codes.invalidInput)
    expect(data.fields).toHaveProperty(field)
  })

  test('names come back as they went in', async () => {
    const name = `<b>'; drop table boxes;-- مرحبا \u{1F4E6}`
    const { box } = await add('agent', { name })
    expect((await list('agent', { id: box.id })).items[0].name).toBe(name)
  })
})

describe('the list of boxes', () => {
  test('shows an agent its own; admin and security see all', async () => {
    const { box } = await add('rival')
    expect((await list('agent', { id: box.id })).total).toBe(0)
    for (const who of ['rival', 'admin', 'security'] as const) expect((await list(who, { id: box.id })).total).toBe(1)
  })

  test('is narrowed by word, region, owner and whether the agent is there', async () => {
    const { box } = await add('rival', { name: '仓库 100%_', region: 'gb-london' })
    expect((await list('rival', { keyword: '100%_' })).items).toMatchObject([{ id: box.id }])
    expect((await list('rival', { region: 'gb-london' })).total).toBe(1)
    expect((await list('rival', { region: 'gb-london', online: true })).total).toBe(0)
    expect((await list('admin', { region: 'gb-london', owner_id: box.owner_id })).total).toBe(1)
  })
})

describe('changing a box', () => {
  test('changes what is given, and the log tells before and after', async () => {
    const { box } = await add('agent', { note: 'old' })
    const { data } = await call('agent', 'box/edit', { id: box.id, name: ' 新名字 ', note: 'new' })
    expect(data).toEqual({ ...box, name: '新名字', note: 'new' })
    const entry = await lastEntry()
    expect(JSON.parse(entry.detail)).toEqual({
      before: { name: '盒子', note: 'old' },
      after: { name: '新名字', note: 'new' },
    })
  })

  test('is heard by its owner at once', async () => {
    const { box } = await add('agent')
    const patches = await hearPatches(server, tokens.agent ?? '')
    await call('agent', 'box/edit', { id: box.id, name: '改名' })
    expect((await patches.next(({ id, type }) => type === 'box' && id === box.id)).changed).toMatchObject({
      name: '改名',
    })
    await patches.close()
  })

  test('a box of somebody else is not there', async () => {
    const { box } = await add('rival')
    for (const path of ['box/edit', 'box/del', 'box/token'])
      expect(await call('agent', path, { id: box.id, ...(path === 'box/edit' && { note: '' }) })).toMatchObject({
        code: codes.notFound,
      })
  })

  test('a new owner gets new phones itself', async () => {
    const manager = await store.user('manager')
    const rival = await store.user('rival')
    const { box } = await add('agent', { phone_owner_id: manager.id })
    const { data } = await call('admin', 'box/edit', { id: box.id, owner_id: rival.id })
    expect(data).toMatchObject({ owner_name: 'rival', phone_owner_id: null })
    expect((await call('rival', 'box/edit', { id: box.id, note: 'mine' })).code).toBe(codes.ok)
    expect((await call('rival', 'box/edit', { id: box.id, owner_id: manager.id })).data.fields).toHaveProperty(
      'owner_id',
    )
  })

  test('that is given to another owner obeys nothing that its former owner has', async () => {
    const { box, enrolment_token } = await add('agent')
    const agent = await connectBox(server, store, box.code)
    const closed = new Promise<void>((resolve) => agent.client.once('close', () => resolve()))
    await store.boxes.replaceEnrolment(box.id, createHash('sha256').update(enrolment_token).digest())
    const rival = await store.user('rival')
    const former = { enrolment_token, agent_version: '0.1.0' }

    // Whatever else is changed ends nothing.
    await call('admin', 'box/edit', { id: box.id, owner_id: box.owner_id, note: 'the same owner' })
    expect((await server.call('v2/box/enrol', { body: former })).data.box_id).toBe(box.id)

    expect((await call('admin', 'box/edit', { id: box.id, owner_id: rival.id })).code).toBe(codes.ok)
    await closed
    const entry = await lastEntry()
    expect(entry.action).toBe('box.edit')
    expect(entry.detail).not.toContain('enrolment')
    expect((await server.call('v2/box/enrol', { body: former })).code).toBe(codes.illegalToken)
    const { data } = await call('rival', 'box/token', { id: box.id })
    const body = { enrolment_token: data.enrolment_token, agent_version: '0.1.0' }
    expect((await server.call('v2/box/enrol', { body })).data.box_id).toBe(box.id)
  })

  test('security looks, and changes nothing', async () => {
    const { box } = await add('agent')
    for (const path of ['box/add', 'box/edit', 'box/del', 'box/token'])
      expect(await call('security', path, { id: box.id })).toMatchObject({ code: codes.notAllowed, status: 403 })
  })
})

describe('a box with phones', () => {
  test('is not removed while one is there, and takes its phones along when all are gone', async () => {
    const { box, enrolment_token } = await add('agent')
    const agent = await connectBox(server, store, box.code)
    const patches = await hearPatches(server, tokens.agent ?? '')
    await agent.report(inventory([readyPhone('GOING')]))
    const { id: phone } = await patches.next(({ changed }) => changed.serial === 'GOING')

    expect(await call('agent', 'box/del', { id: box.id })).toMatchObject({ code: codes.stateForbids })
    expect((await call('agent', 'box/edit', { id: box.id, slots: 1 })).code).toBe(codes.ok)
    await agent.vanish()
    await patches.next(({ id, changed }) => id === phone && changed.status === 'offline')
    expect((await call('agent', 'box/del', { id: box.id })).code).toBe(codes.ok)

    expect((await list('admin', { id: box.id })).total).toBe(0)
    for (const [type, id] of [
      ['box', box.id],
      ['device', phone],
    ] as const)
      await patches.next((patch) => patch.type === type && patch.id === id && patch.gone === true)
    const { data } = await server.call('v3/device/list', { token: tokens.admin, query: { id: phone } })
    expect(data.total).toBe(0)
    const body = { enrolment_token, agent_version: '0.1.0' }
    expect((await server.call('v2/box/enrol', { body })).code).toBe(codes.illegalToken)
    expect(JSON.parse((await lastEntry()).detail).before).toEqual({ code: box.code, name: '盒子', phones: ['GOING'] })
    // Its code is free again.
    expect((await call('agent', 'box/add', newBox({ code: box.code }))).code).toBe(codes.ok)
    await patches.close()
  })

  test('a new token ends the credentials of the agent that had the old one', async () => {
    const { box } = await add('agent')
    const agent = await connectBox(server, store, box.code)
    const closed = new Promise<void>((resolve) => agent.client.once('close', () => resolve()))
    const { data } = await call('agent', 'box/token', { id: box.id })
    await closed
    const body = { enrolment_token: data.enrolment_token, agent_version: '0.1.0' }
    expect((await server.call('v2/box/enrol', { body })).data.box_id).toBe(box.id)
    expect((await lastEntry()).action).toBe('box.token')
  })

  test('slots can not be fewer than the phones there are', async () => {
    const { box } = await add('agent')
    const agent = await connectBox(server, store, box.code)
    const patches = await hearPatches(server, tokens.agent ?? '')
    await agent.report(inventory([readyPhone('ONE'), readyPhone('TWO')]))
    await patches.next(({ changed }) => changed.serial === 'TWO')
    expect((await call('agent', 'box/edit', { id: box.id, slots: 1 })).data.fields).toHaveProperty('slots')
    expect((await list('agent', { id: box.id })).items[0]).toMatchObject({ slots: 20, phone_count: 2, online: true })
    await patches.close()
    await agent.close()
  })
})
