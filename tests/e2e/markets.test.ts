import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { markets } from '../../domain/markets.ts'
import { openBrowser, signedInPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let page: Page
let complaints: string[]
let manager: string

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer({ env: { DEMO: 'accounts' } }), openBrowser()])
  manager = await server.signIn('manager')
  ;({ page, complaints } = await signedInPage(browser, server.url, 'manager'))
})
afterEach(() => {
  // What the server refuses on purpose, the browser notes by itself.
  expect(complaints.splice(0).filter((text) => !text.includes('400 (Bad Request)'))).toEqual([])
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const menuItem = async (of: string, name: string) => {
  await row(of).getByRole('button', { name: '⋯' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
const total = async (market: string): Promise<number> => {
  const { data } = await server.call('v2/environment/list', { token: manager, query: { market, limit: 1 } })
  return data.total
}

describe('the environments of a market', () => {
  test('are created, edited, moved to a group and deleted', async () => {
    await server.call('v2/group/add', { token: manager, body: { market: 'amazon', name: '北美' } })
    await page.goto(`${server.url}/amazon/list`)
    await button('新建环境').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await dialog.getByText('必填项').waitFor()
    await dialog.getByLabel('名称').fill('店铺 \u{1F6D2} <b>')
    await dialog.getByLabel('账号').fill('seller@example.com')
    await dialog.getByLabel('代理类型').selectOption('socks5')
    await dialog.getByLabel('代理主机').fill('gw.example.com')
    await dialog.getByLabel('代理端口').fill('1080')
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await row('店铺 \u{1F6D2} <b>').getByText('socks5://gw.example.com:1080').waitFor()

    await menuItem('店铺', '编辑')
    await dialog.getByLabel('名称').fill('店铺二')
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await row('店铺二').waitFor()

    await menuItem('店铺二', '移动到分组')
    await dialog.getByLabel('分组').click()
    await page.getByRole('option', { name: '北美' }).click()
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: '移动到分组' }).click()
    await row('店铺二').getByText('北美').waitFor()

    await menuItem('店铺二', '删除')
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await page.getByText('还没有环境').waitFor()
    expect(await total('amazon')).toBe(0)
  })

  test('are created in numbers, and a name that is taken is told at its field', async () => {
    await page.goto(`${server.url}/tiktok/list`)
    for (const end of ['tiktok-010', '该市场中已有同名环境']) {
      await button('批量新建').click()
      await page.getByRole('dialog').getByText('将新建 tiktok-001 … tiktok-010').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click()
      await page.getByText(end).first().waitFor()
    }
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    expect(await total('tiktok')).toBe(10)
  })
})

test('the groups of a market are created, put in order, edited and deleted', async () => {
  await page.goto(`${server.url}/temu/tag`)
  const dialog = page.getByRole('dialog')
  for (const name of ['一组', '二组']) {
    await button('新建分组').first().click()
    await dialog.getByLabel('分组名称').fill(name)
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await row(name).waitFor()
  }
  await menuItem('二组', '上移')
  await page.locator('[role=row]', { hasText: '二组' }).getByRole('gridcell', { name: '1', exact: true }).waitFor()
  await menuItem('二组', '编辑')
  await dialog.getByLabel('分组名称').fill('重点')
  await dialog.getByRole('radio').nth(3).check()
  await dialog.getByRole('button', { name: '保存', exact: true }).click()
  await row('重点').waitFor()
  await menuItem('重点', '删除')
  await page.getByRole('alertdialog').getByText('分组“重点”').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await row('重点').waitFor({ state: 'detached' })
  expect(await row('一组').count()).toBe(1)
})

test('a file of 10,000 lines with bad ones is corrected in the sheet, and then imported whole', async () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => {
    const region = index === 4_000 ? 'moon' : 'us-west'
    return `imported-${index},${region},${index === 8_000 ? '99999' : '8080'}`
  })
  const csv = ['名称,地区,代理端口,代理类型,代理主机', ...lines.map((line) => `${line},http,gw.example.com`)].join('\n')
  await page.goto(`${server.url}/dashboard`)
  // Within the page, so that there is a way back.
  await page
    .locator('nav a[href="/depop/list"]')
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await page.waitForURL(/\/depop\/list$/)
  await button('导入').first().click() // The empty list offers it, too, once it is known to be empty.
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'shops.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await button('待处理 2').waitFor()
  expect(await total('depop')).toBe(0)

  const correct = async (before: string, after: string) => {
    await dialog.locator('.bp6-table-cell').getByText(before, { exact: true }).first().dblclick()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(after)
    await page.keyboard.press('Enter')
  }
  await correct('moon', 'jp-east')
  await button('待处理 1').waitFor()
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click()
  await dialog.getByText('jp-east').first().waitFor()
  await page.evaluate(() => history.back())
  await page.getByText('已作的决定和修改将丢失').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click()
  await dialog.getByText('jp-east').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/depop/list')
  await correct('99999', '9999')
  await dialog.getByRole('button', { name: '导入 10,000 行' }).click()
  await page.getByText('已导入 10,000 个环境').waitFor()
  expect(await total('depop')).toBe(10_000)
  const { data } = await server.call('v2/environment/list', {
    token: manager,
    query: { market: 'depop', keyword: 'imported-4000' },
  })
  expect(data.items).toMatchObject([{ region: 'jp-east', proxy: { port: 8080 } }])
})

describe('who has no business with markets', () => {
  test('is not shown them, and is refused by address and by call', async () => {
    const agent = await signedInPage(browser, server.url, 'agent')
    expect(await agent.page.getByRole('navigation').getByText('Amazon').count()).toBe(0)
    for (const market of markets) {
      await agent.page.goto(`${server.url}/${market}/list`)
      await agent.page.waitForURL(`${server.url}/404`)
    }
    const token = await server.signIn('agent')
    expect(await server.call('v2/environment/list', { token, query: { market: 'amazon' } })).toMatchObject({
      code: codes.notAllowed,
    })
  })

  test('but an element works with its own', async () => {
    const element = await signedInPage(browser, server.url, 'element', '/tiktok/list')
    await element.page.getByText('还没有环境').waitFor()
    await element.page.goto(`${server.url}/rednote`)
    await element.page.waitForURL(`${server.url}/rednote/list`)
    expect(element.complaints).toEqual([])
  })
})
