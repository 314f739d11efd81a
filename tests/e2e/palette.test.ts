import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { connectBox, inventory, readyPhone, type FakeBox } from '../support/fake-box.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { startTeam, type Team } from '../support/team.ts'

let team: Team
let browser: Browser
let box: FakeBox
let job: number

beforeAll(async () => {
  ;[team, browser] = await Promise.all([startTeam('amazon'), openBrowser()])
  box = await connectBox(team.server, team.store)
  await box.report(inventory([readyPhone('A')]))
  const [phone] = await idlePhones(team.server, await team.server.signIn('admin'), 1)
  await team.store.devices.handOver([phone?.id ?? 0], await team.store.user('manager'))
  await team.addGroup('旺季主力')
  await team.add('王记旗舰店')
  const body = { ids: [phone?.id], action: 'shell', command: 'warm-up' }
  job = (await team.server.call('v2/device/run', { token: team.manager, body })).data.job_id
  // A phone that leaves a command without an answer is soon taken for one that can't be had.
  const { id } = await box.phoneCommand()
  const ended = { ending: 'exited', exit_code: 0, reason: null, truncated: false, transfer: null } as const
  await box.report({ type: 'command_ended', command_id: id, ...ended })
})
afterAll(async () => {
  await browser.close()
  await box.close()
  await team.stop()
})

const options = (page: Page) => page.getByRole('option')
const isFocused = (element: Element) => element === document.activeElement
const listed = (page: Page) => page.getByRole('dialog', { name: '快捷键' })
/** Of somebody who has it before their eyes: keys are heard a moment after it is drawn. */
async function openConsole(userName: string, path?: string): Promise<WatchedPage> {
  const watched = await signedInPage(browser, team.server.url, userName, path)
  await watched.page.waitForLoadState('networkidle')
  return watched
}
async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('查找页面、店铺、设备或操作…').fill(text)
}
async function leave({ page, complaints }: WatchedPage): Promise<void> {
  expect(complaints).toEqual([])
  await page.context().close()
}

