import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { openBrowser } from '../../support/browser.ts'
import { connectBox, inventory, readyPhone, type FakeBox } from '../../support/fake-box.ts'
import { idlePhones } from '../../support/idle-phones.ts'
import { startTeam, type Team } from '../../support/team.ts'
import {
  atTheDashboard,
  button,
  menu,
  signedInOperator,
  tellSeconds,
  typeInto,
  workday,
  type Operator,
} from '../../support/workday.ts'

// Working days that need no phone: a box says what a test wants of its phones.

let team: Team
let browser: Browser
let box: FakeBox
let manager: Operator
let agent: Operator

beforeAll(async () => {
  ;[team, browser] = await Promise.all([startTeam('amazon'), openBrowser()])
  const { server, store } = team
  box = await connectBox(server, store)
  manager = await signedInOperator(browser, server.url, 'manager')
  agent = await signedInOperator(browser, server.url, 'agent')
})
afterAll(async () => {
  await browser.close()
  await box.close()
  await team.stop()
})
tellSeconds()

/** Goes to the shops of a market by the sidebar. */
async function toShops(page: Page, market: string): Promise<void> {
  await menu(page).locator('summary', { hasText: market }).click()
  await menu(page).getByRole('link', { name: '环境管理' }).filter({ visible: true }).click()
}

const list = async (market: string, more: object = {}) =>
  (await team.server.call('v2/environment/list', { token: team.manager, query: { market, ...more } })).data

workday(2, 'imports the messy file of 300 lines', async () => {
  await team.addGroup('北美主力')
  const page = await atTheDashboard(manager, team.server.url)
  const dialog = page.getByRole('dialog')
  const choose = (name: string, value: string) =>
    dialog.getByRole('combobox', { name, exact: true }).selectOption(value)
  /** The cell of the sheet in a line of the file and a column. */
  const cell = async (line: number, column: string) => {
    const sheet = dialog.locator('.bp6-table-quadrant-main')
    const headers = sheet.locator('.bp6-table-row-headers .bp6-table-header')
    await headers.filter({ hasText: new RegExp(`^${line}$`) }).waitFor()
    const at = (await sheet.locator('.bp6-table-column-name-text').allInnerTexts()).indexOf(column)
    const below = (await headers.allInnerTexts()).findIndex((each) => Number.parseInt(each, 10) === line)
    return sheet.locator(`.bp6-table-cell-row-${below}.bp6-table-cell-col-${at}`)
  }
  const write = async (line: number, column: string, text: string) => {
    await (await cell(line, column)).dblclick()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(text)
    await page.keyboard.press('Enter')
  }

  await toShops(page, 'Amazon')
  await button(page, '导入').first().click()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), dialog.getByText('拖').first().click()])
  await chooser.setFiles({
    name: 'messy.csv',
    mimeType: 'text/csv',
    buffer: readFileSync(join(import.meta.dirname, '../../environments/files/messy.csv')),
  })
  await choose('地区 西岸一区', 'us-west')
  await dialog.getByRole('button', { name: '新建分组“旺店”' }).click()
  await choose('代理类型 （未写协议）', 'socks5')
  await choose('地区 月球', 'us-west')
  await dialog.getByRole('button', { name: '先导入可用的 296 行' }).click()
  await dialog.getByText('已导入 296 行').waitFor()
  await write(50, '名称', 'AMZ-042')
  await write(117, '名称', 'AMZ-098')
  await dialog.getByRole('button', { name: '改为 us-w.gw.example.net:7150' }).click()
  await write(242, '代理', '无')
  await dialog.getByRole('button', { name: '导入 4 行' }).click()
  await page.getByText('已导入 300 个环境').waitFor()
  expect((await list('amazon')).total).toBe(300)
  return [manager]
})

