import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let admin: WatchedPage
let page: Page

beforeAll(async () => {
  server = await startServer({ phones: 3 })
  await idlePhones(server, await server.signIn('admin'), 3)
  browser = await openBrowser()
  admin = await signedInPage(browser, server.url, 'admin', '/device/list')
  page = admin.page
  await page.getByRole('gridcell', { name: 'B01-03' }).waitFor()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** A dialog in the middle: a panel at the side is one too, and may still be on its way out. */
const dialog = () => page.locator('.bp6-dialog')
/** Of what came of runs. */
const drawer = () => page.locator('.bp6-drawer')
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })

/** Opens a row's menu and picks something. */
async function pick(name: string, action: string): Promise<void> {
  await row(name).getByRole('button', { name: '⋯' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Chooses phones in a form by typing parts of their names. */
async function choosePhones(...names: string[]): Promise<void> {
  const input = dialog().locator('input[name="phones"]')
  for (const name of names) {
    await input.fill(name)
    await page.getByRole('option', { name, exact: true }).click()
  }
  await page.keyboard.press('Escape')
}

test('services lead to the list of scripts', async () => {
  await page.goto(`${server.url}/services`)
  await page.waitForURL(`${server.url}/services/list`)
  await expect(page.getByText('还没有脚本').waitFor()).resolves.toBeUndefined()
})

test('a script is written, refused while its parameters do not fit, changed, and run on two phones', async () => {
  await page.getByRole('button', { name: '新建脚本' }).first().click()
  await dialog().getByRole('button', { name: '保存' }).click()
  await dialog().getByText('必填项').first().waitFor()
  await dialog().getByLabel('名称', { exact: true }).fill('问候')
  await dialog()
    .getByLabel('脚本内容')
    .fill('for i in 1 2 3; do\n  echo "$i $WHO from $(getprop ro.serialno)"\ndone\nexit 0')
  await dialog().getByRole('button', { name: '添加参数' }).click()
  await dialog().getByLabel('变量名 1').fill('1WHO')
  await dialog().getByRole('button', { name: '保存' }).click()
  await dialog().getByText('不能以数字开头').waitFor()
  await dialog().getByLabel('变量名 1').fill('WHO')
  await dialog().getByLabel('显示名称 1').fill('称呼')
  await dialog().getByText('必填', { exact: true }).click()
  await dialog().getByRole('button', { name: '保存' }).click()
  await row('问候').waitFor()

  await row('问候').getByRole('button', { name: '问候' }).click()
  await dialog().getByLabel('说明', { exact: true }).fill('向每台手机问好')
  await dialog().getByRole('button', { name: '保存' }).click()
  await row('向每台手机问好').waitFor()

  await row('问候').getByRole('button', { name: '运行' }).click()
  await choosePhones('B01-01', 'B01-02')
  await dialog().getByRole('button', { name: '开始执行' }).click()
  await dialog().getByText('必填项').waitFor()
  await dialog().getByLabel('称呼').fill(`O'Neill & "你好"`)
  await dialog().getByRole('button', { name: '开始执行' }).click()

  await drawer().getByText('2 / 2 台').first().waitFor()
  await drawer().getByText('已完成').first().waitFor()
  const output = drawer().getByLabel('输出', { exact: true })
  await output.getByText(`3 O'Neill & "你好" from`).waitFor()
  await drawer()
    .getByRole('list', { name: '设备列表' })
    .getByRole('button', { name: /B01-02/ })
    .click()
  await output.getByText(`3 O'Neill & "你好" from`).waitFor()
  await drawer().getByText('退出码 0').waitFor()
  await page.keyboard.press('Escape')
})

test('what goes on shows as it goes on, can be called off, and can be retried', async () => {
  await page.getByRole('button', { name: '新建脚本' }).first().click()
  await dialog().getByLabel('名称', { exact: true }).fill('慢脚本')
  await dialog().getByLabel('脚本内容').fill('echo begun\nsleep 60')
  await dialog().getByRole('button', { name: '保存' }).click()
  await row('慢脚本').getByRole('button', { name: '运行' }).click()
  await choosePhones('B01-03')
  await dialog().getByRole('button', { name: '开始执行' }).click()
  await drawer().getByLabel('输出', { exact: true }).getByText('begun').waitFor()
  await drawer().getByText('执行中').first().waitFor()
  await drawer().getByRole('button', { name: '取消执行' }).click()
  await drawer().getByRole('navigation', { name: '执行列表' }).getByText('已取消').waitFor()
  await drawer().getByRole('button', { name: '重试失败项' }).click()
  await drawer().getByText('重试 #').waitFor()
  await drawer().getByRole('button', { name: '取消执行' }).click()
  await drawer().getByRole('navigation', { name: '执行列表' }).getByText('已取消').nth(1).waitFor()
  await page.keyboard.press('Escape')
})

test('a timed task is written with its next times in sight, changed, run, switched off and deleted', async () => {
  await page.getByRole('link', { name: '定时任务' }).click()
  await page.waitForURL(`${server.url}/services/timedtasks`)
  await page.getByRole('button', { name: '新建任务' }).first().click()
  await dialog().getByLabel('名称', { exact: true }).fill('每日问候')
  await dialog().locator('select[name="work.script_id"]').selectOption({ label: '问候' })
  await dialog().getByLabel('称呼').fill('大家')
  await dialog().locator('select[name="choice"]').selectOption({ label: '按条件' })
  const next = dialog().getByRole('list', { name: '接下来五次' })
  await dialog().getByRole('button', { name: '高级' }).click()
  await dialog().getByLabel('Cron 表达式').fill('61 9 * * *')
  await dialog().getByText('Cron 表达式无效').waitFor()
  await dialog().getByRole('button', { name: '按星期' }).click()
  await dialog().getByLabel('时间 1').fill('09:30')
  await next.getByText(/09:30/).nth(4).waitFor()
  await dialog().getByRole('button', { name: '保存' }).click()
  await row('每日问候').getByText('工作日 09:30').waitFor()

  await row('每日问候').getByRole('button', { name: '每日问候' }).click()
  await dialog().getByLabel('备注').fill('改过')
  await dialog().getByRole('button', { name: '取消' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /放弃|丢弃|离开/ })
    .click()

  await pick('每日问候', '立即执行')
  await drawer().getByText('3 / 3 台').first().waitFor()
  await drawer().getByLabel('输出', { exact: true }).getByText('3 大家 from').waitFor()
  await page.keyboard.press('Escape')

  await pick('每日问候', '停用')
  await row('每日问候').getByText('停用').waitFor()
  await pick('每日问候', '删除')
  await page.getByRole('button', { name: '删除 1 个任务' }).click()
  await page.getByText('还没有定时任务').waitFor()
})

test('a script that is not needed any more is deleted', async () => {
  await page.goto(`${server.url}/services/list`)
  await pick('慢脚本', '删除')
  await page.getByRole('button', { name: '删除 1 个脚本' }).click()
  await row('慢脚本').waitFor({ state: 'detached' })
})

test('only admins have services, by menu, by address and by call', async () => {
  const agent = await signedInPage(browser, server.url, 'agent')
  await expect(agent.page.getByRole('navigation').getByText('增值服务').count()).resolves.toBe(0)
  await agent.page.goto(`${server.url}/services/timedtasks`)
  await agent.page.waitForURL(`${server.url}/404`)
  await agent.page.context().close()
})

test('no console complained of anything', () => {
  expect(admin.complaints).toEqual([])
})
