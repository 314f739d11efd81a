import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { untilLive } from '../support/phone-page.ts'
import { startServer, type TestServer } from '../support/server.ts'

const names = ['旺季 1', '旺季 2', '旺季 3', '旺季 4']

let server: TestServer
let browser: Browser
let watched: WatchedPage
let page: Page
let token: string

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer({ phones: 3 }), openBrowser()])
  token = await server.signIn('manager')
  await idlePhones(server, token, 3)
  for (const name of names) await server.call('v2/environment/add', { token, body: { market: 'temu', name } })
  watched = await signedInPage(browser, server.url, 'manager')
  page = watched.page
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const jobs = () => page.getByRole('dialog', { name: '任务记录' })
const ofJob = (name: string): Locator =>
  jobs().getByRole('list', { name: '环境列表' }).getByRole('listitem').filter({ hasText: name })

/** Begins it with all environments of the list. */
async function withAll(action: string): Promise<void> {
  await page.goto(`${server.url}/temu/list`)
  await page.getByRole('gridcell', { name: names[0] ?? '' }).waitFor()
  await page.getByRole('checkbox', { name: '选择已加载的全部行' }).click()
  await page.getByRole('toolbar', { name: /^已选/ }).getByRole('button', { name: action }).click()
}

test('a manager opens four environments at once on three phones, and sees which has none and why', async () => {
  await withAll('打开')
  expect(await page.getByText(/^已加载/).count()).toBe(0) // All of them are.
  await jobs().getByText('4 / 4 个').first().waitFor()
  for (const name of names.slice(0, 3)) await ofJob(name).getByText('成功').waitFor()
  await ofJob('旺季 4').getByText('没有可用的空闲设备').waitFor()
})

test('goes from there to one of the phones', async () => {
  await ofJob('旺季 2').getByRole('link').click()
  await page.waitForURL(/\/temu\/remotely\?id=\d+/)
  await untilLive(page, 40_000)
})

test('tries the one that failed again once a phone is free', async () => {
  const { items } = (await server.call('v2/environment/list', { token, query: { market: 'temu', keyword: '旺季 1' } }))
    .data
  await server.call('v2/environment/close', { token, body: { id: items[0].id } })
  await idlePhones(server, token, 1)
  await page.goto(`${server.url}/temu/list`)
  await page.getByRole('button', { name: '任务记录' }).click()
  await jobs().getByRole('button', { name: '重试失败项' }).click()
  await jobs().getByText('重试 #').waitFor()
  await ofJob('旺季 4').getByText('成功').waitFor()
  expect(await ofJob('旺季 1').count()).toBe(0)
})

test('closes all of them, and every phone is free again', async () => {
  await withAll('关闭并保存')
  await jobs().getByText('4 / 4 个').first().waitFor()
  await ofJob('旺季 1').getByText('环境未打开').waitFor()
  await idlePhones(server, token, 3)
})

test('puts the newest record of each back, once that is confirmed', async () => {
  await withAll('恢复最新存档')
  const question = page.getByRole('alertdialog', { name: '恢复最新存档 · 4 个环境' })
  await question.getByText(/未打开的：下次打开时恢复最新的存档/).waitFor()
  await question.getByRole('button', { name: '恢复最新存档' }).click()
  await jobs().getByText('4 / 4 个').first().waitFor()
  for (const name of names) await ofJob(name).getByText('成功').waitFor()
})

test('and nothing of it leaves a word in the browser’s console', () => {
  expect(watched.complaints).toEqual([])
})
