import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchBrowser, openBrowser, signIn } from '../support/browser.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  store = openTestStore(server)
})
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  return () => context.close()
})
afterAll(async () => {
  await browser.close()
  await store.close()
  await server.stop()
})

const userMenu = (where = page) => where.getByRole('button', { name: /用户菜单/ })
const dialog = (name: string) => page.getByRole('dialog', { name })

async function openAs(userName: string, path: string): Promise<void> {
  await signIn(context, server.url, userName)
  await page.goto(server.url + path)
  await page.locator('main').waitFor()
  await page.waitForLoadState('networkidle')
}

async function choose(entry: string): Promise<void> {
  await userMenu().click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function sendMessage(text: string, role: string): Promise<void> {
  const token = await server.signIn('admin')
  await server.call('v2/user/message/send', { token, body: { msg_text: text, to: { roles: [role] } } })
}

/** What the worker of notifications tells a page that is open (public/push-worker.js). */
const clickNotification = (id: number) =>
  page.evaluate((message) => {
    const data = { type: 'open message', id: message }
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
  }, id)

const comeBack = () => page.evaluate(() => dispatchEvent(new Event('focus')))

describe('a tab that comes back to the front', () => {
  test('shows who signed in in another one meanwhile, without being led anywhere', async () => {
    await openAs('manager', '/files/list')
    await userMenu().filter({ hasText: 'manager' }).waitFor()
    await signIn(context, server.url, 'agent')
    await comeBack()
    await userMenu().filter({ hasText: 'agent' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/files/list')
  })

  test('leaves a screen that is not open to who signed in meanwhile', async () => {
    await openAs('manager', '/log/list')
    await signIn(context, server.url, 'element')
    await comeBack()
    await page.waitForURL(`${server.url}/404`)
    await userMenu().filter({ hasText: 'element' }).waitFor()
  })

  test('is at the login page where the other one has left nobody signed in', async () => {
    await openAs('manager', '/files/list')
    await context.clearCookies({ name: 'token' })
    await comeBack()
    await page.waitForURL(`${server.url}/login`)
  })

  test('asks for nothing where nothing has changed', async () => {
    await openAs('manager', '/files/list')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await comeBack()
    await page.waitForLoadState('networkidle')
    expect(asked.filter((url) => url.includes('/user/info'))).toEqual([])
  })
})

describe('a site message', () => {
  test('appears over the wall of phones, too, and opens there', async () => {
    await openAs('agent', '/remote/observe')
    await sendMessage('今晚 22:00 维护', 'agent')
    await page.getByRole('button', { name: /今晚 22:00 维护.*查看/ }).click()
    await dialog('站点信息').getByText('今晚 22:00 维护').waitFor()
    expect(new URL(page.url()).pathname).toBe('/remote/observe')
  })

  test('whose notification of the browser was clicked is read over the wall of phones', async () => {
    await sendMessage('明早 8:00 维护', 'manager')
    const { items } = (await server.call('v2/user/message/list', { token: await server.signIn('manager') })).data
    await openAs('manager', '/remote/observe')
    await clickNotification(items[0].id)
    await dialog('站点信息').getByText('明早 8:00 维护').waitFor()
  })

  test.each([1_440, 390])(
    'that comes while a dialog is open can be read, and what is typed stays, %i px wide',
    async (width) => {
      await openAs('element', '/dashboard')
      await page.setViewportSize({ width, height: 844 })
      await choose('修改密码')
      const old = dialog('修改密码').getByLabel('原密码')
      await old.fill('half of it')
      const text = `今晚 23:00 维护，宽 ${width}`
      await sendMessage(text, 'element')
      await page.getByRole('button', { name: new RegExp(`${text}.*查看`) }).click()
      await dialog('站点信息').getByText(text).waitFor()
      await dialog('站点信息').getByRole('button', { name: '已读' }).click()
      await dialog('站点信息').waitFor({ state: 'detached' })
      expect(await old.inputValue()).toBe('half of it')

      await sendMessage(`${text}，改期`, 'element')
      await page.getByRole('button', { name: '稍后再看' }).click()
      await page.getByRole('button', { name: '稍后再看' }).waitFor({ state: 'detached' })
      expect(await old.inputValue()).toBe('half of it')
    },
  )

  test('that could not be loaded says so once, and is closed, not read', async () => {
    await sendMessage('断网时的信息', 'security')
    await openAs('security', '/dashboard')
    const confirm = '**/user/message/confirm*'
    await page.route(confirm, (route) => route.abort('internetdisconnected'))
    await page.getByRole('button', { name: /断网时的信息/ }).click()
    await dialog('站点信息').getByRole('alert').waitFor()
    expect(await page.getByRole('alert').count()).toBe(1)
    expect(await dialog('站点信息').getByRole('button').allTextContents()).toEqual(['', '重试', '关闭'])
    await page.unroute(confirm)
    await dialog('站点信息').getByRole('button', { name: '重试' }).click()
    await dialog('站点信息').getByText('断网时的信息').waitFor()
    await dialog('站点信息').getByRole('button', { name: '已读' }).click()
  })
})

describe('the markets', () => {
  test('are told apart in the collapsed sidebar', async () => {
    await openAs('manager', '/dashboard')
    await page.getByRole('button', { name: '收起菜单' }).first().click()
    const links = page.getByRole('navigation', { name: '主导航' }).getByRole('link')
    await page.getByRole('link', { name: 'Amazon · 环境管理', exact: true }).waitFor()
    const names = await links.evaluateAll((all) =>
      all.map((link) => link.getAttribute('aria-label') ?? link.getAttribute('title')),
    )
    expect(names).toContain('TikTok · 分组管理')
    expect(new Set(names).size).toBe(names.length)
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('title')))).toEqual(names)
  })

  test.each([1_440, 1_100, 390])('are named where the operator is, %i px wide', async (width) => {
    await page.setViewportSize({ width, height: 844 })
    await openAs('manager', '/amazon/list')
    const words = page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')
    const shown = await words.evaluateAll((all) =>
      all.filter((one) => one.clientWidth > 8).map((one) => one.textContent),
    )
    expect(shown).toContain('Amazon')
    expect(shown).toContain('环境管理')
  })
})

