import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startBoxOfPhones, type BoxOfPhones } from '../support/box-of-phones.ts'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { onlyPhone } from '../support/idle-phones.ts'
import { live, tapPicture, untilLive } from '../support/phone-page.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

// A phone that hangs keeps its connections open: its process is stopped, and goes on later.

/** Until a phone that was given up is found again. */
const patience = 60_000
vi.setConfig({ testTimeout: 120_000 })

let server: TestServer
let store: TestStore
let browser: Browser
let box: BoxOfPhones
let watched: WatchedPage
let id: number

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  store = openTestStore(server)
  box = await startBoxOfPhones(server, store, { phones: 1 })
  id = await onlyPhone(server, await server.signIn('manager'))
  watched = await signedInPage(browser, server.url, 'manager')
  await watched.page.goto(`${server.url}/device1/remotely?id=${id}`)
  await untilLive(watched.page, patience)
}, 120_000)
afterAll(async () => {
  await browser.close()
  await box.stop()
  await store.close()
  await server.stop()
})

test('a frozen phone is said not to answer, with the age of its picture, and is live again once it answers', async () => {
  const { page } = watched
  const main = page.getByRole('main')
  box.freeze()
  await tapPicture(page, { x: 0.5, y: 0.05 })
  await main.getByText('手机没有响应，操作可能无效').waitFor()
  await main.getByText(/画面停在 \d+ 秒前/).waitFor()
  expect(await live(page).count()).toBe(0)
  box.thaw()
  await untilLive(page, patience)
  await main.getByText('手机没有响应').waitFor({ state: 'detached' })
})

test('a still screen that leaves a gesture without a picture stays live', async () => {
  const { page } = watched
  const said: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void (typeof payload === 'string' && said.push(payload))),
  )
  await page.reload()
  await untilLive(page, patience)
  const states = () => said.filter((text) => text.includes('"state"')).length
  await tapPicture(page, { x: 0.5, y: 0.05 })
  // The relay says at least every five seconds how things are.
  const before = states()
  await expect.poll(states, { timeout: patience }).toBeGreaterThan(before + 1)
  expect(said.filter((text) => text.includes('silent_for'))).toEqual([])
})

test('a phone that stays frozen is lost, another is offered, and it is taken up again when it is back', async () => {
  const { page } = watched
  const main = page.getByRole('main')
  box.freeze()
  await tapPicture(page, { x: 0.5, y: 0.05 })
  await main.getByText('手机暂时离线').waitFor({ timeout: patience })
  await main.getByRole('link', { name: '选择其他手机' }).waitFor()
  await expect.poll(async () => (await store.devices.byId(id))?.status, { timeout: patience }).toBe('offline')
  box.thaw()
  await untilLive(page, patience)
  expect(watched.complaints).toEqual([])
})
