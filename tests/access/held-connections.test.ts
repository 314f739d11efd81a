import { once } from 'node:events'
import { statSync } from 'node:fs'
import { get, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import mqtt from 'mqtt'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { codes } from '../../domain/codes.ts'
import { sessionOverTask, type UserMessage } from '../../domain/user-messages.ts'
import type { UserRow } from '../../server/store/users.ts'
import { connectBox, type FakeBox, inventory, readyPhone } from '../support/fake-box.ts'
import { brokerCredentials, hearPatches } from '../support/patches.ts'
import { PromisedSecond } from '../support/promised-second.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { addressOf, beginUpload, upload } from '../support/upload.ts'

/** More than sockets buffer on their way: the server waits for its reader. */
const largeFile = 32 * 1024 * 1024

let server: TestServer
let store: TestStore
let box: FakeBox
let admin: string
let device: number
let team: UserRow
let otherTeam: UserRow
let member: UserRow
let token: string
let largeFileId: number
let members = 0

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  box = await connectBox(server, store)
  const patches = await hearPatches(server, await server.signIn('agent'))
  await box.report(inventory([readyPhone('HELD')]))
  device = (await patches.next(({ changed }) => changed.serial === 'HELD')).id
  await patches.close()
  admin = await server.signIn('admin')
  team = await store.user('agent')
  otherTeam = await store.addUser({ user_name: 'elsewhere', role: 'agent' }, 'admin')
  await upload(server, admin, 'large.bin', new Uint8Array(largeFile))
  largeFileId = (await server.call('v2/file/list', { token: admin, query: { limit: 20, skip: 0 } })).data.items[0].id
})
afterAll(async () => {
  await box.close()
  await store.close()
  await server.stop()
})
beforeEach(async () => {
  members += 1
  member = await store.addUser({ user_name: `held-${members}`, role: 'manager' }, team)
  await store.devices.handOver([device], member)
  await store.db
    .updateTable('files')
    .set({ owner_id: member.id, owner_path: member.path })
    .where('id', '=', largeFileId)
    .execute()
  token = (await signIn()).data.token
})

const signIn = () => server.call('v2/user/login', { body: { user_name: member.user_name, password: testPassword } })

