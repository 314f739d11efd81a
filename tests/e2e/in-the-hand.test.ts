import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { layoutProblems } from '../support/layout-problems.ts'
import { openOverlay } from '../support/every-overlay.ts'
import { overlays } from '../support/overlay-problems.ts'
import type { WatchedPage } from '../support/browser.ts'
import { everyScreen, openScreens, type Screens } from '../support/every-screen.ts'
import { cutOnCards } from '../support/cut-cards.ts'
import { smallTargets } from '../support/small-targets.ts'

/** A phone in the hand. */
const window = { width: 390, height: 844 }

let screens: Screens
let watched: WatchedPage
let page: Page
let url: string

beforeAll(async () => {
  screens = await openScreens({ viewport: window, hasTouch: true, isMobile: true })
  // A manager's, who has all lists but those of the platform.
  watched = screens.at('/amazon/list')
  page = watched.page
  url = screens.server.url
})
afterAll(() => screens.close())

const card = (name: string) => page.getByRole('row', { name: new RegExp(name) })

test('the form of those who are not signed in has nothing too small for a finger', async () => {
  const context = await screens.browser.newContext({ viewport: window, hasTouch: true, isMobile: true })
  const own = await context.newPage()
  await own.goto(`${url}/login`)
  await own.getByRole('button', { name: '登录', exact: true }).waitFor()
  expect(await smallTargets(own)).toEqual([])
  await context.close()
})

test('language and theme are changed in the menu of the user, and not in the bar, which has no room for them', async () => {
  await page.goto(`${url}/device/list`)
  const inBar = page.locator('header').getByRole('button', { name: /^EN |切换到|跟随系统/ })
  await page.getByRole('button', { name: '用户菜单' }).waitFor()
  expect(await inBar.count()).toBe(0)
  const menu = page.locator('.bp6-popover')
  await page.getByRole('button', { name: '用户菜单' }).tap()
  await menu.getByRole('button', { name: /^EN / }).tap()
  await menu.getByRole('menuitem', { name: 'Change password' }).waitFor()
  expect(await menu.getByRole('menuitem').count()).toBe(4)
  await page.getByRole('heading', { name: 'Phones' }).waitFor({ state: 'attached' })
  await menu.getByRole('button', { name: /^中文 / }).tap()
  await menu.getByRole('menuitem', { name: '修改密码' }).waitFor()
  const surface = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const before = await surface()
  await menu.getByRole('button', { name: '切换到深色' }).tap()
  await expect.poll(surface).not.toBe(before)
  await menu.getByRole('button', { name: '切换到浅色' }).tap()
  await expect.poll(surface).toBe(before)
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
})

test('a job has room for all that who runs scripts may do with it', async () => {
  const { page: own } = await screens.open('/job')
  await own.getByRole('button', { name: '运行脚本' }).waitFor()
  // In one look: what goes as the job ends is not to be measured when it has gone.
  const cut = await own.locator('main header').evaluate((header) =>
    [...header.querySelectorAll('button, a')].flatMap((each) => {
      const { right, height } = each.getBoundingClientRect()
      if (!each.checkVisibility() || height === 0) return []
      return right <= innerWidth && each.scrollWidth <= each.clientWidth ? [] : [`${each.textContent} ${right}`]
    }),
  )
  expect(cut).toEqual([])
})

test.each([
  ['/device/list', 'B01-01'],
  ['/amazon/list', '深圳大树一店'],
  ['/amazon/tag', '北美主力'],
  ['/user/list', 'element'],
])('a card of %s is headed by its name', async (path, name) => {
  await page.goto(`${url}${path}`)
  // What begins a card's lines on the left, the topmost of it.
  const heading = () =>
    card(name)
      .first()
      .getByRole('gridcell')
      .evaluateAll((all) => {
        const places = all.map((cell) => ({ text: cell.textContent, ...cell.getBoundingClientRect().toJSON() }))
        return places
          .filter(({ text }) => text !== '')
          .toSorted((one, other) => Math.round(one.left - other.left) || one.top - other.top)[0]?.text
      })
  await expect.poll(heading, { timeout: 10_000 }).toContain(name)
})