describe('the user menu', () => {
  test('copies over plain HTTP from another machine, too', async () => {
    const lan = await launchBrowser({ hostIsHere: 'phonedeck-lan' })
    const url = server.url.replace('127.0.0.1', 'phonedeck-lan')
    context = await lan.newContext()
    page = await context.newPage()
    await context.addCookies([{ name: 'token', value: await server.signIn('manager'), url }])
    await page.goto(`${url}/dashboard`)
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await choose('复制用户 ID')
    await page.getByText('复制成功到剪贴板').waitFor()
    const { id } = (await server.call('v2/user/info', { token: await server.signIn('manager') })).data
    await choose('修改密码')
    const field = dialog('修改密码').getByLabel('原密码')
    await field.press('Control+v')
    expect(await field.inputValue()).toBe(String(id))
    await lan.close()
  })

  test('asks before Log Out throws away what is half filled in', async () => {
    await openAs('agent', '/user/add')
    await page.getByLabel('用户名').fill('shop-08')
    await choose('Log Out')
    await page.getByRole('button', { name: '继续编辑' }).click()
    expect(await page.getByLabel('用户名').inputValue()).toBe('shop-08')
    expect(new URL(page.url()).pathname).toBe('/user/add')
    await choose('Log Out')
    await page.getByRole('button', { name: '放弃修改' }).click()
    await page.waitForURL(`${server.url}/login`)
    await page.getByText('退出成功').waitFor()
  })

  test('has its dialog closed by the browser’s Back, as the bell has its panel', async () => {
    await openAs('agent', '/dashboard')
    await page.getByRole('link', { name: '文件上传' }).click()
    await page.waitForURL(`${server.url}/files/list`)
    await choose('修改密码')
    await dialog('修改密码').waitFor()
    await page.goBack()
    await page.waitForURL(`${server.url}/dashboard`)
    await dialog('修改密码').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^站点信息/ }).click()
    await page.getByRole('tab', { name: /站点信息/ }).waitFor()
    await page.goForward()
    await page.waitForURL(`${server.url}/files/list`)
    await page.getByRole('tab', { name: /站点信息/ }).waitFor({ state: 'detached' })
  })

  test('says of a password that is changed nothing of the tries before', async () => {
    const { user_name } = await store.addUser({ user_name: 'second-try', role: 'element' }, 'agent')
    await openAs(user_name, '/dashboard')
    await choose('修改密码')
    const form = dialog('修改密码')
    await form.getByLabel('原密码').fill('wrong-one-1')
    await form.getByLabel('新密码', { exact: true }).fill('brand-new-1')
    await form.getByLabel('确认新密码').fill('brand-new-1')
    await form.getByRole('button', { name: '修改', exact: true }).click()
    await page.getByText(/^修改失败/).waitFor()
    await form.getByLabel('原密码').fill(testPassword)
    await form.getByRole('button', { name: '修改', exact: true }).click()
    await page.getByText('修改成功').waitFor()
    expect(await page.getByText(/^修改失败/).count()).toBe(0)
  })
})
