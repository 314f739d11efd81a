import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markets, type Market } from '../../domain/markets.ts'
import type { Role } from '../../domain/roles.ts'
import { openBrowser, signedInPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** What an operator sees at an address: its heading, the call that its rows come from, and a row that only it has. */
interface Screen {
  path: string
  heading: string
  /** The call's path, below /api/restful, and what its query has to have. */
  call?: string
  /** Other calls that may be the screen's own. */
  also?: readonly string[]
  row?: string
}

const marketNames: Record<Market, string> = {
  amazon: 'Amazon',
  tiktok: 'TikTok',
  temu: 'Temu',
  walmart: 'Walmart',
  walmartcad: 'Walmart CA',
  rednote: '小红书',
  depop: 'Depop',
}

const marketScreens = markets.flatMap((market): Screen[] => [
  {
    path: `/${market}/list`,
    heading: `${marketNames[market]} · 环境管理`,
    call: `v2/environment/list?market=${market}`,
    also: [`v2/group/list?market=${market}`, 'v2/config/region', 'v2/user/list'],
    row: `[${market}] shop`,
  },
  {
    path: `/${market}/tag`,
    heading: `${marketNames[market]} · 分组管理`,
    call: `v2/group/list?market=${market}`,
    row: `[${market}] group`,
  },
])

const ofBoxes = ['v2/config/region', 'v2/user/list']

const screens: readonly Screen[] = [
  {
    path: '/dashboard',
    heading: '，欢迎回来',
    call: 'v2/dashboard/summary',
    also: ['v2/user/invitecode'],
  },
  { path: '/user/list', heading: '用户管理', call: 'v2/user/list', row: 'element' },
  { path: '/user/add', heading: '添加用户', also: ['v2/user/invitecode', 'v2/user/list'] },
  { path: '/services/list', heading: '脚本管理', call: 'v2/script/list', row: 'script of the walk' },
  {
    path: '/services/timedtasks',
    heading: '定时任务',
    call: 'v2/task/list',
    also: ['v2/script/list', 'v3/device/list', 'v2/box/list', 'v2/user/list'],
    row: 'timed walk',
  },
  { path: '/device/list', heading: '设备管理', call: 'v3/device/list', also: ['v2/config/region'] },
  ...marketScreens,
  { path: '/box/', heading: '盒子列表', call: 'v2/box/list', also: ofBoxes, row: 'B01' },
  { path: '/box/open', heading: '打开 FRP', call: 'v2/box/list', also: ofBoxes, row: 'B01' },
  { path: '/statistics/record', heading: '系统报表', call: 'v2/report/system' },
  { path: '/log/list', heading: '操作日志', call: 'v2/log/list' },
  { path: '/report/list', heading: 'IP报表', call: 'v2/report/ip', also: ['v2/config/region'] },
  { path: '/files/list', heading: '文件上传', call: 'v2/file/list' },
]

/**
 * Calls of the frame around every screen, and the one that an empty list makes to say whom to ask: once that part of it is there,
 * perhaps as the next screen is called.
 */
const ofTheShell = ['v2/maintain/notify', 'v3/device/thread', 'v2/user/message/list', 'v2/user/contact']

let server: TestServer
let browser: Browser

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  const manager = await server.signIn('manager')
  const { data: me } = await server.call('v2/user/info', { token: manager, query: { token: manager } })
  expect(me.modules.toSorted()).toEqual(markets.toSorted())
  const { data: people } = await server.call('v2/user/list', { token: manager })
  const element = people.items.find(({ role }: { role: string }) => role === 'element')
  const made = async (token: string, path: string, body: object) => {
    const { code, message, data } = await server.call(path, { token, body })
    expect({ path, code, message }).toMatchObject({ code: 20000 })
    return data
  }
  for (const market of markets) {
    await made(manager, 'v2/group/add', { market, name: `[${market}] group` })
    await made(manager, 'v2/environment/add', { market, name: `[${market}] shop`, owner_id: element.id })
  }
  const admin = await server.signIn('admin')
  await made(admin, 'v2/script/add', { name: 'script of the walk', body: 'true' })
  await made(admin, 'v2/task/add', {
    name: 'timed walk',
    work: { action: 'reboot' },
    targets: { filter: { keyword: 'none' } },
    schedule: { cron: '0 0 1 1 *', timezone: 'UTC' },
  })
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** A walk through a role's screens that takes each way from one to another once, but for those that an earlier role has taken. */
function walkOf(role: Role): string[] {
  const paths = menus[role]
  const earlier = roles.slice(0, roles.indexOf(role)).map((one) => menus[one])
  const isTaken = (from: string, to: string) => earlier.some((menu) => menu.includes(from) && menu.includes(to))
  const waysFrom = new Map(paths.map((from) => [from, paths.filter((to) => to !== from && !isTaken(from, to))]))
  if ([...waysFrom.values()].every((ways) => ways.length === 0)) return [...paths, ...paths.slice(0, 1)]
  // Hierholzer: every address has as many ways in as out, so the walk closes.
  const standing = [paths[0] ?? '']
  const walk: string[] = []
  for (let here = standing.at(-1); here !== undefined; here = standing.at(-1)) {
    const next = waysFrom.get(here)?.pop()
    if (next === undefined) walk.unshift(standing.pop() ?? '')
    else standing.push(next)
  }
  return walk
}

/** Follows a link of the sidebar, whether or not its group is open. */
async function follow(page: Page, path: string): Promise<void> {
  await page.locator(`nav a[href="${path}"]`).first().dispatchEvent('click')
  await page.waitForURL((url) => url.pathname === path)
}

/** Follows the sidebar's links within the page, from each screen as soon as it stands, and tells what did not belong there. */
async function takeWalk(page: Page, walk: readonly string[]): Promise<{ steps: number; strange: string[] }> {
  // What runs in the page can't reach outside of itself.
  // oxlint-disable unicorn/consistent-function-scoping
  return page.evaluate(
    async ({ walk, screens, ofTheShell }) => {
      const strange: string[] = []
      const calls: { address: string; step: number }[] = []
      let step = 0
      const fetch = window.fetch.bind(window)
      window.fetch = (input, init) => {
        const url = new URL(input instanceof Request ? input.url : input, location.href)
        if (url.pathname.startsWith('/api/restful/'))
          calls.push({ address: url.pathname.slice('/api/restful/'.length) + url.search, step })
        return fetch(input, init)
      }
      const screenAt = new Map(screens.map((screen) => [screen.path, screen]))
      const everyRow = screens.flatMap(({ row }) => row ?? [])
      const isCall = (address: string, call: string) => {
        const [path, query] = call.split('?')
        const [asked, params] = address.split('?')
        return asked === path && (query === undefined || `&${params}&`.includes(`&${query}&`))
      }
      const frame = () => new Promise(requestAnimationFrame)
      const rowsShown = () =>
        [...document.querySelectorAll('main [role=grid] [role=row]')]
          .filter((row) => row.querySelector('[role=gridcell]') && getComputedStyle(row).display !== 'none')
          .map((row) => row.textContent)

      for (const [index, path] of walk.entries()) {
        const screen = screenAt.get(path)
        if (screen === undefined) throw new Error(`nothing is known of ${path}`)
        step = index
        if (index > 0) document.querySelector<HTMLAnchorElement>(`nav a[href="${path}"]`)?.click()
        const isThere = () => {
          const heading = document.querySelector('main h1')?.textContent ?? ''
          const rows = rowsShown()
          return (
            location.pathname === path &&
            heading.endsWith(screen.heading) &&
            (index === 0 ||
              screen.call === undefined ||
              calls.some((call) => call.step === step && isCall(call.address, screen.call ?? ''))) &&
            (screen.row === undefined || rows.some((row) => row.includes(screen.row ?? ''))) &&
            !rows.some((row) => everyRow.some((one) => one !== screen.row && one.includes(' ') && row.includes(one)))
          )
        }
        const giveUpAt = performance.now() + 20_000
        while (!isThere() && performance.now() < giveUpAt) await frame()
        const from = walk[index - 1]
        if (!isThere())
          strange.push(
            `${from} → ${path} shows “${document.querySelector('main h1')?.textContent}” with ${JSON.stringify(rowsShown())}` +
              ` after ${JSON.stringify(calls.filter((call) => call.step === step).map(({ address }) => address))}`,
          )
        if (strange.length > 0) break
      }
      for (const { address, step } of calls) {
        // The first screen may still be at its own calls when the walk begins.
        const callers = (step === 1 ? [0, 1] : [step]).map((at) => screenAt.get(walk[at] ?? ''))
        const known = [...callers.flatMap((screen) => [screen?.call, ...(screen?.also ?? [])]), ...ofTheShell]
        if (!known.some((call) => call !== undefined && isCall(address, call)))
          strange.push(`${walk[step - 1]} → ${walk[step]} calls ${address}`)
      }
      return { steps: walk.length - 1, strange }
    },
    { walk, screens, ofTheShell },
  )
  // oxlint-enable unicorn/consistent-function-scoping
}

const ofMarkets = marketScreens.map(({ path }) => path)

/** The screens of SPEC §2 that are not hidden and that SPEC §6 opens to each role; the manager and the element have all markets. */
const menus: Record<Role, readonly string[]> = {
  admin: [
    '/dashboard',
    '/user/list',
    '/user/add',
    '/services/list',
    '/services/timedtasks',
    '/device/list',
    '/box/',
    '/box/open',
    '/statistics/record',
    '/log/list',
    '/report/list',
    '/files/list',
  ],
  security: [
    '/dashboard',
    '/user/list',
    '/user/add',
    '/device/list',
    '/box/',
    '/box/open',
    '/statistics/record',
    '/log/list',
    '/report/list',
    '/files/list',
  ],
  agent: [
    '/dashboard',
    '/user/list',
    '/user/add',
    '/device/list',
    '/box/',
    '/statistics/record',
    '/log/list',
    '/report/list',
    '/files/list',
  ],
  manager: ['/dashboard', '/user/list', '/user/add', '/device/list', ...ofMarkets, '/log/list', '/files/list'],
  element: ['/dashboard', '/device/list', ...ofMarkets, '/files/list'],
}

const roles = ['admin', 'security', 'agent', 'manager', 'element'] as const

test.each(roles)(
  'whatever screen %s comes from, a screen of the menu makes its own calls and shows its own rows',
  async (role) => {
    const { page, complaints } = await signedInPage(browser, server.url, role)
    await page.getByRole('navigation', { name: '主导航' }).locator('a').first().waitFor()
    const menu = await page
      .locator('nav a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(menu.toSorted()).toEqual(menus[role].toSorted())
    // A list asks once more when the page hears of changes for the first time: that has to be over before the walk.
    await follow(page, '/device/list')
    await page.getByRole('main').getByText('实时', { exact: true }).waitFor()
    await follow(page, '/dashboard')
    const walk = walkOf(role)
    expect(new Set(walk)).toEqual(new Set(menu))
    const { steps, strange } = await takeWalk(page, walk)
    expect(strange).toEqual([])
    expect(steps).toBe({ admin: 132, security: 10, agent: 9, manager: 350, element: 17 }[role])
    expect(complaints).toEqual([])
    await page.context().close()
  },
  600_000, // Hundreds of screens, one after the other.
)

test('what is asked for on a screen after a change of market is of the new market', async () => {
  const { page, complaints } = await signedInPage(browser, server.url, 'manager')
  const goTo = async (market: Market) => {
    await page.locator(`nav a[href="/${market}/list"]`).dispatchEvent('click')
    await page.getByRole('heading', { level: 1, name: marketNames[market] }).waitFor()
    await page.getByText(`[${market}] shop`).first().waitFor()
  }
  const asked = (path: string) => page.waitForRequest((request) => new URL(request.url()).pathname.endsWith(path))
  const marketAsked = async (path: string, press: () => Promise<void>) => {
    const [request] = await Promise.all([asked(path), press()])
    return new URL(request.url()).searchParams.get('market')
  }
  await goTo('amazon')
  await goTo('tiktok')
  expect(
    await marketAsked('/v2/environment/list', () => page.getByRole('button', { name: '刷新', exact: true }).click()),
  ).toBe('tiktok')
  const saved = page.waitForEvent('download')
  expect(await marketAsked('/v2/environment/export', () => page.getByRole('button', { name: /^导出/ }).click())).toBe(
    'tiktok',
  )
  const lines = await readFile(await (await saved).path(), 'utf8')
  expect(lines).toContain('[tiktok] shop')
  expect(lines).not.toContain('[amazon] shop')
  expect(complaints).toEqual([])
  await page.context().close()
})
