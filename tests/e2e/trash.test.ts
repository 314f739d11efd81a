import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let watched: WatchedPage
let page: Page
let token: string

const total = async (path = 'list'): Promise<number> =>
  (await server.call(`v2/environment/${path}`, { token, query: { market: 'temu' } })).data.total
const chooseAll = async (first: string) => {
  await page.getByRole('gridcell', { name: first, exact: true }).waitFor()
  await page.getByRole('checkbox', { name: '选择已加载的全部行' }).click()
}

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  token = await server.signIn('manager')
  await server.call('v2/environment/batchadd', {
    token,
    body: { market: 'temu', pattern: '店{n}', count: 21, digits: 2 },
  })
  watched = await signedInPage(browser, server.url, 'manager')
  page = watched.page
  page.setDefaultTimeout(15_000)
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

test('more than twenty environments are deleted once their number is typed', async () => {
  await page.goto(`${server.url}/temu/list`)
  await chooseAll('店01')
  await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click()
  const question = page.getByRole('alertdialog', { name: '删除环境' })
  await question.getByText('回收站保留 30 天').waitFor()
  expect(await question.getByRole('button', { name: '删除' }).isDisabled()).toBe(true)
  await question.getByLabel('输入数量 21 以确认').fill('12')
  expect(await question.getByRole('button', { name: '删除' }).isDisabled()).toBe(true)
  await question.getByLabel('输入数量 21 以确认').fill('21')
  await question.getByRole('button', { name: '删除' }).click()
  await page.getByText('还没有环境').waitFor()
  expect([await total(), await total('trash')]).toEqual([0, 21])
})

test('and come back from the trash, one by its row and all by their selection', async () => {
  await page.getByRole('link', { name: '回收站' }).click() // The offer to undo does not cover it.
  await page.waitForURL(/\/temu\/trash/)
  await page.getByRole('row').filter({ hasText: '店07' }).getByRole('button', { name: '还原' }).click()
  await expect.poll(() => total()).toBe(1)
  await page.getByRole('gridcell', { name: '店07', exact: true }).waitFor({ state: 'detached' })
  await chooseAll('店01')
  await page.getByRole('toolbar').getByRole('button', { name: '还原' }).click()
  await page.getByText('回收站是空的').waitFor()
  expect([await total(), await total('trash')]).toEqual([21, 0])
})

test('one is removed for ever from there, once that is confirmed', async () => {
  const { items } = (await server.call('v2/environment/list', { token, query: { market: 'temu' } })).data
  await server.call('v2/environment/del', { token, body: { market: 'temu', ids: [items[0].id] } })
  await page.goto(`${server.url}/temu/trash`)
  await page.getByRole('row').filter({ hasText: items[0].name }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '彻底删除' }).click()
  const question = page.getByRole('alertdialog', { name: '彻底删除环境' })
  await question.getByText('无法恢复').waitFor()
  await question.getByRole('button', { name: '彻底删除' }).click()
  await page.getByText('回收站是空的').waitFor()
  expect([await total(), await total('trash')]).toEqual([20, 0])
})

test('and nothing of it leaves a word in the browser’s console', () => {
  expect(watched.complaints).toEqual([])
})
