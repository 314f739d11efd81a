import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, signedInPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addressOf, beginUpload, sendPart } from '../support/upload.ts'

/** Every list, as somebody who has rows in it sees it; the call that its rows come from. */
const lists = [
  { role: 'admin', path: '/device/list', call: 'v3/device/list' },
  { role: 'admin', path: '/user/list', call: 'v2/user/list' },
  { role: 'admin', path: '/box/', call: 'v2/box/list' },
  { role: 'admin', path: '/box/open', call: 'v2/box/list' },
  { role: 'admin', path: '/services/list', call: 'v2/script/list' },
  { role: 'admin', path: '/services/timedtasks', call: 'v2/task/list' },
  { role: 'admin', path: '/log/list', call: 'v2/log/list' },
  { role: 'admin', path: '/files/list', call: 'v2/file/list' },
  { role: 'admin', path: '/statistics/record', call: 'v2/report/system' },
  { role: 'admin', path: '/report/list', call: 'v2/report/ip' },
  { role: 'manager', path: '/amazon/list', call: 'v2/environment/list' },
  { role: 'manager', path: '/amazon/tag', call: 'v2/group/list' },
  { role: 'manager', path: '/amazon/trash', call: 'v2/environment/trash' },
] as const

let server: TestServer
let browser: Browser
const pages = new Map<string, Page>()

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer({ phones: 2 }), openBrowser()])
  const [admin, manager] = await Promise.all([server.signIn('admin'), server.signIn('manager')])
  const make = async (token: string, path: string, body: object) =>
    expect(await server.call(path, { token, body })).toMatchObject({ code: 20000 })
  await make(manager, 'v2/group/add', { market: 'amazon', name: '欧洲' })
  await make(manager, 'v2/environment/add', { market: 'amazon', name: '店铺' })
  const gone = await server.call('v2/environment/add', { token: manager, body: { market: 'amazon', name: '旧店' } })
  await make(manager, 'v2/environment/del', { market: 'amazon', ids: [gone.data.id] })
  await make(admin, 'v2/script/add', { name: 'idle', body: 'true' })
  const schedule = { cron: '0 0 1 1 *', timezone: 'UTC' }
  await make(admin, 'v2/task/add', { name: 'yearly', work: { action: 'reboot' }, targets: { filter: {} }, schedule })
  await sendPart(addressOf(server, await beginUpload(server, admin, 'note.txt', 1)), admin, 0, 'x')
  for (const role of ['admin', 'manager'] as const)
    pages.set(role, (await signedInPage(browser, server.url, role)).page)
})
afterEach(() => Promise.all([...pages.values()].map((page) => page.context().setOffline(false))))
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const rowsOf = (page: Page) =>
  page.locator('main [role=row]:has([role=gridcell])').filter({ visible: true }).allTextContents()

describe('a list whose line is cut', () => {
  test.each(lists)(
    'keeps its rows at $path, says since when they are stale, and reloads by itself',
    async ({ role, path, call }) => {
      const page = pages.get(role)
      if (page === undefined) throw new Error('nobody is signed in')
      const isCall = (url: string) => new URL(url).pathname.endsWith(call)
      const first = page.waitForResponse((response) => isCall(response.url()))
      await page.goto(server.url + path)
      await first
      const main = page.getByRole('main')
      await main.locator('[role=grid][aria-busy=false]').waitFor()
      const stale = main.getByText(/^自 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 起未更新/)
      const live = main.getByText('实时', { exact: true })
      const isLive = ['/device/list', '/amazon/list'].includes(path)
      if (isLive) await live.waitFor()
      const before = await rowsOf(page)
      expect(await stale.count()).toBe(0)

      await page.context().setOffline(true)
      if (before.length > 0) await stale.waitFor()
      await main.getByRole('button', { name: '刷新' }).click()
      await page.getByRole('region', { name: '通知' }).getByText('网络连接失败').waitFor()
      expect(await rowsOf(page)).toHaveLength(before.length)
      if (before.length > 0) await stale.waitFor()
      expect(await live.count()).toBe(0)

      const again = page.waitForResponse((response) => isCall(response.url()))
      await page.context().setOffline(false)
      expect((await again).status()).toBe(200)
      await expect.poll(() => stale.count()).toBe(0)
      if (isLive) await live.waitFor()
      expect(await rowsOf(page)).toHaveLength(before.length)
    },
  )
})
