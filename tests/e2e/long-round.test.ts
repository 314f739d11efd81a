import { sql } from 'kysely'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { onlyPhone } from '../support/idle-phones.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const until = { timeout: 40_000 }

describe('a round of 120 shops in a market of 121', () => {
  let server: TestServer
  let store: TestStore
  let browser: Browser
  let manager: WatchedPage
  let token: string
  let group: number
  let device: number
  let ids: Map<string, number>

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ phones: 1 }), openBrowser()])
    store = openTestStore(server)
    token = await server.signIn('manager')
    device = await onlyPhone(server, token)
    group = (await server.call('v2/group/add', { token, body: { market: 'amazon', name: '北美主力' } })).data.id
    const shops = { market: 'amazon', pattern: '店铺 {n}', start: 1, count: 120, digits: 3, tags: [group] }
    expect((await server.call('v2/environment/batchadd', { token, body: shops })).data.count).toBe(120)
    await server.call('v2/environment/add', { token, body: { market: 'amazon', name: '另一组的' } })
    const { data } = await server.call('v2/environment/list', { token, query: { market: 'amazon', limit: 500 } })
    ids = new Map(data.items.map(({ name, id }: { name: string; id: number }) => [name, id]))
    // Of those behind the first page three were worked in today.
    const [today, done] = [Date.now(), ['店铺 112', '店铺 113', '店铺 120']]
    await sql`update environment_rows set last_opened_at = ${today} where name = any(${done})`.execute(store.db)
    manager = await signedInPage(browser, server.url, 'manager')
  })
  afterAll(async () => {
    await browser.close()
    await store.close()
    await server.stop()
  })

  const desk = () => manager.page.getByRole('region', { name: '打开的店铺' })

  test('counts what is done in all of it, not only in what was read', async () => {
    const { page } = manager
    await server.call('v2/environment/open', { token, body: { id: ids.get('店铺 001'), device_id: device } })
    await page.goto(`${server.url}/amazon/remotely?id=${device}`)
    await desk().locator('[aria-current=true]').getByText('店铺 001', { exact: true }).waitFor(until)
    await desk().getByText('3 / 120', { exact: true }).waitFor()
    const places = desk().getByRole('list', { name: '今日店铺' }).getByRole('listitem')
    const others = desk().getByRole('link', { name: `＋${120 - (await places.count())}` })
    expect(await others.getAttribute('href')).toBe(`/amazon/list?tag=${group}`)
  })

  test('has the 110th where it is, and goes on from there', async () => {
    const { page } = manager
    await server.call('v2/environment/close', { token, body: { id: ids.get('店铺 001') } })
    const open = () =>
      server.call('v2/environment/open', { token, body: { id: ids.get('店铺 110'), device_id: device } })
    await expect.poll(async () => (await open()).code, { timeout: 90_000, interval: 500 }).toBe(20_000)
    await page.goto(`${server.url}/amazon/remotely?id=${device}`)
    await desk().locator('[aria-current=true]').getByText('店铺 110', { exact: true }).waitFor(until)
    await desk()
      .getByRole('button', { name: /^关闭并保存，打开 店铺 111/ })
      .waitFor()
    await desk().getByText('4 / 120', { exact: true }).waitFor()
  })

  test('names the keys that go on as the keyboard of a Mac has them', async () => {
    const { page } = manager
    await desk().getByRole('button', { name: '关闭并保存，打开 店铺 111（Ctrl + Enter）' }).waitFor()
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)' })
    })
    await page.reload()
    await desk().getByRole('button', { name: '关闭并保存，打开 店铺 111（⌘ + Enter）' }).waitFor(until)
  })

  test('leaves no warning and no error in the browser', () => {
    expect(manager.complaints).toEqual([])
  })
})
