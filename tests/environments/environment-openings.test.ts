import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { reason } from '../../texts/reason.ts'
import { codes } from '../../domain/codes.ts'
import type { Schemas } from '../../server/http/contract.ts'
import { notesFile } from '../support/phone-page.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { watch } from '../support/viewer.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const market = 'amazon'
const until = { timeout: 30_000, interval: 100 }

let server: TestServer
let store: TestStore
let manager: string
let element: string

beforeAll(async () => {
  server = await startServer({ phones: 4 })
  store = openTestStore(server)
  manager = await server.signIn('manager')
  element = await server.signIn('element')
  await vi.waitFor(async () => expect(await phonesOf(manager, 'idle')).toHaveLength(4), until)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

type Device = Schemas['Device']

const post = (path: string, body: object, token = manager) => server.call(`v2/${path}`, { token, body })
const phonesOf = async (token: string, status?: string): Promise<Device[]> =>
  (await server.call('v3/device/list', { token, query: { sort: 'name', ...(status && { status: [status] }) } })).data
    .items
const phone = async (id: number): Promise<Device> => {
  const { data } = await server.call('v2/device/list', { token: manager, query: { id } })
  return data.items[0]
}
const statusOf = async (id: number): Promise<string> => (await phone(id)).status
/** A phone that nobody has. */
const idlePhone = async (but?: number): Promise<Device> => {
  const found = (await phonesOf(manager, 'idle')).find(({ id }) => id !== but)
  if (found === undefined) throw new Error('no phone is idle')
  return found
}
const environmentOf = async (id: number): Promise<Schemas['Environment']> => {
  const row = await store.environments.byId(id)
  if (row === undefined) throw new Error(`there is no environment ${id}`)
  const { data } = await server.call('v2/environment/list', {
    token: manager,
    query: { market: row.market, keyword: row.name },
  })
  return data.items[0]
}

async function add(name: string, fields: object = {}, token = manager): Promise<number> {
  const { data, message } = await post('environment/add', { market, name, ...fields }, token)
  if (data?.id === undefined) throw new Error(message)
  return data.id
}

async function open(id: number, token = manager, device_id?: number): Promise<number> {
  const { data, message } = await post('environment/open', { id, ...(device_id && { device_id }) }, token)
  if (data?.device_id === undefined) throw new Error(message)
  await expect.poll(() => statusOf(data.device_id), until).toBe('in_use')
  return data.device_id
}

async function close(id: number, deviceId: number, token = manager): Promise<void> {
  expect((await post('environment/close', { id }, token)).code).toBe(codes.ok)
  await expect.poll(() => statusOf(deviceId), until).toBe('idle')
}

async function shell(id: number, command: string, token = manager): Promise<string> {
  const { data, message } = await post('device/shell', { id, command }, token)
  if (data?.ending !== 'exited') throw new Error(message)
  return data.output
}
const note = (id: number, text: string, token = manager) => shell(id, `echo '${text}' > ${notesFile}`, token)
const noteOn = (id: number, token = manager) => shell(id, `cat ${notesFile} 2>/dev/null || true`, token)

describe('an environment that somebody has open', () => {
  test('becomes nobody else’s before it is closed, unless whoever has it open goes on seeing it', async () => {
    const owner_id = (await store.user('element')).id
    const back = (await store.user('manager')).id
    const id = await add('open to the element')
    const other = await add('beside it', { owner_id })
    const { undo } = (await post('environment/assign', { market, ids: [id], owner_id })).data
    const device = await open(id, element)

    const refused = { ok: false, code: codes.stateForbids, message: '环境正由 element 打开，关闭后才能转给他人' }
    for (const path of ['assign', 'edit']) {
      const { data } = await post(`environment/${path}`, { market, ids: [id, other], owner_id: back })
      expect(data.results, path).toMatchObject([refused, { id: other, ok: true }])
      await post('log/undo', { id: data.undo.log_id })
    }
    expect((await post('log/undo', { id: undo.log_id })).data.results).toMatchObject([refused])
    expect(await environmentOf(id)).toMatchObject({ owner_id, device_id: device })
    await close(id, device, element)

    const mine = await open(id)
    expect((await post('environment/assign', { market, ids: [id], owner_id: back })).data.results).toMatchObject([
      { ok: true },
    ])
    await close(id, mine)
  })

  test('keeps its market among the modules of whoever has it open, and names itself', async () => {
    const { id: user, modules } = await store.user('element')
    const id = await add('keeps its market', {}, element)
    const device = await open(id, element)
    const without = { id: user, modules: modules.filter((one) => one !== market) }
    const boss = await store.user('manager')
    const fromAbove = { id: boss.id, modules: boss.modules.filter((one) => one !== market) }
    const refused = {
      code: codes.invalidInput,
      data: { fields: { modules: 'element 正打开着该市场的环境“keeps its market”，请先关闭' } },
    }
    expect(await post('user/edit', without)).toMatchObject(refused)
    expect(await post('user/edit', fromAbove, await server.signIn('agent'))).toMatchObject(refused)
    await close(id, device, element)
    expect(await post('user/edit', without)).toMatchObject({ code: codes.ok })
    expect(await post('environment/open', { id }, element)).toMatchObject({ code: codes.notAllowed })
    expect(await post('user/edit', { id: user, modules })).toMatchObject({ code: codes.ok })
  })
})

describe('an environment', () => {
  test('keeps what was on its phone, and finds it on another', async () => {
    const id = await add('kept', { timezone: 'Europe/Berlin', language: 'de-DE' })
    const first = await open(id)
    expect(await phone(first)).toMatchObject({
      environment: { id, name: 'kept', market },
      in_use_by: { user_name: 'manager' },
    })
    expect((await shell(first, 'getprop persist.sys.timezone')).trim()).toBe('Europe/Berlin')
    await note(first, 'remember me')
    await close(id, first)
    expect(await noteOn(first)).toBe('')
    expect(await phone(first)).toMatchObject({ environment: null, in_use_by: null })
    expect(await environmentOf(id)).toMatchObject({ device_id: null, record: { size: expect.any(Number) } })

    const another = await idlePhone(first)
    expect(await open(id, manager, another.id)).toBe(another.id)
    expect(await noteOn(another.id)).toBe('remember me\n')
    await close(id, another.id)
  })

  test('goes through its proxy for as long as it is open, and its phone says so', async () => {
    const proxy = { type: 'http', host: 'gw.proxy.example', port: 8000, user_name: 'somebody', password: 'secret-1' }
    const id = await add('behind a proxy', { proxy })
    const device = await open(id)
    expect(await phone(device)).toMatchObject({ proxy: 'gw.proxy.example:8000' })
    expect(await shell(device, 'settings get global http_proxy')).toBe('gw.proxy.example:8000\n')
    await shell(device, 'settings put global http_proxy 10.0.0.9:3128')
    await expect.poll(() => phone(device)).toMatchObject({ proxy: '10.0.0.9:3128' })
    await close(id, device)
    expect(await phone(device)).toMatchObject({ proxy: '' })
  })

  test('does not show one environment what another left', async () => {
    const one = await add('one')
    const other = await add('other')
    const free = await idlePhone()
    await open(one, manager, free.id)
    await note(free.id, 'of one')
    await close(one, free.id)
    await open(other, manager, free.id)
    expect(await noteOn(free.id)).toBe('')
    await close(other, free.id)
  })

  test('leaves no file to whoever opens the next one on its phone, though it has what was pushed there before', async () => {
    const one = await add('with files')
    const other = await add('after files', {}, element)
    const free = await idlePhone()
    await shell(free.id, 'echo catalogue > /sdcard/Download/pushed.txt')
    await open(one, manager, free.id)
    expect(await shell(free.id, 'cat /sdcard/Download/pushed.txt')).toBe('catalogue\n')
    await shell(
      free.id,
      `mkdir -p /sdcard/invoices/.hidden '/sdcard/DCIM/a b' /data/local/tmp/loot /sdcard/Android/data/com.depop
for file in Download/x invoices/.hidden/y .z 'DCIM/a b/c' Android/data/com.depop/d; do echo secret > "/sdcard/$file"; done
for file in loot/x .y ...z; do echo secret > "/data/local/tmp/$file"; done
ln -s /data/data /sdcard/Download/link; ln -s /system/build.prop /data/local/tmp/link`,
    )
    await close(one, free.id)
    await open(other, element, free.id)
    const found = await shell(
      free.id,
      'find $(realpath /sdcard) ! -type d; find /data/local/tmp -mindepth 1; ls -a /sdcard /sdcard/DCIM; ls -d /data/data',
      element,
    )
    expect(found.split('\n')).toEqual([
      '/data/local/tmp/.phonedeck-environment',
      '/data/local/tmp/scrcpy-server.jar',
      '/sdcard:',
      ...'. .. Alarms Android DCIM Documents Download Movies Music Pictures'.split(' '),
      '',
      ...'/sdcard/DCIM: . .. Camera'.split(' '),
      '/data/data',
      '',
    ])
    await close(other, free.id, element)
  })

  test.each([
    ['of the shell', 'while true; do su 0 cp -r /data/data/com.phonedeck.notes /data/local/tmp/loot; sleep 0.2; done'],
    [
      'of root',
      'su 0 sh -c "nohup sh -c \\"while true; do cp -r /data/data/com.phonedeck.notes /data/local/tmp/loot; sleep 0.2; done\\" &"',
    ],
    ['that seems to show the screen', 'com.genymobile.scrcpy.Server() { sleep 600; }; com.genymobile.scrcpy.Server'],
    ['that seems to ask for the agent', 'sleep 600 || echo --phonedeck--'],
  ])('ends with whatever was left running on its phone: something %s', async (_what, command) => {
    const one = await add(`that goes on: ${_what}`)
    const other = await add(`after what goes on: ${_what}`, {}, element)
    const free = await idlePhone()
    await open(one, manager, free.id)
    await shell(free.id, `nohup sh -c '${command}' >/dev/null 2>&1 &`)
    const runs = 'ps -A -o ARGS | grep -e "[l]oot" -e "[s]leep 600"'
    await expect.poll(() => shell(free.id, `${runs} | wc -l`)).not.toBe('0\n')
    await close(one, free.id)
    await open(other, element, free.id)
    await note(free.id, 'of the other', element)
    expect(await shell(free.id, `sleep 1; ls /data/local/tmp; ${runs} || true`, element)).toBe('scrcpy-server.jar\n')
    await close(other, free.id, element)
  })

  test('is opened and closed before the eyes of those who watch its phone', async () => {
    const id = await add('watched')
    const free = await idlePhone()
    const viewer = await watch(server, manager, { id: free.id })
    await viewer.picture()
    const shown = () => shell(free.id, 'ps -A -o PID,ARGS | grep "[0-9] app_process / com.genymobile.scrcpy"')
    const before = await shown()
    await open(id, manager, free.id)
    await close(id, free.id)
    expect(await shown()).toBe(before)
    viewer.close()
  })

  test('ends, before it is loaded, what was begun on its idle phone', async () => {
    const id = await add('loaded later')
    const free = await idlePhone()
    await shell(
      free.id,
      `nohup sh -c 'while true; do su 0 cp -r /data/data/com.phonedeck.notes /data/local/tmp/loot; sleep 0.2; done' >/dev/null 2>&1 &`,
    )
    await expect.poll(() => shell(free.id, 'ls /data/local/tmp')).toContain('loot')
    await open(id, manager, free.id)
    await shell(free.id, 'rm -r /data/local/tmp/loot')
    expect(await shell(free.id, 'sleep 1; ls /data/local/tmp')).toBe('scrcpy-server.jar\n')
    await close(id, free.id)
  })

  test('has a record put back on the phone that it is open on, and loses nothing by it', async () => {
    const id = await add('restored')
    const device = await open(id)
    await note(device, 'old')
    await close(id, device)
    await open(id, manager, device)
    await note(device, 'new')
    const before = (await server.call('v2/environment/records', { token: manager, query: { market, id } })).data
    const { data } = await post('record/restore', { environment_id: id, record_id: before.items[0].id })
    expect(data).toEqual({ device_id: device })
    await expect.poll(() => statusOf(device), until).toBe('in_use')
    await expect.poll(() => noteOn(device), until).toBe('old\n')
    const after = (await server.call('v2/environment/records', { token: manager, query: { market, id } })).data
    expect(after.items).toHaveLength(2)
    await close(id, device)

    const chosen = await post('record/restore', { environment_id: id, record_id: after.items[0].id })
    expect(chosen.data).toEqual({ device_id: null })
    await open(id, manager, device)
    expect(await noteOn(device)).toBe('new\n')
    await close(id, device)
  })

  test('keeps its newest five records', async () => {
    const id = await add('often')
    const device = await open(id)
    await close(id, device)
    const [row] = await store.environmentRecords.ofEnvironment(id)
    if (row === undefined) throw new Error('nothing was saved')
    for (let number = 0; number < 6; number += 1) {
      const { id: _id, device_name: _name, ...record } = row
      await store.environmentRecords.add({ ...record, object: `records/${id}/old-${number}`, saved_at: Date.now() })
    }
    const { data } = await server.call('v2/environment/records', { token: manager, query: { market, id } })
    expect(data.items).toHaveLength(5)
  })

  test('is put back from the oldest of its records, though what is there is saved as one more', async () => {
    const id = await add('oldest')
    const device = await open(id)
    await note(device, 'the oldest')
    await close(id, device)
    const [first] = await store.environmentRecords.ofEnvironment(id)
    if (first === undefined) throw new Error('nothing was saved')
    const { id: oldest, device_name: _name, ...record } = first
    for (let number = 0; number < 4; number += 1)
      await store.environmentRecords.add({ ...record, object: `records/${id}/old-${number}`, saved_at: Date.now() })

    await open(id, manager, device)
    await note(device, 'the newest')
    await post('record/restore', { environment_id: id, record_id: oldest })
    await expect.poll(() => noteOn(device), until).toBe('the oldest\n')
    await expect.poll(() => statusOf(device), until).toBe('in_use')
    await close(id, device)
    const { data } = await server.call('v2/environment/records', { token: manager, query: { market, id } })
    expect(data.items).toHaveLength(5)
    expect(data.items.map((item: { id: number }) => item.id)).not.toContain(oldest)
  })

  test('is not replaced by what a phone has that lost its data', async () => {
    const id = await add('lost')
    const device = await open(id)
    await note(device, 'kept before')
    await close(id, device)
    await open(id, manager, device)
    await shell(device, `rm -f /data/local/tmp/.phonedeck-environment ${notesFile}`) // As a reset does.
    await close(id, device)
    const { data } = await server.call('v2/environment/records', { token: manager, query: { market, id } })
    expect(data.items).toHaveLength(1)
    const log = await server.call('v2/log/list', {
      token: await server.signIn('admin'),
      query: { action: 'record.lost' },
    })
    expect(log.data.items).toMatchObject([{ target_kind: 'environment', result: 'failed' }])
    await open(id, manager, device)
    expect(await noteOn(device)).toBe('kept before\n')
    await close(id, device)
  })

  test('is not opened twice, nor where its opener has no phone left to hold', async () => {
    const id = await add('open already')
    const device = await open(id)
    const again = await post('environment/open', { id })
    expect(again).toMatchObject({ code: codes.stateForbids, message: '环境已打开' })
    await store.addUser({ user_name: 'small', role: 'manager', modules: ['amazon'], thread_number: 0 }, 'agent')
    const body = { user_name: 'small', password: 'correct-horse-1' }
    const small = (await server.call('v2/user/login', { body })).data.token
    const theirs = await add('of small', {}, small)
    const refused = await post('environment/open', { id: theirs }, small)
    expect(refused).toMatchObject({ code: codes.stateForbids, message: '可同时使用的设备数已用完' })
    await close(id, device)
  })

  test('of two that want the last free phone one gets it, and the other is told so', async () => {
    const ids = [await add('last a'), await add('last b')]
    const last = await idlePhone()
    const others = (await phonesOf(manager, 'idle')).filter(({ id }) => id !== last.id)
    await post('device/maintain', { ids: others.map(({ id }) => id), on: true })
    const elsewhere = await post('environment/open', { id: ids[0], except_device_id: last.id })
    expect(elsewhere).toMatchObject({ code: codes.stateForbids, message: '没有可用的空闲设备' })
    const answers = await Promise.all(ids.map((id) => post('environment/open', { id })))
    const [refused, opened] = answers.toSorted((a, b) => b.code - a.code)
    expect(opened).toMatchObject({ code: codes.ok, data: { device_id: last.id } })
    expect(refused).toMatchObject({ code: codes.stateForbids, message: '没有可用的空闲设备' })
    await post('device/maintain', { ids: others.map(({ id }) => id), on: false })
    await expect.poll(() => statusOf(last.id), until).toBe('in_use')
    await close((await phone(last.id)).environment?.id ?? 0, last.id)
  })

  test('closed before it was ready saves nothing, and keeps what was saved before', async () => {
    const id = await add('hasty')
    const device = await open(id)
    await note(device, 'whole')
    await close(id, device)
    await post('environment/open', { id, device_id: device })
    await close(id, device)
    const { data } = await server.call('v2/environment/records', { token: manager, query: { market, id } })
    expect(data.items).toHaveLength(1)
    await open(id, manager, device)
    expect(await noteOn(device)).toBe('whole\n')
    await close(id, device)
  })

  test("is an element's own: it draws from its manager's phones, and others' environments are not there for it", async () => {
    const own = await add('own', {}, element)
    const foreign = await add('not its own')
    const device = await open(own, element)
    expect((await phonesOf(element)).map(({ id }) => id)).toContain(device)
    const answer = await post('environment/open', { id: foreign }, element)
    expect(answer.code).toBe(codes.notFound)
    const agent = await server.signIn('agent')
    expect(await post('environment/open', { id: own }, agent)).toMatchObject({ code: codes.notAllowed })
    await close(own, device, element)
  })
})

describe('a phone', () => {
  test('that is freed closes what is open on it, and saves it', async () => {
    const id = await add('freed')
    const device = await open(id)
    await note(device, 'kept by freeing')
    const { data } = await server.call('v2/device/freed', { token: manager, query: { id: device } })
    expect(data).toEqual({ saves: true })
    await expect.poll(() => statusOf(device), until).toBe('idle')
    expect((await environmentOf(id)).record).not.toBeNull()
  })

  test('gets another address', async () => {
    const before = await idlePhone()
    const { data } = await post('device/changeip', { ids: [before.id] })
    expect(data.results).toEqual([{ id: before.id, ok: true }])
    await expect.poll(() => statusOf(before.id), until).toBe('idle')
    await expect.poll(async () => (await phone(before.id)).egress_ip, until).not.toBe(before.egress_ip)
  })

  test('leaves the fleet when it is deleted, and comes back when it is recovered', async () => {
    const gone = await idlePhone()
    const id = gone.id
    expect((await post('device/del', { id })).data.results).toEqual([{ id, ok: true }])
    expect((await phonesOf(manager)).map((one) => one.id)).not.toContain(id)
    expect((await phonesOf(manager, 'deleted')).map((one) => one.id)).toEqual([id])
    expect(await post('device/changeip', { id })).toMatchObject({ code: codes.stateForbids })
    await post('device/recover', { id })
    expect(await statusOf(id)).toBe('idle')
  })

  test('tells what it is started with', async () => {
    const one = await idlePhone()
    await post('device/edit', { id: one.id, start_settings: { timezone: 'Asia/Tokyo', dpi: 320 } })
    const { data } = await server.call('v2/device/start/settings', { token: manager, query: { id: one.id } })
    expect(data).toMatchObject({ timezone: 'Asia/Tokyo', dpi: 320 })
  })

  test('with something open on it is not deleted', async () => {
    const id = await add('in the way')
    const device = await open(id)
    expect(await post('device/del', { id: device })).toMatchObject({ code: codes.stateForbids })
    await close(id, device)
  })

  test("is not an element's to delete, and a stranger's not at all", async () => {
    const one = await idlePhone()
    expect(await post('device/del', { id: one.id }, element)).toMatchObject({ code: codes.notAllowed })
    await store.addUser({ user_name: 'beside', role: 'manager', modules: ['amazon'] }, 'agent')
    const body = { user_name: 'beside', password: 'correct-horse-1' }
    const stranger = (await server.call('v2/user/login', { body })).data.token
    expect(await post('device/del', { id: one.id }, stranger)).toMatchObject({ code: codes.notFound })
    const many = await post('device/changeip', { ids: [one.id] }, stranger)
    expect(many.data.results).toMatchObject([{ ok: false, code: codes.notFound }])
  })

  test('that took too long is faulty and says why; recovered, it saves what is whole and is free again', async () => {
    const id = await add('late')
    const device = await open(id)
    await note(device, 'saved by recovering')
    await store.db
      .updateTable('devices')
      .set({ status: 'preparing', status_deadline: 1 })
      .where('id', '=', device)
      .execute()
    await expect.poll(async () => (await phone(device)).status_reason, until).toEqual(reason('devices.late.preparing'))
    expect(await statusOf(device)).toBe('faulty')
    await post('device/recover', { id: device })
    await expect.poll(() => statusOf(device), until).toBe('idle')
    expect((await environmentOf(id)).record).not.toBeNull()
  })
})
