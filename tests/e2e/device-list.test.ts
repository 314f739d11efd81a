import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

/** More than a page, so that not all of them are loaded. */
const count = 450

let server: TestServer
let store: TestStore
let browser: Browser
let watched: WatchedPage
let page: Page

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  const box = await store.boxes.byCode('B01')
  const owner = await store.user('manager')
  const rows = Array.from({ length: count }, (_, index) => ({
    box_id: box?.id ?? 0,
    slot: index + 1,
    serial: `LIST${String(index).padStart(4, '0')}`,
    name: `P${String(index).padStart(4, '0')}`,
    owner_id: owner.id,
    owner_path: owner.path,
    region: index % 9 === 0 ? 'jp-east' : 'us-west',
    status: index % 3 === 0 ? ('idle' as const) : ('offline' as const),
    battery: index % 100,
  }))
  await store.db.insertInto('devices').values(rows).execute()
  browser = await openBrowser()
  watched = await signedInPage(browser, server.url, 'manager')
  page = watched.page
})
afterAll(async () => {
  await browser.close()
  await store.close()
  await server.stop()
})

const openList = async (search = '') => {
  await page.goto(`${server.url}/device/list${search}`)
  await page
    .getByRole('gridcell', { name: /^P\d+$/ })
    .first()
    .waitFor()
}
const names = (of: Page) => of.getByRole('gridcell', { name: /^P\d+$/ }).allTextContents()
const total = (n: number) => page.getByText(`共 ${n} 台`).waitFor()

test('a link reproduces a view: its filters, its sort, its rows', async () => {
  await openList()
  await page.keyboard.press('/')
  await page.keyboard.type('P00')
  await total(100)
  await page.getByRole('button', { name: '状态: 全部' }).click()
  await page.getByRole('option', { name: '空闲' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '电量', exact: true }).click()
  await page.getByRole('button', { name: '电量', exact: true }).click()
  await total(34)
  await expect.poll(() => new URL(page.url()).search).toBe('?sort=-battery&keyword=P00&status=idle')

  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('gridcell', { name: 'P0099', exact: true }).waitFor()
  expect(await names(other)).toEqual(await names(page))
  expect(await other.getByRole('columnheader', { name: '电量' }).getAttribute('aria-sort')).toBe('descending')
  await other.close()
})

test('what the filters let through is saved as a file', async () => {
  await openList('?keyword=P01&sort=-name')
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^导出/ }).click()])
  expect(file.suggestedFilename()).toBe('devices.csv')
  const lines: string[][] = parse(await readFile(await file.path()), { bom: true })
  expect(lines.slice(1).map(([name]) => name)).toEqual(
    Array.from({ length: 100 }, (_, index) => `P${String(199 - index).padStart(4, '0')}`),
  )
})

test('everything that matches is changed at once, rows that are not loaded too, and nothing else', async () => {
  await openList('?status=offline')
  await total(300)
  await page.getByRole('checkbox', { name: '选择已加载的全部行' }).click()
  await page.getByRole('button', { name: '选择符合条件的全部 300 条' }).click()
  await page.getByText('已选 300 台').waitFor()
  await page.getByRole('toolbar').getByRole('button', { name: '修改…' }).click()
  await page.getByLabel('备注').fill('\u{1F4F1} 搬到 B 区')
  await page.getByRole('button', { name: '修改 300 台', exact: true }).click()
  await page.getByText('已完成 300 条').waitFor()
  const notes = await store.db.selectFrom('devices').select(['status', 'note']).execute()
  expect(notes.filter(({ note }) => note === '\u{1F4F1} 搬到 B 区')).toHaveLength(300)
  expect(notes.filter(({ status, note }) => status === 'idle' && note !== '')).toEqual([])
})

test('a cell narrows the list to its value, and a view keeps that under a name', async () => {
  await openList('?keyword=P000')
  await page.getByRole('gridcell', { name: /^JP/ }).first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^只看地区：JP/ }).click()
  await total(2)
  await page.getByRole('button', { name: '视图' }).click()
  await page.getByRole('button', { name: '保存当前视图…' }).click()
  await page.getByLabel('视图名称').fill('日本')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '打开列表时使用“日本”' }).click()
  await openList()
  await total(2)
  expect(new URL(page.url()).search).toBe('?keyword=P000&region=jp-east')
})

test('ctrl+k finds a screen and a phone, from anywhere', async () => {
  await page.goto(`${server.url}/dashboard`)
  const find = page.getByPlaceholder('查找页面、店铺、设备或操作…')
  await page.getByRole('main').waitFor()
  await page.keyboard.press('Control+k')
  await find.fill('设备')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/device\/list$/)
  await page.keyboard.press('Control+k')
  await find.fill('LIST0001')
  await page.getByRole('option', { name: /P0001/ }).click() // It is offline: the list shows it.
  await page.waitForURL(/keyword=LIST0001$/)
  await total(1)
})

test('none of it made the browser complain', () => expect(watched.complaints).toEqual([]))
