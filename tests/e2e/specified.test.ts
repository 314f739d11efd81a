import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { launchBrowser, signedInPage, signInThroughPage, watchedPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

/** What the specification says of the shell, read off the page with nothing of the console's own code at hand. */

const brandHost = 'deck.phonedeck.example'
const hourInSeconds = 3_600
const hour = hourInSeconds * 1_000

let server: TestServer
let store: TestStore
let browser: Browser
let security: string
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser({ hostIsHere: brandHost })])
  store = openTestStore(server)
  security = await server.signIn('security')
})
afterAll(async () => {
  await browser.close()
  await store.close()
  await server.stop()
})

const sidebar = (page: Page) => page.getByRole('navigation', { name: '主导航' })
const counts = (page: Page) => page.getByTitle('设备总数和使用中的台数，点击刷新')
/** The same for those who have a quota. */
const ownCounts = (page: Page) => page.getByTitle('设备配额和我使用中的台数，点击刷新')
/** Once the address is this one, whatever a list has noted behind it. */
const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)
const bell = (page: Page) => page.getByRole('button', { name: /^站点信息(，|$)/ })

/** The sign-in page, as it is found under this host. */
async function signInPage(host: string): Promise<Page> {
  const { page } = await watchedPage(await browser.newContext({ locale: 'zh-CN' }))
  await page.goto(`http://${host}:${new URL(server.url).port}/login`)
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  return page
}

describe('the site', () => {
  test('is titled 云机控制台 in every language, beside its mark', async () => {
    const page = await signInPage('127.0.0.1')
    await expect.poll(() => page.title()).toBe('登录 - 云机控制台')
    await page.getByRole('button', { name: /English/ }).click()
    await expect.poll(() => page.title()).toBe('Sign in - 云机控制台')
    expect(await page.locator('main img').count()).toBe(1)
    await page.context().close()
  })

  test('on the brand’s host is titled as the brand in the operator’s language, and laid out without the mark', async () => {
    const page = await signInPage(brandHost)
    await expect.poll(() => page.title()).toBe('登录 - 云机甲板')
    await page.getByRole('button', { name: /English/ }).click()
    await expect.poll(() => page.title()).toBe('Sign in - Phonedeck')
    await page.getByRole('heading', { name: 'Phonedeck' }).waitFor()
    expect(await page.locator('main img').count()).toBe(0)
    await page.context().close()
  })
})

test('every navigation scrolls to the top: by the sidebar, by the user menu, and back', async () => {
  const { page } = await signedInPage(browser, server.url, 'admin')
  await page.addStyleTag({ content: 'main::after { content: ""; display: block; flex: none; height: 5000px }' })
  const main = page.locator('main')
  const scrolled = () => main.evaluate((element) => element.scrollTop)
  const navigations: [to: string, by: () => Promise<unknown>][] = [
    ['/device/list', () => sidebar(page).getByRole('link', { name: '设备管理' }).click()],
    ['/files/list', () => sidebar(page).getByRole('link', { name: '文件上传' }).click()],
    ['/device/list', () => page.goBack()],
    [
      '/dashboard',
      async () => {
        await page.getByRole('button', { name: /用户菜单/ }).click()
        await page.getByRole('menuitem', { name: 'Home' }).click()
      },
    ],
  ]
  for (const [to, by] of navigations) {
    await expect.poll(() => main.evaluate((element) => element.scrollTo(0, 200)).then(scrolled)).toBe(200)
    await by()
    await at(page, to)
    await expect.poll(scrolled).toBe(0)
  }
  await page.context().close()
})

