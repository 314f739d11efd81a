import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Program } from '../agent/box-under-test.ts'
import { violationsOf } from '../support/accessibility.ts'
import { openBrowser, signedInPage, watchedPage, type WatchedPage } from '../support/browser.ts'
import { connectBox, inventory, readyPhone } from '../support/fake-box.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let browser: Browser
let folder: string
let agent: WatchedPage
let security: WatchedPage
/** The program of the box that is added here. */
let program: Program | undefined

beforeAll(async () => {
  ;[server, browser, folder] = await Promise.all([
    startServer(),
    openBrowser(),
    mkdtemp(join(tmpdir(), 'phonedeck-box-')),
  ])
  store = openTestStore(server)
  agent = await signedInPage(browser, server.url, 'agent')
  security = await signedInPage(browser, server.url, 'security')
})
afterAll(async () => {
  await program?.stop()
  await browser.close()
  await store.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Opens a row's menu and picks something. */
async function pick(page: Page, name: string, entry: string): Promise<void> {
  await row(page, name).getByRole('button', { name: '⋯' }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** Runs the agent as the command says that the console shows, on a machine whose frpc connects at once. */
async function runCommand(command: string): Promise<Program> {
  const frpc = join(folder, 'frpc')
  await writeFile(frpc, '#!/bin/sh\necho "[I] start proxy success"\nexec sleep 600\n')
  await chmod(frpc, 0o755)
  const [, PHONEDECK_URL = '', ENROLMENT_TOKEN = '', script = ''] =
    /^PHONEDECK_URL=(\S+) ENROLMENT_TOKEN=(\S+) node_modules\/.bin\/node (\S+)$/.exec(command) ?? []
  return new Program(script, [], {
    PHONEDECK_URL,
    ENROLMENT_TOKEN,
    AGENT_DATA: join(folder, 'agent'),
    ADB_SERVER: '127.0.0.1:9', // Nothing is there: a box without phones.
    PATH: [folder, process.env.PATH].join(delimiter),
  })
}

test('/box leads to the list of boxes; one is added, and the command that is shown brings its agent', async () => {
  const { page } = agent
  await page.goto(`${server.url}/box`)
  await page.waitForURL(`${server.url}/box/`)
  await button(page, '添加盒子').click()
  await dialog(page).getByRole('button', { name: '添加盒子' }).click()
  await dialog(page).getByText('必填项').first().waitFor()
  await dialog(page).getByLabel('名称', { exact: true }).fill('深圳 <b>二号</b> 📦')
  await dialog(page).getByLabel('编号').fill('B01')
  await dialog(page).getByLabel('地区').selectOption({ index: 1 })
  await dialog(page).getByRole('button', { name: '添加盒子' }).click()
  await dialog(page).getByText('编号已被使用').waitFor()
  await dialog(page).getByLabel('编号').fill('B02')
  await dialog(page).getByRole('button', { name: '添加盒子' }).click()

  const command = await page.getByLabel('接入命令').textContent()
  await page.getByText('等待代理上线…').waitFor()
  expect(await violationsOf(page)).toEqual([])
  program = await runCommand(command ?? '')
  await page.getByText(/^代理已上线，版本 \d/).waitFor()
  await button(page, '我已保存').click()
  await row(page, '深圳 <b>二号</b> 📦').getByText('在线').waitFor()
})

test('a box is edited from its row, and leaving half-way asks', async () => {
  const { page } = agent
  await pick(page, 'B02', '编辑')
  await dialog(page).getByLabel('名称', { exact: true }).fill('深圳二号')
  await page.keyboard.press('Escape')
  await page.getByText('有未保存的修改，离开后将丢失。').waitFor()
  await button(page, '继续编辑').click()
  await dialog(page).getByLabel('卡位').fill('20')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await row(page, 'B02').getByText('深圳二号').waitFor()
})

test('a box says which of its phones are refused, and why', async () => {
  const { page } = agent
  const token = await server.signIn('agent')
  const body = { name: '小盒子', code: 'SMALL', region: 'jp-east', slots: 1 }
  await server.call('v2/box/add', { token, body })
  const box = await connectBox(server, store, 'SMALL')
  await box.report(
    inventory([readyPhone('HALF', { model: 'Pixel \ud83d' }), readyPhone('FITS'), readyPhone('TOOMANY')]),
  )
  await page.goto(`${server.url}/box/`)
  await row(page, 'SMALL').getByRole('button', { name: '1 / 1 · 拒绝 2' }).click()
  const refusalOf = (serial: string) => dialog(page).getByRole('row').filter({ hasText: serial })
  await refusalOf('HALF').getByText('型号无效').waitFor()
  await refusalOf('TOOMANY').getByText('盒子的卡位已满（共 1 个）').waitFor()
  expect(await violationsOf(page)).toEqual([])
  // It follows what the box says.
  await box.report(inventory([readyPhone('HALF', { model: 'Pixel \ud83d' }), readyPhone('FITS')]))
  await refusalOf('TOOMANY').waitFor({ state: 'detached' })
  await dialog(page).getByRole('button', { name: '知道了' }).click()
  await pick(page, 'SMALL', '被拒绝的设备')
  await refusalOf('HALF').waitFor()
  await dialog(page).getByRole('button', { name: '知道了' }).click()
  await box.close()
})

test('phones that adb cannot speak to are told with why, and with what helps, in the operator’s language', async () => {
  const { page } = agent
  const token = await server.signIn('agent')
  const body = { name: '机架盒子', code: 'ADB', region: 'jp-east', slots: 9 }
  await server.call('v2/box/add', { token, body })
  const box = await connectBox(server, store, 'ADB')
  await box.report(inventory([readyPhone('KNOWN')]))
  const query = { keyword: 'KNOWN' }
  await expect.poll(async () => (await server.call('v3/device/list', { token, query })).data.total).toBe(1)
  const silent = ['KNOWN', 'OFF', 'CABLE'].map((serial, index) => ({
    serial,
    reason: (['unauthorized', 'offline', 'no_permissions'] as const)[index] ?? 'offline',
  }))
  await box.report(inventory([], silent))
  await page.goto(`${server.url}/box/`)
  await row(page, 'ADB')
    .getByRole('button', { name: /拒绝 2/ })
    .click()
  const refusalOf = (serial: string) => dialog(page).getByRole('row').filter({ hasText: serial })
  await refusalOf('OFF').getByText('adb 显示离线').waitFor()
  await refusalOf('CABLE').getByText('没有权限访问 USB 设备').waitFor()
  await dialog(page).getByRole('button', { name: '知道了' }).click()
  await page.goto(`${server.url}/device/list?keyword=KNOWN`)
  await pick(page, 'ADB-01', '属性')
  await page.getByText('adb 未获授权：请在手机上允许 USB 调试').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('adb 未获授权：请在手机上允许 USB 调试').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'EN' }).first().click()
  await page.getByRole('button', { name: '中文' }).first().waitFor()
  await pick(page, 'ADB-01', 'Properties')
  await page.getByText('adb is not authorized: allow USB debugging on the phone').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('adb is not authorized: allow USB debugging on the phone').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '中文' }).first().click()
  await box.close()
})

