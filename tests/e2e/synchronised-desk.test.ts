import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Adb } from '../support/adb.ts'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { addressOf, notesFile, tapScreen } from '../support/phone-page.ts'
import { startServer, type TestServer } from '../support/server.ts'

const place = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)

let server: TestServer
let browser: Browser
let adb: Adb
let manager: WatchedPage
let page: Page
let leader: { id: number; serial: string }

const hint = '查找页面、店铺、设备或操作…'
const palette = () => page.getByPlaceholder(hint)
const shortcuts = () => page.getByRole('dialog', { name: '快捷键' })
const text = () => page.getByRole('textbox', { name: '输入文字，发送到所有手机' })
const written = async () =>
  (await adb.run('-s', await addressOf(server, leader.serial), 'shell', 'cat', notesFile)).trim()

beforeAll(async () => {
  ;[server, browser, adb] = await Promise.all([startServer({ phones: 2 }), openBrowser(), Adb.start()])
  const phones = await idlePhones(server, await server.signIn('manager'), 2)
  const first = phones.find(({ name }) => name === 'B01-01')
  if (first === undefined) throw new Error('there is no phone')
  leader = first
  manager = await signedInPage(browser, server.url, 'manager', '/remote/observe')
  page = manager.page
  await page.getByText('实时', { exact: true }).nth(1).waitFor()
})
afterAll(async () => {
  await browser.close()
  adb.stop()
  await server.stop()
})

test('the wall has the palette and the list of shortcuts', async () => {
  await page.keyboard.press('Control+k')
  await palette().waitFor()
  await page.keyboard.press('Escape')
  await palette().waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await shortcuts().waitFor()
  await page.keyboard.press('Escape')
  await shortcuts().waitFor({ state: 'detached' })
})

test('so has the desk of many phones, and they get none of those keys', async () => {
  await page.getByRole('button', { name: '同步操作' }).click()
  await page.getByRole('button', { name: '全选' }).click()
  await page.getByRole('button', { name: '开始同步' }).click()
  await page.getByText('2 / 2 台同步中').waitFor()
  await adb.run('connect', await addressOf(server, leader.serial))
  // A leader's picture is another once it is shown large, until when its phone takes no touch of it.
  await vi.waitFor(
    async () => {
      await tapScreen(page, { x: 0.155, y: 0.84 }) // The notes app.
      await page.keyboard.insertText('你')
      expect(await written()).toMatch(/^你+$/)
    },
    { timeout: 60_000, interval: 2_000 },
  )
  const before = await written()

  await page.keyboard.press('Control+k')
  await palette().waitFor()
  await page.keyboard.press('Escape')
  await palette().waitFor({ state: 'detached' })
  await page.keyboard.press('Control+/')
  await shortcuts().waitFor()
  await page.keyboard.press('Escape')
  await shortcuts().waitFor({ state: 'detached' })
  await text().fill('好')
  await page.keyboard.press('Enter')
  await vi.waitFor(async () => expect(await written()).toBe(`${before}好`), { timeout: 30_000 })
  expect(await text().inputValue()).toBe('')
})

test('what the leader can’t take stays in the field, which says so', async () => {
  const holder = await server.signIn('agent')
  const query = { id: leader.id, mode: 'control', take_over: true }
  expect((await server.call('v2/device/stream/point', { token: holder, query })).code).toBe(20000)
  await page.getByText('1 / 2 台同步中').waitFor()
  await text().fill('等一下')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('没有送达：B01-01 现在不能操作，文字已保留').waitFor()
  expect(await text().inputValue()).toBe('等一下')

  // Also for whoever leads in its place.
  await page.getByRole('button', { name: '由 B01-02 接替主控' }).click()
  await page.getByRole('region', { name: 'B01-02 的屏幕' }).waitFor()
  expect(await text().inputValue()).toBe('等一下')
  await text().press('Enter')
  await expect.poll(() => text().inputValue()).toBe('')
  expect(await page.getByText('没有送达').count()).toBe(0)
})

test('in the hand what stands one below the other has room for all that is in it', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  const leads = page.getByRole('region', { name: /的屏幕$/ }).first()
  await expect
    .poll(async () => {
      const [panel, tools, others] = await Promise.all([
        place(leads),
        place(leads.getByRole('toolbar')),
        place(page.getByRole('region', { name: '跟随的手机' })),
      ])
      return tools.bottom <= panel.bottom && panel.bottom <= others.top
    })
    .toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('leaves no warning and no error in the browser', () => {
  expect(manager.complaints).toEqual([])
})
