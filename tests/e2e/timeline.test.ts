import { sql } from 'kysely'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { connectBox, inventory, readyPhone, type FakeBox } from '../support/fake-box.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { startTeam, type Team } from '../support/team.ts'

let team: Team
let browser: Browser
let box: FakeBox
let manager: WatchedPage
let page: Page
let phones: readonly { id: number; name: string }[]
let shop: number
/** A shop of another team. */
let foreign: number

const report = (...serials: string[]) => box.report(inventory(serials.map((serial) => readyPhone(serial))))
const offline = (count: number) =>
  expect
    .poll(async () => {
      const query = { status: ['offline'] }
      return (await team.server.call('v2/device/list', { token: team.manager, query })).data.total
    })
    .toBe(count)
const run = (statement: string) => sql.raw(statement).execute(team.store.db)

beforeAll(async () => {
  ;[team, browser] = await Promise.all([startTeam('amazon'), openBrowser()])
  const { server, store } = team
  box = await connectBox(server, store)
  await report('A', 'B', 'C')
  phones = await idlePhones(server, await server.signIn('admin'), 3)
  await store.devices.handOver(
    phones.map(({ id }) => id),
    await store.user('manager'),
  )
  shop = await team.add('AMZ-CA-03')
  foreign = await team.add('NOT-YOURS', {}, team.stranger)
  manager = await signedInPage(browser, server.url, 'manager')
  page = manager.page
})
afterAll(async () => {
  await browser.close()
  await box.close()
  await team.stop()
})

const [first, second] = ['B01-01', 'B01-02']

test('which phones went offline this week and why stands two clicks away', async () => {
  await box.report({ type: 'phone_lost', serial: 'A', reason: 'unauthorized' })
  await offline(1)
  await report('A', 'B', 'C')
  await offline(0)
  await box.vanish()
  await offline(3)

  await page.getByRole('navigation').getByRole('link', { name: '操作日志' }).click()
  await page.getByRole('link', { name: '本周离线' }).click()
  await page.getByText(/^3 台手机共离线/).waitFor()
  expect(new URL(page.url()).pathname).toBe('/offline')

  const causes = page.getByRole('region', { name: '原因' })
  await causes.getByRole('button', { name: /整盒，与手机无关 · 3 台/ }).waitFor()
  const listed = page.getByRole('region', { name: '离线' }).getByRole('listitem')
  const ofFirst = listed.filter({ has: page.getByRole('link', { name: first }) })
  await ofFirst.getByText('adb 未获授权').waitFor()
  expect(await ofFirst.getByText('仍离线').count()).toBe(1)
  expect(await ofFirst.getByText(/2 次/).count()).toBe(1)

  await causes.getByRole('button', { name: /授权/ }).click()
  await page.getByText(/^1 台手机共离线/).waitFor()
  await page.reload() // What was asked for stands in the address.
  await page.getByText(/^1 台手机共离线/).waitFor()
  await page.getByRole('button', { name: '全部原因' }).click()
  await page.getByText(/^3 台手机共离线/).waitFor()
})

test('a phone has its own timeline, which an address leads to', async () => {
  await page.getByRole('link', { name: second, exact: true }).click()
  await page.getByRole('heading', { name: `时间线 ${second}`, level: 1 }).waitFor()
  expect(await page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem').last().textContent()).toBe(
    second,
  )
  await page.getByText(`${second} 离线`).waitFor()
  expect(await page.getByText(`${first} 离线`).count()).toBe(0)
  await page.getByRole('link', { name: '看全部' }).click()
  await page.getByText(`${first} 离线`).first().waitFor()
  const kinds = page.getByRole('group', { name: '类型' })
  await kinds.getByRole('button', { name: '操作' }).click()
  await kinds.getByRole('button', { name: '操作', pressed: true }).waitFor() // It stands in the timeline of everything as well.
  await page.getByText('创建环境 AMZ-CA-03').first().waitFor()
  expect(await page.getByText(`${first} 离线`).count()).toBe(0)
  expect(new URL(page.url()).search).toBe('?kind=action')
})

test.each([
  ['phone', () => `device_id=${phones[1]?.id}`, second, '在设备列表中查看', 'B01-02'],
  ['shop', () => `environment_id=${shop}`, 'AMZ-CA-03', '在环境列表中查看', 'AMZ-CA-03'],
])('the timeline of a %s leads to it', async (_what, query, name, lead, row) => {
  await page.goto(`${team.server.url}/timeline?${query()}`)
  await page.getByRole('heading', { name: `时间线 ${name}`, level: 1 }).waitFor()
  await page.getByRole('link', { name: lead }).click()
  await page.getByRole('gridcell', { name: row }).waitFor()
  const crumbs = page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')
  expect(await crumbs.filter({ hasText: name }).count()).toBe(0)
})

test.each([
  ['empty', () => 'device_id=', '地址中没有有效的编号'],
  ['unknown', () => 'device_id=999999', '没有这个对象'],
  ['foreign', () => `environment_id=${foreign}`, '没有这个对象'],
])('a timeline whose id is %s says so, and leads to that of everything', async (_what, query, said) => {
  const { page } = await signedInPage(browser, team.server.url, 'manager') // Which complains of the refusal.
  await page.goto(`${team.server.url}/timeline?${query()}`)
  await page.getByRole('heading', { name: said, level: 2 }).waitFor()
  expect(await page.getByText(/离线$/).filter({ hasText: first }).count()).toBe(0)
  await page.getByRole('link', { name: '看全部' }).click()
  await page.getByText(`${first} 离线`).first().waitFor()
})

test('the timeline of a phone stands in its properties', async () => {
  await page.goto(`${team.server.url}/device/list`)
  await page.getByRole('row', { name: second }).getByText('⋯').click()
  await page.getByRole('menuitem', { name: '属性' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: '时间线' }).click()
  await panel.getByText(`${second} 离线`).waitFor()
  await panel.getByText('进行中').waitFor()
})

test('the timeline of a shop says on which phone it was open, and by whom', async () => {
  const { id } = await team.store.user('manager')
  await run(`update environment_rows set device_id = ${phones[0]?.id}, opened_by = ${id} where id = ${shop}`)
  await run(`update environment_rows set device_id = null, opened_by = null where id = ${shop}`)
  await page.goto(`${team.server.url}/amazon/list`)
  await page.getByRole('row', { name: 'AMZ-CA-03' }).getByText('⋯').click()
  await page.getByRole('menuitem', { name: '时间线' }).click()
  const panel = page.getByRole('dialog', { name: '时间线 AMZ-CA-03' })
  await panel.getByText(`AMZ-CA-03 在 ${first} 上打开`).waitFor()
  await panel.getByRole('listitem').filter({ hasText: '店铺' }).getByText('manager').waitFor()
})

test('what happens while a timeline is open comes to stand in it', async () => {
  await page.goto(`${team.server.url}/timeline?kind=action`)
  await page.getByText('创建环境 AMZ-CA-03').first().waitFor()
  const edited = page.getByText('修改环境 AMZ-CA-03')
  expect(await edited.count()).toBe(0)
  expect(await team.post('environment/edit', { market: 'amazon', ids: [shop], note: '等买家回复' })).toMatchObject({
    code: 20000,
  })
  await edited.waitFor()
  await page.getByText('创建环境 AMZ-CA-03').first().waitFor()
})

test('leaves no warning and no error in the browser', () => {
  expect(manager.complaints).toEqual([])
})
