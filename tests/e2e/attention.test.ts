import { addDays, lightFormat } from 'date-fns'
import { sql } from 'kysely'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reason } from '../../texts/reason.ts'
import { violationsOf } from '../support/accessibility.ts'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { connectBox, inventory, readyPhone, type FakeBox } from '../support/fake-box.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let browser: Browser
let box: FakeBox
let manager: WatchedPage
let phones: readonly { id: number; name: string }[]

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  store = openTestStore(server)
  box = await connectBox(server, store)
  await box.report(inventory(['A', 'B', 'C'].map((serial) => readyPhone(serial))))
  phones = await idlePhones(server, await server.signIn('admin'), 3)
  const ids = phones.map(({ id }) => id)
  await store.devices.handOver(ids, await store.user('manager'))
  await store.db
    .updateTable('devices')
    .set({ status: 'faulty', status_reason: reason('devices.late.changing_ip') })
    .where('id', 'in', ids.slice(0, 2))
    .execute()
  manager = await signedInPage(browser, server.url, 'manager')
})
afterAll(async () => {
  await browser.close()
  await store.close()
  await server.stop()
})

test('faulty phones are told first, by cause, and recovered from where they are told', async () => {
  const { page } = manager
  const attention = page.getByRole('region', { name: '需要处理' })
  const row = attention.getByRole('listitem')
  await row.getByText('2 台手机故障').waitFor()
  for (const { name } of phones.slice(0, 2)) await row.getByText(name, { exact: true }).waitFor()
  expect(await row.count()).toBe(1)

  await row.getByRole('button', { name: '恢复 2 台' }).click()
  await page.getByText('已开始恢复 2 台手机').waitFor()
  const token = await server.signIn('admin')
  expect(await idlePhones(server, token, 3)).toHaveLength(3)
  await attention.waitFor({ state: 'detached' })
})

test('a service that ends is renewed from where it is told, for the usual time or another, and named with its new end', async () => {
  const now = Math.floor(Date.now() / 1_000)
  await sql`update users set authorization_at = ${now}, expiration = ${2 * 86_400} where user_name = 'manager'`.execute(
    store.db,
  )
  const { page, complaints } = await signedInPage(browser, server.url, 'agent')
  const row = page.getByRole('region', { name: '需要处理' }).getByRole('listitem').filter({ hasText: 'manager' })
  const dialog = page.getByRole('dialog')
  const until = (days: number) => lightFormat(addDays(now * 1_000, 2 + days), 'yyyy-MM-dd')

  await row.getByRole('link', { name: '续期', exact: true }).click()
  await dialog.getByText('manager', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: '90 天' }).click()
  await dialog.getByText(`续期后到期：${until(90)}`).waitFor()
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃修改' }).click()
  await dialog.waitFor({ state: 'detached' })

  await row.getByRole('link', { name: '续期 30 天' }).click()
  await dialog.getByText('manager', { exact: true }).waitFor()
  await dialog.getByText(`续期后到期：${until(30)}`).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '续期', exact: true }).click()
  await row.waitFor({ state: 'detached' })
  const { authorization_at, expiration } = await store.user('manager')
  expect(lightFormat((authorization_at + expiration) * 1_000, 'yyyy-MM-dd')).toBe(until(30))
  expect(complaints).toEqual([])
  await page.context().close()
})

test('a job in which something failed is tried again from where it is told, by whoever began it', async () => {
  const starter = await store.user('manager')
  const script = { name: 'cleaning', action: 'script', arguments: {}, script: 'true' } as const
  const job_id = await store.jobs.add(
    { ...script, state: 'done', timeout_seconds: 60, concurrency: 1, total: 2, ended_at: Date.now() },
    starter,
  )
  const items = phones.slice(0, 2).map(({ id, name }, at) => ({
    job_id,
    device_id: id,
    device_name: name,
    state: at === 0 ? ('failed' as const) : ('succeeded' as const),
  }))
  await store.db.insertInto('job_items').values(items).execute()
  const { page, complaints } = await signedInPage(browser, server.url, 'manager')
  const row = page.getByRole('region', { name: '需要处理' }).getByRole('listitem').filter({ hasText: 'cleaning' })
  await row.getByText('cleaning · 1 项失败').waitFor()
  await row.getByText('由 manager').waitFor()
  expect(await row.getByRole('link', { name: '查看' }).getAttribute('href')).toBe(`/job?id=${job_id}`)
  expect(await violationsOf(page)).toEqual([])
  await row.getByRole('button', { name: '重试 cleaning' }).click()
  await page.getByText('已开始重试 cleaning').waitFor()
  await row.waitFor({ state: 'detached' })
  const retried = await store.db
    .selectFrom('job_items')
    .innerJoin('jobs', 'jobs.id', 'job_items.job_id')
    .select(['device_id', 'created_by'])
    .where('retry_of', '=', job_id)
    .execute()
  expect(retried).toEqual([{ device_id: phones[0]?.id, created_by: starter.id }])
  expect(complaints).toEqual([])
  await page.context().close()
})