test('what is not open to a role, and what there is not, leads to /404, which says so and leads home', async () => {
  const { page } = await signedInPage(browser, server.url, 'security')
  for (const path of ['/services/list', '/device1/remotely?id=1', '/amazon/list', '/no/such/screen']) {
    await page.goto(server.url + path)
    await page.getByRole('heading', { name: '没有这个页面' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/404')
  }
  await page.getByRole('link', { name: '回到首页' }).click()
  await page.waitForURL(`${server.url}/dashboard`)
  await page.context().close()
})

describe('the sections of markets', () => {
  const sections = new Set(['Amazon', 'TikTok', 'Temu', 'Walmart', 'Walmart CA', '小红书', 'Depop'])

  test('are those of the user’s modules, in the sidebar and by address', async () => {
    await store.addUser({ user_name: 'two-shops', role: 'manager', modules: ['temu', 'depop'] }, 'agent')
    const { page } = await signedInPage(browser, server.url, 'two-shops')
    const shown = sidebar(page).locator('summary')
    await expect
      .poll(async () => (await shown.allTextContents()).filter((name) => sections.has(name)))
      .toEqual(['Temu', 'Depop'])
    for (const [path, leadsTo] of [
      ['/temu', '/temu/list'],
      ['/depop/tag', '/depop/tag'],
      ['/amazon/list', '/404'],
      ['/walmart/tag', '/404'],
    ] as const) {
      await page.goto(server.url + path)
      await at(page, leadsTo)
    }
    await page.context().close()
  })

  test('each lead to a list of its own environments and to its own groups', async () => {
    const token = await server.signIn('manager')
    const markets = ['amazon', 'tiktok', 'temu', 'walmart', 'walmartcad', 'rednote', 'depop']
    for (const market of markets) {
      await server.call('v2/environment/add', { token, body: { market, name: `shop of ${market}` } })
      await server.call('v2/group/add', { token, body: { market, name: `group of ${market}` } })
    }
    const { page } = await signedInPage(browser, server.url, 'manager')
    const rowsOf = (text: string) => page.getByRole('row').filter({ hasText: text }).allTextContents()
    for (const market of markets) {
      await page.goto(`${server.url}/${market}`)
      await at(page, `/${market}/list`)
      await expect.poll(() => rowsOf('shop of')).toEqual([expect.stringContaining(`shop of ${market}`)])
      await page.locator(`nav a[href="/${market}/tag"]`).click()
      await at(page, `/${market}/tag`)
      await expect.poll(() => rowsOf('group of')).toEqual([expect.stringContaining(`group of ${market}`)])
    }
    await page.context().close()
  })
})

describe('the navbar', () => {
  test('counts the phones and, behind them, those in use; a click counts anew', async () => {
    const { id: owner_id, path: owner_path } = await store.user('manager')
    const box = await store.boxes.byCode('B01')
    const phone = (slot: number, status: 'idle' | 'in_use') => ({
      box_id: box?.id ?? 0,
      slot,
      serial: `COUNTED${slot}`,
      name: `B01-${slot}`,
      owner_id,
      owner_path,
      region: 'us-west',
      status,
    })
    const add = (...phones: ReturnType<typeof phone>[]) => store.db.insertInto('devices').values(phones).execute()
    await add(phone(901, 'idle'), phone(902, 'in_use'), phone(903, 'idle'))
    const page = await browser.newPage()
    await page.routeWebSocket(/mqtt/, () => undefined) // Else the fleet's news would have the console count by itself.
    await signInThroughPage(page, server.url, 'admin')
    await expect.poll(() => counts(page).textContent()).toBe('3台1使用中')
    await add(phone(904, 'in_use'), phone(905, 'idle'))
    await counts(page).click()
    await expect.poll(() => counts(page).textContent()).toBe('5台2使用中')
    await page.close()
  })

  test('says how many days and hours of service are left', async () => {
    const daysAndHours = (10 * 24 + 5) * hourInSeconds + hourInSeconds / 2
    await store.addUser({ user_name: 'ten-days', role: 'manager', expiration: daysAndHours }, 'agent')
    const { page } = await signedInPage(browser, server.url, 'ten-days')
    await page.getByRole('banner').getByText('剩余 10 天 5 小时', { exact: true }).waitFor()
    await page.context().close()
  })

  test('has a bell with the newest messages, five a page or 100 to 400, each unread one with a red dot until it is read', async () => {
    const admin = await server.signIn('admin')
    for (let number = 1; number <= 7; number += 1)
      await server.call('v2/user/message/send', {
        token: admin,
        body: { msg_text: `第 ${number} 条`, to: { roles: ['security'] } },
      })
    await server.call('v2/user/message/confirm', {
      token: security,
      query: { id: (await server.call('v2/user/message/list', { token: security })).data.items[1].id },
    })
    const { page } = await signedInPage(browser, server.url, 'security')
    await bell(page).click()
    const rows = page.getByRole('list', { name: '站点信息' }).getByRole('button')
    const texts = async () => (await rows.allTextContents()).map((text) => /第 \d 条/.exec(text)?.[0])
    await expect.poll(texts).toEqual([7, 6, 5, 4, 3].map((number) => `第 ${number} 条`))
    const reds = () =>
      rows.evaluateAll((buttons) =>
        buttons.map((button) =>
          [...button.querySelectorAll('*')].some((element) => {
            const { width } = element.getBoundingClientRect()
            const [red = 0, green = 0, blue = 0] = (
              getComputedStyle(element).backgroundColor.match(/\d+(\.\d+)?/g) ?? []
            ).map(Number)
            return width > 0 && width < 16 && red > 150 && red > 2 * green && red > 2 * blue
          }),
        ),
      )
    await expect.poll(reds).toEqual([true, false, true, true, true])
    expect(await page.getByLabel('每页').locator('option').allTextContents()).toEqual(['5', '100', '200', '300', '400'])
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: '下一页' }).click()
    await expect.poll(texts).toEqual(['第 2 条', '第 1 条'])
    await page.getByLabel('每页').selectOption('100')
    await expect.poll(texts).toEqual([7, 6, 5, 4, 3, 2, 1].map((number) => `第 ${number} 条`))
    await page.context().close()
  })
})

test('the password dialog hints at letters and digits, 8 to 20 of them', async () => {
  const { page } = await signedInPage(browser, server.url, 'element')
  await page.getByRole('button', { name: /用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '修改密码' }).click()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await dialog.getByText(/包含字母和数字.*长度 8-20 位/).waitFor()
  await page.context().close()
})

test('a call that fails is told with the server’s words for ten seconds', async () => {
  const page = await (await browser.newContext()).newPage()
  await page.clock.install()
  await page.goto(`${server.url}/login`)
  await page.context().addCookies([{ name: 'token', value: await server.signIn('element'), url: server.url }])
  await page.goto(`${server.url}/dashboard`)
  await ownCounts(page).waitFor()
  await page.clock.pauseAt(Date.now() + hour)
  // Once: the counts are asked for again whenever the broker is back, and saying the same again begins the ten seconds anew.
  const refusal = { json: { code: 40300, message: '没有权限' } }
  await page.route('**/v3/device/thread', (route) => route.fulfill(refusal), { times: 1 })
  await ownCounts(page).click()
  const warning = page.getByRole('alert').filter({ hasText: '没有权限' })
  await warning.waitFor()
  await page.clock.runFor(9_900)
  expect(await warning.count()).toBe(1)
  await page.clock.runFor(200)
  await expect.poll(() => warning.count()).toBe(0)
  await page.context().close()
})
