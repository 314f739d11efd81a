import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reason } from '../../texts/reason.ts'
import { violationsOf } from '../support/accessibility.ts'
import { openBrowser, signInThroughPage, watchedPage, type WatchedPage } from '../support/browser.ts'
import { chineseOn } from '../support/chinese-on.ts'
import { connectBox, inventory, readyPhone, type FakeBox } from '../support/fake-box.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let browser: Browser
let watched: WatchedPage
let page: Page
let box: FakeBox
let name: string

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  box = await connectBox(server, store)
  await box.report(inventory([readyPhone('A')]))
  const [phone] = await idlePhones(server, await server.signIn('admin'), 1)
  name = phone?.name ?? ''
  await store.devices.handOver([phone?.id ?? 0], await store.user('manager'))
  await store.db
    .updateTable('devices')
    .set({
      status: 'faulty',
      status_reason: reason('environments.step.save', { why: reason('agent.transferDamaged') }),
    })
    .execute()
  browser = await openBrowser()
  watched = await watchedPage(await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } }))
  page = watched.page
})
afterAll(async () => {
  await browser.close()
  await store.close()
  await server.stop()
})

test('an English browser is spoken to in English before anybody has chosen, and only its texts are fetched', async () => {
  const fetched: string[] = []
  page.on('response', (response) => fetched.push(response.url()))
  await page.goto(server.url)
  await page.getByLabel('User name').fill('manager')
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  expect(await chineseOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: /Welcome back/ }).waitFor()
  expect(await chineseOn(page)).toEqual([])
  const scripts = fetched.filter((url) => url.endsWith('.js'))
  const bodies = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()))
  expect(bodies.filter((text) => text.includes('修改设备')).length).toBe(0)
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
})

test('a Chinese browser is spoken to in Chinese, at the login page and behind it', async () => {
  const { page: chinese, complaints } = await watchedPage(await browser.newContext({ locale: 'zh-TW' }))
  const language = () => chinese.locator('html').getAttribute('lang')
  await chinese.goto(server.url)
  await chinese.getByRole('button', { name: '登录', exact: true }).waitFor()
  expect(await language()).toBe('zh-CN')
  await signInThroughPage(chinese, server.url, 'manager')
  await chinese.getByRole('heading', { name: /欢迎回来/ }).waitFor()
  expect(await language()).toBe('zh-CN')
  expect(complaints).toEqual([])
  await chinese.context().close()
})

test('the dashboard counts what can be used, and what is faulty by itself, which leads to it', async () => {
  await page.goto(`${server.url}/dashboard`)
  const figures = page.locator('dl').first()
  await expect.poll(() => figures.innerText()).toMatch(/Usable\s+0\s+of 1\s/)
  expect(await figures.innerText()).toMatch(/Faulty\s+1\s+100%/)
  await figures.locator('div').filter({ hasText: 'Faulty' }).getByRole('link', { name: '1' }).click()
  await page.waitForURL(`${server.url}/device/list?status=faulty`)
})

test.each(['/dashboard', '/timeline', '/remote/observe', '/device/list'])(
  'what is short at %s is whole in English, and buttons are called what they show',
  async (path) => {
    await page.goto(`${server.url}${path}`)
    await page.locator('main [role=grid], main h2, main article').first().waitFor()
    await page.waitForLoadState('networkidle')
    // What somebody has named may be longer than any room for it; sentences of notices run past.
    const cut = await page
      .locator('main dd *, main dt, main footer > span, main header *')
      .evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1).map((one) => one.textContent),
      )
    expect(cut).toEqual([])
    expect(await violationsOf(page)).toEqual([])
  },
)

test('why a phone is faulty stands in English on the list and beside the phone', async () => {
  await page.goto(`${server.url}/device/list`)
  await page.getByRole('row', { name }).getByText('Faulty').waitFor()
  await page.getByRole('row', { name }).getByText('⋯').click()
  await page.getByRole('menuitem', { name: 'Properties' }).click()
  const panel = page.getByRole('dialog', { name: `Properties of ${name}` })
  await panel.getByText('Saving the record: What was transferred is incomplete or damaged').waitFor()
  await panel.getByText('US West').waitFor()
  expect(await chineseOn(page)).toEqual([])
  await page.keyboard.press('Escape')
})

test('a patch that comes live is worded in English, too', async () => {
  const panel = page.getByRole('dialog', { name: `Properties of ${name}` })
  await page.getByRole('row', { name }).getByText('⋯').click()
  await page.getByRole('menuitem', { name: 'Properties' }).click()
  const token = await server.signIn('admin')
  const { items } = (await server.call('v3/device/list', { token })).data
  await server.call('v2/device/recover', { token, body: { id: items[0].id } })
  await panel.getByText('Idle').waitFor()
  await box.vanish()
  await panel.getByText('The box agent is disconnected').waitFor()
  expect(await chineseOn(page)).toEqual([])
  await page.keyboard.press('Escape')
})

test('what an offline phone can’t do, and a job item that failed, say why in English', async () => {
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Actions' }).click()
  const change = page.getByRole('menuitem', { name: 'Change IP' })
  await change.waitFor()
  expect(await change.getAttribute('title')).toBe('The phone is offline')
  expect(await chineseOn(page)).toEqual([])
  await page.keyboard.press('Escape')
  const token = await server.signIn('manager')
  const [phone] = (await server.call('v3/device/list', { token })).data.items
  await server.call('v2/device/run', { token, body: { ids: [phone.id], action: 'screen_on' } })
  await page.getByRole('button', { name: 'Jobs' }).click()
  await page.getByRole('dialog', { name: 'Jobs' }).getByText('The phone is offline').first().waitFor()
  expect(await chineseOn(page)).toEqual([])
})

test('a batch that is refused says why in English', async () => {
  await page.goto(`${server.url}/user/list`)
  await store.db
    .updateTable('devices')
    .set({ owner_id: (await store.user('element')).id })
    .execute()
  await page.getByRole('row', { name: 'element' }).getByText('⋯').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Still has 1 phone; move or delete them first').waitFor()
  expect(await chineseOn(page)).toEqual([])
  expect(watched.complaints).toEqual([])
})
