import { addDays, lightFormat } from 'date-fns'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles, type Role } from '../../domain/roles.ts'
import { violationsOf } from '../support/accessibility.ts'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const problemOf = async (page: Page, name: string) => {
  const id = await field(page, name).getAttribute('aria-describedby')
  return id === null ? null : page.locator(`[id="${id}"]`).textContent()
}
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Picks an entry of a row's menu. */
async function pick(page: Page, name: string, entry: string): Promise<void> {
  await rowOf(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}
const question = (page: Page) => page.getByText('有未保存的修改，离开后将丢失。')

describe('people, in a browser', () => {
  let server: TestServer
  let browser: Browser
  let agent: WatchedPage

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(), openBrowser()])
    agent = await signedInPage(browser, server.url, 'agent')
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
  })

  test('a user is added: what is wrong is told at its field, by the form and by the server, and nothing typed is lost', async () => {
    const { page } = agent
    await page.locator('summary', { hasText: '用户' }).click()
    await page.getByRole('link', { name: '用户管理' }).click()
    await page.waitForURL(/\/user\/list/)
    await page.getByRole('link', { name: '添加用户' }).last().click()
    await page.waitForURL(/\/user\/add/)
    await button(page, '添加用户').click()
    expect(await problemOf(page, '用户名')).toBe('必填项')
    await expect.poll(() => field(page, '用户名').evaluate((input) => input === document.activeElement)).toBe(true)

    await field(page, '用户名').fill('Manager')
    await field(page, '密码').fill('password')
    await button(page, '添加用户').click()
    expect(await problemOf(page, '密码')).toBe('必须同时包含字母和数字，且不含空格')
    await field(page, '密码').fill(testPassword)
    await field(page, '备注').fill('<b>一号店</b> 🛒')
    await page.getByLabel('用户名', { exact: true }).press('Enter')
    await expect.poll(() => problemOf(page, '用户名')).toBe('用户名已被使用')
    expect(await field(page, '备注').inputValue()).toBe('<b>一号店</b> 🛒')

    await field(page, '用户名').fill('shop-manager')
    await button(page, '添加用户').click()
    await page.waitForURL(/\/user\/list/)
    await page.getByText('已添加用户 shop-manager').waitFor()
    await button(page, '列').click()
    await page.getByRole('checkbox', { name: '备注' }).click()
    await page.keyboard.press('Escape')
    await rowOf(page, 'shop-manager').getByText('<b>一号店</b> 🛒').waitFor()
  })

  test('one after the other is added with a service and a password of chance, which can be passed on', async () => {
    const { page } = agent
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${server.url}/user/add`)
    await field(page, '用户名').fill('first-shop')
    const first = await field(page, '密码').inputValue()
    expect(first).toMatch(/^\w{8,20}$/)
    await button(page, '生成密码').click()
    const password = await field(page, '密码').inputValue()
    expect(password).not.toBe(first)
    // It is shown, since somebody has to be told it.
    expect(await field(page, '密码').getAttribute('type')).toBe('text')
    await field(page, '设备配额').fill('12')
    await button(page, '+30 天').click()
    const until = lightFormat(addDays(Date.now(), 30), 'yyyy-MM-dd')
    expect(await field(page, '到期时间').inputValue()).toBe(until)
    await field(page, '联系人').fill('李雷')
    await button(page, '保存并继续').click()

    await page.getByText('已添加用户 first-shop').waitFor()
    // What is mostly the same stays, what is its own goes, and the next name can be typed at once.
    expect(page.url()).toContain('/user/add')
    const names = ['用户名', '设备配额', '到期时间', '联系人']
    const kept = () => Promise.all(names.map((name) => field(page, name).inputValue()))
    await expect.poll(kept).toEqual(['', '12', until, ''])
    expect(['', first, password]).not.toContain(await field(page, '密码').inputValue())
    await page.keyboard.type('second-shop')
    expect(await field(page, '用户名').inputValue()).toBe('second-shop')

    await button(page, '复制登录信息').click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`登录地址：${server.url}/login?user_name=first-shop\n用户名：first-shop\n密码：${password}`)
    const { code } = await server.call('v2/user/login', { body: { user_name: 'first-shop', password } })
    expect(code).toBe(20_000)

    await button(page, '添加用户').click()
    await page.waitForURL(/\/user\/list/)
    for (const name of ['first-shop', 'second-shop'])
      await rowOf(page, name).getByRole('gridcell', { name: '12', exact: true }).waitFor()
  })

  test('a renewal says until when the service runs then, and it does', async () => {
    const { page } = agent
    await page.goto(`${server.url}/user/list`)
    await pick(page, 'second-shop', '续期')
    await button(page, '90 天').click()
    const until = lightFormat(addDays(Date.now(), 120), 'yyyy-MM-dd')
    await page.getByText(`续期后到期：${until}`).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '续期', exact: true }).click()
    await rowOf(page, 'second-shop').getByText(until).waitFor()
  })

  test('a renewal names whose services it is about: all of three, and of more the first and how many they are', async () => {
    const { page } = agent
    const token = await server.signIn('agent')
    const add = async (user_name: string): Promise<number> =>
      (await server.call('v2/user/add', { token, body: { user_name, password: testPassword, role: 'manager' } })).data
        .id
    const ids: number[] = []
    for (const name of ['renewed-a', 'renewed-b', 'renewed-c', 'renewed-d']) ids.push(await add(name))
    const select = page.getByRole('row').locator('[data-select]')
    const dialog = page.getByRole('dialog')
    for (const [count, names] of [
      [3, 'renewed-a、renewed-b、renewed-c'],
      [4, 'renewed-a、renewed-b、renewed-c和另外 1 人'],
    ] as const) {
      await page.goto(`${server.url}/user/list?user_name=renewed-&sort=user_name`)
      await rowOf(page, 'renewed-d').waitFor()
      await select.first().click()
      await select.nth(count - 1).click({ modifiers: ['Shift'] })
      await page.getByRole('toolbar').getByRole('button', { name: '续期' }).click()
      await dialog.getByText(names, { exact: true }).waitFor()
      await button(page, '取消').click()
      await dialog.waitFor({ state: 'detached' })
    }
    await server.call('v2/user/del', { token, body: { ids } })
  })

  test('leaving with unsaved changes asks, by the menu and in a dialog', async () => {
    const { page } = agent
    await page.getByRole('link', { name: '添加用户' }).first().click()
    await field(page, '用户名').fill('half')
    await page.getByRole('link', { name: '首页' }).click()
    await question(page).waitFor()
    await button(page, '继续编辑').click()
    expect(page.url()).toContain('/user/add')
    expect(await field(page, '用户名').inputValue()).toBe('half')
    await page.getByRole('link', { name: '用户管理' }).click()
    await button(page, '放弃修改').click()
    await page.waitForURL(/\/user\/list/)

    await pick(page, 'shop-manager', '编辑')
    await field(page, '联系人').fill('李雷')
    await page.keyboard.press('Escape')
    await question(page).waitFor()
    await button(page, '放弃修改').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('a user is edited, renewed, disabled and deleted from its row', async () => {
    const { page } = agent
    await pick(page, 'shop-manager', '编辑')
    await field(page, '设备配额').fill('9')
    await button(page, '保存').dblclick()
    await page.getByText('已保存 shop-manager').waitFor()
    await rowOf(page, 'shop-manager').getByRole('gridcell', { name: '9', exact: true }).waitFor()

    await pick(page, 'shop-manager', '续期')
    await button(page, '90 天').click()
    await page.getByRole('dialog').getByRole('button', { name: '续期', exact: true }).click()
    const end = new Date(Date.now() + 90 * 86_400_000).getFullYear()
    await rowOf(page, 'shop-manager')
      .getByText(new RegExp(`^${end}-`))
      .waitFor()

    const other = await signInAs('shop-manager')
    await pick(page, 'shop-manager', '停用')
    await button(page, '停用').click()
    await rowOf(page, 'shop-manager').getByText('停用').waitFor()
    expect(await other()).toBe(50012)

    await pick(page, 'shop-manager', '删除')
    await page.getByText('账号无法再登录').waitFor()
    await button(page, '删除').click()
    await rowOf(page, 'shop-manager').waitFor({ state: 'detached' })
  })

  /** Signs in elsewhere; answers how a call goes there. */
  async function signInAs(user_name: string) {
    const { data } = await server.call('v2/user/login', { body: { user_name, password: testPassword } })
    return async () => (await server.call('v2/user/info', { token: data.token })).code
  }

  test('one goes down the tree of people and up again, and the address keeps the place', async () => {
    const { page } = agent
    await rowOf(page, 'manager').getByRole('button', { name: '1 人' }).click()
    await page.waitForURL(/parent_id=\d+/)
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'element' }).count()).toBe(1)
    await page.reload()
    const way = page.getByRole('navigation', { name: '所在层级' })
    await way.getByText('manager 的下级').waitFor()
    await way.getByRole('button', { name: '全部用户' }).click()
    await page.waitForURL((url) => !url.search.includes('parent_id'))
    // The browser notes each refused call.
    expect(agent.complaints.filter((text) => !text.includes('status of 400'))).toEqual([])
  })

  test('the list and the form are accessible', async () => {
    const { page } = agent
    for (const path of ['/user/list', '/user/add']) {
      await page.goto(server.url + path)
      await page.waitForLoadState('networkidle')
      expect(await violationsOf(page)).toEqual([])
    }
  })

  test.each(roles.map((role: Role) => ({ role, may: role !== 'element' })))(
    'the menu offers people to $role: $may',
    async ({ role, may }) => {
      const { page } = role === 'agent' ? agent : await signedInPage(browser, server.url, role)
      await page.goto(`${server.url}/user/list`)
      if (may) await page.getByRole('grid', { name: '用户管理' }).waitFor()
      else await page.waitForURL(/\/404/)
      if (!may) await page.goto(`${server.url}/dashboard`)
      await page.getByRole('link', { name: '首页' }).waitFor()
      expect((await page.getByRole('link', { name: '用户管理' }).count()) > 0).toBe(may)
    },
  )
})