test('one’s own service that ends is told with whom to ask, and nothing that one may not do', async () => {
  const now = Math.floor(Date.now() / 1_000)
  const ending = { authorization_at: now, expiration: 2 * 86_400 + 3_600 }
  await store.db
    .updateTable('users')
    .set({ contact_name: '王经理', phone: '13800000000' })
    .where('user_name', '=', 'manager')
    .execute()
  await store.addUser({ user_name: 'ending', role: 'element', ...ending }, 'manager')
  const { page, complaints } = await signedInPage(browser, server.url, 'ending')
  const row = page.getByRole('region', { name: '需要处理' }).getByRole('listitem')
  await row.getByText('您的服务即将到期 · 剩余 2 天').waitFor()
  await row.getByText('请联系 manager 续期').waitFor()
  await row.getByText('13800000000').waitFor()
  expect(await row.count()).toBe(1)
  expect(await row.getByRole('link').or(row.getByRole('button')).count()).toBe(0)
  expect(await violationsOf(page)).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})

test('all that ends within the days of 即将到期 is counted, and what has no room is a press away', async () => {
  const now = Math.floor(Date.now() / 1_000)
  const lead = await store.addUser({ user_name: 'lead', role: 'manager' }, 'agent')
  for (let days = 0; days < 7; days += 1) {
    const ending = { authorization_at: now, expiration: days * 86_400 + 3_600 }
    await store.addUser({ user_name: `ends-${days}`, role: 'element', ...ending }, lead)
  }
  const { page, complaints } = await signedInPage(browser, server.url, 'lead')
  const attention = page.getByRole('region', { name: '需要处理' })
  const row = attention.getByRole('listitem')
  await attention.getByRole('heading', { name: /^需要处理\s*7$/ }).waitFor()
  await row.filter({ hasText: 'ends-0' }).getByText('即将到期 · 24 小时内').waitFor()
  await row.filter({ hasText: 'ends-5' }).getByText('即将到期 · 剩余 5 天').waitFor()
  expect(await row.count()).toBe(7)
  await row.filter({ hasText: '另有 1 项' }).getByRole('link', { name: '查看' }).click()
  for (const user of ['ends-0', 'ends-6']) await page.getByRole('row').filter({ hasText: user }).waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
  await store.db.updateTable('users').set({ expiration: 0 }).where('user_name', 'like', 'end%').execute()
})

test('shops that share an address are named, and all but one get another from where it is told', async () => {
  const token = await server.signIn('manager')
  const { id: in_use_by } = await store.user('manager')
  for (const [index, name] of ['shop-stays', 'shop-moves'].entries()) {
    const body = { market: 'amazon', name }
    const { id: environment_id } = (await server.call('v2/environment/add', { token, body })).data
    const held = { status: 'in_use', status_reason: null, environment_id, in_use_by, in_use_since: index + 1 } as const
    await store.db
      .updateTable('devices')
      .set({ ...held, egress_ip: '104.28.12.7' })
      .where('id', '=', phones[index]?.id ?? 0)
      .execute()
  }
  const { page, complaints } = await signedInPage(browser, server.url, 'manager')
  const row = page.getByRole('region', { name: '需要处理' }).getByRole('listitem').filter({ hasText: '104.28.12.7' })
  await row.getByText('2 家 Amazon 店铺共用出口 IP 104.28.12.7').waitFor()
  for (const name of ['shop-stays', 'shop-moves']) await row.getByText(name, { exact: true }).waitFor()
  expect(await row.getByRole('link').count()).toBe(0) // The report of addresses is not a manager's.
  await row.getByRole('button', { name: '更换 1 台的 IP' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('将为 shop-moves 的手机更换 IP；shop-stays 保留现在的地址。').waitFor()
  await dialog.getByText(/manager/).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '更换 1 台的 IP' }).click()
  await page.getByText('已开始更换 1 台手机的 IP').waitFor()
  await row.waitFor({ state: 'detached' })
  await expect.poll(async () => (await store.devices.byId(phones[1]?.id ?? 0))?.status).toBe('changing_ip')
  expect((await store.devices.byId(phones[0]?.id ?? 0))?.status).toBe('in_use')

  const agent = await signedInPage(browser, server.url, 'agent')
  await store.db
    .updateTable('devices')
    .set({ status: 'in_use' })
    .where('id', '=', phones[1]?.id ?? 0)
    .execute()
  await agent.page.reload()
  await agent.page.getByRole('region', { name: '需要处理' }).getByRole('link', { name: '查看' }).last().click()
  await agent.page.waitForURL('**/report/list?keyword=104.28.12.7')
  expect([...complaints, ...agent.complaints]).toEqual([])
  await Promise.all([page.context().close(), agent.page.context().close()])
})

