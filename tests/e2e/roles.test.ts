import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { markets } from '../../domain/markets.ts'
import type { Role } from '../../domain/roles.ts'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

const marketScreens = markets.flatMap((market) => [`/${market}/list`, `/${market}/tag`])

interface Expected {
  role: Role
  /** The sidebar's screens, in its order (SPEC §6). */
  menu: readonly string[]
  /** Screens of others, opened by their address. */
  closed: readonly string[]
  /** A call of others. */
  refused: { path: string; body?: object }
}

const expected: readonly Expected[] = [
  {
    role: 'admin',
    menu: [
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
    closed: marketScreens,
    refused: { path: 'v2/environment/list?market=amazon' },
  },
  {
    role: 'security',
    menu: [
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
    closed: ['/services/list', '/services/timedtasks', '/device1/remotely', '/device/remotely', '/amazon/list'],
    refused: { path: 'v2/script/add', body: { name: 'x', body: 'true' } },
  },
  {
    role: 'agent',
    menu: [
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
    closed: ['/services/list', '/box/open', '/temu/tag'],
    refused: { path: 'v2/maintain/edit', body: { content: 'x' } },
  },
  {
    role: 'manager',
    menu: ['/dashboard', '/user/list', '/user/add', '/device/list', ...marketScreens, '/log/list', '/files/list'],
    closed: ['/services/list', '/box/', '/box/open', '/statistics/record', '/report/list'],
    refused: { path: 'v2/box/list' },
  },
  {
    role: 'element',
    menu: ['/dashboard', '/device/list', ...marketScreens, '/files/list'],
    closed: ['/user/list', '/user/add', '/services/list', '/box/', '/statistics/record', '/log/list', '/report/list'],
    refused: { path: 'v2/user/list' },
  },
]

let server: TestServer
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** The addresses of the sidebar's screens, those of closed groups as well. */
const menuOf = (page: Page) =>
  page
    .getByRole('navigation', { name: '主导航' })
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))

describe.each(expected)('$role', ({ role, menu, closed, refused }) => {
  let watched: WatchedPage
  beforeAll(async () => {
    watched = await signedInPage(browser, server.url, role)
  })

  test('finds its own screens in the sidebar, and nothing else', async () => {
    await expect.poll(() => menuOf(watched.page)).toEqual(menu)
  })

  test('opens each of them by its address, and no page complains', async () => {
    const { page, complaints } = watched
    for (const path of menu) {
      await page.goto(server.url + path)
      await page.locator('main h1').first().waitFor()
      expect(new URL(page.url()).pathname).toBe(path)
    }
    expect(complaints).toEqual([])
  })

  test.each(closed)('is sent from %s to /404', async (path) => {
    await watched.page.goto(server.url + path)
    await watched.page.waitForURL(`${server.url}/404`)
  })

  test('is refused a call of others, whatever the console hides', async () => {
    const token = await server.signIn(role)
    expect(await server.call(refused.path, { token, body: refused.body })).toMatchObject({
      code: codes.notAllowed,
      status: 403,
    })
  })
})