test('security opens the tunnel of a box, sees it open, and closes it', async () => {
  const { page } = security
  await page.goto(`${server.url}/box/open`)
  await row(page, 'B02').getByRole('button', { name: '打开隧道' }).click()
  await dialog(page).getByRole('button', { name: '打开隧道' }).click()
  await dialog(page).getByText('必填项').first().waitFor()
  await dialog(page).getByLabel('frp 服务器地址').fill('frp.example.com')
  await dialog(page).getByLabel('令牌', { exact: true }).fill('frp-secret-1')
  await dialog(page).getByLabel('远程端口').fill('20022')
  await dialog(page).getByRole('button', { name: '打开隧道' }).click()
  await row(page, 'B02').getByText('已打开').waitFor()
  await row(page, 'B02').getByText('frp.example.com:7000').waitFor()
  expect(await page.content()).not.toContain('frp-secret-1')

  await pick(page, 'B02', '关闭隧道')
  await page.getByRole('alertdialog').getByRole('button', { name: '关闭隧道' }).click()
  await row(page, 'B02').getByText('已关闭').waitFor()
})

test('only admin and security are offered tunnels; security changes no box', async () => {
  const { page } = agent
  expect(await page.getByRole('link', { name: '打开 FRP' }).count()).toBe(0)
  await page.goto(`${server.url}/box/open`)
  await page.waitForURL(`${server.url}/404`)
  await security.page.goto(`${server.url}/box/`)
  await row(security.page, 'B02').waitFor()
  expect(await button(security.page, '添加盒子').count()).toBe(0)
})

test('a box whose agent is gone is deleted, after a question that names it', async () => {
  const { page } = agent
  await program?.stop()
  program = undefined
  await page.goto(`${server.url}/box/`)
  await row(page, 'B02').getByText('离线').waitFor()
  await pick(page, 'B02', '删除盒子')
  await page.getByRole('alertdialog').getByText('盒子 深圳二号').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: '删除 1 个盒子' }).click()
  await row(page, 'B02').waitFor({ state: 'detached' })
})

