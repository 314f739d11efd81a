import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { startBoxOfPhones, type BoxOfPhones } from '../../support/box-of-phones.ts'
import { openBrowser } from '../../support/browser.ts'
import { idlePhones } from '../../support/idle-phones.ts'
import { noteOn, openNotes, tapScreen, untilLive } from '../../support/phone-page.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { openTestStore, type TestStore } from '../../support/test-store.ts'
import {
  atTheDashboard,
  button,
  menu,
  operatorIn,
  signedInOperator,
  tellSeconds,
  typeInto,
  workday,
  type Operator,
} from '../../support/workday.ts'

// Working days with phones in them: one box of eighteen serves them all.

const phones = 18
/** So many phones begin at once, on a machine of two cores. */
const until = { timeout: 90_000 }

let server: TestServer
let store: TestStore
let browser: Browser
let box: BoxOfPhones
let manager: Operator
let admin: Operator
let inTheHand: Operator
let token: string

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  store = openTestStore(server)
  box = await startBoxOfPhones(server, store, { phones })
  token = await server.signIn('manager')
  await store.db
    .updateTable('users')
    .set({ thread_number: 2 * phones })
    .where('user_name', '=', 'manager')
    .execute()
  await idlePhones(server, token, phones)
  manager = await signedInOperator(browser, server.url, 'manager')
  admin = await signedInOperator(browser, server.url, 'admin')
  const hand = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  inTheHand = await signedInOperator(browser, server.url, 'manager', hand)
})
afterAll(async () => {
  await browser.close()
  await box.stop()
  await store.close()
  await server.stop()
})
tellSeconds()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const addShop = async (name: string): Promise<number> =>
  (await server.call('v2/environment/add', { token, body: { market: 'amazon', name } })).data.id
const shop = async (name: string) =>
  (await server.call('v2/environment/list', { token, query: { market: 'amazon', keyword: name } })).data.items[0]

