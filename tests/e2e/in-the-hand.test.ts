import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { layoutProblems } from '../support/layout-problems.ts'
import { openOverlay } from '../support/every-overlay.ts'
import { overlays } from '../support/overlay-problems.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { openBrowser, signIn, watchedPage, type WatchedPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** A phone in the hand. */
const window = { width: 390, height: 844 }

let server: TestServer
let browser: Browser
let context: BrowserContext
let watched: WatchedPage
let page: Page
let job: number

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer({ phones: 3 }), openBrowser()])
  const token = await server.signIn('manager')
  await idlePhones(server, token, 3)
  await server.call('v2/environment/add', { token, body: { market: 'amazon', name: '深圳大树一店' } })
  await server.call('v2/group/add', { token, body: { market: 'amazon', name: '北美主力' } })
  const ids = (await server.call('v3/device/list', { token })).data.items.map(({ id }: { id: number }) => id)
  const admin = await server.signIn('admin')
  const script = (await server.call('v2/script/add', { token: admin, body: { name: '巡检', body: 'true' } })).data
  const run = { token: admin, body: { id: script.id, targets: { device_ids: ids } } }
  job = (await server.call('v2/script/run', run)).data.job_id
  context = await browser.newContext({ viewport: window, hasTouch: true, isMobile: true })
  await signIn(context, server.url, 'manager')
  watched = await watchedPage(context)
  page = watched.page
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const card = (name: string) => page.getByRole('row', { name: new RegExp(name) })

test.each([
  '/dashboard',
  '/device/list',
  '/amazon/list',
  '/amazon/tag',
  '/user/list',
  '/log/list',
  '/files/list',
  '/timeline',
  '/offline',
])('%s fits the window, offers no choice of nothing, and breaks no rule of accessibility', async (path) => {
  await page.goto(`${server.url}${path}`)
  await page.locator('[role=grid], main h2, main [role=progressbar]').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(window.width)
  expect(await layoutProblems(page)).toEqual([])
  const choices = page.locator('select:visible')
  expect(await choices.evaluateAll((all: HTMLSelectElement[]) => all.filter(({ value }) => value === ''))).toEqual([])
  expect(await violationsOf(page)).toEqual([])
})

test('a job has room for all that who runs scripts may do with it', async () => {
  const hand = await browser.newContext({ viewport: window, hasTouch: true, isMobile: true })
  await signIn(hand, server.url, 'admin')
  const { page: own, complaints } = await watchedPage(hand)
  await own.goto(`${server.url}/job?id=${job}`)
  await own.getByRole('button', { name: '运行脚本' }).waitFor()
  // In one look: what goes as the job ends is not to be measured when it has gone.
  const cut = await own.locator('main header').evaluate((header) =>
    [...header.querySelectorAll('button, a')].flatMap((each) => {
      const { right, height } = each.getBoundingClientRect()
      if (!each.checkVisibility() || height === 0) return []
      const isWhole = right <= innerWidth && height >= 44 && each.scrollWidth <= each.clientWidth
      return isWhole ? [] : [`${each.textContent} ${height}`]
    }),
  )
  expect(cut).toEqual([])
  expect(await layoutProblems(own)).toEqual([])
  expect(await violationsOf(own)).toEqual([])
  expect(complaints).toEqual([])
  await hand.close()
})

