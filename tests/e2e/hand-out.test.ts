import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { loseAnswer } from '../support/lose-answer.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let browser: Browser
let manager: WatchedPage
let page: Page

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = () => page.getByRole('dialog').getByLabel('设备', { exact: true })
/** Whose the phones are, by name. */
const owners = async () => {
  const phones = await store.db
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.owner_id')
    .select(['devices.name', 'user_name'])
    .orderBy('devices.name')
    .execute()
  return Object.fromEntries(phones.map(({ name, user_name }) => [name, user_name]))
}
const given = async () => Object.values(await owners()).filter((owner) => owner === 'newcomer').length
const phone = (id: number, path: string, slot: number, status: 'idle' | 'faulty') => ({
  box_id: 901,
  slot,
  serial: `h-${slot}`,
  name: `P-${slot}`,
  owner_id: id,
  owner_path: path,
  region: 'us-west',
  model: 'Pixel 6',
  android_version: '14',
  status,
})

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  store = openTestStore(server)
  const { id, path } = await store.user('manager')
  const box = { id: 901, code: 'H01', name: 'H01', region: 'us-west', slots: 9, owner_id: id, owner_path: path }
  await store.db.insertInto('boxes').values(box).execute()
  const phones = [1, 2, 3, 4].map((slot) => phone(id, path, slot, slot === 2 ? 'faulty' : 'idle'))
  await store.db.insertInto('devices').values(phones).execute()
  await store.addUser({ user_name: 'newcomer', role: 'element', thread_number: 2 }, 'manager')
  await store.addUser({ user_name: 'no-quota', role: 'element', thread_number: 0 }, 'manager')
  manager = await signedInPage(browser, server.url, 'manager')
  page = manager.page
  await page.goto(`${server.url}/user/list`)
})
afterAll(async () => {
  await browser.close()
  await store.close()
  await server.stop()
})

test('the first steps lead to the list where 分配 stands in the row, as they say', async () => {
  await page.goto(`${server.url}/dashboard`)
  const steps = page.getByRole('region', { name: /^开始使用/ })
  await steps.getByText('在用户列表中点成员所在行的“分配”，填写台数。').waitFor()
  await steps.getByRole('link', { name: '分配设备' }).click()
  await row('newcomer').getByText('分配', { exact: true }).click()
  await button('分配 2 台').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('whoever has no phones yet is given as many as the quota has, of those that are free', async () => {
  await row('newcomer').getByText('分配', { exact: true }).click()
  await page.getByText('newcomer · 已有 0 台 / 配额 2 台').waitFor()
  await page.getByText('您名下有 3 台空闲手机').waitFor()
  expect(await field().inputValue()).toBe('2')
  await button('分配 2 台').click()
  await page.getByText('已分配 2 台手机给 newcomer').waitFor()
  expect(await owners()).toEqual({ 'P-1': 'newcomer', 'P-2': 'manager', 'P-3': 'newcomer', 'P-4': 'manager' })
  await row('newcomer').getByText('续期', { exact: true }).waitFor()
})

test('a mistake is taken back at one press', async () => {
  await button('撤销').click()
  await row('newcomer').getByText('分配', { exact: true }).waitFor()
  expect(new Set(Object.values(await owners()))).toEqual(new Set(['manager']))
})

test('more than there are is refused at the field, and gives none', async () => {
  await row('newcomer').getByText('分配', { exact: true }).click()
  for (const [typed, said] of [
    ['9', '只有 3 台空闲手机'],
    ['0', '不能小于 1'],
    ['', '必填项'],
  ] as const) {
    await field().fill(typed)
    await field().press('Enter')
    await page.getByRole('dialog').getByText(said).waitFor()
  }
  expect(new Set(Object.values(await owners()))).toEqual(new Set(['manager']))
  await field().fill('1')
  await button('分配 1 台').click()
  await page.getByText('已分配 1 台手机给 newcomer').waitFor()
  expect(await owners()).toMatchObject({ 'P-1': 'newcomer', 'P-3': 'manager' })
})

test('as many as were asked for are given also where the first answer is lost, and it is asked once more', async () => {
  const before = await given()
  await row('newcomer').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '分配', exact: true }).click()
  await field().fill('1')
  await page.route('**/v2/device/edit', loseAnswer, { times: 1 })
  await button('分配 1 台').click()
  await page.getByRole('dialog').getByText('网络连接失败').waitFor()
  await button('分配 1 台').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await given()).toBe(before + 1)
})

test('whose quota has no room is not offered any, and told why', async () => {
  expect(await row('no-quota').getByText('分配', { exact: true }).count()).toBe(0)
  await row('no-quota').click({ button: 'right' })
  const entry = page.getByRole('menuitem', { name: '分配', exact: true })
  expect(await entry.getAttribute('title')).toBe('设备配额已满，请先增加配额')
  // The browser notes each call that was refused or cut off.
  expect(manager.complaints.filter((text) => !/status of 400|ERR_CONNECTION_RESET/.test(text))).toEqual([])
})
