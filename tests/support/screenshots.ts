import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright'
import type { Role } from '../../domain/roles.ts'
import { launchBrowser, signInThroughPage } from './browser.ts'
import { live, openNotes, tapScreen } from './phone-page.ts'
import type { TestServer } from './server.ts'
import { spawnServer } from './server-process.ts'

/**
 * Takes the pictures of docs/screenshots from a demo fleet of its own: every screen, in both themes, as wide as a desk and
 * as a phone. `npm run screenshots`, or `npm run screenshots -- remote observe` for some that have an address of their own.
 * `npm run screenshots -- --to FOLDER` leaves them elsewhere, to be looked at: also those of a small desk, and in English.
 */

/** Names of screens; none means all. */
const { positionals: wanted, values } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } })
const folder = values.to === undefined ? join(import.meta.dirname, '../../docs/screenshots') : resolve(values.to)
const isToLookAt = values.to !== undefined

const widths = [
  { width: 1440, height: 900 },
  ...(isToLookAt ? [{ width: 1024, height: 768 }] : []),
  { width: 390, height: 844 },
]
const themes = ['light', 'dark'] as const

/** A screen by its address, or what is opened from the one before. */
interface Shot {
  name: string
  path?: string
  ready: (page: Page) => Promise<unknown>
  /** A site message that comes before it; none waits otherwise. */
  news?: string
  /** Only narrower than this. */
  below?: number
}

const rows = (page: Page) => page.getByRole('grid').getByRole('row').nth(3).waitFor()
const heading = (page: Page) => page.locator('main h1').first().waitFor()
const dialog = (page: Page) => page.getByRole('dialog').last().waitFor()

/** An environment that was opened and closed twice, so that there are records of it. */
const saved = '晨光百货'

/** Each time another phone, whose notes are still empty. */
let turn = 0

const shots: Readonly<Partial<Record<Role, readonly Shot[]>>> = {
  manager: [
    { name: 'dashboard', path: '/dashboard', ready: (page) => page.getByText('空闲').first().waitFor() },
    {
      name: 'drawer',
      path: '/dashboard',
      below: 992,
      async ready(page) {
        await page.getByRole('button', { name: '展开菜单' }).click()
        await page.getByRole('navigation', { name: '主导航' }).waitFor()
      },
    },
    { name: 'devices', path: '/device/list', ready: rows },
    {
      name: 'remote',
      path: '/device1/remotely',
      async ready(page) {
        await page.getByText('空闲').nth(turn).click()
        turn += 1
        await live(page).waitFor()
        await openNotes(page)
        await tapScreen(page, { x: 0.5, y: 0.4 })
        await page.keyboard.insertText('你好，云机。')
      },
    },
    {
      name: 'observe',
      path: '/remote/observe',
      async ready(page) {
        await page.getByText('实时', { exact: true }).nth(8).waitFor()
        await page.waitForFunction(() => !/正在请求|正在连接|等待画面/.test(document.body.innerText))
      },
    },
    { name: 'environments', path: '/amazon/list', ready: rows },
    {
      name: 'records',
      path: `/amazon/list?keyword=${encodeURIComponent(saved)}`,
      async ready(page) {
        await page.getByRole('row').filter({ hasText: saved }).getByText('⋯').click()
        await page.getByRole('menuitem', { name: '数据存档' }).click()
        await page.getByRole('dialog').getByRole('row').nth(2).waitFor()
      },
    },
    { name: 'groups', path: '/amazon/tag', ready: heading },
    {
      name: 'bell',
      path: '/dashboard',
      news: '今晚 20:00 直播，请各位提前半小时打开环境并检查出口 IP。',
      async ready(page) {
        await page.getByRole('button', { name: /^站点信息(，|$)/ }).click()
        await page.getByRole('list', { name: '站点信息' }).getByRole('button').first().waitFor()
      },
    },
    {
      name: 'message',
      async ready(page) {
        await page.getByRole('list', { name: '站点信息' }).getByRole('button').first().click()
        await page.getByRole('button', { name: '已读' }).waitFor()
      },
    },
    {
      name: 'password',
      async ready(page) {
        await page.getByRole('button', { name: '已读' }).click()
        await page.getByRole('button', { name: /用户菜单/ }).click()
        await page.getByRole('menuitem', { name: '修改密码' }).click()
        await dialog(page)
      },
    },
  ],
  admin: [
    { name: 'users', path: '/user/list', ready: rows },
    { name: 'user-add', path: '/user/add', ready: heading },
    { name: 'scripts', path: '/services/list', ready: rows },
    { name: 'tasks', path: '/services/timedtasks', ready: heading },
    {
      name: 'task-calendar',
      path: '/services/calendar',
      ready: (page) => page.locator('main section').nth(6).waitFor(),
    },
    { name: 'boxes', path: '/box/list', ready: heading },
    { name: 'frp', path: '/box/open', ready: heading },
    { name: 'system-report', path: '/statistics/record', ready: heading },
    { name: 'log', path: '/log/list', ready: rows },
    { name: 'ip-report', path: '/report/list', ready: rows },
    { name: 'files', path: '/files/list', ready: heading },
    { name: 'not-found', path: '/404', ready: heading },
  ],
}

