import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
})
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  return () => context.close()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

async function signInHere(userName: string): Promise<void> {
  await page.waitForURL(`${server.url}/login`)
  await page.getByLabel('用户名').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** A message to elements, by its number. */
async function messageOf(text: string): Promise<number> {
  const token = await server.signIn('admin')
  await server.call('v2/user/message/send', { token, body: { msg_text: text, to: { roles: ['element'] } } })
  const element = await server.signIn('element')
  const { items } = (await server.call('v2/user/message/list', { token: element })).data
  return items.find((item: { msg_text: string }) => item.msg_text === text).id
}

test('who signs in comes to the address that was asked for, with its filters, also where the login page was loaded anew', async () => {
  await page.goto(`${server.url}/device/list?keyword=B01`)
  await page.waitForURL(`${server.url}/login`)
  await page.reload()
  await signInHere('manager')
  await page.waitForURL(`${server.url}/device/list?keyword=B01`)
  // It was wanted once.
  await page.goto(`${server.url}/`)
  await page.waitForURL(`${server.url}/dashboard`)
})

test('who then opens the root comes to the dashboard', async () => {
  await page.goto(`${server.url}/device/list`)
  await page.waitForURL(`${server.url}/login`)
  await page.goto(`${server.url}/`)
  await signInHere('manager')
  await page.waitForURL(`${server.url}/dashboard`)
})

test('a notification that was clicked signed out is opened once somebody has signed in', async () => {
  const id = await messageOf('今晚 22:00 维护')
  await page.goto(`${server.url}/dashboard?message=${id}`)
  await signInHere('element')
  await page.getByRole('dialog', { name: '站点信息' }).getByText('今晚 22:00 维护').waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard')
})

test('so is one that was clicked while the login page was open', async () => {
  const id = await messageOf('明早 8:00 维护')
  await page.goto(`${server.url}/login`)
  // What the worker of notifications tells a page that is open (public/push-worker.js).
  await page.getByLabel('用户名').waitFor()
  await page.evaluate((message) => {
    const data = { type: 'open message', id: message }
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
  }, id)
  await signInHere('element')
  await page.getByRole('dialog', { name: '站点信息' }).getByText('明早 8:00 维护').waitFor()
})

test.each([
  ['what is not open to whoever signs in', '/user/list', 'element'],
  ['what is no screen', '/nowhere', 'manager'],
])('%s is not gone to: the dashboard is', async (_what, path, userName) => {
  await page.goto(`${server.url}${path}`)
  await signInHere(userName)
  await page.waitForURL(`${server.url}/dashboard`)
})

test('a slash after /login makes no difference, signed out or signed in', async () => {
  await page.goto(`${server.url}/login/`)
  await signInHere('manager')
  await page.waitForURL(`${server.url}/dashboard`)
  await page.goto(`${server.url}/login/`)
  await page.waitForURL(`${server.url}/dashboard`)
})

test('a slash after the path of a group leads to its list, too, with what narrows it', async () => {
  await page.goto(`${server.url}/device/?keyword=B01`)
  await signInHere('manager')
  await page.waitForURL(`${server.url}/dashboard`) // A group is no screen.
  for (const [path, list] of [
    ['/user/', '/user/list'],
    ['/log/', '/log/list'],
    ['/amazon/', '/amazon/list'],
    ['/device/list/?keyword=B01', '/device/list?keyword=B01'],
  ]) {
    await page.goto(server.url + path)
    await page.waitForURL(server.url + list)
  }
})

test('who asked for nothing but /404 comes to the dashboard', async () => {
  await page.goto(`${server.url}/404`)
  await signInHere('manager')
  await page.waitForURL(`${server.url}/dashboard`)
})

test('a place that was wanted is not gone to any more once somebody who is signed in has gone elsewhere', async () => {
  await page.goto(`${server.url}/files/list`)
  await page.waitForURL(`${server.url}/login`)
  await context.addCookies([{ name: 'token', value: await server.signIn('manager'), url: server.url }])
  await page.goto(`${server.url}/device/list`)
  await page.getByRole('button', { name: /用户菜单/ }).click()
  await page.getByRole('menuitem', { name: 'Home' }).click()
  await page.waitForURL(/\/(?:files\/list|dashboard)$/)
  expect(new URL(page.url()).pathname).toBe('/dashboard')
})
