import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, signedInPage, signIn, watchedPage, type WatchedPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

const market = 'temu'
let server: TestServer
let browser: Browser
let manager: WatchedPage
let element: WatchedPage
const tokens = { manager: '', element: '' }

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer({ env: { DEMO: 'accounts' } }), openBrowser()])
  ;[manager, element] = await Promise.all([
    signedInPage(browser, server.url, 'manager'),
    signedInPage(browser, server.url, 'element'),
  ])
  for (const role of ['manager', 'element'] as const) tokens[role] = await server.signIn(role)
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const call = async (path: string, body: object, token = tokens.manager) =>
  (await server.call(`v2/group/${path}`, { token, body })).data
const kept = async (): Promise<{ id: number; name: string }[]> =>
  (await server.call('v2/group/list', { token: tokens.manager, query: { market } })).data.items

beforeEach(async () => {
  const ids = (await kept()).map(({ id }) => id)
  if (ids.length > 0) await call('del', { ids })
  for (const name of ['甲组', '乙组', '丙组']) await call('add', { market, name })
  await call('add', { market, name: '丁组' }, tokens.element)
  for (const { page } of [manager, element]) {
    await page.goto(`${server.url}/${market}/tag`)
    await row(page, '丁组').waitFor()
  }
})
afterEach(() => {
  expect(manager.complaints.splice(0)).toEqual([])
  expect(element.complaints.splice(0)).toEqual([])
})

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const grip = (page: Page, name: string) => row(page, name).locator('[data-grip]')
/** The groups from the top, as they are seen, and the numbers that they bear. */
const seen = (page: Page) =>
  page.locator('[role=rowgroup]:last-child > [role=row]:not([hidden])').evaluateAll((rows) =>
    rows
      .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
      .map(
        (each) =>
          `${/\d/.exec(each.querySelector('[data-kind=place]')?.textContent ?? '')?.[0]}${/[甲乙丙丁]/.exec(each.textContent)?.[0]}`,
      )
      .join(' '),
  )
const order = async () => (await kept()).map(({ name }) => name[0]).join('')

test('a group is dragged by its grip to another’s place, which the rest of the team sees at once', async () => {
  const { page } = manager
  await grip(page, '甲组').dragTo(grip(page, '丙组'), { steps: 8 })
  await expect.poll(() => seen(page)).toBe('1乙 2丙 3甲 4丁')
  await expect.poll(() => seen(element.page)).toBe('1乙 2丙 3甲 4丁')
  expect(await order()).toBe('乙丙甲丁')
  await grip(page, '丁组').dragTo(grip(page, '乙组'), { steps: 8 })
  await expect.poll(() => seen(element.page)).toBe('1丁 2乙 3丙 4甲')
  await page.reload()
  await expect.poll(() => seen(page)).toBe('1丁 2乙 3丙 4甲')
})

test('Escape puts it back, and a drag marks no text and opens nothing', async () => {
  const { page } = manager
  const [from, to] = [await grip(page, '甲组').boundingBox(), await grip(page, '丙组').boundingBox()]
  if (from === null || to === null) throw new Error('there are no grips')
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(to.x + 8, to.y + 8, { steps: 6 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect.poll(() => seen(page)).toBe('1甲 2乙 3丙 4丁')
  expect(await order()).toBe('甲乙丙丁')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('Alt and the arrows take it along as often as they are pressed, and say where it stands', async () => {
  const { page } = manager
  await row(page, '甲组').click()
  for (let count = 0; count < 3; count += 1) await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(() => seen(page)).toBe('1乙 2丙 3丁 4甲')
  await page.getByRole('status').filter({ hasText: '“甲组”已移到第 4 位' }).waitFor({ state: 'attached' })
  await expect.poll(order).toBe('乙丙丁甲')
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(order).toBe('乙丙甲丁')
  await expect.poll(() => seen(element.page)).toBe('1乙 2丙 3甲 4丁')
})

test('who may not change a group does not move it, and is told why', async () => {
  const { page } = element
  expect(await grip(page, '甲组').getAttribute('title')).toBe('只有创建者和团队负责人可以修改')
  await grip(page, '甲组').dragTo(grip(page, '丙组'), { steps: 8 })
  await row(page, '甲组').click()
  await page.keyboard.press('Alt+ArrowDown')
  expect(await seen(page)).toBe('1甲 2乙 3丙 4丁')
  await grip(page, '丁组').dragTo(grip(page, '甲组'), { steps: 8 })
  await expect.poll(order).toBe('丁甲乙丙')
})

test('what the server refuses goes back to its place, with the reason', async () => {
  const { page } = manager
  await page.route('**/group/edit', (route) => route.abort())
  await grip(page, '甲组').dragTo(grip(page, '丙组'), { steps: 8 })
  await expect.poll(() => seen(page)).toBe('1甲 2乙 3丙 4丁')
  await page.unroute('**/group/edit')
  await grip(page, '甲组').dragTo(grip(page, '丙组'), { steps: 8 })
  await expect.poll(order).toBe('乙丙甲丁')
  manager.complaints.length = 0 // The call that failed on purpose.
})

test('the filter of shops offers groups in their order, also when that changes while the list is open', async () => {
  const { page } = element
  await page.goto(`${server.url}/${market}/list`)
  const offered = async () => {
    await page.getByRole('button', { name: /^分组/ }).click()
    await page.getByRole('option').first().waitFor()
    const names = await page.getByRole('option').allTextContents()
    await page.keyboard.press('Escape')
    return names.map((name) => /[甲乙丙丁]/.exec(name)?.[0] ?? '').join('')
  }
  await expect.poll(offered).toBe('甲乙丙丁')
  await grip(manager.page, '甲组').dragTo(grip(manager.page, '丁组'), { steps: 8 })
  await expect.poll(order).toBe('乙丙丁甲')
  await expect.poll(offered).toBe('乙丙丁甲')
  await page.getByRole('button', { name: '新建环境' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('分组').click()
  const picked = page.getByRole('listbox').getByRole('option')
  await expect.poll(async () => (await picked.allTextContents()).join(' ')).toBe('乙组 丙组 丁组 甲组')
  await page.keyboard.press('Escape')
})

test('a finger drags it beside the menu of its card, without resting on it first', async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await signIn(context, server.url, 'manager')
  const { page, complaints } = await watchedPage(context)
  await page.goto(`${server.url}/${market}/tag`)
  await row(page, '丁组').waitFor()
  const centre = async (name: string) => {
    const box = await grip(page, name).boundingBox()
    if (box === null) throw new Error(`${name} has no grip`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const [from, to] = [await centre('甲组'), await centre('丙组')]
  const { width = 0, height = 0 } = (await grip(page, '甲组').boundingBox()) ?? {}
  expect(Math.min(width, height), 'a finger is 44 pixels broad').toBeGreaterThanOrEqual(44)
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: from.x, y }] })
  await touch('touchStart', from.y)
  for (let step = 1; step <= 8; step += 1) await touch('touchMove', from.y + ((to.y - from.y) * step) / 8)
  await touch('touchEnd', to.y)
  await expect.poll(order).toBe('乙丙甲丁')
  await expect.poll(() => seen(page)).toBe('1乙 2丙 3甲 4丁')
  expect(complaints).toEqual([])
  await context.close()
})
