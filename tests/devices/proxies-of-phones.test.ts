import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectBox, type FakeBox, inventory, readyPhone } from '../support/fake-box.ts'
import { hearPatches, type Patches } from '../support/patches.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let box: FakeBox
let patches: Patches
let manager: string
let element: string

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  box = await connectBox(server, store)
  manager = await server.signIn('manager')
  element = await server.signIn('element')
  patches = await hearPatches(server, manager)
  // The last one's agent is of before: it says nothing of proxies.
  await box.report(inventory([readyPhone('PX1', { proxy: '' }), readyPhone('PX2', { proxy: '' }), readyPhone('PX3')]))
  await patches.next(({ changed }) => changed.serial === 'PX3')
})
afterAll(async () => {
  await patches.close()
  await box.close()
  await store.close()
  await server.stop()
})

async function phone(serial: string) {
  const { data } = await server.call('v3/device/list', { token: manager, query: { keyword: serial } })
  return data.items[0]
}

const behindProxy = {
  proxy: { type: 'http', host: 'gw.proxy.example', port: 8000, user_name: 'somebody', password: 'secret-1' },
}

/** The next script that this phone is to run. */
async function scriptOn(serial: string) {
  for (;;) {
    const command = await box.phoneCommand()
    if ('script' in command && command.serial === serial) return command
  }
}

/** Has the phone opened for a shop behind a proxy, as far as its settings. */
async function openBehindProxy(serial: string): Promise<void> {
  const { id: device_id } = await phone(serial)
  const body = { market: 'amazon', name: `behind a proxy on ${serial}`, ...behindProxy }
  const { data } = await server.call('v2/environment/add', { token: element, body })
  const opened = await server.call('v2/environment/open', { token: element, body: { id: data.id, device_id } })
  expect(opened.data).toMatchObject({ device_id })
  const settings = await scriptOn(serial)
  expect(settings.script).toContain('gw.proxy.example:8000')
  await box.report({
    type: 'command_ended',
    command_id: settings.id,
    ending: 'exited',
    exit_code: 0,
    reason: null,
    truncated: false,
    transfer: null,
  })
}

test('what a phone’s agent says of its proxy is listed: which, that there is none, or that nobody knows', async () => {
  await box.report({ type: 'phones', phones: [{ serial: 'PX1', state: 'ready', proxy: '10.0.0.9:3128' }] })
  await expect.poll(async () => (await phone('PX1')).proxy).toBe('10.0.0.9:3128')
  expect((await phone('PX2')).proxy).toBe('')
  expect((await phone('PX3')).proxy).toBeNull()
})

test('another proxy is announced, and a report that says nothing of it leaves it as it was', async () => {
  const since = patches.heard.length
  const { id } = await phone('PX1')
  await box.report({ type: 'phones', phones: [{ serial: 'PX1', state: 'ready', proxy: '10.0.0.9:8080' }] })
  const patch = await patches.next((one) => one.id === id && one.changed.proxy !== undefined, since)
  expect(patch.changed).toEqual({ proxy: '10.0.0.9:8080' })
  await box.report({ type: 'phones', phones: [{ serial: 'PX1', state: 'ready', battery: 7 }] })
  await patches.next((one) => one.id === id && one.changed.battery === 7, since)
  expect((await phone('PX1')).proxy).toBe('10.0.0.9:8080')
})

test('the proxy that a shop’s opening has set is known at once, also to who holds the phone of others', async () => {
  const { id } = await phone('PX2')
  const holder = await hearPatches(server, element)
  await openBehindProxy('PX2')
  const patch = await holder.next((one) => one.id === id && one.changed.proxy !== undefined)
  expect(patch.changed).toEqual({ proxy: 'gw.proxy.example:8000' })
  expect((await phone('PX2')).proxy).toBe('gw.proxy.example:8000')
  await holder.close()
})

test('of a phone whose agent says nothing of proxies it stays unknown', async () => {
  await openBehindProxy('PX3')
  await scriptOn('PX3') // The next step has begun.
  expect((await phone('PX3')).proxy).toBeNull()
})