/** Has every phone free again. */
async function freePhones(): Promise<void> {
  const { items } = (await server.call('v2/environment/list', { token, query: { market: 'amazon', open: true } })).data
  for (const { id } of items) await server.call('v2/environment/close', { token, body: { id } })
  await idlePhones(server, token, phones)
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Goes to the shops of Amazon by the sidebar. */
async function toShops(page: Page): Promise<void> {
  await menu(page).locator('summary', { hasText: 'Amazon' }).click()
  await menu(page).getByRole('link', { name: '环境管理' }).filter({ visible: true }).click()
}

workday(1, 'makes a user, hands out phones, and the user opens a first shop', async () => {
  const page = await atTheDashboard(manager, server.url)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await menu(page).locator('summary', { hasText: '用户' }).click()
  await menu(page).getByRole('link', { name: '添加用户' }).click()
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await typeInto(field('用户名'), 'xiaoli')
  await field('设备配额').click()
  await typeInto(field('设备配额'), '3')
  await button(page, '+30 天').click()
  await button(page, '添加用户').click()
  await button(page, '复制登录信息').click()
  const [, address = '', password = ''] = /登录地址：(.*)\n用户名：xiaoli\n密码：(.*)/.exec(await clipboard(page)) ?? []

  await row(page, 'xiaoli').getByText('分配', { exact: true }).click()
  await button(page, '分配 3 台').click()
  await page.getByText('已分配 3 台手机给 xiaoli').waitFor()
  await row(page, 'xiaoli').getByText('续期', { exact: true }).waitFor()

  const element = await operatorIn(browser)
  const { page: own } = element
  await own.goto(address)
  await typeInto(own.getByLabel('密码', { exact: true }), password)
  await own.keyboard.press('Enter')
  await own
    .getByRole('region', { name: /^开始使用/ })
    .getByRole('link', { name: '添加店铺' })
    .click()
  await typeInto(own.getByRole('dialog').getByLabel('名称', { exact: true }), '小李的店')
  await button(own, '保存并打开').click()
  await heading(own, '小李的店').waitFor(until)
  await untilLive(own, until.timeout)
  return [manager, element]
})

workday(3, 'opens a shop, works in it, closes it and goes on to the next one, five times', async () => {
  const names = ['店铺 A', '店铺 B', '店铺 C', '店铺 D', '店铺 E']
  for (const name of names) await addShop(name)
  const page = await atTheDashboard(manager, server.url)
  await toShops(page)
  await row(page, '店铺 A').getByText('打开', { exact: true }).click()
  for (const [at, name] of names.entries()) {
    await heading(page, name).waitFor(until)
    await untilLive(page, until.timeout)
    await tapScreen(page, { x: 0.5, y: 0.4 })
    if (at < names.length - 1) await page.keyboard.press('Control+Enter')
    else await button(page, '关闭并保存').click()
  }
  await page.waitForURL(`${server.url}/amazon/list`)
  return [manager]
})

workday(8, 'loses a phone in the middle of work, and goes on in the same shop on another one', async () => {
  await addShop('店铺 F')
  const page = await atTheDashboard(manager, server.url)
  await toShops(page)
  await row(page, '店铺 F').getByText('打开', { exact: true }).click()
  await heading(page, '店铺 F').waitFor(until)
  await untilLive(page, until.timeout)
  const lost = new URL(page.url()).searchParams.get('id')
  const cable = box.cableOf.get((await store.devices.byId(Number(lost)))?.serial ?? '')
  manager.counter.begin()
  cable?.unplug()
  await page.getByRole('main').getByRole('button', { name: '选择其他手机' }).click(until)
  await button(page, '放弃未保存的改动').click()
  await page.waitForURL((url) => url.searchParams.get('id') !== lost)
  await untilLive(page, until.timeout)
  cable?.plugIn()
  return [manager]
})

workday(9, 'leaves a note for the next shift, who opens the shop and reads it', async () => {
  const id = await addShop('店铺 G')
  await server.call('v2/environment/open', { token, body: { id } })
  const page = await atTheDashboard(manager, server.url)
  const open = await shop('店铺 G')
  await page.goto(`${server.url}/device1/remotely?id=${open.device_id}`)
  await heading(page, '店铺 G').waitFor(until)
  await untilLive(page, until.timeout)
  manager.counter.begin()
  await button(page, '写交班').click()
  const note = page.getByRole('textbox', { name: '交班备注' })
  await typeInto(note, 'A-to-Z 索赔等买家回复')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('region', { name: '打开的店铺' }).getByText('A-to-Z 索赔等买家回复').waitFor()
  return [manager]
})

workday(7, 'searches for the same thing on eighteen phones at once', async () => {
  await freePhones()
  const page = await atTheDashboard(manager, server.url)
  page.setDefaultTimeout(until.timeout)
  await page.getByRole('region', { name: /^盒子/ }).getByRole('link', { name: '同步操作' }).click()
  await page.getByText(`${phones} / ${phones} 台同步中`).waitFor()
  await openNotes(page)
  await page.keyboard.insertText('你好')
  for (const { id } of (await server.call('v3/device/list', { token })).data.items)
    await expect.poll(() => noteOn(server, token, id), until).toBe('你好')
  return [manager]
})

workday(
  4,
  'restarts eighteen phones, runs a script on them, tries what failed again, and has it done every night',
  async () => {
    await freePhones()
    const script = {
      name: '清理',
      body: 'test -e /sdcard/ran || [ "$(getprop ro.serialno)" != "$ODD" ] || { touch /sdcard/ran; exit 3; }',
    }
    const [odd] = (await server.call('v3/device/list', { token })).data.items
    await server.call('v2/script/add', {
      token: await server.signIn('admin'),
      body: { ...script, body: script.body.replace('$ODD', odd.serial) },
    })
    const page = await atTheDashboard(admin, server.url)
    const jobs = page.getByRole('dialog').filter({ hasText: '任务' })
    await menu(page).getByRole('link', { name: '设备管理' }).click()
    await row(page, 'B01-01').waitFor()
    await page.getByRole('checkbox', { name: '选择已加载的全部行' }).click()
    await page.getByRole('toolbar').getByRole('button', { name: '操作', exact: true }).click()
    await page.getByRole('menuitem', { name: '重启设备' }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /重启设备/ })
      .click()
    await jobs.getByText('18 / 18 台').first().waitFor(until)
    await idlePhones(server, token, phones)

    await jobs.getByRole('button', { name: '运行脚本' }).click()
    await button(page, '开始执行').click()
    await page.getByRole('button', { name: '重试这 1 项' }).click(until)
    await page.getByText('1 / 1 台').first().waitFor(until)

    await page.getByRole('link', { name: '设为定时任务' }).click()
    await button(page, '保存').click()
    await row(page, '清理').waitFor()
    const { items } = (await server.call('v2/task/list', { token: await server.signIn('admin') })).data
    expect(items).toMatchObject([{ name: '清理', script_name: '清理', schedule: { cron: '0 4 * * *' } }])
    expect(items[0].targets.device_ids).toHaveLength(phones)
    return [admin]
  },
)

workday(13, 'restarts a phone from a phone in the hand', async () => {
  const page = await atTheDashboard(inTheHand, server.url)
  await page.getByRole('link', { name: '打开设备管理' }).tap()
  await row(page, 'B01-03').getByRole('button', { name: '⋯' }).tap()
  await page.getByRole('menuitem', { name: '重启' }).tap()
  await page.getByRole('dialog').getByText('已完成').filter({ visible: true }).first().waitFor(until)
  return [inTheHand]
})