test('/log leads to the operation log, which is narrowed, and tells before and after', async () => {
  const { page } = agent
  await page.goto(`${server.url}/log`)
  await page.waitForURL(`${server.url}/log/list`)
  await button(page, '操作: 全部').click()
  await page.getByRole('option', { name: '修改盒子' }).click()
  await page.keyboard.press('Escape')
  await page.getByText('共 1 条').waitFor()
  // The rows are drawn a frame after the count; until then another element may still show the wanted one.
  await expect.poll(() => page.getByRole('grid').getByRole('row').count()).toBe(2)
  expect(new URL(page.url()).searchParams.get('action')).toBe('box.edit')

  await row(page, '修改盒子').getByRole('button', { name: '详情' }).click()
  const changes = dialog(page).or(page.locator('.bp6-drawer')).getByRole('table')
  const name = changes.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '名称', exact: true }) })
  await expect.poll(() => name.getByRole('cell').allTextContents()).toEqual(['深圳 <b>二号</b> 📦', '深圳二号'])
  expect(await violationsOf(page, 'heading-order')).toEqual([]) // Blueprint's drawer has its heading at the fourth level.
  await page.keyboard.press('Escape')
})

test.each([
  {
    locale: 'zh-CN',
    action: '校验',
    title: '校验日志链',
    progress: '已检查 12 / 40 条',
    whole: /^日志完整：\d+ 条记录首尾相连/,
  },
  {
    locale: 'en-GB',
    action: 'Check',
    title: 'Check of the chain',
    progress: '12 of 40 entries checked',
    whole: /^The log is whole: \d+ entries/,
  },
])('an admin has the chain of the log checked, and sees how far that is, in $locale', async (words) => {
  const context = await browser.newContext({ locale: words.locale, viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name: 'token', value: await server.signIn('admin'), url: server.url }])
  const { page, complaints } = await watchedPage(context)
  const seen = Promise.withResolvers<void>()
  await page.route('**/v2/log/verify*', async (route) => {
    if (route.request().method() !== 'POST') return seen.promise.then(() => route.continue())
    const response = await route.fetch()
    const { data, ...envelope } = await response.json()
    const slow = { ...data, state: 'running', checked: 12, total: 40, verdict: null }
    return route.fulfill({ response, json: { ...envelope, data: slow } })
  })
  await page.goto(`${server.url}/log/list`)
  await button(page, words.action).click()
  await dialog(page).getByText(words.progress).waitFor()
  const bar = dialog(page).getByRole('progressbar', { name: words.title })
  expect(await bar.getAttribute('aria-valuenow')).toBe('30')
  seen.resolve()
  await dialog(page).getByText(words.whole).waitFor()
  await context.close()
  expect(complaints).toEqual([])
})

test('/files leads to files; one is paused on its way, goes on where it stopped, is renamed and deleted', async () => {
  const content = randomBytes(6 * 1024 * 1024)
  const element = await signedInPage(browser, server.url, 'element', '/files')
  const { page } = element
  await page.waitForURL(`${server.url}/files/list`)
  const network = await page.context().newCDPSession(page)
  const atMost = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await network.send('Network.enable')
  await atMost(512 * 1024)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'app 🧪.apk', mimeType: 'application/octet-stream', buffer: content })
  const queue = page.getByRole('region', { name: '本页上传' })
  await queue.getByText(/^[2-5](\.\d+)? MB \/ 6/).waitFor()
  await button(page, '暂停 app 🧪.apk').click()
  await queue.getByText('已暂停').waitFor()

  await atMost(-1)
  const goesOn = page.waitForRequest((request) => request.method() === 'PATCH')
  await button(page, '继续 app 🧪.apk').click()
  expect(Number((await goesOn).headers()['upload-offset'])).toBeGreaterThan(0)
  await queue.getByText('上传完成').waitFor()
  await row(page, 'app 🧪.apk').getByText('就绪').waitFor()
  await row(page, createHash('sha256').update(content).digest('hex')).waitFor()
  expect(await violationsOf(page)).toEqual([])

  await pick(page, 'app 🧪.apk', '重命名与备注')
  await dialog(page).getByLabel('文件名').fill('app-2.apk')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await row(page, 'app-2.apk').waitFor()
  await pick(page, 'app-2.apk', '删除')
  await page.getByRole('alertdialog').getByText('app-2.apk').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: '删除 1 个文件' }).click()
  await page.getByText('还没有文件').waitFor()
  expect(element.complaints).toEqual([])
})

test.each(['/box/', '/box/open', '/log/list', '/files/list'])('the list at %s is accessible', async (path) => {
  const { page } = security
  await page.goto(server.url + path)
  await page.getByRole('grid').waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('nothing was complained of but what was refused on purpose', () => {
  const complaints = [...agent.complaints, ...security.complaints]
  expect(complaints.filter((complaint) => !complaint.includes('400 (Bad Request)'))).toEqual([])
})
