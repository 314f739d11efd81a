import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { textReason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { codes } from '../../domain/codes.ts'
import { isCare } from '../../domain/phone-actions.ts'
import { jobTask, type UserMessage } from '../../domain/user-messages.ts'
import type { Schemas } from '../../server/http/contract.ts'
import { makeApk } from '../phone/shell/apk-under-test.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { jobOutput } from '../support/job-output.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { upload } from '../support/upload.ts'
import { openUserSocket } from '../support/user-socket.ts'

const until = { timeout: 30_000, interval: 100 }
const shop = 'com.example.shop'

type Job = Schemas['Job']
type JobItem = Schemas['JobItem']

let server: TestServer
let store: TestStore
let admin: string
let manager: string
let element: string
/** The manager's. */
let phones: Schemas['Device'][]

beforeAll(async () => {
  server = await startServer({ phones: 4 })
  store = openTestStore(server)
  admin = await server.signIn('admin')
  manager = await server.signIn('manager')
  element = await server.signIn('element')
  phones = await idlePhones(server, manager, 4)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

function phone(place: number): Schemas['Device'] {
  const found = phones[place]
  if (found === undefined) throw new Error(`there is no phone ${place}`)
  return found
}
const run = (body: { action: string; [field: string]: unknown }, token = manager) =>
  server.call(isCare(body.action) ? 'v2/device/care' : 'v2/device/run', { token, body })
const detailOf = (id: number, token = manager) => server.call('v2/job/detail', { token, query: { id } })

/** Does something on phones, and waits until all of them have ended. */
async function outcome(
  action: string,
  ids: readonly number[],
  more: object = {},
  token = manager,
): Promise<{ job: Job; phones: JobItem[] }> {
  const { data, message } = await run({ ids, action, ...more }, token)
  if (data?.job_id === undefined) throw new Error(`${message} ${JSON.stringify(data)}`)
  return ended(data.job_id, token)
}

const ended = (id: number, token = manager) =>
  vi.waitFor(async () => {
    const { job, items } = (await detailOf(id, token)).data
    expect(job.ended_at).not.toBeNull()
    return { job: job as Job, phones: items.items as JobItem[] }
  }, until)

async function shell(id: number, command: string): Promise<string> {
  const { data, message } = await server.call('v2/device/shell', { token: manager, body: { id, command } })
  if (data?.ending !== 'exited') throw new Error(message)
  return data.output
}

/** Uploads a file, for whoever has the token; answers its id. It need not be checked yet. */
async function fileOf(name: string, content: string | Buffer, token = manager): Promise<number> {
  await upload(server, token, name, new Uint8Array(Buffer.from(content)))
  const { items } = (await server.call('v2/file/list', { token, query: { keyword: name } })).data
  return items[0].id
}

const apps = async (id: number, language = 'zh-CN'): Promise<Schemas['PhoneApp'][]> =>
  (await server.call('v2/device/apps', { token: manager, query: { id }, headers: { 'X-Language': language } })).data
    .items

const nameOfNotes = (known: Schemas['PhoneApp'][]) => known.find((app) => app.package === 'com.phonedeck.notes')?.label

describe('apps', () => {
  test('an APK is installed on several phones, opened, stopped and removed', async () => {
    const ids = [phone(0).id, phone(1).id]
    const file_id = await fileOf('shop.apk', makeApk(shop, 7, '1.2'))
    const { job, phones: items } = await outcome('install', ids, { file_id })
    expect(job).toMatchObject({ state: 'done', name: 'shop.apk', action: 'install', total: 2, succeeded: 2 })
    expect(job.arguments).toEqual({ file_id })
    expect(items.map(({ reason }) => reason)).toEqual([null, null])
    expect(await apps(phone(1).id)).toContainEqual({ package: shop, label: null, version: '1.2', installed: true })

    expect((await outcome('launch', ids, { package: 'com.depop' })).job.succeeded).toBe(2)
    expect((await outcome('stop', ids, { package: 'com.depop' })).job.succeeded).toBe(2)
    expect((await outcome('uninstall', ids, { package: shop })).job.succeeded).toBe(2)
    expect((await apps(phone(0).id)).map((app) => app.package)).not.toContain(shop)
  })

  test('the apps of a phone are told with their names and whether somebody installed them', async () => {
    const known = (await apps(phone(2).id)).find((app) => app.package === 'com.amazon.mShop.android.shopping')
    expect(known).toMatchObject({ label: 'Amazon', installed: false })
    expect(known?.version).not.toBe('')
  })

  test('apps that come with every phone are called what they are in the caller’s language', async () => {
    expect(nameOfNotes(await apps(phone(2).id))).toBe('备忘录')
    expect(nameOfNotes(await apps(phone(2).id, 'en'))).toBe('Notes')
  })

  test('a file that is no APK is refused by the phone, and the reason says so', async () => {
    const file_id = await fileOf('notes.txt', 'this is no app')
    const { phones: items } = await outcome('install', [phone(0).id], { file_id })
    expect(items[0]).toMatchObject({ state: 'failed', exit_code: 1 })
    expect(items[0]?.reason).toEqual({
      code: 'apps.reason.invalid',
      params: { said: expect.stringMatching(/^Failure \[INSTALL_PARSE_FAILED_NOT_APK/) },
    })
  })

  test('what is not on the phone can be neither removed nor opened, and the reason says so', async () => {
    const removed = await outcome('uninstall', [phone(0).id], { package: 'com.example.nowhere' })
    expect(removed.phones[0]?.reason?.code).toBe('apps.reason.notRemovable')
    const opened = await outcome('launch', [phone(0).id], { package: 'com.example.nowhere' })
    expect(opened.phones[0]?.reason?.code).toBe('apps.reason.notLaunchable')
  })
})

describe('files', () => {
  test('a pushed file is on the phone, byte for byte', async () => {
    const file_id = await fileOf('价格 表.csv', 'a,b\n1,2\n')
    const { job } = await outcome('push', [phone(0).id, phone(1).id], { file_id })
    expect(job).toMatchObject({ name: '价格 表.csv', succeeded: 2 })
    expect(await shell(phone(1).id, "cat '/sdcard/Download/价格 表.csv'")).toBe('a,b\n1,2\n')
  })

  test('a file that is deleted meanwhile fails the phones that have not had it, with that reason', async () => {
    const file_id = await fileOf('short-lived.txt', 'x')
    await outcome('push', [phone(0).id], { file_id })
    await server.call('v2/file/del', { token: manager, body: { ids: [file_id] } })
    const again = await run({ ids: [phone(0).id], action: 'push', file_id })
    expect(again.code).toBe(codes.notFound)
    // A job that began before keeps what it is about.
    const late = await fileOf('later-gone.txt', 'x')
    const { job } = await outcome('push', [phone(0).id], { file_id: late })
    await store.db.updateTable('job_items').set({ state: 'failed' }).where('job_id', '=', job.id).execute()
    await server.call('v2/file/del', { token: manager, body: { ids: [late] } })
    const { data } = await server.call('v2/job/retry', { token: manager, body: { id: job.id } })
    expect((await ended(data.job_id)).phones[0]?.reason).toEqual(reason('files.reason.gone'))
  })

  test('a file that has meanwhile a name that no phone takes fails with that reason, and no more', async () => {
    const file_id = await fileOf('visible.txt', 'x')
    const { job } = await outcome('push', [phone(0).id], { file_id })
    await store.db.updateTable('job_items').set({ state: 'failed' }).where('job_id', '=', job.id).execute()
    await server.call('v2/file/edit', { token: manager, body: { id: file_id, name: '.hidden' } })
    const { data } = await server.call('v2/job/retry', { token: manager, body: { id: job.id } })
    expect((await ended(data.job_id)).phones[0]?.reason).toEqual(reason('files.reason.nameForPhone'))
    expect((await run({ ids: [phone(0).id], action: 'push', file_id })).data.fields).toHaveProperty(['file_id'])
  })

  test('the caller has to see the file', async () => {
    const file_id = await fileOf('of-admin.txt', 'x', admin)
    expect((await run({ ids: [phone(0).id], action: 'push', file_id })).code).toBe(codes.notFound)
  })
})

describe('screens', () => {
  test('a screenshot becomes a file of whoever took it: a PNG of the screen’s size', async () => {
    const { phones: found } = await outcome('screenshot', [phone(0).id])
    const id = found[0]?.file_id ?? 0
    const { items } = (await server.call('v2/file/list', { token: manager, query: { keyword: '.png' } })).data
    const file = items.find((one: { id: number }) => one.id === id)
    expect(file).toMatchObject({ status: 'ready', owner_name: 'manager' })
    expect(file.name).toMatch(new RegExp(`^${phone(0).name} \\d{4}-\\d\\d-\\d\\d \\d\\d\\.\\d\\d\\.\\d\\d\\.png$`))

    const { data } = await server.call('v2/file/link', { token: manager, query: { id } })
    const picture = Buffer.from(await (await fetch(server.url + data.url)).arrayBuffer())
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`).toBe(phone(0).resolution)
    expect(picture.length).toBe(file.size)

    await server.call('v2/file/del', { token: manager, body: { ids: [id] } })
    await vi.waitFor(async () => expect((await fetch(server.url + data.url)).status).toBe(404), until)
  })

  test('a screen goes off and on', async () => {
    const bytes = async () => Number(await shell(phone(0).id, 'screencap -p | wc -c'))
    const lit = await bytes()
    expect((await outcome('screen_off', [phone(0).id])).job.succeeded).toBe(1)
    expect(await bytes()).toBeLessThan(lit)
    expect((await outcome('screen_on', [phone(0).id])).job.succeeded).toBe(1)
    expect(await bytes()).toBe(lit)
  })
})

describe('commands', () => {
  test('are run on several phones, and what each said is kept; the log tells the command without its secrets', async () => {
    const ids = [phone(0).id, phone(1).id]
    const { job } = await outcome('shell', ids, { command: 'echo --password secret-word; getprop ro.serialno\nexit 0' })
    expect(job).toMatchObject({ action: 'script', name: 'echo --password ***; getprop ro.serialno', succeeded: 2 })
    const said = ids.map((id) => jobOutput(server, manager, { job: job.id, phone: id }))
    expect((await Promise.all(said)).map(({ output }) => output)).toEqual(
      [phone(0), phone(1)].map(({ serial }) => `--password secret-word\n${serial}\n`),
    )
    const [entry] = await store.db
      .selectFrom('operation_log')
      .select('detail')
      .where('action', '=', 'device.shell')
      .where('target', '=', 'device:*')
      .execute()
    expect(entry?.detail).toContain(`"job_id":${job.id}`)
    expect(entry?.detail).toContain('echo --password ***; getprop ro.serialno')
    expect(entry?.detail).not.toContain('secret-word')
  })

  test('that fail say so with their exit codes', async () => {
    const { job, phones: items } = await outcome('shell', [phone(0).id], { command: 'exit 3' })
    expect(job).toMatchObject({ succeeded: 0, failed: 1 })
    expect(items[0]).toMatchObject({ state: 'failed', exit_code: 3 })
  })

  test.each([
    [{ action: 'shell' }, 'command'],
    [{ action: 'shell', command: 'ls', package: 'com.depop' }, 'package'],
    [{ action: 'reboot', command: 'ls' }, 'command'],
  ])('%j is refused because of %s', async (body, field) => {
    const { code, data } = await run({ ids: [phone(0).id], ...body })
    expect(code).toBe(codes.invalidInput)
    expect(Object.keys(data.fields)).toEqual([field])
  })
})

test('phones are given other addresses as a job, which ends when they have them', async () => {
  const ids = [phone(0).id, phone(1).id]
  const socket = await openUserSocket(server, manager)
  const { job, phones: found } = await outcome('change_ip', ids)
  expect(job).toMatchObject({ succeeded: 2, failed: 0 })
  const { items } = (await server.call('v2/device/list', { token: manager, query: { sort: 'name' } })).data
  for (const { device_id } of found) {
    const after = items.find((one: { id: number }) => one.id === device_id)
    expect(after).toMatchObject({ status: 'idle' })
    expect(after.egress_ip).not.toBe(phones.find(({ id }) => id === device_id)?.egress_ip)
  }
  const isLast = (message: UserMessage) =>
    message.task_type === jobTask && 'job' in message && message.job.id === job.id && message.job.ended_at !== null
  await vi.waitFor(() => expect(socket.heard.some(isLast)).toBe(true), until)
  socket.close()
})

const statusOf = async (id: number) => (await store.devices.byId(id))?.status

test('phones are freed: what is open is closed and kept, who controls one stops, and one that nobody has says so', async () => {
  const [opened, controlled, idle] = [phone(0).id, phone(1).id, phone(2).id]
  const market = 'amazon'
  const { data: environment } = await server.call('v2/environment/add', {
    token: manager,
    body: { market, name: 'freed' },
  })
  const body = { id: environment.id, device_id: opened }
  await server.call('v2/environment/open', { token: manager, body })
  await server.call('v2/device/stream/point', { token: manager, query: { id: controlled, mode: 'control' } })
  await vi.waitFor(async () => expect(await statusOf(opened)).toBe('in_use'), until)

  const { job, phones: items } = await outcome('free', [opened, controlled, idle])
  expect(job).toMatchObject({ succeeded: 2, failed: 1 })
  expect(items.find(({ device_id }) => device_id === idle)).toMatchObject({
    state: 'failed',
    reason: reason('devices.reason.idle'),
  })
  expect([await statusOf(opened), await statusOf(controlled)]).toEqual(['idle', 'idle'])
  const records = { market, id: environment.id }
  const { data } = await server.call('v2/environment/records', { token: manager, query: records })
  expect(data.items).toHaveLength(1)
})

const setPhone = (id: number, change: object) =>
  store.db.updateTable('devices').set(change).where('id', '=', id).execute()

const retryJob = (id: number, body: object, token = manager) =>
  server.call('v2/job/retry', { token, body: { id, ...body } })

describe('a phone that is left faulty', () => {
  test('is none that is there with its old address', async () => {
    const { id } = phone(0)
    await setPhone(id, { status: 'changing_ip', status_deadline: 1 })
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('idle'), until)
    expect((await store.devices.byId(id))?.status_reason).toEqual(reason('devices.late.changing_ip'))
    expect((await outcome('change_ip', [id])).job.succeeded).toBe(1)
  })

  test('says so in its job, and is recovered and tried again in one go', async () => {
    const [broken, fine] = [phone(0).id, phone(1).id]
    await setPhone(broken, { status: 'faulty', status_reason: reason('devices.late.changing_ip') })
    const first = await outcome('change_ip', [broken, fine])
    expect(first.job).toMatchObject({ succeeded: 1, failed: 1 })
    const item = ({ phones: items }: typeof first) => items.find(({ device_id }) => device_id === broken)
    expect(item(first)).toMatchObject({
      state: 'failed',
      device_status: 'faulty',
      reason: reason('devices.reason.faulty'),
    })

    const inVain = await ended((await retryJob(first.job.id, {})).data.job_id)
    expect(inVain.job).toMatchObject({ total: 1, failed: 1 })
    // A member of the team works with phones that others take care of.
    await store.devices.handOver([broken], await store.user('element'))
    const own = await outcome('change_ip', [broken], {}, element)
    expect((await retryJob(own.job.id, { recover: true }, element)).code).toBe(codes.notAllowed)

    const { data } = await retryJob(first.job.id, { recover: true })
    const second = await ended(data.job_id)
    expect(second.job).toMatchObject({ retry_of: first.job.id, total: 1, succeeded: 1 })
    expect(item(second)).toMatchObject({ state: 'succeeded', device_status: 'idle' })
    const entries = store.db.selectFrom('operation_log').select('action').where('target', '=', `device:${broken}`)
    expect((await entries.execute()).map(({ action }) => action)).toContain('device.recover')
    await store.devices.handOver([broken], await store.user('manager'))
  })

  test('is told of by its job behind thousands that are not', async () => {
    const { id } = phone(0)
    await setPhone(id, { status: 'faulty' })
    const { job } = await outcome('change_ip', [id])
    const recoverable = async () => (await detailOf(job.id)).data.recoverable
    expect(await recoverable()).toBe(1)
    const [item] = await store.db.deleteFrom('job_items').where('job_id', '=', job.id).returningAll().execute()
    if (item === undefined) throw new Error('the job had no phone')
    const gone = { job_id: job.id, device_id: null, device_name: 'gone', state: 'succeeded' } as const
    await store.db
      .insertInto('job_items')
      .values(Array.from({ length: 600 }, () => gone))
      .execute()
    const { id: _first, ...again } = item
    await store.db.insertInto('job_items').values(again).execute()
    const { items } = (await server.call('v2/job/detail', { token: manager, query: { id: job.id, limit: 500 } })).data
      .items
    expect(items.every(({ state }: { state: string }) => state === 'succeeded')).toBe(true)
    expect(await recoverable()).toBe(1)
    await setPhone(id, { status: 'idle' })
    expect(await recoverable()).toBe(0)
  })

  test('stays so where it has gone to somebody above meanwhile', async () => {
    const { id } = phone(0)
    await setPhone(id, { status: 'faulty', status_reason: reason('devices.late.changing_ip') })
    const { job } = await outcome('change_ip', [id])
    expect((await detailOf(job.id)).data.recoverable).toBe(1)
    await store.devices.handOver([id], await store.user('agent'))
    expect((await detailOf(job.id)).data.recoverable).toBe(0)
    const { data } = await retryJob(job.id, { recover: true })
    expect((await ended(data.job_id)).job).toMatchObject({ total: 1, failed: 1 })
    expect(await statusOf(id)).toBe('faulty')
    await store.devices.handOver([id], await store.user('manager'))
    await setPhone(id, { status: 'idle', status_reason: null })
  })
})

describe('in a batch', () => {
  test('phones that can’t fail at once with reasons, the others don’t feel it, and only those are tried again', async () => {
    const [dead, faulty] = [phone(2), phone(3)]
    await setPhone(dead.id, { status: 'offline' })
    await setPhone(faulty.id, { status: 'faulty' })
    const begun = Date.now()
    const file_id = await fileOf('price.csv', 'x')
    const first = await outcome(
      'push',
      phones.map(({ id }) => id),
      { file_id },
    )
    expect(Date.now() - begun).toBeLessThan(10_000)
    expect(first.job).toMatchObject({ state: 'done', total: 4, succeeded: 2, failed: 2 })
    const reasonOf = (id: number) => first.phones.find(({ device_id }) => device_id === id)?.reason
    expect([reasonOf(dead.id), reasonOf(faulty.id)]).toEqual([
      reason('devices.reason.offline'),
      reason('devices.reason.faulty'),
    ])
    // A faulty phone may be looked at all the same.
    expect((await outcome('screenshot', [faulty.id])).job.succeeded).toBe(1)

    await setPhone(dead.id, { status: 'idle' })
    await setPhone(faulty.id, { status: 'idle' })
    const { data } = await server.call('v2/job/retry', { token: manager, body: { id: first.job.id } })
    const second = await ended(data.job_id)
    expect(second.job).toMatchObject({ retry_of: first.job.id, action: 'push', total: 2, succeeded: 2 })
    expect(second.job.arguments).toEqual({ file_id })
  })

  test('all phones that match are meant, as the list’s filters say', async () => {
    const { data } = await run({ matching: { keyword: phone(1).name }, action: 'screen_on' })
    const { job, phones: items } = await ended(data.job_id)
    expect(job).toMatchObject({ total: 1, succeeded: 1 })
    expect(items[0]?.device_id).toBe(phone(1).id)
    const all = await run({ matching: {}, action: 'screen_on' })
    expect((await ended(all.data.job_id)).job.total).toBe(4)
    expect((await run({ matching: { keyword: 'nowhere' }, action: 'screen_on' })).code).toBe(codes.notFound)
    expect((await run({ matching: {}, action: 'screen_on' }, element)).code).toBe(codes.notFound)
  })

  test('what has not begun can be called off', async () => {
    // Nothing begins before the file is checked.
    const file_id = await fileOf('unchecked.txt', 'x')
    const checking = (status: 'checking' | 'ready') =>
      store.db
        .updateTable('files')
        .set({ status, checked_until: Date.now() + 600_000 })
        .where('id', '=', file_id)
        .execute()
    await vi.waitFor(async () => expect((await store.files.byId(file_id))?.status).toBe('ready'), until)
    await checking('checking')
    const { data } = await run({ ids: phones.map(({ id }) => id), action: 'push', file_id })
    await vi.waitFor(async () => expect((await detailOf(data.job_id)).data.job.state).toBe('running'), until)
    expect((await server.call('v2/job/cancel', { token: manager, body: { id: data.job_id } })).code).toBe(codes.ok)
    expect((await ended(data.job_id)).job).toMatchObject({ state: 'cancelled', cancelled: 4, failed: 0 })
    await checking('ready')
  })

  test('a phone that somebody has who is not below the caller fails with who that is', async () => {
    const taken = { token: manager, query: { id: phone(3).id, mode: 'control' } }
    expect((await server.call('v2/device/stream/point', taken)).code).toBe(codes.ok)
    const { id, path } = await store.user('element')
    await setPhone(phone(3).id, { owner_id: id, owner_path: path })
    const { phones: items } = await outcome('screen_on', [phone(3).id], {}, element)
    expect(items[0]).toMatchObject({ state: 'failed', reason: reason('devices.reason.held', { name: 'manager' }) })
    expect((await outcome('screen_on', [phone(3).id], {}, admin)).job.succeeded).toBe(1)
  })
})

describe('phones themselves', () => {
  test('are taken out of use and given back as jobs', async () => {
    const [idle, controlled] = [phone(0).id, phone(1).id]
    await server.call('v2/device/stream/point', { token: manager, query: { id: controlled, mode: 'control' } })
    const begun = await outcome('maintain', [idle, controlled])
    expect(begun.job).toMatchObject({ action: 'maintain', succeeded: 1, failed: 1 })
    expect(new Set(begun.phones.map(({ reason: why }) => why?.code))).toEqual(
      new Set(['devices.reason.in_use', undefined]),
    )
    expect([await statusOf(idle), await statusOf(controlled)]).toEqual(['maintenance', 'in_use'])
    await outcome('free', [controlled])
    expect((await outcome('end_maintenance', [idle])).job.succeeded).toBe(1)
    expect([await statusOf(idle), await statusOf(controlled)]).toEqual(['idle', 'idle'])
  })

  test('leave the fleet and come back as jobs, those that could not once they can, and the log names each', async () => {
    const [idle, maintained] = [phone(0).id, phone(1).id]
    await outcome('maintain', [maintained])
    const gone = await outcome('delete', [idle, maintained])
    expect(gone.job).toMatchObject({ succeeded: 1, failed: 1 })
    await outcome('end_maintenance', [maintained])
    const { data } = await server.call('v2/job/retry', { token: manager, body: { id: gone.job.id } })
    expect((await ended(data.job_id)).job).toMatchObject({ total: 1, succeeded: 1 })
    expect([await statusOf(idle), await statusOf(maintained)]).toEqual(['deleted', 'deleted'])

    expect((await outcome('recover', [idle, maintained])).job.succeeded).toBe(2)
    expect([await statusOf(idle), await statusOf(maintained)]).toEqual(['idle', 'idle'])
    const target = `device:${idle}`
    const log = store.db.selectFrom('operation_log').select('action').where('target', '=', target).orderBy('id')
    expect((await log.execute()).map(({ action }) => action).slice(-2)).toEqual(['device.del', 'device.recover'])
  })

  test('come back from a fault as a job, which ends when what was open on them is closed', async () => {
    const { id } = phone(0)
    const body = { market: 'amazon', name: 'on a faulty phone' }
    const { data: environment } = await server.call('v2/environment/add', { token: manager, body })
    await server.call('v2/environment/open', { token: manager, body: { id: environment.id, device_id: id } })
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('in_use'), until)
    await setPhone(id, { status: 'faulty', status_reason: textReason('tried') })
    expect((await outcome('delete', [id])).phones[0]?.reason).toEqual(reason('devices.reason.faulty'))
    expect((await outcome('recover', [id])).job.succeeded).toBe(1)
    expect(await statusOf(id)).toBe('idle')
  })

  test('are cared for by those above elements, and by security, which does nothing else and sees no other jobs', async () => {
    const ids = [phone(0).id]
    expect(await run({ ids, action: 'maintain' }, element)).toMatchObject({ code: codes.notAllowed })
    const security = await server.signIn('security')
    expect((await outcome('maintain', ids, {}, security)).job.succeeded).toBe(1)
    expect((await outcome('end_maintenance', ids, {}, security)).job.succeeded).toBe(1)
    expect(await run({ ids, action: 'reboot' }, security)).toMatchObject({ code: codes.notAllowed })
    const listed = (await server.call('v2/job/list', { token: security })).data.items
    expect(new Set(listed.map(({ created_by_name }: Job) => created_by_name))).toEqual(new Set(['security']))
  })

  test('of somebody else stay as they are, also where they are in use by the caller', async () => {
    const other = await store.addUser({ user_name: 'other-boss', role: 'manager' }, 'agent')
    const { id } = phone(3)
    const held = { in_use_by: (await store.user('manager')).id, status: 'in_use' }
    await setPhone(id, { owner_id: other.id, owner_path: other.path, ...held })
    expect((await outcome('delete', [id])).phones[0]?.reason).toEqual(reason('devices.reason.notYours'))
    const manager = await store.user('manager')
    await setPhone(id, { owner_id: manager.id, owner_path: manager.path, in_use_by: null, status: 'idle' })
  })
})

test('a phone that goes to somebody else just before a job deletes it stays in the fleet', async () => {
  const { id } = phone(3)
  const manager = await store.user('manager')
  const other = await store.addUser({ user_name: 'next-boss', role: 'manager' }, 'agent')
  const job = await store.transaction(async (tx) => {
    await tx.devices.lock(id)
    const { data } = await run({ ids: [id], action: 'delete' })
    await vi.waitFor(async () => expect(await store.waitingForLocks()).toBe(1), until)
    await tx.statement('update devices set owner_id = $1, owner_path = $2 where id = $3', [other.id, other.path, id])
    return data.job_id
  })
  expect((await ended(job)).phones[0]?.reason).toEqual(reason('devices.reason.noSuchDevice'))
  expect(await statusOf(id)).toBe('idle')
  await setPhone(id, { owner_id: manager.id, owner_path: manager.path })
})

describe('who', () => {
  test('sees a job: whoever began it and those above; nobody else may touch it', async () => {
    const { job } = await outcome('screen_on', [phone(3).id], {}, admin)
    const own = await outcome('screen_on', [phone(0).id])
    const seenBy = async (token: string, id: number) => ({
      listed: (await server.call('v2/job/list', { token })).data.items.some((one: Job) => one.id === id),
      detail: (await detailOf(id, token)).code,
      output: (await server.call('v2/job/output', { token, query: { id, item_id: own.phones[0]?.id ?? 0 } })).code,
    })
    const all = { listed: true, detail: codes.ok, output: codes.ok }
    const none = { listed: false, detail: codes.notFound, output: codes.notFound }
    expect(await seenBy(manager, own.job.id)).toEqual(all)
    expect(await seenBy(admin, own.job.id)).toEqual(all)
    expect(await seenBy(await server.signIn('agent'), own.job.id)).toEqual(all)
    expect(await seenBy(element, own.job.id)).toEqual(none)
    expect(await seenBy(manager, job.id)).toEqual(none)
    for (const path of ['v2/job/cancel', 'v2/job/retry'])
      expect((await server.call(path, { token: manager, body: { id: job.id } })).code).toBe(codes.notFound)
  })

  test('may act: not security, not whose service is over, and on nothing but phones it sees', async () => {
    expect((await run({ ids: [phone(0).id], action: 'reboot' }, await server.signIn('security'))).code).toBe(
      codes.notAllowed,
    )
    expect((await run({ ids: [phone(0).id], action: 'screen_on' }, element)).code).toBe(codes.notFound)
    const mixed = await run({ ids: [phone(0).id, 999_999], action: 'screen_on' })
    expect(mixed.data.missing).toEqual([999_999])
    expect((await ended(mixed.data.job_id)).job.total).toBe(1)
    expect((await server.call('v2/device/apps', { token: element, query: { id: phone(0).id } })).code).toBe(
      codes.notFound,
    )
    await store.addUser({ user_name: 'lapsed', role: 'manager', expiration: 0 }, 'agent')
    const { data } = await server.call('v2/user/login', { body: { user_name: 'lapsed', password: testPassword } })
    expect((await run({ ids: [phone(0).id], action: 'screen_on' }, data.token)).code).toBe(codes.stateForbids)
  })

  test('tries again what needs no service, also once its own is over', async () => {
    const { id } = phone(3)
    const boss = await store.addUser({ user_name: 'ending', role: 'manager' }, 'agent')
    const { data } = await server.call('v2/user/login', { body: { user_name: 'ending', password: testPassword } })
    await setPhone(id, { owner_id: boss.id, owner_path: boss.path, status: 'offline' })
    const [care, work] = [
      await outcome('end_maintenance', [id], {}, data.token),
      await outcome('screen_on', [id], {}, data.token),
    ]
    await store.users.change(boss.id, { authorization_at: 1, expiration: 1 })
    const retry = async ({ job }: { job: Job }) =>
      (await server.call('v2/job/retry', { token: data.token, body: { id: job.id } })).code
    await vi.waitFor(async () => expect(await retry(work)).toBe(codes.stateForbids), until)
    expect(await retry(care)).toBe(codes.ok)
    const manager = await store.user('manager')
    await setPhone(id, { owner_id: manager.id, owner_path: manager.path, status: 'idle' })
  })

  test('holds a phone of the team’s pool may act on it as on its own', async () => {
    const held = phone(1)
    expect((await run({ ids: [held.id], action: 'screen_on' }, element)).code).toBe(codes.notFound)
    await setPhone(held.id, { in_use_by: (await store.user('element')).id, in_use_since: Date.now(), status: 'in_use' })
    expect((await outcome('screen_on', [held.id], {}, element)).job.succeeded).toBe(1)
    await setPhone(held.id, { in_use_by: null, in_use_since: null, status: 'idle' })
  })

  test('wrote what into the log stands there, with the action’s own name', async () => {
    const { job } = await outcome('screen_off', [phone(0).id])
    const entries = await store.db
      .selectFrom('operation_log')
      .selectAll()
      .where('action', '=', 'device.screen.off')
      .execute()
    expect(entries.at(-1)).toMatchObject({ user_name: 'manager', target: `device:${phone(0).id}` })
    expect(JSON.parse(entries.at(-1)?.detail ?? '{}')).toMatchObject({ after: { job_id: job.id } })
    await outcome('screen_on', [phone(0).id])
  })
})

test('phones are named by ids or by what matches, and not by both', async () => {
  for (const which of [{}, { ids: [phone(0).id], matching: {} }])
    expect((await run({ ...which, action: 'screen_on' })).data.fields).toHaveProperty(['ids'])
})

test.each([
  ['an action without its file', { action: 'install' }, 'file_id'],
  ['an action with what it does not take', { action: 'reboot', file_id: 1 }, 'file_id'],
  ['an action without its app', { action: 'launch' }, 'package'],
  ['an app with a name that is none', { action: 'stop', package: '; reboot' }, 'package'],
])('%s is refused by name', async (_what, body, field) => {
  const answer = await run({ ids: [phone(0).id], ...body })
  expect(answer.code).toBe(codes.invalidInput)
  expect(answer.data.fields).toHaveProperty([field])
})

test('a timed task does with a file what is done by hand', async () => {
  const file_id = await fileOf('nightly.txt', 'good night', admin)
  const task = {
    name: '夜间推送',
    work: { action: 'push', file_id },
    targets: { device_ids: [phone(0).id] },
    schedule: { cron: '0 4 1 1 *', timezone: 'UTC' },
  }
  const wrong = await server.call('v2/task/add', { token: admin, body: { ...task, work: { action: 'push' } } })
  expect(wrong.data.fields).toHaveProperty(['work.file_id'])
  const { data } = await server.call('v2/task/add', { token: admin, body: task })
  const { items } = (await server.call('v2/task/list', { token: admin, query: { id: data.id } })).data
  expect(items[0].work).toEqual({ action: 'push', file_id })
  const begun = await server.call('v2/task/run', { token: admin, body: { id: data.id } })
  expect((await ended(begun.data.job_id, admin)).job).toMatchObject({ action: 'push', succeeded: 1 })
  expect(await shell(phone(0).id, 'cat /sdcard/Download/nightly.txt')).toBe('good night')
})