test('an import with lines left is finished from where it is told, and nobody else is told of it', async () => {
  const { page, complaints } = await signedInPage(browser, server.url, 'manager', '/temu/list')
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('region', { name: '需要处理' }).getByRole('listitem').filter({ hasText: 'left.csv' })
  const home = () => page.getByRole('link', { name: '首页' }).first().click()
  await page.getByRole('button', { name: '导入', exact: true }).first().click()
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'left.csv', mimeType: 'text/csv', buffer: Buffer.from('名称\nl-1\nl-2\nl-2\nl-2\n') })
  await dialog.getByRole('button', { name: '先导入可用的 2 行' }).click()
  await dialog.getByText('已导入 2 行').waitFor()
  await dialog.getByRole('button', { name: '关闭', exact: true }).last().click()
  const question = page.getByRole('alertdialog')
  await question.getByText(/还有 2 行没有导入。它们留在本页签中/).waitFor()
  const later = question.getByRole('button', { name: '稍后继续' })
  // Nothing is lost by it.
  expect(await later.getAttribute('class')).not.toContain('danger')
  await later.click()
  await home()
  await row.getByText('Temu 导入还有 2 行未完成').waitFor()
  await row.getByText('已导入 2 行').waitFor()
  expect(await violationsOf(page)).toEqual([])

  await row.getByRole('link', { name: '继续导入' }).click()
  await dialog.getByText('left.csv 还有 2 行没有导入').waitFor()
  await dialog.getByRole('button', { name: '继续导入' }).click()
  await dialog.getByText('已导入 2 行').waitFor()
  const cell = dialog.locator('.bp6-table-quadrant-main .bp6-table-cell-row-0.bp6-table-cell-col-1')
  await cell.dblclick()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('l-3')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /导入.*1 行/ }).click()
  await dialog.getByText('已导入 3 行').waitFor()
  await dialog.getByRole('button', { name: '关闭', exact: true }).last().click()
  await question.getByRole('button', { name: '稍后继续' }).click()
  await home()
  await row.getByText('Temu 导入还有 1 行未完成').waitFor()
  await row.getByRole('button', { name: '放弃' }).click()
  await question.getByText('left.csv 中没有导入的 1 行将丢失。').waitFor()
  await question.getByRole('button', { name: '放弃' }).click()
  await row.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await page.context().close()
})

test('of two imports with lines left one is given up, and nothing is asked of the other', async () => {
  const { page } = await signedInPage(browser, server.url, 'manager', '/temu/list')
  const dialog = page.getByRole('dialog')
  const question = page.getByRole('alertdialog')
  const rows = page.getByRole('region', { name: '需要处理' }).getByRole('listitem').filter({ hasText: 'Temu 导入还有' })
  for (const name of ['first', 'second']) {
    const buffer = Buffer.from(`名称\n${name}\n${name}-twice\n${name}-twice\n`)
    await page.getByRole('button', { name: '导入', exact: true }).first().click()
    await dialog.locator('input[type=file]').setInputFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer })
    await dialog.getByRole('button', { name: /先导入可用的/ }).click()
    await dialog.getByText(/已导入 \d 行/).waitFor()
    await dialog.getByRole('button', { name: '关闭', exact: true }).last().click()
    await question.getByRole('button', { name: '稍后继续' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await page.getByRole('link', { name: '首页' }).first().click()
  await rows.nth(1).waitFor()
  await rows.first().getByRole('button', { name: '放弃' }).click()
  await question.getByText(/^first\.csv/).waitFor()
  await question.getByRole('button', { name: '放弃' }).click()
  await rows.filter({ hasText: 'first.csv' }).waitFor({ state: 'detached' })
  expect(await question.count()).toBe(0)
  expect(await rows.count()).toBe(1)
  await page.context().close()
})

test('leaves no warning and no error in the browser', () => {
  expect(manager.complaints).toEqual([])
})
