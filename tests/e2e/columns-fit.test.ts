import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadTo, openBrowser, signedInPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Every list, as the role sees it that has most columns there. */
const lists = [
  '/device/list',
  '/user/list',
  '/box/',
  '/box/open',
  '/services/list',
  '/services/timedtasks',
  '/log/list',
  '/files/list',
  '/statistics/record',
  '/report/list',
].map((path) => ({ role: 'admin' as const, path }))
const shops = ['/amazon/list', '/amazon/tag', '/amazon/trash', '/device/list', '/user/list', '/log/list'].map(
  (path) => ({
    role: 'manager' as const,
    path,
  }),
)
const sizes = [1280, 1440].flatMap((width) => ['zh-CN', 'en'].map((language) => ({ width, language })))

/** Whose words and buttons take more than a small window in a wide typeface: there columns are moved sideways, all but the last. */
const widest = new Set(['/user/list', '/box/open'])

let server: TestServer
let browser: Browser
const pages = {} as Record<'admin' | 'manager', Page> // Filled before the first test.

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer({ phones: 2 }), openBrowser()])
  const manager = await server.signIn('manager')
  const added = await server.call('v2/environment/add', {
    token: manager,
    body: { market: 'amazon', name: '店铺', region: 'us-west' },
  })
  expect(added).toMatchObject({ code: 20000 })
  for (const role of ['admin', 'manager'] as const) pages[role] = (await signedInPage(browser, server.url, role)).page
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** Makes a window so wide, and has its reader read this language. */
async function readIn(page: Page, width: number, language: string): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.evaluate((code) => localStorage.setItem('language', code), language)
  await page.goto(`${server.url}/dashboard`)
  await page.locator('main h1').first().waitFor()
}

/** Of each who looks, for the tests of a group. */
function pagesAre(width: number, language: string): void {
  beforeAll(async () => {
    for (const page of Object.values(pages)) await readIn(page, width, language)
  })
}

/**
 * The headings that stand beyond the right edge of their list, those and the states whose words have less room than they take, and
 * how far the list goes sideways, in pixels.
 */
const beyond = (page: Page) =>
  page.locator('main [role=grid][aria-busy=false]').evaluate((grid) => {
    const { right } = grid.getBoundingClientRect()
    const heads = [...grid.querySelectorAll('[role=columnheader]')]
    const states = [...grid.querySelectorAll('[data-kind=status], [data-kind=meter], [data-kind=since]')]
    // Words of a language that takes more room give way in small windows.
    const words = innerWidth < 1440 && document.documentElement.lang === 'en' ? [] : [...heads, ...states]
    return {
      cut: heads.filter((head) => head.getBoundingClientRect().right > right + 1).map((head) => head.textContent),
      short: words
        .filter((cell) => {
          const said = document.createRange()
          said.selectNodeContents(cell.querySelector('button span, span:not(:empty)') ?? cell)
          const { left, right } = cell.getBoundingClientRect()
          const text = said.getBoundingClientRect()
          const beside = Number.parseFloat(getComputedStyle(cell).paddingRight) - 1
          const isSaid = cell.textContent !== '' && cell.checkVisibility()
          return isSaid && (text.left < left + beside || text.right > right - beside)
        })
        .map((cell) => cell.textContent),
      sideways: grid.scrollWidth - grid.clientWidth,
    }
  })

/** Buttons that stand beyond their cells, or below what cuts those off. */
const cutButtons = (page: Page) =>
  page.locator('main [role=grid][aria-busy=false]').evaluate((grid) =>
    [...grid.querySelectorAll('[data-kind=actions]')].flatMap((cell) => {
      const { left, right } = cell.getBoundingClientRect()
      return [...cell.querySelectorAll('button')]
        .filter((button) => button.checkVisibility())
        .filter((button) => {
          const at = button.getBoundingClientRect()
          return at.left < left || at.right > right
        })
        .map((button) => button.textContent)
    }),
  )

describe.each(sizes)('at $width pixels in $language', ({ width, language }) => {
  pagesAre(width, language)

  test.each([...lists, ...shops])('every column of $path is in sight of a $role', async ({ role, path }) => {
    await leadTo(pages[role], server.url, path)
    await pages[role].locator('main [role=grid][aria-busy=false]').waitFor()
    const { sideways, ...hidden } = await beyond(pages[role])
    expect(hidden).toEqual({ cut: [], short: [] })
    if (language !== 'en' || width >= 1440 || !widest.has(path)) expect(sideways).toBe(0)
    expect(await cutButtons(pages[role])).toEqual([])
  })
})

describe.each(['zh-CN', 'en'])('at 1024 pixels in %s, where a list is moved sideways', (language) => {
  pagesAre(1024, language)

  test.each([...lists, ...shops])('no button of $path is cut for a $role', async ({ role, path }) => {
    await leadTo(pages[role], server.url, path)
    await pages[role].locator('main [role=grid][aria-busy=false]').waitFor()
    expect(await cutButtons(pages[role])).toEqual([])
  })
})

test('the menu of a row stays in sight where its column has been made narrow', async () => {
  const page = pages.manager
  await readIn(page, 1440, 'zh-CN')
  await page.goto(`${server.url}/user/list`)
  const menu = page.getByRole('row').getByText('⋯').first()
  await menu.waitFor()
  const edge = page.getByRole('columnheader').last().locator('[title]').last()
  const { x, y } = (await edge.boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + 2, y + 10)
  await page.mouse.down()
  await page.mouse.move(x - 60, y + 10, { steps: 3 })
  await page.mouse.up()
  await expect.poll(() => cutButtons(page)).toContain('编辑')
  await menu.click({ timeout: 5_000 })
  await page.getByRole('menuitem', { name: '编辑' }).waitFor()
})

describe('at 1024 px in English', () => {
  pagesAre(1024, 'en')

  test.each([
    ['manager', '/amazon/list'],
    ['manager', '/device/list'],
    ['admin', '/device/list'],
    ['admin', '/box/'],
    ['admin', '/report/list'],
  ] as const)('says a %s in which region each of %s is, uncut', async (role, path) => {
    await leadTo(pages[role], server.url, path)
    const region = pages[role].getByRole('gridcell', { name: /^US (West|East)$/ }).first()
    await region.waitFor()
    const lacks = await region.evaluate((cell) => {
      const all = [cell, ...cell.querySelectorAll<HTMLElement>('*')]
      return Math.max(...all.map(({ scrollWidth, clientWidth }) => (clientWidth === 0 ? 0 : scrollWidth - clientWidth)))
    })
    expect(lacks).toBeLessThan(1)
  })
})
