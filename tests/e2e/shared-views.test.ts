import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, signedInPage, watchedPage, type WatchedPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let element: WatchedPage
let manager: WatchedPage

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer({ env: { DEMO: 'accounts' } }), openBrowser()])
  ;[element, manager] = (await Promise.all(
    ['element', 'manager'].map((who) => signedInPage(browser, server.url, who, '/temu/list')),
  )) as [WatchedPage, WatchedPage]
})
afterEach(() => {
  expect(element.complaints.splice(0)).toEqual([])
  expect(manager.complaints.splice(0)).toEqual([])
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const menuButton = (page: Page) => page.getByRole('button', { name: '视图', exact: true })
/** Opens the menu of views anew, as somebody does who looks what there is. */
async function look(page: Page): Promise<void> {
  if (await page.getByRole('button', { name: '保存当前视图…' }).isVisible()) await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '保存当前视图…' }).waitFor({ state: 'detached' })
  await menuButton(page).click()
  await page.getByRole('button', { name: '保存当前视图…' }).waitFor()
}
const own = (page: Page) => page.getByRole('list', { name: '视图', exact: true })
const team = (page: Page) => page.getByRole('list', { name: '团队视图' })
const shares = (page: Page, name: string) => own(page).getByRole('button', { name: new RegExp(`共享“${name}”`) })
async function save(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '保存当前视图…' }).click()
  await page.getByRole('textbox', { name: '视图名称' }).fill(name)
  await page.keyboard.press('Enter')
  await own(page).getByRole('button', { name, exact: true }).waitFor()
}

test('a view that is shared stands in the menu of the others of the team, with its owner, and has their list stand like it', async () => {
  const { page } = element
  await page.goto(`${server.url}/temu/list?keyword=shoes&open=false`)
  await look(page)
  await save(page, '未打开的鞋店')
  await look(manager.page)
  expect(await team(manager.page).count(), 'nobody sees it before it is shared').toBe(0)
  await look(page)
  await shares(page, '未打开的鞋店').click()
  await expect.poll(() => shares(page, '未打开的鞋店').getAttribute('aria-pressed')).toBe('true')
  expect(await team(page).count(), 'its owner has it once').toBe(0)

  await look(manager.page)
  const shared = team(manager.page).getByRole('button', { name: '未打开的鞋店，由 element 共享' })
  await shared.click()
  await manager.page.waitForURL((url) => url.searchParams.get('keyword') === 'shoes')
  expect(new URL(manager.page.url()).searchParams.get('open')).toBe('false')
  expect(new URL(manager.page.url()).pathname).toBe('/temu/list')
})

test('another name and other filters of it reach the others, under its owner’s own hands', async () => {
  const { page } = element
  await look(page)
  await own(page).getByRole('button', { name: '重命名“未打开的鞋店”' }).click()
  await page.getByRole('textbox', { name: '视图名称' }).fill('鞋店')
  await page.keyboard.press('Enter')
  await expect.poll(() => shares(page, '鞋店').getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('Escape')
  await page.goto(`${server.url}/temu/list?keyword=boots`)
  await look(page)
  await save(page, '鞋店')
  await expect.poll(() => shares(page, '鞋店').getAttribute('aria-pressed')).toBe('true')
  await look(manager.page)
  await expect
    .poll(() => team(manager.page).getByRole('button').first().getAttribute('title'))
    .toBe('鞋店，由 element 共享')
  await team(manager.page).getByRole('button').first().click()
  await manager.page.waitForURL((url) => url.searchParams.get('keyword') === 'boots' && !url.searchParams.has('open'))
})

test('its owner finds it in another browser, too', async () => {
  const elsewhere = await signedInPage(browser, server.url, 'element', '/temu/list')
  await look(elsewhere.page)
  await team(elsewhere.page).getByRole('button', { name: '鞋店，由 我 共享' }).waitFor()
  await elsewhere.page.context().close()
})

test('whoever is above its owner ends that it is shared; the owner keeps the view', async () => {
  const { page } = manager
  await look(page)
  await team(page).getByRole('button', { name: '停止共享“鞋店”' }).click()
  await team(page).waitFor({ state: 'detached' })
  await look(element.page)
  await expect.poll(() => shares(element.page, '鞋店').getAttribute('aria-pressed')).toBe('false')
})

test('what somebody above shares is read by the others, and ended by the owner alone, also by deleting it', async () => {
  const { page } = manager
  await look(page)
  await save(page, '组长的')
  await shares(page, '组长的').click()
  await expect.poll(() => shares(page, '组长的').getAttribute('aria-pressed')).toBe('true')
  await look(element.page)
  await team(element.page).getByRole('button', { name: '组长的，由 manager 共享' }).waitFor()
  expect(await element.page.getByRole('button', { name: '停止共享“组长的”' }).count()).toBe(0)
  await own(page).getByRole('button', { name: '删除“组长的”' }).click()
  await look(page)
  expect(await team(page).count()).toBe(0)
  await expect
    .poll(async () => {
      await look(element.page)
      return team(element.page).count()
    })
    .toBe(0)
})

test('what one tab does to them stands in the other at once, and neither undoes what the other has done', async () => {
  const one = await signedInPage(browser, server.url, 'element', '/temu/list?keyword=one')
  const other = await watchedPage(one.page.context())
  await other.page.goto(`${server.url}/temu/list?keyword=other`)
  const pages = [one.page, other.page]
  const names = async (page: Page) => {
    await look(page)
    const deletions = await own(page).getByRole('button', { name: /^删除/ }).all()
    return Promise.all(deletions.map(async (one) => (await one.getAttribute('title'))?.slice(3, -1)))
  }
  const reload = () => Promise.all(pages.map((page) => page.reload()))

  await look(one.page)
  await look(other.page)
  await save(one.page, '甲')
  await own(other.page).getByRole('button', { name: '甲', exact: true }).waitFor()
  await save(other.page, '乙')
  await own(one.page).getByRole('button', { name: '乙', exact: true }).waitFor()
  await reload()
  for (const page of pages) expect(await names(page)).toEqual(['甲', '乙'])

  await own(one.page).getByRole('button', { name: '删除“甲”' }).click()
  await own(other.page).getByRole('button', { name: '甲', exact: true }).waitFor({ state: 'detached' })
  await own(other.page).getByRole('button', { name: '打开列表时使用“乙”' }).click()
  await reload()
  for (const page of pages) {
    expect(await names(page)).toEqual(['乙'])
    const star = own(page).getByRole('button', { name: '打开列表时使用“乙”' })
    expect(await star.getAttribute('aria-pressed')).toBe('true')
  }
  expect([...one.complaints, ...other.complaints]).toEqual([])
  await one.page.context().close()
})

test('that the team’s views are missing is said in their place, and asked for again', async () => {
  const { page } = manager
  await page.route('**/view/list*', (route) => route.abort())
  await look(page)
  await page.getByText('团队视图没有加载成功').waitFor()
  expect(await page.getByRole('alert').count(), 'it pops up nowhere else').toBe(1)
  await page.unroute('**/view/list*')
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByText('团队视图没有加载成功').waitFor({ state: 'detached' })
  manager.complaints.length = 0 // The call that failed on purpose.
})