/** Marks everything as read, so that nothing pops up. */
async function readAll(server: TestServer, role: Role): Promise<void> {
  const token = await server.signIn(role)
  const { data } = await server.call('v2/user/message/list', { token, query: { confirm: false } })
  for (const { id } of data.items) await server.call('v2/user/message/confirm', { token, query: { id } })
}

async function tell(server: TestServer, msg_text: string): Promise<void> {
  const token = await server.signIn('agent')
  await server.call('v2/user/message/send', { token, body: { msg_text, to: { roles: ['manager'] } } })
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 250))
}

/** Opens an environment on a phone and closes it, as often as there are to be records of it. */
async function saveRecords(server: TestServer, times: number): Promise<void> {
  const token = await server.signIn('manager')
  const market = 'amazon'
  const { data: added } = await server.call('v2/environment/add', { token, body: { market, name: saved } })
  const ask = async (path: string, query: object) =>
    (await server.call(path, { token, query: { ...query } })).data.items[0]
  for (let time = 0; time < times; time += 1) {
    const body = { id: added.id }
    const { data } = await server.call('v2/environment/open', { token, body })
    const id: number = data.device_id
    await until(async () => (await ask('v2/device/list', { id })).status === 'in_use')
    await server.call('v2/environment/close', { token, body })
    await until(async () => (await ask('v2/device/list', { id })).status === 'idle')
  }
}

/** Changes to the other language, also below a dialog; whether the screen has where to do so. */
const switchLanguage = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const button = document.querySelector<HTMLElement>('button:has(> span[lang], span > span[lang])')
    button?.click()
    return button !== null
  })

async function take(browser: Browser, server: TestServer): Promise<void> {
  for (const viewport of widths)
    for (const theme of themes)
      for (const [role, ofRole] of Object.entries(shots)) {
        const context = await browser.newContext({ viewport })
        await context.addInitScript((kept) => localStorage.setItem('theme', kept), theme)
        const page = await context.newPage()
        const keep = async (name: string) => {
          const picture = (language = '') => ({
            path: join(folder, `${name}-${viewport.width}-${theme}${language}.png`),
          })
          await page.waitForTimeout(600) // Fades and the last figures.
          await page.screenshot(picture())
          if (!isToLookAt || !(await switchLanguage(page))) return
          await page.waitForTimeout(600)
          await page.screenshot(picture('-en'))
          await switchLanguage(page)
        }
        await page.goto(`${server.url}/login`)
        await page.getByLabel('用户名').waitFor()
        if (role === 'manager' && (wanted.length === 0 || wanted.includes('login'))) await keep('login')
        await signInThroughPage(page, server.url, role)
        await readAll(server, role as Role) // A key of `shots`.
        for (const { name, path, ready, news, below } of ofRole) {
          if (wanted.length > 0 && !(wanted.includes(name) && path !== undefined)) continue
          if (below !== undefined && viewport.width >= below) continue
          if (news !== undefined) await tell(server, news)
          if (path !== undefined) await page.goto(server.url + path)
          await ready(page)
          await keep(name)
        }
        await context.close()
      }
}

mkdirSync(folder, { recursive: true })
if (wanted.length === 0 && !isToLookAt) for (const file of readdirSync(folder)) rmSync(join(folder, file))
const [server, browser] = await Promise.all([
  spawnServer({ phones: 12, env: { CAPTCHA: 'off', DEMO: '1' } }),
  launchBrowser(),
])
try {
  const token = await server.signIn('admin')
  for (;;) {
    const { data } = await server.call('v2/job/list', { token })
    if (data.items[0]?.state === 'done') break // The last chapter of the demo fleet.
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  await saveRecords(server, 2)
  await take(browser, server)
} finally {
  await browser.close()
  await server.stop()
}
