import type { Browser, Locator, Page, Route } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore } from '../support/test-store.ts'

let server: TestServer
let browser: Browser

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  const store = openTestStore(server)
  const box = await store.boxes.byCode('B01')
  const owner = await store.user('manager')
  const phone = { box_id: box?.id ?? 0, slot: 1, serial: 'LATE01', name: 'P01', region: 'us-west' }
  await store.db
    .insertInto('devices')
    .values({ ...phone, status: 'offline', owner_id: owner.id, owner_path: owner.path })
    .execute()
  await store.close()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const columns = (page: Page) => page.getByRole('button', { name: '列', exact: true })
const columnMenu = (page: Page) => page.getByRole('list', { name: '列', exact: true })
const row = (page: Page) => page.getByRole('gridcell', { name: 'LATE01', exact: true })
const failure = (page: Page) => page.getByRole('alert').filter({ hasText: '没有加载成功' })
const retry = (page: Page) => failure(page).getByRole('button', { name: '重试' }).click()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const cut = (route: Route) => route.abort('internetdisconnected')

/** The list of phones, to which these files of the console come as the route lets them. */
async function listWithout(files: string, route: (route: Route) => Promise<void>): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await signIn(context, server.url, 'manager')
  await context.route(files, route)
  const page = await context.newPage()
  await page.goto(`${server.url}/device/list`)
  await row(page).waitFor()
  return page
}

/** How each thing that opens above the screen is opened, and what then stands there. */
const openings: {
  what: string
  files: string
  open: (page: Page) => Promise<void>
  opened: (page: Page) => Locator
}[] = [
  {
    what: 'a menu',
    files: '**/assets/overlays-*',
    open: (page) => columns(page).click(),
    opened: columnMenu,
  },
  {
    what: "a row's menu",
    files: '**/assets/overlays-*',
    open: (page) => row(page).click({ button: 'right' }),
    opened: (page) => page.getByRole('menuitem', { name: '复制序列号' }),
  },
  {
    what: 'the saved views',
    files: '**/assets/SavedViewList-*',
    open: (page) => button(page, '视图').click(),
    opened: (page) => button(page, '保存当前视图'),
  },
  {
    what: 'what hangs from the bell',
    files: '**/assets/MessagePanel-*',
    open: (page) => button(page, /^站点信息/).click(),
    opened: (page) => page.getByRole('tab', { name: '站点信息' }),
  },
  {
    what: 'the dialog that changes the password',
    files: '**/assets/PasswordDialog-*',
    async open(page) {
      await button(page, /用户菜单/).click()
      await page.getByRole('menuitem', { name: '修改密码' }).click()
    },
    opened: (page) => page.getByRole('dialog', { name: '修改密码' }),
  },
]

test.each(openings)('where the code of $what does not come, that is said, and another try brings it', async (each) => {
  const page = await listWithout(each.files, cut)
  await each.open(page)
  await failure(page).waitFor()
  expect(await each.opened(page).count()).toBe(0)
  await retry(page)
  await failure(page).waitFor() // The network is as it was.

  await page.context().unroute(each.files)
  await retry(page)
  await each.opened(page).waitFor()
  expect(await failure(page).count()).toBe(0)
  await page.context().close()
})

test('a button whose menu did not come keeps the focus, and its next press is another try', async () => {
  const page = await listWithout('**/assets/overlays-*', cut)
  await columns(page).focus()
  await page.keyboard.press('Enter')
  await failure(page).waitFor()
  expect(await focused(page)).toBe('列')

  await page.context().unroute('**/assets/overlays-*')
  await page.keyboard.press('Enter')
  await columnMenu(page).waitFor()
  await page.keyboard.press('Escape')
  await columnMenu(page).waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('列')
  await page.context().close()
})

/** Lets the code of menus come when it is told to. */
async function listWithSlowMenus() {
  const line = Promise.withResolvers<void>()
  const page = await listWithout('**/assets/overlays-*', (route) => line.promise.then(() => route.continue()))
  return { page, letCome: line.resolve }
}

test('the first press opens a menu whose code is still on its way', async () => {
  const { page, letCome } = await listWithSlowMenus()
  await columns(page).click()
  expect(await columnMenu(page).count()).toBe(0)
  letCome()
  await columnMenu(page).waitFor()
  expect(await failure(page).count()).toBe(0)
  await page.context().close()
})

test('a button that says why it can not be pressed says so before the code of its tooltip is there, and keeps the focus when it comes', async () => {
  const { page, letCome } = await listWithSlowMenus()
  await page.getByRole('checkbox', { name: '选择已加载的全部行' }).click()
  const wall = page.getByRole('toolbar').getByRole('button', { name: '观察画面' })
  const reason = page
    .getByRole('toolbar')
    .getByTitle('所选设备都不在线')
    .filter({ has: page.getByRole('button', { name: '观察画面' }) })
  await reason.waitFor()
  await wall.focus()
  letCome()
  await reason.waitFor({ state: 'detached' })
  expect(await focused(page)).toBe(await wall.textContent())
  await page.getByRole('tooltip').or(page.locator('.bp6-tooltip')).waitFor()
  await page.context().close()
})

test('a network that goes away while the first screen comes takes nothing for good: the dashboard and the live changes come with it again', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await signIn(context, server.url, 'manager')
  const page = await context.newPage()
  const ofData = /\/api\/restful\/v2\/dashboard\/summary/
  await context.route('**/assets/mqtt*', cut)
  await context.route(ofData, cut)
  const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/mqtt'))
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('alert').filter({ hasText: '没有加载成功' }).waitFor()
  await missed
  expect(await page.locator('main [aria-busy=true]').count()).toBe(0)

  await context.unroute(ofData)
  await context.unroute('**/assets/mqtt*')
  await page.getByRole('alert').filter({ hasText: '没有加载成功' }).waitFor({ state: 'detached' })
  await page.locator('main dd', { hasText: '/ 1 台' }).waitFor()
  await context.close()
})
