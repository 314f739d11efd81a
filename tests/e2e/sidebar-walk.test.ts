import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { narrowerThan, sidebarMachine } from '../../src/machines/shell/sidebar.ts'
import { openBrowser, signedInPage, signIn } from '../support/browser.ts'
import type { ChartUnderTest } from '../support/chart-model.ts'
import { walkEveryTransition, walkFailsWithBrokenGuard, type Walker } from '../support/chart-walk.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let operator: Page
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  operator = (await signedInPage(browser, server.url, 'manager')).page
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const height = 800

/** What an operator comes to: a cookie that says open or closed, and a window. */
interface Beginning {
  open: boolean
  narrow: boolean
}

async function begin({ open, narrow }: Beginning, page = operator): Promise<Walker<typeof sidebarMachine>> {
  const resize = (toNarrow: boolean) =>
    page.setViewportSize({ width: toNarrow ? narrowerThan - 1 : narrowerThan, height })
  await resize(narrow)
  await page.context().addCookies([{ name: 'sidebar', value: open ? '1' : '0', url: server.url }])
  await page.goto(`${server.url}/dashboard`)
  const sidebar = page.getByRole('navigation', { name: '主导航' })
  const button = page.getByRole('banner').getByRole('button', { name: /^(?:展开|收起)菜单$/ })
  await button.waitFor()
  return {
    does: {
      toggle: () => button.click(),
      // The drawer lets go of the rest of the page: a click beside it, or Escape.
      close: () => page.keyboard.press('Escape'),
      async navigated() {
        await sidebar.getByRole('link', { name: '设备管理' }).click()
        await page.waitForURL(/\/device\/list$/)
      },
      narrowed: () => resize(true),
      widened: () => resize(false),
    },
    async sees(state) {
      if (state.matches({ mobile: 'closed' })) {
        await expect.poll(() => sidebar.count()).toBe(0)
        expect(await button.getAttribute('aria-expanded')).toBe('false')
      } else {
        const width = state.matches({ desktop: 'collapsed' }) ? 48 : 200
        await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(width)
        await expect.poll(async () => (await sidebar.boundingBox())?.x).toBe(0)
        expect(await sidebar.getByText('设备管理').isVisible()).toBe(width === 200)
        // A drawer lies over the main area; otherwise it stands beside it.
        const left = state.matches('mobile') ? 0 : width
        await expect.poll(async () => (await page.locator('#main').boundingBox())?.x).toBe(left)
      }
      const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar')
      expect(cookie?.value).toBe(state.context.open ? '1' : '0')
    },
    leave: () => Promise.resolve(),
  }
}

const leftOpen: Beginning = { open: true, narrow: false }
const leftClosed: Beginning = { open: false, narrow: true }

// Left out is what only a program can send: `close` where there is no drawer, and `close` without animation. The open
// drawer covers the button that toggles it.
const chartFrom = (input: Beginning): ChartUnderTest<typeof sidebarMachine> => ({
  machine: sidebarMachine,
  input,
  events: [
    { type: 'toggle' },
    { type: 'close', animated: true },
    { type: 'navigated' },
    { type: 'narrowed' },
    { type: 'widened' },
  ],
  keep: ({ open }) => open,
  possible: (before, { type }) => {
    if (type === 'close') return before.matches('mobile')
    return type !== 'toggle' || !before.matches({ mobile: 'open' })
  },
})

describe('the sidebar, walked', () => {
  for (const input of [leftOpen, leftClosed])
    describe(`beginning ${input.narrow ? 'in a narrow' : 'in a wide'} window`, () => {
      walkEveryTransition(chartFrom(input), () => begin(input))
    })

  walkFailsWithBrokenGuard(
    chartFrom(leftClosed),
    { guard: 'it was left open', answers: true },
    () => browser,
    async (window) => {
      await signIn(window, server.url, 'manager')
      const page = await window.newPage()
      return begin(leftClosed, page)
    },
  )
})