/** A page whose palette has been asked for and comes once it is allowed. */
async function awaitedPalette() {
  const watched = await openConsole('manager')
  const { page } = watched
  await page.getByRole('link', { name: '操作日志' }).focus()
  const [asked, allowed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/PaletteOverlay.*\.js/, async (route) => {
    asked.resolve()
    await allowed.promise
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await asked.promise
  await page.getByPlaceholder('查找页面、店铺、设备或操作…').waitFor()
  return { watched, page, allow: allowed.resolve }
}

describe('ctrl+k', () => {
  test('finds a group by its initials, a shop and a job, and leads to each', async () => {
    const watched = await openConsole('manager')
    const { page } = watched
    await find(page, 'wjzl')
    await options(page).filter({ hasText: '旺季主力' }).click()
    await page.waitForURL(/\/amazon\/list\?tag=\d+$/)
    await find(page, '王记')
    await options(page).filter({ hasText: '王记旗舰店' }).click()
    await page.waitForURL(/\/amazon\/list\?keyword=/)
    await find(page, 'warm')
    await options(page).filter({ hasText: 'warm-up' }).click()
    await page.waitForURL(new RegExp(`/job\\?id=${job}$`))
    await find(page, `#${job}`)
    await options(page).filter({ hasText: 'warm-up' }).waitFor()
    await leave(watched)
  })

  test('loses no key that is pressed before its list is there', async () => {
    const { watched, page, allow } = await awaitedPalette()
    await page.keyboard.type('王')
    await page.keyboard.press('Enter')
    await page.keyboard.type('记 ') // Something else is meant, and more to come.
    allow()
    await options(page).filter({ hasText: '王记旗舰店' }).waitFor()
    const field = page.getByPlaceholder('查找页面、店铺、设备或操作…')
    expect(await field.inputValue()).toBe('王记 ')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('旗 ')
    expect(await field.inputValue()).toBe('王记旗 ')
    await options(page).filter({ hasText: '王记旗舰店' }).click()
    await page.waitForURL(/\/amazon\/list\?keyword=/)
    await leave(watched)
  })

  test('loses no key that is pressed as its list comes', async () => {
    const { watched, page, allow } = await awaitedPalette()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const typed = 'whoever knows the keys types on while it is drawn'
    allow()
    await page.keyboard.type(typed)
    await options(page).first().waitFor()
    expect(await page.getByPlaceholder('查找页面、店铺、设备或操作…').inputValue()).toBe(typed)
    await leave(watched)
  })

  test('gives the focus back to what had it before its list was there', async () => {
    const { watched, page, allow } = await awaitedPalette()
    allow()
    await options(page).first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('link', { name: '操作日志' }).evaluate(isFocused)).toBe(true)
    await leave(watched)
  })

  test.each([
    ['设备', /\/device\/list$/],
    ['王记', /\/amazon\/list\?keyword=/],
  ])('is hurried by somebody who knows that %s leads there', async (text, address) => {
    const { watched, page, allow } = await awaitedPalette()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    allow()
    await page.waitForURL(address)
    await page.getByPlaceholder('查找页面、店铺、设备或操作…').waitFor({ state: 'hidden' })
    await leave(watched)
  })

  test('chooses nothing by ctrl+enter, which was meant for what it was opened above', async () => {
    const { watched, page, allow } = await awaitedPalette()
    await page.keyboard.press('Control+Enter')
    allow()
    await options(page).first().waitFor()
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('ArrowDown') // By then it would have led elsewhere.
    expect(new URL(page.url()).pathname).toBe('/dashboard')
    expect(await options(page).count()).toBeGreaterThan(0)
    await leave(watched)
  })

  test('changes the language, and is told of a problem', async () => {
    const watched = await openConsole('manager')
    const { page } = watched
    await find(page, 'yuyan')
    await options(page).filter({ hasText: '语言：切换到 English' }).click()
    await page.getByRole('link', { name: 'Operation log' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Find a screen, a shop, a phone or an action…').fill('language')
    await options(page).filter({ hasText: 'Language: switch to 简体中文' }).click()
    await page.getByRole('link', { name: '操作日志' }).waitFor()
    await find(page, '反馈')
    await options(page).filter({ hasText: '反馈问题' }).click()
    await page.getByRole('dialog', { name: '反馈问题' }).waitFor()
    await leave(watched)
  })

  test('restarts a phone: which one is looked for next, and nothing else', async () => {
    const watched = await openConsole('manager')
    const { page } = watched
    const [phone] = await idlePhones(team.server, team.manager, 1)
    const field = page.getByPlaceholder('重启哪台设备？输入名称或序列号')
    await find(page, '重启')
    await options(page).filter({ hasText: '重启设备…' }).click()
    await field.fill('王记')
    await page.getByRole('option', { name: '没有找到' }).waitFor()
    // Whoever picked it by mistake is back among everything.
    await field.fill('')
    await field.press('Backspace')
    await page.getByPlaceholder('查找页面、店铺、设备或操作…').fill('chongqi')
    await options(page).filter({ hasText: '重启设备…' }).click()
    await field.fill(phone?.serial ?? '')
    await options(page)
      .filter({ hasText: phone?.name ?? '' })
      .click()
    await page.waitForURL(/\/device\/list\?keyword=/)
    const latest = async () => (await team.server.call('v2/job/list', { token: team.manager })).data.items[0]
    await expect.poll(async () => (await latest()).action).toBe('reboot')
    expect((await latest()).total).toBe(1)
    // It was asked for once: not again on the way back.
    await page.goto(`${team.server.url}/dashboard`)
    await page.goBack()
    await page.locator('[role=grid][aria-busy=false]').waitFor()
    expect((await team.server.call('v2/job/list', { token: team.manager })).data.items).toHaveLength(2)
    await leave(watched)
  })

  test('renews a service, for those who may', async () => {
    const watched = await openConsole('agent')
    const { page } = watched
    await find(page, 'xuqi')
    await options(page).filter({ hasText: '续期…' }).click()
    await page.getByPlaceholder('为谁续期？输入用户名').fill('mana')
    await page.getByRole('option', { name: 'manager 用户', exact: true }).click()
    await page.waitForURL(/\/user\/list\?user_name=manager$/)
    const dialog = page.getByRole('dialog', { name: '续期 · 1 人' })
    await dialog.getByText('manager', { exact: true }).waitFor()
    await leave(watched)
    const element = await openConsole('element')
    await find(element.page, '续期')
    await element.page.getByRole('option', { name: '没有找到' }).waitFor()
    await leave(element)
  })

  test('asks before what is done with a row throws away what is being written on the same screen', async () => {
    const watched = await openConsole('agent', '/user/list')
    const { page } = watched
    const row = page.getByRole('row').filter({ hasText: 'manager' }).first()
    await row.click({ button: 'right' })
    await page.getByRole('menuitem', { name: '编辑', exact: true }).click()
    const contact = page.getByLabel('联系人', { exact: true })
    await contact.fill('李雷')
    await find(page, '续期')
    await options(page).filter({ hasText: '续期…' }).click()
    await page.getByPlaceholder('为谁续期？输入用户名').fill('mana')
    await page.getByRole('option', { name: 'manager 用户', exact: true }).click()
    await page.getByText('有未保存的修改，离开后将丢失。').waitFor()
    await page.getByRole('button', { name: '继续编辑' }).click()
    expect(await contact.inputValue()).toBe('李雷')
    expect(await page.getByRole('dialog', { name: /^续期/ }).count()).toBe(0)
    await leave(watched)
  })

  test('finds people and boxes for those who may list them', async () => {
    const watched = await openConsole('agent')
    const { page } = watched
    await find(page, 'mana')
    await page.getByRole('option', { name: 'manager 用户', exact: true }).click()
    await page.waitForURL(/\/user\/list\?user_name=manager$/)
    await find(page, 'B01')
    await options(page).filter({ hasText: '盒子' }).first().waitFor()
    expect(await violationsOf(page)).toEqual([])
    await options(page).filter({ hasText: '盒子' }).first().click()
    await page.waitForURL(/\/box\/\?keyword=/)
    await leave(watched)
  })

  test('asks for nothing that one may not list', async () => {
    const watched = await openConsole('element')
    const { page } = watched
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    // Groups are asked for last.
    const answered = Promise.all([page.waitForResponse(/\/v3\/device\/list/), page.waitForResponse(/\/group\/list/)])
    await find(page, 'mana')
    await answered
    await page.waitForLoadState('networkidle')
    expect(asked.filter((path) => /user\/list|box\/list/.test(path))).toEqual([])
    expect(asked.some((path) => path.endsWith('/group/list'))).toBe(true)
    await leave(watched)
  })

  test('offers first where one went last, also on another day, and to nobody else', async () => {
    const watched = await openConsole('manager')
    const { page } = watched
    await find(page, '王记')
    await options(page).filter({ hasText: '王记旗舰店' }).click()
    await page.waitForURL(/\/amazon\/list\?keyword=/)
    await page.goto(`${team.server.url}/dashboard`)
    await page.getByRole('main').waitFor()
    await page.keyboard.press('Control+k')
    await options(page).first().getByText('王记旗舰店').waitFor()
    expect(await options(page).filter({ hasText: '王记旗舰店' }).count()).toBe(1)
    const kept = await page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('palette')))
    expect(kept).toEqual([`phonedeck.palette.${(await team.store.user('manager')).id}`])
    await leave(watched)
  })
})

describe('a question mark', () => {
  test('lists what keys do, and is a question mark where something is written', async () => {
    const watched = await openConsole('manager', '/device/list')
    const { page } = watched
    await page.locator('[role=grid][aria-busy=false]').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('why?')
    expect(await page.locator('main input').first().inputValue()).toBe('why?')
    expect(await listed(page).count()).toBe(0)
    await page.locator('main input').first().fill('')
    await page.keyboard.press('Tab')
    await page.keyboard.press('?')
    await listed(page).getByRole('heading', { name: '列表' }).waitFor()
    expect(await listed(page).getByText('关闭并打开下一家店铺').count()).toBe(1)
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await listed(page).waitFor({ state: 'detached' })
    await find(page, 'kjj')
    await options(page).filter({ hasText: '快捷键' }).click()
    await listed(page).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await violationsOf(page)).toEqual([])
    await leave(watched)
  })
})
