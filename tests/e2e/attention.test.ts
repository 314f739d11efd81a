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

test('leaves no warning and no error in the browser', () => {
  expect(manager.complaints).toEqual([])
})
