import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let admin: WatchedPage
let page: Page
let token: string

beforeAll(async () => {
  server = await startServer()
  token = await server.signIn('admin')
  browser = await openBrowser()
  admin = await signedInPage(browser, server.url, 'admin', '/services/timedtasks')
  page = admin.page
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const dialog = () => page.locator('.bp6-dialog')
const next = () => dialog().getByRole('list', { name: '接下来五次' })
const pressed = (name: string) => dialog().getByRole('button', { name, exact: true, pressed: true })
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })

async function addTask(name: string, cron: string, more: object = {}): Promise<number> {
  const body = {
    name,
    work: { action: 'reboot' },
    targets: { filter: {} },
    schedule: { cron, timezone: 'UTC' }, // Where the browser is.
    ...more,
  }
  const { data, message } = await server.call('v2/task/add', { token, body })
  expect(message).toBe('ok')
  return data.id
}

const cronOf = async (name: string): Promise<string> => {
  const { data } = await server.call('v2/task/list', { token, query: { keyword: name } })
  return data.items[0].schedule.cron
}

async function chooseZone(find: string, name: RegExp): Promise<void> {
  await dialog().getByRole('group', { name: '时区' }).getByRole('button').click()
  await page.getByRole('textbox', { name: '查找时区' }).fill(find)
  await page.getByRole('option', { name }).click()
}

test('a schedule is said in words, in a time zone that is found by its city, and saved as a cron expression', async () => {
  await page.getByRole('button', { name: '新建任务' }).first().click()
  await dialog().getByLabel('名称', { exact: true }).fill('早晚各一次')
  await dialog().locator('select[name="does"]').selectOption({ label: '重启设备' })
  await dialog().locator('select[name="choice"]').selectOption({ label: '按条件' })
  await pressed('每天').waitFor()

  await chooseZone('纽约', /America\/New York/)
  await dialog().getByLabel('时间 1').fill('09:30')
  await press('添加时间')
  await dialog().getByLabel('时间 2').fill('21:45')
  await next().getByText(/21:45/).first().waitFor()
  await next().getByText(/09:45/).first().waitFor()
  expect(await next().getByRole('listitem').count()).toBe(5)

  await press('按星期')
  expect(await violationsOf(page)).toEqual([])
  await dialog().getByRole('button', { name: '周五' }).click()
  await dialog().getByRole('button', { name: '保存' }).click()
  await row('早晚各一次').getByText('周一 周二 周三 周四 09:45 21:45 · America/New_York').waitFor()
  expect(await cronOf('早晚各一次')).toBe('45 9,21 * * 1-4')
})

test('a task opens in the words that say its schedule, and nothing is lost by looking at others', async () => {
  await addTask('每月清理', '0 3 1 * *')
  await addTask('四天两次', '45 9,21 * * 1-4')
  await page.reload()
  await row('每月清理').getByRole('button', { name: '每月清理' }).click()
  await pressed('高级').waitFor()
  await press('每隔')
  await next().getByText(/:30/).first().waitFor()
  await press('高级')
  expect(await dialog().getByLabel('Cron 表达式').inputValue()).toBe('0 3 1 * *')
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' }) // Without a question: nothing has changed.

  await row('四天两次').getByRole('button', { name: '四天两次' }).click()
  await pressed('按星期').waitFor()
  await pressed('周四').waitFor()
  expect(await dialog().getByLabel('时间 2').inputValue()).toBe('21:45')
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
})

test('a schedule that never comes says so, and is refused', async () => {
  await addTask('年末清理', '0 3 31 12 *')
  await page.reload()
  await row('年末清理').getByRole('button', { name: '年末清理' }).click()
  await dialog().getByLabel('Cron 表达式').fill('0 3 31 2 *')
  await dialog().getByText('永远不会执行').waitFor()
  await next().getByText('没有下一次').waitFor()
  await dialog().getByRole('button', { name: '保存' }).click()
  await dialog().getByText('或永远不会执行').waitFor()
  await dialog().getByLabel('Cron 表达式').fill('0 3 29 2 *')
  await next()
    .getByText(/2028年2月29日.*03:00/)
    .waitFor()
  await dialog().getByRole('button', { name: '保存' }).click()
  await dialog().waitFor({ state: 'detached' })
  expect(await cronOf('年末清理')).toBe('0 3 29 2 *')
})

test('the calendar tells what comes, opens a task, and shows what was changed', async () => {
  await addTask('心跳检查', '*/5 * * * *')
  await addTask('早间重启', '15 0 * * *')
  await addTask('停用的任务', '0 12 * * *', { enabled: false })
  await page.reload()
  await page.getByRole('link', { name: '日历' }).click()
  await page.waitForURL(`${server.url}/services/calendar`)
  const days = page.locator('main section')
  await days.nth(6).waitFor()
  expect(await days.count()).toBe(7)
  const second = days.nth(1)
  await second.getByRole('button', { name: /00:00–23:55 心跳检查 每 5 分钟 · 288 次/ }).waitFor()
  expect(await page.getByText('停用的任务').count()).toBe(0)
  expect(await violationsOf(page)).toEqual([])

  await second.getByRole('button', { name: /00:15 早间重启/ }).click()
  await dialog().getByLabel('时间 1').fill('00:25')
  await dialog().getByRole('button', { name: '保存' }).click()
  await second.getByRole('button', { name: /00:25 早间重启/ }).waitFor()
})

test('the calendar goes on week by week, and its address leads there again', async () => {
  await page.getByRole('button', { name: '后一周' }).click()
  await page.waitForURL(/from=\d{4}-\d\d-\d\d$/)
  const first = () => page.locator('main section').first().getAttribute('aria-label')
  const day = new URL(page.url()).searchParams.get('from')
  await expect.poll(first).toBe(day)
  await page.reload()
  await expect.poll(first).toBe(day)
  await page.getByRole('button', { name: '今天' }).click()
  await expect.poll(first).not.toBe(day)
  await page.goto(`${server.url}/services/calendar?from=2020-01-01`)
  await page.locator('main section').first().getByText('今天').waitFor()
})

test('a day of more tasks than a week shows is shown alone, with all of them', async () => {
  for (let number = 1; number <= 45; number += 1) await addTask(`批次 ${number}`, '0 6 * * *')
  await page.goto(`${server.url}/services/calendar`)
  const second = page.locator('main section').nth(1)
  await second.getByRole('button', { name: /还有 \d+ 个任务/ }).click()
  await page.waitForURL(/days=1/)
  await page.getByRole('button', { name: /批次 45/ }).waitFor()
  expect(await page.locator('main section').count()).toBe(1)
  await page.getByRole('button', { name: '返回一周' }).click()
  await page.locator('main section').nth(6).waitFor()
})

test('only those who may list tasks have a calendar', async () => {
  const agent = await signedInPage(browser, server.url, 'agent')
  await agent.page.goto(`${server.url}/services/calendar`)
  await agent.page.waitForURL(`${server.url}/404`)
  await agent.page.context().close()
})

test('no console complained of anything but the one refusal', () => {
  expect(admin.complaints).toEqual([expect.stringContaining('400')])
})
