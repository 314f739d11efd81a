import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, signedInPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let browser: Browser

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer({ phones: 3 }), openBrowser()])
  const manager = await server.signIn('manager')
  for (const name of ['一号店', '二号店']) {
    const added = await server.call('v2/environment/add', { token: manager, body: { market: 'amazon', name } })
    expect(added).toMatchObject({ code: 20000 })
  }
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const lists = [
  { role: 'admin', path: '/device/list' },
  { role: 'admin', path: '/user/list' },
  { role: 'admin', path: '/box/' },
  { role: 'admin', path: '/log/list' },
  { role: 'manager', path: '/amazon/list' },
] as const

const grid = (page: Page) => page.locator('main [role=grid][aria-busy=false]')
const inGrid = (page: Page) => grid(page).evaluate((element) => element === document.activeElement)
const activeRow = (page: Page) =>
  grid(page).evaluate((element) => {
    const row = document.getElementById(element.getAttribute('aria-activedescendant') ?? '')
    return row?.getAttribute('aria-rowindex')
  })

async function open(role: string, path: string): Promise<Page> {
  const { page } = await signedInPage(browser, server.url, role, path)
  await grid(page).locator('[role=gridcell]').first().waitFor()
  return page
}

/** Presses a key until the answer is yes; how often that took. */
async function pressesUntil(page: Page, key: string, isThere: () => Promise<boolean>): Promise<number> {
  for (let presses = 1; presses <= 30; presses += 1) {
    await page.keyboard.press(key)
    if (await isThere()) return presses
  }
  throw new Error(`${key} leads nowhere`)
}

describe.each(lists)('the rows of $path, for a $role', ({ role, path }) => {
  test('are five stops of Tab away at most, and the keyword as many back', async () => {
    const page = await open(role, path)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter') // To the screen itself, by the link that stands first.
    const there = await pressesUntil(page, 'Tab', () => inGrid(page))
    expect(there + 1).toBeLessThanOrEqual(5)
    const field = page.getByRole('main').getByRole('searchbox').first()
    const back = await pressesUntil(page, 'Shift+Tab', () =>
      field.evaluate((element) => element === document.activeElement),
    )
    expect(back).toBe(there - 1)
    await page.context().close()
  })

  test('begin below the keyword: ↓ leads to the first of them', async () => {
    const page = await open(role, path)
    await page.keyboard.press('/') // With the first key comes what the others do.
    await pressesUntil(page, 'ArrowDown', () => inGrid(page))
    await expect.poll(() => activeRow(page)).toBe('2') // Behind the headings.
    await page.context().close()
  })
})

describe('the filters of a list', () => {
  test('are walked by arrows, each of them, and remember where one was', async () => {
    const page = await open('admin', '/device/list')
    const filters = page.getByRole('toolbar', { name: '筛选条件' })
    const buttons = await filters.getByRole('button').count()
    expect(buttons).toBeGreaterThan(2)
    await page.keyboard.press('/')
    await filters.locator('button[tabindex="-1"]').first().waitFor()
    for (let button = 0; button < buttons; button += 1) {
      await page.keyboard.press('ArrowRight')
      const isThere = () =>
        filters
          .getByRole('button')
          .nth(button)
          .evaluate((one) => one === document.activeElement)
      await expect.poll(isThere).toBe(true)
    }
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    expect(
      await filters
        .getByRole('button')
        .last()
        .evaluate((one) => one === document.activeElement),
    ).toBe(true)
    await page.keyboard.press('Home')
    await page.keyboard.type('ab')
    await page.keyboard.press('ArrowLeft') // Within the text.
    await page.keyboard.type('c')
    expect(await page.getByRole('main').getByRole('searchbox').first().inputValue()).toBe('acb')
    await page.context().close()
  })
})
