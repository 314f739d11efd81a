import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startBoxOfPhones, type BoxOfPhones } from '../support/box-of-phones.ts'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { live, tapScreen, untilLive } from '../support/phone-page.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

// A phone that hangs keeps its connections open: its process is stopped, and goes on later.

/** Until a phone that was given up is found again. */
const timeLimit = 60_000
vi.setConfig({ testTimeout: 120_000 })

let server: TestServer
let store: TestStore
let browser: Browser
let box: BoxOfPhones
let watched: WatchedPage
let manager: string
let id: number
/** Of another program, which goes on. */
let other: number

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  store = openTestStore(server)
  box = await startBoxOfPhones(server, store, { phones: 2, programs: 2 })
  manager = await server.signIn('manager')
  const phones = await idlePhones(server, manager, 2)
  id = phones.find(({ serial }) => serial.startsWith('PD'))?.id ?? 0
  other = phones.find(({ serial }) => serial.startsWith('PE'))?.id ?? 0
  watched = await signedInPage(browser, server.url, 'manager', `/device1/remotely?id=${id}`)
  await untilLive(watched.page, timeLimit)
}, 120_000)
afterAll(async () => {
  await browser.close()
  await box.stop()
  await store.close()
  await server.stop()
})

test('a frozen phone is said not to answer, with the age of its video, and is live again once it answers', async () => {
  const { page } = watched
  const main = page.getByRole('main')
  box.freeze(0)
  await tapScreen(page, { x: 0.5, y: 0.05 })
  await main.getByText('手机没有响应，操作可能无效').waitFor()
  await main.getByText(/画面停在 \d+ 秒前/).waitFor()
  expect(await live(page).count()).toBe(0)
  box.thaw()
  await untilLive(page, timeLimit)
  await main.getByText('手机没有响应').waitFor({ state: 'detached' })
})

test('a still screen that leaves a gesture without a frame stays live', async () => {
  const { page } = watched
  const said: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void (typeof payload === 'string' && said.push(payload))),
  )
  await page.reload()
  await untilLive(page, timeLimit)
  const states = () => said.filter((text) => text.includes('"state"')).length
  await tapScreen(page, { x: 0.5, y: 0.05 })
  // The relay says at least every five seconds how things are.
  const before = states()
  await expect.poll(states, { timeout: timeLimit }).toBeGreaterThan(before + 1)
  expect(said.filter((text) => text.includes('silent_for'))).toEqual([])
})

test('a phone that stays frozen is lost, another is offered, and it is taken up again when it is back', async () => {
  const { page } = watched
  const main = page.getByRole('main')
  box.freeze(0)
  await tapScreen(page, { x: 0.5, y: 0.05 })
  await main.getByText('手机暂时离线').waitFor({ timeout: timeLimit })
  await main.getByRole('link', { name: '选择其他手机' }).waitFor()
  await expect.poll(async () => (await store.devices.byId(id))?.status, { timeout: timeLimit }).toBe('offline')
  box.thaw()
  await untilLive(page, timeLimit)
  expect(watched.complaints).toEqual([])
})

test('what is open on a phone that stays frozen is opened on another one, once it was read what is lost', async () => {
  const { page } = watched
  const statusOf = async (phone: number) => (await store.devices.byId(phone))?.status
  await page.goto(`${server.url}/device/list`)
  await expect.poll(() => statusOf(id), { timeout: timeLimit }).toBe('idle')
  const body = { market: 'amazon', name: '店铺' }
  const environment = (await server.call('v2/environment/add', { token: manager, body })).data.id
  await server.call('v2/environment/open', { token: manager, body: { id: environment, device_id: id } })
  await expect.poll(() => statusOf(id), { timeout: timeLimit }).toBe('in_use')
  await page.goto(`${server.url}/device1/remotely?id=${id}`)
  await untilLive(page, timeLimit)

  box.freeze(0)
  await tapScreen(page, { x: 0.5, y: 0.05 })
  await page.getByRole('main').getByRole('button', { name: '选择其他手机' }).click({ timeout: timeLimit })
  const dialog = page.getByRole('alertdialog', { name: '在其他手机上打开“店铺”' })
  await dialog.getByText('此后在这台手机上的改动没有保存，将会丢失').waitFor()
  await dialog.getByRole('button', { name: '放弃未保存的改动' }).click()
  await page.waitForURL((url) => url.searchParams.get('id') === String(other))
  await untilLive(page, timeLimit)
  expect(await store.environments.byId(environment)).toMatchObject({ device_id: other })
  box.thaw()
  await expect.poll(() => statusOf(id), { timeout: timeLimit }).toBe('idle')
  // While it is being prepared, the other one cannot be controlled: the browser notes that this was refused.
  expect(watched.complaints.filter((complaint) => !complaint.includes('409'))).toEqual([])
})
