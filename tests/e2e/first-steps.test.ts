import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { openBrowser, signedInPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore } from '../support/test-store.ts'

let server: TestServer
let browser: Browser

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

test('an element is led to its first shop, sees that it is there, and waves the rest away for good', async () => {
  const { page, complaints } = await signedInPage(browser, server.url, 'element')
  const card = page.getByRole('region', { name: /^开始使用/ })
  await card.getByText('0 / 2').waitFor()
  await card.getByRole('link', { name: '添加店铺' }).click()
  await page.waitForURL(`${server.url}/amazon/list`)
  const form = page.getByRole('dialog').getByLabel('名称')
  await form.waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  // It was asked for once: whoever comes back finds the list.
  await page.getByRole('navigation').getByRole('link', { name: '首页' }).click()
  await card.waitFor()
  await page.goBack()
  const main = page.getByRole('main')
  const nothing = main.locator('.bp6-non-ideal-state').filter({ hasText: '还没有环境' })
  await nothing.getByRole('button', { name: '导入' }).waitFor()
  expect(await form.count()).toBe(0)
  await nothing.getByRole('button', { name: '新建环境' }).click()
  await page.getByRole('dialog').getByLabel('名称').waitFor()
  await page.keyboard.press('Escape')
  const agent = await server.signIn('agent')
  const { items } = (await server.call('v2/user/list', { token: agent })).data
  const { id } = items.find(({ user_name }: { user_name: string }) => user_name === 'manager')
  const card_of_manager = { id, contact_name: '林店长', phone: '13800138000' }
  expect(await server.call('v2/user/edit', { token: agent, body: card_of_manager })).toMatchObject({ code: 20000 })
  await page.goto(`${server.url}/device/list`)
  await main.getByText('manager · 林店长 · 13800138000').waitFor()
  await page.goto(`${server.url}/device/list?keyword=nowhere`)
  await main.getByText('没有符合条件的内容').waitFor()
  await main.getByRole('button', { name: '清除筛选条件' }).click()
  await main.getByText('还没有设备').waitFor()
  const token = await server.signIn('element')
  const shop = { market: 'amazon', name: 'first shop' }
  expect(await server.call('v2/environment/add', { token, body: shop })).toMatchObject({ code: 20000 })
  await page.goto(`${server.url}/dashboard`)
  await card.getByText('1 / 2').waitFor()
  expect(await card.getByRole('link').allInnerTexts()).toEqual(['去打开'])
  await card.getByRole('button', { name: '不再显示' }).click()
  await card.waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('main h2').first().waitFor()
  await page.waitForLoadState('networkidle') // What comes late would have come.
  expect(await card.count()).toBe(0)
  expect(complaints).toEqual([])
  await page.context().close()
})

test.each([
  ['light', 390, 'agent'],
  ['dark', 1024, 'manager'],
  ['light', 1440, 'admin'],
] as const)('the first steps have no barrier in a %s window of %d px, for %s', async (theme, width, role) => {
  const { page } = await signedInPage(browser, server.url, role)
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate((wanted) => localStorage.setItem('theme', wanted), theme)
  await page.reload()
  await page.getByRole('region', { name: /^开始使用/ }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  expect(await violationsOf(page)).toEqual([])
  await page.context().close()
})

test('what there is nothing left of is not shown, and security begins with nothing', async () => {
  const { page } = await signedInPage(browser, server.url, 'security')
  await page.locator('main h2').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.getByText('开始使用').count()).toBe(0)
  await page.context().close()
})

test('samples go in one action, which says before what goes and what stays', async () => {
  const store = openTestStore(server)
  const token = await server.signIn('admin')
  const scripts = ['untouched', 'somebody’s own by now']
  for (const name of scripts) await server.call('v2/script/add', { token, body: { name, body: 'true' } })
  const listed = async () =>
    (await server.call('v2/script/list', { token })).data.items as { id: number; name: string }[]
  await store.samples.mark(
    'script',
    (await listed()).map(({ id }) => id),
  )
  const own = (await listed()).find(({ name }) => name === scripts[1])
  const edit = { id: own?.id, name: own?.name, body: 'false' }
  expect(await server.call('v2/script/edit', { token, body: edit })).toMatchObject({ code: 20000 })

  const { page, complaints } = await signedInPage(browser, server.url, 'admin')
  await page.goto(`${server.url}/dashboard`)
  const card = page.getByRole('region', { name: '这里有示例数据' })
  const clear = { name: '清除示例数据', exact: true }
  await card.getByRole('button', clear).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('将清除：1 个脚本。').waitFor()
  await question.getByText('还有 1 项示例正在使用').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await question.getByRole('button', { name: '取消' }).click()
  await question.waitFor({ state: 'detached' })
  expect((await listed()).length).toBe(2)
  await card.getByRole('button', clear).click()
  await question.getByRole('button', clear).click()
  await page.getByText('示例数据已清除').waitFor()
  await card.waitFor({ state: 'detached' })
  expect((await listed()).map(({ name }) => name)).toEqual([scripts[1]])
  expect(complaints).toEqual([])
  await store.close()
  await page.context().close()
})
