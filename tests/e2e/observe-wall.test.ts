import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Adb } from '../support/adb.ts'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { addressOf, notesFile, phoneScreens, tapScreen } from '../support/phone-page.ts'
import { startServer, type TestServer } from '../support/server.ts'

const phones = 25
/** 25 phones begin at once, on a machine of two cores. */
const timeLimit = 60_000
vi.setConfig({ testTimeout: 2 * timeLimit })

const tiles = (page: Page) =>
  page.locator('li article').evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label')))

/** What the pictures of the page show. */
const pictures = (page: Page) =>
  phoneScreens(page)
    .locator('canvas')
    .evaluateAll((all) => all.map((each) => (each as HTMLCanvasElement).toDataURL()))

/** Until every picture is another than before: the notes app's caret blinks, so that none of them ever stands still. */
const untilAllMoved = (page: Page, before: readonly string[]): Promise<void> =>
  vi.waitFor(
    async () => {
      const now = await pictures(page)
      expect(now.filter((picture, at) => picture === before[at])).toEqual([])
    },
    { timeout: timeLimit, interval: 250 },
  )

describe('a wall of 25 phones', () => {
  let server: TestServer
  let browser: Browser
  let adb: Adb
  let admin: WatchedPage
  let serials: readonly string[] = []
  let ids: readonly number[] = []

  beforeAll(async () => {
    ;[server, browser, adb] = await Promise.all([startServer({ phones }), openBrowser(), Adb.start()])
    const token = await server.signIn('admin')
    await vi.waitFor(
      async () => {
        const { data } = await server.call('v3/device/list', {
          token,
          query: { status: 'idle', sort: 'name', limit: 100 },
        })
        expect(data.items).toHaveLength(phones)
        serials = data.items.map(({ serial }: { serial: string }) => serial)
        ids = data.items.map(({ id }: { id: number }) => id)
      },
      { timeout: timeLimit, interval: 250 },
    )
    admin = await signedInPage(browser, server.url, 'admin')
    admin.page.setDefaultTimeout(timeLimit)
  })
  afterAll(async () => {
    await browser.close()
    adb.stop()
    await server.stop()
  })

  test('shows each of them live', async () => {
    const { page } = admin
    await page.goto(`${server.url}/remote/observe`)
    await expect.poll(() => page.getByText('实时', { exact: true }).count(), { timeout: timeLimit }).toBe(phones)
  })

  test('has all of them in the window, in whose size they change theirs', async () => {
    const { page } = admin
    const width = async () => (await page.locator('li').first().boundingBox())?.width
    let before: number | undefined
    for (const window of [
      { width: 1_440, height: 900 },
      { width: 1_024, height: 768 },
      { width: 1_440, height: 900 },
    ]) {
      await page.setViewportSize(window)
      await expect.poll(width).not.toBe(before)
      const ends = () =>
        page.locator('li article').evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().bottom))
      await expect.poll(async () => Math.max(...(await ends()))).toBeLessThanOrEqual(window.height)
      await expect.poll(async () => Math.max(...(await ends()))).toBeGreaterThan(window.height * 0.6)
      before = await width()
    }
  })

  test('enlarges one where it stands, and makes it small again', async () => {
    const { page } = admin
    const first = page.locator('li').first()
    const narrow = (await first.boundingBox())?.width ?? 0
    await page.getByRole('button', { name: '放大 B01-01', exact: true }).click()
    await expect.poll(async () => (await first.boundingBox())?.width ?? 0).toBeGreaterThan(narrow * 2)
    expect(await tiles(page)).toHaveLength(phones)
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await first.boundingBox())?.width).toBe(narrow)
  })

  test('is put in order by keyboard and by hand, and a kept layout brings the order back', async () => {
    const { page } = admin
    const order = async () => (await tiles(page)).slice(0, 4)
    await page.getByRole('button', { name: '放大 B01-03', exact: true }).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(order).toEqual(['B01-01', 'B01-03', 'B01-02', 'B01-04'])
    await page.locator('li').nth(0).dragTo(page.locator('li').nth(2))
    await expect.poll(order).toEqual(['B01-03', 'B01-02', 'B01-01', 'B01-04'])
    expect(await page.getByText('实时', { exact: true }).count()).toBe(phones)

    await page.getByRole('button', { name: '视图' }).click()
    await page.getByRole('button', { name: /^保存当前视图/ }).click()
    await page.keyboard.insertText('早班')
    await page.keyboard.press('Enter')
    await page.goto(`${server.url}/remote/observe`)
    await expect.poll(order).toEqual(['B01-01', 'B01-02', 'B01-03', 'B01-04'])
    await page.getByRole('button', { name: '视图' }).click()
    await page.getByRole('button', { name: '早班', exact: true }).click()
    await expect.poll(order).toEqual(['B01-03', 'B01-02', 'B01-01', 'B01-04'])
    await page.goto(`${server.url}/remote/observe`)
  })

  test('asks for control of a group, and says which phone somebody else holds', async () => {
    const holder = await signedInPage(browser, server.url, 'agent', `/device1/remotely?id=${ids[2]}`)
    await holder.page.getByText('实时', { exact: true }).first().waitFor({ timeout: timeLimit })

    const { page } = admin
    await page
      .getByText('实时', { exact: true })
      .nth(phones - 1)
      .waitFor()
    await page.getByRole('button', { name: '同步操作' }).click()
    await page.getByRole('button', { name: '全选' }).click()
    await page.getByRole('button', { name: '开始同步' }).click()
    await page.getByText(`${phones - 1} / ${phones} 台同步中`).waitFor()
    await page.getByRole('article', { name: 'B01-03' }).getByText('agent 正在控制').waitFor()
    await page.getByRole('button', { name: '接管 B01-03' }).click()
    await page.getByRole('button', { name: '接管 1 台' }).last().click()
    await page.getByText(`${phones} / ${phones} 台同步中`).waitFor()
    await holder.page.context().close()
  })

  test('runs a synchronised search: what is done to the leader is done on every phone', async () => {
    const { page } = admin
    const home = await pictures(page)
    await tapScreen(page, { x: 0.155, y: 0.84 }) // The notes app.
    await untilAllMoved(page, home)
    await page.keyboard.insertText('你好')
    for (const serial of [serials[0], serials[2], serials[11], serials[24]]) {
      const address = await addressOf(server, serial ?? '')
      await adb.run('connect', address)
      await vi.waitFor(
        async () => expect((await adb.run('-s', address, 'shell', 'cat', notesFile)).trim()).toBe('你好'),
        { timeout: timeLimit },
      )
    }
  })

  test('leaves out a phone that is paused', async () => {
    const { page } = admin
    await page.getByRole('button', { name: '暂停 B01-02', exact: true }).click()
    await page.getByRole('textbox', { name: '输入文字，发送到所有手机' }).fill('，世界')
    await page.keyboard.press('Enter')
    const [led, paused] = await Promise.all([serials[11], serials[1]].map((serial) => addressOf(server, serial ?? '')))
    await adb.run('connect', paused ?? '')
    await vi.waitFor(
      async () => expect((await adb.run('-s', led ?? '', 'shell', 'cat', notesFile)).trim()).toBe('你好，世界'),
      { timeout: timeLimit },
    )
    expect((await adb.run('-s', paused ?? '', 'shell', 'cat', notesFile)).trim()).toBe('你好')
  })

  test('gives every phone back when it is left', async () => {
    const { page } = admin
    await page.getByRole('button', { name: '退出同步' }).click()
    const token = await server.signIn('admin')
    await vi.waitFor(
      async () => {
        const { data } = await server.call('v3/device/list', { token, query: { status: 'idle', limit: 100 } })
        expect(data.items).toHaveLength(phones)
      },
      { timeout: timeLimit, interval: 250 },
    )
  })

  test('leaves no warning and no error in the browser', () => {
    // Leases that somebody else holds are refused with an HTTP status, which Chromium writes down by itself.
    expect(admin.complaints.filter((complaint) => !complaint.includes('409'))).toEqual([])
  })
})
