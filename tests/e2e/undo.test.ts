import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let watched: WatchedPage
let page: Page
let token: string

const market = 'temu'
const call = (path: string, body: object) => server.call(`v2/${path}`, { token, body: { market, ...body } })
const items = async (): Promise<{ id: number; name: string; tags: number[] }[]> =>
  (await server.call('v2/environment/list', { token, query: { market } })).data.items
const groups = async () => (await items()).map(({ tags }) => tags)
const notices = () => page.getByRole('status')
const undo = () => notices().getByRole('button', { name: '撤销' })

async function withAll(action: string): Promise<void> {
  await page.goto(`${server.url}/${market}/list`)
  await page.getByRole('gridcell', { name: '甲店', exact: true }).waitFor()
  await page.getByRole('checkbox', { name: '选择已加载的全部行' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: action }).click()
}

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  token = await server.signIn('manager')
  await call('group/add', { name: '旺季' })
  for (const name of ['甲店', '乙店']) await call('environment/add', { name })
  watched = await signedInPage(browser, server.url, 'manager')
  page = watched.page
  page.setDefaultTimeout(15_000)
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

test('environments that were moved by mistake are back at one press in the notice', async () => {
  await withAll('移动到分组')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('分组').click()
  await page.getByRole('option', { name: '旺季' }).click()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: '移动到分组' }).click()
  await undo().waitFor()
  expect((await groups()).every(({ length }) => length === 1)).toBe(true)
  await undo().click()
  await notices().getByText('已撤销 2 条').waitFor()
  expect(await groups()).toEqual([[], []])
  expect(await undo().count()).toBe(0)
})

test('and so are those that were deleted', async () => {
  await withAll('删除')
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await page.getByText('还没有环境').waitFor()
  await undo().click()
  await page.getByRole('gridcell', { name: '甲店', exact: true }).waitFor()
  expect((await items()).map(({ name }) => name).toSorted()).toEqual(['乙店', '甲店'])
})

test('and nothing of it leaves a word in the browser’s console', () => {
  expect(watched.complaints).toEqual([])
})
