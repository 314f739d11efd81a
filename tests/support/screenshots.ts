import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { openBrowser, signInThroughPage } from './browser.ts'
import { live, openNotes, tapPicture } from './phone-page.ts'
import { startServer, type TestServer } from './server.ts'

/**
 * Takes the pictures of docs/screenshots from a fleet of its own: every screen, in both themes, as wide as a desk, a
 * tablet and a phone. `npm run screenshots`
 */

const widths = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]
const themes = ['light', 'dark'] as const
const folder = join(import.meta.dirname, '../../docs/screenshots')

type Shot = { name: string; path: string; ready: (page: Page) => Promise<unknown> }

const shots: Shot[] = [
  { name: 'dashboard', path: '/dashboard', ready: (page) => page.getByText('空闲').first().waitFor() },
  {
    name: 'devices',
    path: '/device/list',
    ready: (page) => page.getByRole('gridcell', { name: 'B01-01' }).waitFor(),
  },
  {
    name: 'remote',
    path: '/device1/remotely',
    ready: async (page) => {
      // Each time another phone, whose notes are still empty.
      await page.getByText('空闲').first().click()
      await live(page).waitFor()
      await openNotes(page)
      await tapPicture(page, { x: 0.5, y: 0.4 })
      await page.keyboard.insertText('你好，云机。')
    },
  },
  {
    name: 'observe',
    path: '/remote/observe',
    ready: async (page) => {
      await page.getByText('实时', { exact: true }).nth(8).waitFor()
    },
  },
]

async function take(browser: Browser, server: TestServer): Promise<void> {
  for (const viewport of widths)
    for (const theme of themes) {
      const context = await browser.newContext({ viewport })
      await context.addInitScript((kept) => localStorage.setItem('theme', kept), theme)
      const page = await context.newPage()
      const keep = async (name: string) => {
        await page.waitForTimeout(400) // Fades and the last figures.
        await page.screenshot({ path: join(folder, `${name}-${viewport.width}-${theme}.png`) })
      }
      await page.goto(`${server.url}/login`)
      await page.getByLabel('用户名').waitFor()
      await keep('login')
      await signInThroughPage(page, server.url, 'manager')
      for (const { name, path, ready } of shots) {
        await page.goto(server.url + path)
        await ready(page)
        await keep(name)
      }
      await context.close()
    }
}

mkdirSync(folder, { recursive: true })
const [server, browser] = await Promise.all([startServer({ phones: 12, env: { CAPTCHA: 'off' } }), openBrowser()])
try {
  const token = await server.signIn('manager')
  for (;;) {
    const { data } = await server.call('v3/device/list', { token, query: { status: 'idle' } })
    if (data.total >= 9) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await take(browser, server)
} finally {
  await browser.close()
  await server.stop()
}
