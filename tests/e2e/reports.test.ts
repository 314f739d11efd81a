import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ReportSweep } from '../../server/reports/sweep.ts'
import { violationsOf } from '../support/accessibility.ts'
import { openBrowser, signedInPage } from '../support/browser.ts'
import { connectBox, type FakeBox, inventory, readyPhone } from '../support/fake-box.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const timeZone = 'Asia/Shanghai'

let server: TestServer
let store: TestStore
let box: FakeBox
let browser: Browser

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  store = openTestStore(server)
  box = await connectBox(server, store)
  await box.report(
    inventory(
      ['E2E1', 'E2E2', 'E2E3'].map((serial, index) => readyPhone(serial, { ip: `10.1.0.${Math.min(index, 1)}` })),
    ),
  )
})
afterAll(async () => {
  await browser.close()
  await box.close()
  await store.close()
  await server.stop()
})

async function control(serial: string): Promise<() => Promise<void>> {
  const token = await server.signIn('manager')
  const { data } = await server.call('v3/device/list', { token, query: { keyword: serial } })
  await server.call('v2/device/stream/point', { token, query: { id: data.items[0].id, mode: 'control' } })
  return async () => {
    await server.call('v2/user/logout', { token, body: {} })
  }
}

describe('the dashboard', () => {
  test('counts phones, follows them without being asked, and leads from each number to its list', async () => {
    const { page, complaints } = await signedInPage(browser, server.url, 'agent')
    const figures = page.getByRole('region', { name: '设备', exact: true })
    const used = figures.getByRole('definition').nth(1)
    await expect.poll(() => used.textContent()).toBe('00%')
    const leave = await control('E2E1')
    await page.getByRole('link', { name: 'B01-01 使用中' }).waitFor()
    await expect.poll(() => used.textContent()).toBe('133%')
    await used.getByRole('link').click()
    await page.waitForURL(/\/device\/list\?status=in_use$/)
    await page.getByRole('gridcell', { name: 'B01-01' }).waitFor()
    expect(await page.getByRole('gridcell', { name: 'B01-02' }).count()).toBe(0)
    await page.goBack()
    await leave()
    await page.getByRole('link', { name: 'B01-01 空闲' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('says who did what last to which phone, as it is called', async () => {
    await (
      await control('E2E1')
    )()
    const { page } = await signedInPage(browser, server.url, 'agent')
    const recent = page.getByRole('region', { name: '最近操作' })
    await recent.getByText('设备 B01-01', { exact: true }).first().waitFor()
    expect(await recent.innerText()).not.toMatch(/[a-z]:\d/)
    await page.context().close()
  })

  test('says its chart to those who hear it, point by point', async () => {
    const { page } = await signedInPage(browser, server.url, 'manager')
    const chart = page.getByRole('slider', { name: '近 24 小时使用' })
    const last = await chart.getAttribute('aria-valuetext')
    await chart.press('ArrowLeft')
    expect(await chart.getAttribute('aria-valuetext')).not.toBe(last)
    await page.context().close()
  })
})

describe('the system report', () => {
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    ;({ page, complaints } = await signedInPage(browser, server.url, 'agent'))
  })
  afterAll(() => page.context().close())

  test('adds up use by day and by user, and gives it as a file', async () => {
    await (
      await control('E2E2')
    )()
    await store.reportRolls.forget()
    await new ReportSweep(store, timeZone).rollUp()
    await page.getByRole('link', { name: '系统报表' }).click()
    await page.waitForURL(/\/statistics\/record$/)
    await expect.poll(() => page.title()).toContain('系统报表')
    await page.getByRole('radio', { name: /操作/ }).click()
    await page.getByRole('slider', { name: /^操作/ }).waitFor()

    await page.getByRole('button', { name: '日期: 最近 30 天' }).waitFor()
    await page.getByRole('button', { name: '汇总方式: 按天' }).waitFor()
    await page.goto(`${server.url}/statistics/record?group=user&sort=-use_ms`)
    await page.getByRole('gridcell', { name: 'manager' }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出 CSV' }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^\uFEFF用户,使用峰值/)
    expect(await violationsOf(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('prints for a customer: its figures and every row on sheets of A4, and nothing of the console', async () => {
    const { id, path } = await store.user('element')
    const token = await server.signIn('agent')
    const answer = () => server.call('v2/report/system', { token, query: { user_id: id, sort: '-key', limit: 500 } })
    const begin = (await answer()).data.days.map(({ day }: { day: string }) => Date.parse(`${day}T00:00:00+08:00`))
    const uses = begin.map((begins: number, index: number) => ({
      device_id: 999_998,
      user_id: id,
      user_path: path,
      market: 'temu',
      started_at: begins,
      ended_at: begins + (index + 1) * 60_000,
    }))
    await store.db.insertInto('device_uses').values(uses).execute()
    await store.reportRolls.forget()
    await new ReportSweep(store, timeZone).rollUp()
    const { data } = await answer()
    expect(data.total).toBe(30)

    await page.evaluate(() => localStorage.setItem('theme', 'dark'))
    await page.goto(`${server.url}/statistics/record?user_id=${id}`)
    await page.getByRole('button', { name: '打印报告' }).click()
    const paper = page.getByRole('article')
    await paper.waitFor()
    expect(await violationsOf(page)).toEqual([])

    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('nav, button, a, input').filter({ visible: true }).count()).toBe(0)
    const { use_ms, peak, operations, failures, tasks, environments } = data.totals
    const figures = [
      `${Number((use_ms / 3_600_000).toFixed(1))} 小时`,
      peak,
      operations,
      failures,
      tasks,
      environments,
    ].map(String)
    expect(await paper.getByRole('definition').allInnerTexts()).toEqual(expect.arrayContaining(figures))
    expect(await paper.getByRole('row', { name: '合计' }).getByRole('cell').allInnerTexts()).toEqual(figures)
    expect(await paper.locator('header').innerText()).toContain('element\n')
    expect(await paper.locator('header').innerText()).toContain(`${data.from} 至 ${data.to}（${timeZone}）`)
    const rows = paper.locator('tbody tr').filter({ hasNotText: '合计' })
    expect(await rows.evaluateAll((all) => all.map((row) => row.textContent?.slice(0, 10)))).toEqual(
      data.items.map(({ day }: { day: string }) => day),
    )
    expect(
      await paper.evaluate((node) => [getComputedStyle(node).backgroundColor, getComputedStyle(node).position]),
    ).toEqual(['rgb(255, 255, 255)', 'static'])

    const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(sheets.match(/\/Type \/Page\b/g)).toHaveLength(2)
    const boxes = [...sheets.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].slice(0, 2)
    expect(boxes.map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))])).toEqual([
      [595, 842],
      [595, 842],
    ])
    expect(complaints).toEqual([])
  })

  test('is not for a manager, neither in the menu nor by its address', async () => {
    const { page } = await signedInPage(browser, server.url, 'manager')
    expect(await page.getByRole('link', { name: '系统报表' }).count()).toBe(0)
    for (const path of ['/statistics', '/statistics/record', '/report', '/report/list']) {
      await page.goto(server.url + path)
      await page.waitForURL(`${server.url}/404`)
    }
    await page.context().close()
  })
})

describe('the IP report', () => {
  test('marks addresses that phones share, and shows those alone where asked', async () => {
    await new ReportSweep(store, timeZone).tidy()
    const { page, complaints } = await signedInPage(browser, server.url, 'security', '/report')
    await page.waitForURL(/\/report\/list$/)
    await page.getByRole('gridcell', { name: '10.1.0.0' }).waitFor()
    expect(await page.getByText('与 1 台共用').count()).toBe(2)
    await page.goto(`${server.url}/report/list?shared=true`)
    await page.getByRole('gridcell', { name: '10.1.0.1' }).first().waitFor()
    expect(await page.getByRole('gridcell', { name: '10.1.0.0' }).count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('tells where an address is, why that is unknown of a private one, and whose data say so', async () => {
    await box.report({ type: 'phones', phones: [{ serial: 'E2E3', state: 'ready', ip: '8.8.8.8' }] })
    const token = await server.signIn('security')
    await expect
      .poll(async () => (await server.call('v2/report/ip', { token, query: { keyword: '8.8.8.8' } })).data.total)
      .toBe(1)
    const { page, complaints } = await signedInPage(browser, server.url, 'security', '/report/list')
    const known = page.getByRole('row').filter({ hasText: '8.8.8.8' })
    await known.getByRole('gridcell', { name: '美国', exact: true }).waitFor()
    await known.getByRole('gridcell', { name: 'Google LLC' }).waitFor()
    const unknown = page.getByRole('row').filter({ hasText: '10.1.0.0' }).getByRole('gridcell').nth(2)
    expect(await unknown.textContent()).toBe('—')
    await unknown.hover()
    await expect.poll(() => unknown.getAttribute('title')).toBe('内网地址')
    await page.getByRole('link', { name: 'IP Geolocation by DB-IP' }).waitFor()
    expect(await violationsOf(page)).toEqual([])

    await page.getByRole('button', { name: 'EN' }).click()
    await known.getByRole('gridcell', { name: 'United States' }).waitFor()
    await page.goto(`${server.url}/device/list`)
    await page.getByRole('gridcell', { name: 'B01-03' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Properties' }).click()
    await page.getByRole('dialog').getByText('8.8.8.8 · United States · Google LLC').waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('prints the addresses that it is narrowed to, each with whom it is shared, and nothing of the console', async () => {
    await box.report({ type: 'phones', phones: [{ serial: 'E2E3', state: 'ready', ip: '10.1.0.1' }] })
    const token = await server.signIn('agent')
    const shared = () => server.call('v2/report/ip', { token, query: { shared: true, sort: 'address' } })
    await new ReportSweep(store, timeZone).tidy()
    await expect.poll(async () => (await shared()).data.total).toBe(2)
    const { data } = await shared()
    const { page, complaints } = await signedInPage(browser, server.url, 'agent', '/report/list?shared=true')
    await page.evaluate(() => localStorage.setItem('theme', 'dark'))
    await page.reload()
    await page.getByRole('button', { name: '打印报告' }).click()
    const paper = page.getByRole('article')
    await paper.waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('nav, button, input, [role=grid]').filter({ visible: true }).count()).toBe(0)
    const head = await paper.locator('header').innerText()
    expect(head).toContain('agent')
    expect(head).toContain('仅共用地址')
    expect(await paper.getByRole('definition').allInnerTexts()).toEqual(
      expect.arrayContaining([
        String(data.total),
        String(new Set(data.items.map(({ address }: { address: string }) => address)).size),
      ]),
    )
    const rows = paper.locator('tbody tr')
    expect(await rows.evaluateAll((all) => all.map((row) => row.textContent?.match(/^[\d.]+/)?.[0]))).toEqual(
      data.items.map(({ address }: { address: string }) => address),
    )
    for (const { name } of data.items) await rows.filter({ hasText: name }).getByText('与 1 台共用').waitFor()
    expect(await paper.evaluate((node) => getComputedStyle(node).backgroundColor)).toBe('rgb(255, 255, 255)')
    const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(sheets.match(/\/Type \/Page\b/g)).toHaveLength(1)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