test('a list is narrowed on a sheet; what narrows it stands above the cards and is taken back there', async () => {
  await page.goto(`${url}/device/list`)
  await card('B01-01').waitFor()
  await page.getByRole('button', { name: '筛选', exact: true }).tap()
  const sheet = page.getByRole('dialog', { name: '筛选' })
  await sheet.getByRole('button', { name: /^占用/ }).tap()
  await page.getByRole('option', { name: '有人使用' }).tap()
  await sheet.getByRole('button', { name: '查看结果' }).tap()
  await sheet.waitFor({ state: 'detached' })
  await page.getByText('没有符合条件的内容').waitFor()
  expect(new URL(page.url()).search).toBe('?in_use=true')
  await page.getByRole('button', { name: '筛选 1' }).waitFor()
  await page.getByRole('button', { name: '清除 占用' }).tap()
  await card('B01-01').waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('the way to the dashboard is as large as a finger needs for whoever comes to it', async () => {
  await page.goto(`${url}/device/list`)
  const dashboard = page.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: 'Dashboard' })
  await dashboard.focus()
  const seen = await dashboard.evaluate((link) => {
    const { left, top, width, height } = link.getBoundingClientRect()
    return { width, height, isSeen: document.elementFromPoint(left + width / 2, top + height / 2) === link }
  })
  expect(seen).toEqual({ width: expect.toSatisfy((width: number) => width >= 44), height: 44, isSeen: true })
})

test('what is done with those chosen has a button below the cards that is large enough for a finger', async () => {
  await card('B01-02').locator('[data-select]').tap()
  await page.getByRole('toolbar', { name: /已选/ }).waitFor()
  expect(await smallTargets(page)).toEqual([])
})

test.each([
  ['/dashboard', '展开菜单'],
  ['/dashboard', '用户菜单'],
  ['/dashboard', '站点信息'],
  ['/device/list', '列'],
  ['/device/list', '⋯'],
  ['/device/list', '⋯', '=修改'],
  ['/device/list', '⋯', '=属性'],
  ['/device/list', '筛选'],
  ['/amazon/list', '新建环境'],
  ['/amazon/tag', '新建分组'],
  ['/amazon/list', '⋯', '=删除'],
  ['/amazon/list', '⋯', '=数据存档'],
  ['/user/list', '⋯', '=续期'],
])('what opens at %s by %s %s has nothing that is too small for a finger', async (path, ...presses) => {
  await page.goto(`${url}${path}`)
  await openOverlay(page, presses)
  expect(await smallTargets(page, overlays)).toEqual([])
})

test('a phone that is idle is restarted from its card’s menu, without a question', async () => {
  await page.goto(`${url}/device/list`)
  await card('B01-03').getByRole('button', { name: '⋯' }).tap()
  await page.getByRole('menuitem', { name: '重启' }).tap()
  const jobs = page.getByRole('dialog')
  await jobs.getByText('已完成').filter({ visible: true }).first().waitFor()
  await page.keyboard.press('Escape')
  await jobs.waitFor({ state: 'detached' })
})

test.each(everyScreen)(
  '%s fits the window, offers no choice of nothing, has nothing too small for a finger or cut on a card, and breaks no rule of accessibility',
  async (path) => {
    const { page: own, complaints } = await screens.open(path)
    expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBe(window.width)
    expect(await layoutProblems(own)).toEqual([])
    const choices = own.locator('select:visible')
    expect(await choices.evaluateAll((all: HTMLSelectElement[]) => all.filter(({ value }) => value === ''))).toEqual([])
    expect(await smallTargets(own)).toEqual([])
    expect(await cutOnCards(own)).toEqual([])
    expect(await violationsOf(own)).toEqual([])
    expect(complaints).toEqual([])
  },
)

test('a tap on a card opens the phone', async () => {
  await page.goto(`${url}/device/list`)
  await card('B01-01').tap({ position: { x: 200, y: 60 } })
  await page.waitForURL(/\/device\/(?:remotely|control)|\/device1\/remotely/)
})

test('a shop is opened by the button of its card, and so is its desk once it is open', async () => {
  await page.goto(`${url}/amazon/list`)
  const deed = card('深圳大树一店').getByRole('button', { name: '打开', exact: true })
  // Rows are drawn anew while their list begins to be live.
  const side = async () => {
    const { width, height } = (await deed.boundingBox()) ?? { width: 0, height: 0 }
    return Math.min(width, height)
  }
  await expect.poll(side).toBeGreaterThanOrEqual(44)
  await deed.tap()
  await page.waitForURL(/\/amazon\/remotely\?id=/)
  await page.goto(`${url}/amazon/list`)
  await card('深圳大树一店').getByRole('button', { name: '远程操作', exact: true }).tap()
  await page.waitForURL(/\/amazon\/remotely\?id=/)
})

test('no console complained of anything', () => {
  expect(watched.complaints).toEqual([])
})