test.each([
  ['/device/list', 'B01-01'],
  ['/amazon/list', '深圳大树一店'],
  ['/amazon/tag', '北美主力'],
  ['/user/list', 'element'],
])('a card of %s is headed by its name', async (path, name) => {
  await page.goto(`${server.url}${path}`)
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
  await page.goto(`${server.url}/device/list`)
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

test('what fingers press is at least 44 px high and wide, in the bar, on cards and below them', async () => {
  await card('B01-02').locator('[data-select]').tap()
  await page.getByRole('toolbar', { name: /已选/ }).waitFor()
  const grid = page.locator('section:has(> div [role=grid])')
  const sizes = await grid.locator('button:visible, select:visible, [data-select]:visible').evaluateAll((all) =>
    all.flatMap((each) => {
      // The name of a card is pressed anywhere on it.
      const { width, height } = (
        each.closest('[aria-colindex="2"]')?.closest('[role=row]') ?? each
      ).getBoundingClientRect()
      return width < 44 || height < 44 ? [`${each.textContent || each.ariaLabel} ${width} × ${height}`] : []
    }),
  )
  expect(sizes).toEqual([])
})

test.each([
  ['/dashboard', '展开菜单'],
  ['/dashboard', '用户菜单'],
  ['/dashboard', '站点信息'],
  ['/device/list', '列'],
  ['/device/list', '⋯'],
  ['/device/list', '⋯', '=修改'],
  ['/device/list', '⋯', '=属性'],
  ['/amazon/list', '新建环境'],
  ['/amazon/list', '⋯', '=删除'],
  ['/amazon/list', '⋯', '=数据存档'],
  ['/user/list', '⋯', '=续期'],
])('what opens at %s by %s %s has nothing to press that is less than 44 px high', async (path, ...presses) => {
  await page.goto(`${server.url}${path}`)
  await openOverlay(page, presses)
  const open = page.locator(overlays).filter({ visible: true }).last()
  // What stands in a field is as high as the field lets it, and links among words as their line.
  const pressed = open.locator(
    'button:visible, [role=menuitem]:visible, [role=tab]:visible, li > a:visible, summary:visible',
  )
  const low = await pressed.evaluateAll((all) =>
    all.flatMap((each) => {
      const { height } = each.getBoundingClientRect()
      const isIn = each.closest('.bp6-input-group, .bp6-numeric-input, .bp6-tag-input, .bp6-html-select') !== null
      return isIn || height >= 44 ? [] : [`${each.textContent || each.ariaLabel} ${height}`]
    }),
  )
  expect(low).toEqual([])
})

test('a phone that is idle is restarted from its card’s menu, without a question', async () => {
  await page.goto(`${server.url}/device/list`)
  await card('B01-03').getByRole('button', { name: '⋯' }).tap()
  await page.getByRole('menuitem', { name: '重启' }).tap()
  const jobs = page.getByRole('dialog')
  await jobs.getByText('已完成').filter({ visible: true }).first().waitFor()
  await page.keyboard.press('Escape')
  await jobs.waitFor({ state: 'detached' })
})

test('a tap on a card opens the phone', async () => {
  await card('B01-01').tap({ position: { x: 200, y: 60 } })
  await page.waitForURL(/\/device\/(?:remotely|control)|\/device1\/remotely/)
})

test.each([
  ['/dashboard', 'header button:visible'],
  ['/remote/observe', '[role=toolbar] :is(button, a):visible'],
])('of %s all that a finger presses in its bar is 44 px high', async (path, pressed) => {
  await page.goto(`${server.url}${path}`)
  await page.locator(pressed).nth(2).waitFor()
  await page.waitForLoadState('networkidle')
  const small = await page.locator(pressed).evaluateAll((all) =>
    all.flatMap((each) => {
      const { width, height } = each.getBoundingClientRect()
      return width < 30 || height < 44 ? [`${each.ariaLabel ?? each.textContent} ${width} × ${height}`] : []
    }),
  )
  expect(small).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(window.width)
})

test('a shop is opened by the button of its card, and so is its desk once it is open', async () => {
  await page.goto(`${server.url}/amazon/list`)
  const deed = card('深圳大树一店').getByRole('button', { name: '打开', exact: true })
  // Rows are drawn anew while their list begins to be live.
  const side = async () => {
    const { width, height } = (await deed.boundingBox()) ?? { width: 0, height: 0 }
    return Math.min(width, height)
  }
  await expect.poll(side).toBeGreaterThanOrEqual(44)
  await deed.tap()
  await page.waitForURL(/\/amazon\/remotely\?id=/)
  await page.goto(`${server.url}/amazon/list`)
  await card('深圳大树一店').getByRole('button', { name: '远程操作', exact: true }).tap()
  await page.waitForURL(/\/amazon\/remotely\?id=/)
})

test('no console complained of anything', () => {
  expect(watched.complaints).toEqual([])
})
