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

let turn = 0

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
      await page.getByText('空闲').nth(turn).click()
      turn += 1
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
      await page.goto(`${server.url}/dashboard`)
      const bell = page.getByRole('button', { name: /^站点信息(，|$)/ })
      await bell.click()
      const message = page.getByRole('list', { name: '站点信息' }).getByRole('button').first()
      await message.waitFor()
      await keep('bell')
      await message.click()
      await page.getByRole('button', { name: '已读' }).waitFor()
      await keep('message')
      await page.getByRole('button', { name: '已读' }).click()
      await page.getByRole('button', { name: /用户菜单/ }).click()
      await page.getByRole('menuitem', { name: '修改密码' }).click()
      await page.getByRole('dialog').waitFor()
      await keep('password')
      await page.keyboard.press('Escape')
      if (viewport.width < 992) {
        await page.getByRole('button', { name: '展开菜单' }).click()
        await page.getByRole('navigation', { name: '主导航' }).waitFor()
        await keep('drawer')
      }
      await context.close()
    }
}

/** What the bell has to tell. */
const messages = [
  '本周新增 24 台 Pixel 8，可在设备管理中查看。',
  '洛杉矶机房已完成网络升级。',
  '今晚 02:00–03:00 例行维护，设备将短暂离线。',
]

mkdirSync(folder, { recursive: true })
const [server, browser] = await Promise.all([startServer({ phones: 12, env: { CAPTCHA: 'off' } }), openBrowser()])
try {
  const token = await server.signIn('manager')
  for (;;) {
    const { data } = await server.call('v3/device/list', { token, query: { status: 'idle' } })
    if (data.total >= 9) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const sender = await server.signIn('agent')
  for (const msg_text of messages)
    await server.call('v2/user/message/send', { token: sender, body: { msg_text, to: { roles: ['manager'] } } })
  await take(browser, server)
} finally {
  await browser.close()
  await server.stop()
}