async function picture(mode: 'observe' | 'control'): Promise<{ ended: Promise<unknown> }> {
  const { data } = await server.call('v2/device/stream/point', { token, query: { id: device, mode } })
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/relay/viewer`)
  const ended = once(socket, 'close')
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'hello', ticket: data.ticket }))
  await once(socket, 'message')
  return { ended }
}

interface Held {
  /** Resolves once it is cut. */
  ended: Promise<unknown>
  /** Reads on: a cut is noticed behind what came before it. */
  read?: () => void
}

const download = 'a download'

/** Each opens one for the member's session. */
const kinds: Record<string, () => Promise<Held>> = {
  async 'the user’s websocket'() {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/restful/v2/ws/user?token=${token}`)
    const said: UserMessage[] = []
    socket.on('message', (data: Buffer) => said.push(JSON.parse(data.toString())))
    const ended = new Promise<void>((resolve) => {
      socket.once('close', () => said.some(({ task_type }) => task_type === sessionOverTask) && resolve())
    })
    await once(socket, 'open')
    return { ended }
  },
  async 'the broker’s connection'() {
    const { url, options } = await brokerCredentials(server, token)
    const client = await mqtt.connectAsync(url, options)
    return { ended: new Promise<void>((resolve) => client.once('close', () => resolve())) }
  },
  'an observed video': () => picture('observe'),
  'a controlled video': () => picture('control'),
  async 'a terminal'() {
    const nextCommand = box.command('terminal')
    const { data } = await server.call('v2/device/terminal/point', { token, query: { id: device } })
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/relay/terminal`)
    const ended = once(socket, 'close')
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'hello', ticket: data.ticket, cols: 80, rows: 24 }))
    const { relay_url, ticket } = await nextCommand
    const phone = new WebSocket(`${server.url.replace('http', 'ws')}${relay_url}`)
    await once(phone, 'open')
    phone.send(JSON.stringify({ type: 'hello', ticket }))
    phone.send(JSON.stringify({ type: 'opened' }))
    await once(socket, 'message')
    return { ended }
  },
  async [download]() {
    const { data } = await server.call('v2/file/link', { token, query: { id: largeFileId } })
    const [answer] = await once(get(server.url + data.url), 'response')
    expect(answer.statusCode).toBe(200)
    const ended = new Promise((resolve) => answer.once('error', resolve)) // Half a file does not look like a whole one.
    return { ended, read: () => answer.resume() }
  },
  async 'an upload'() {
    const url = addressOf(server, await beginUpload(server, token, 'half.bin', 100_000))
    const headers = {
      'Tus-Resumable': '1.0.0',
      'X-Token': token,
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': '100000',
    }
    const part = request(url, { method: 'PATCH', headers })
    const ended = new Promise((resolve) => part.once('error', resolve))
    part.write(new Uint8Array(50_000))
    const file = join(server.dataDir, 'files', url.split('/').at(-1) ?? '')
    await expect.poll(() => statSync(file).size, { timeout: 20_000 }).toBe(50_000) // It is under way.
    return { ended }
  },
}

const all = Object.keys(kinds)

const byAdmin = async (path: string, body: object) => {
  const { code, data } = await server.call(path, { token: admin, body })
  expect(code, JSON.stringify(data)).toBe(codes.ok)
}

/** Has a right run out by the clock alone: long after it was looked at last, and not a moment before. */
const runsOut = (set: (at: number) => Promise<unknown>) => async (cut: ReadonlyMap<string, number>) => {
  const at = Math.ceil(Date.now() / 1_000) * 1_000 + 3_000 // Services end with a second.
  await set(at)
  await pause(at - 300 - Date.now())
  expect([...cut.keys()]).toEqual([])
  await pause(at - Date.now())
}

/** What takes a right away, and from which kinds. */
const causes: Record<
  string,
  { take: (cut: ReadonlyMap<string, number>) => Promise<unknown>; cuts: readonly string[] }
> = {
  'its user is disabled': { take: () => byAdmin('v2/user/switch', { ids: [member.id], enabled: false }), cuts: all },
  'its user signs out': { take: () => server.call('v2/user/logout', { token, body: {} }), cuts: all },
  'its user’s password is changed': {
    take: () => byAdmin('v2/user/pwd/reset', { id: member.id, new_password: 'another-horse-2' }),
    cuts: all,
  },
  'its session runs out': {
    take: () => sql`update sessions set expires_at = ${Date.now()} where user_id = ${member.id}`.execute(store.db),
    cuts: all,
  },
  'the time of its session has come': {
    take: runsOut((at) => sql`update sessions set expires_at = ${at} where user_id = ${member.id}`.execute(store.db)),
    cuts: all,
  },
  'its user becomes another': {
    take: () => sql`update users set role = 'element' where id = ${member.id}`.execute(store.db),
    cuts: all,
  },
  'the phone goes to another team': {
    take: () => byAdmin('v2/device/edit', { id: device, owner_id: otherTeam.id }),
    cuts: ['an observed video', 'a terminal'],
  },
  'its user’s service ends': {
    take: () => byAdmin('v2/user/edit', { id: member.id, expires_at: Date.now() - 1_000 }),
    cuts: ['a controlled video', 'a terminal'],
  },
  'the time of its user’s service has come': {
    take: runsOut((at) => {
      const service = { authorization_at: at / 1_000 - 60, expiration: 60 }
      return store.db.updateTable('users').set(service).where('id', '=', member.id).execute()
    }),
    cuts: ['a controlled video', 'a terminal'],
  },
}

test.each(Object.entries(causes))(
  'what a session holds open and has no more right to is cut within a second when %s',
  async (_, { take, cuts }) => {
    const cut = new Map<string, number>()
    const held: Held[] = []
    for (const [kind, open] of Object.entries(kinds)) {
      if (kind === 'a controlled video' && !cuts.includes(kind)) continue // Who controls a phone keeps it until it lets go.
      const one = await open()
      held.push({ ...one, ended: one.ended.then(() => cut.set(kind, performance.now())) })
    }
    await take(cut)
    const second = new PromisedSecond(server)
    const areCut = (kinds: readonly string[]) =>
      Promise.all(kinds.map((kind) => expect.poll(() => cut.has(kind), { timeout: 20_000, message: kind }).toBe(true)))
    await areCut(cuts.filter((kind) => kind !== download))
    await second.expectNoneLate(cut)
    // Whoever reads only now does not get the rest: it had been cut by then.
    if (cuts.includes(download)) for (const { read } of held) read?.()
    await areCut(cuts)
    expect([...cut.keys()].toSorted()).toEqual(cuts.toSorted())
  },
)