workday(5, 'reads who went offline this week, and why', async () => {
  const { server, store } = team
  const report = (...serials: string[]) => box.report(inventory(serials.map((serial) => readyPhone(serial))))
  await report('A', 'B', 'C')
  const phones = await idlePhones(server, await server.signIn('admin'), 3)
  await store.devices.handOver(
    phones.map(({ id }) => id),
    await store.user('manager'),
  )
  await box.report({ type: 'phone_lost', serial: 'A', reason: 'unauthorized' })
  await expect
    .poll(
      async () =>
        (await server.call('v2/device/list', { token: team.manager, query: { status: ['offline'] } })).data.total,
    )
    .toBe(1)

  const page = await atTheDashboard(manager, server.url)
  await menu(page).getByRole('link', { name: '操作日志' }).click()
  await page.getByRole('link', { name: '本周离线' }).click()
  const offline = page.getByRole('region', { name: '离线' }).getByRole('listitem')
  await offline.filter({ hasText: 'B01-01' }).getByText('adb 未获授权').waitFor()
  return [manager]
})

workday(6, 'finds out who deleted a shop, and puts it back', async () => {
  const shop = await team.add('深圳大树一店')
  await team.post('environment/del', { ids: [shop] })
  const page = await atTheDashboard(manager, team.server.url)
  await menu(page).getByRole('link', { name: '操作日志' }).click()
  const name = page.getByLabel('对象名称')
  await name.click()
  await typeInto(name, '深圳大树一店')
  const row = page.getByRole('row').filter({ hasText: '深圳大树一店' }).filter({ hasText: '删除环境' })
  await row.getByText('manager').waitFor()
  await row.getByRole('button', { name: '撤销' }).click()
  await page.getByText('已撤销 1 条').waitFor()
  expect((await list('amazon', { keyword: '深圳大树一店' })).total).toBe(1)
  return [manager]
})

workday(10, 'renews a service that is about to end', async () => {
  await sql`update users set authorization_at = ${Math.floor(Date.now() / 1_000)}, expiration = ${2 * 86_400}
    where user_name = 'manager'`.execute(team.store.db)
  const page = await atTheDashboard(agent, team.server.url)
  await page.getByRole('region', { name: '需要处理' }).getByRole('link', { name: '续期 30 天' }).click()
  await page.getByRole('dialog').getByText('manager', { exact: true }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '续期', exact: true }).click()
  await expect.poll(async () => (await team.store.user('manager')).expiration).toBeGreaterThan(31 * 86_400)
  return [agent]
})

workday(11, 'hands a customer the report of the month, as a file', async () => {
  const page = await atTheDashboard(agent, team.server.url)
  await menu(page).getByRole('link', { name: '系统报表' }).click()
  await page.getByRole('button', { name: '用户: 全部' }).click()
  await page.getByRole('option', { name: 'manager' }).click()
  await page.waitForURL(/user_id=\d+/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出 CSV' }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/^\uFEFF日期,/)
  return [agent]
})

workday(12, 'moves 200 shops to a group, and takes it back', async () => {
  await team.server.call('v2/environment/batchadd', {
    token: team.manager,
    body: { market: 'temu', pattern: '旺店{n}', count: 200, digits: 3 },
  })
  await team.server.call('v2/group/add', { token: team.manager, body: { market: 'temu', name: '旺季' } })
  const page = await atTheDashboard(manager, team.server.url)
  await toShops(page, 'Temu')
  await page.getByRole('gridcell', { name: '旺店001' }).waitFor()
  await page.getByText('已加载 100', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: '选择已加载的全部行' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: '选择符合条件的全部 200 条' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: '移动到分组' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('分组').click()
  await page.getByRole('option', { name: '旺季' }).click()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: '移动到分组' }).click()
  const tagged = async () =>
    (
      await sql<{
        n: number
      }>`select count(*)::int as n from environment_rows where market = 'temu' and tags <> '{}'`.execute(team.store.db)
    ).rows[0]?.n
  await page.getByText(/^移动环境: /).waitFor()
  expect(await tagged()).toBe(200)
  const notice = page.getByRole('status').filter({ hasText: '移动环境: ' })
  await notice.getByRole('button', { name: '撤销' }).last().click()
  await page.getByText('已撤销 200 条').waitFor()
  expect(await tagged()).toBe(0)
  return [manager]
})
