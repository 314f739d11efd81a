import type { Browser, BrowserContextOptions } from 'playwright'
import { codes } from '../../domain/codes.ts'
import { markets } from '../../domain/markets.ts'
import { roles, type Role } from '../../domain/roles.ts'
import { codeOfScreens, mayOpen, placeAt } from '../../src/routes.ts'
import { openBrowser, signIn, watchedPage, type WatchedPage } from './browser.ts'
import { idlePhones } from './idle-phones.ts'
import { startServer, type TestServer } from './server.ts'

/** Markets have the same screens. */
const [, ...otherMarkets] = markets

/** The paths of all screens of those who are signed in. */
export const everyScreen = codeOfScreens
  .map(([path]) => path)
  .filter((path) => !otherMarkets.some((market) => path.startsWith(`/${market}/`)))

/** What somebody has named in a fleet of which every screen has something to show. */
export const givenNames = ['深圳大树一店，名字很长的一家店铺', '北美主力', '清理缓存与下载目录', '每晚清理'] as const

export interface Screens {
  server: TestServer
  browser: Browser
  /** The window of whoever may open a screen, wherever it is. */
  at(path: string): WatchedPage
  /** The same, at the screen, once it shows what it has. */
  open(path: string): Promise<WatchedPage>
  close(): Promise<void>
}

/** Who looks at a screen: the highest that may. */
function viewerOf(path: string): Role {
  const place = placeAt(path)
  const role = roles.find((role) => place !== undefined && mayOpen({ role, modules: [...markets] }, place))
  if (role === undefined) throw new Error(`nobody may open ${path}`)
  return role
}

/** A window of each role at a server whose screens all have something to show. */
export async function openScreens(window: BrowserContextOptions): Promise<Screens> {
  const [shop, group, script, task] = givenNames
  const [server, browser] = await Promise.all([startServer({ phones: 3 }), openBrowser()])
  const [manager, admin] = await Promise.all([server.signIn('manager'), server.signIn('admin')])
  const [phone, other, free] = await idlePhones(server, manager, 3)
  const call = async (path: string, body: object, token = manager) => {
    const { code, message, data } = await server.call(path, { token, body })
    if (code !== codes.ok) throw new Error(`${path} was refused: ${message}`)
    return data
  }
  const { id: tag } = await call('v2/group/add', { market: 'amazon', name: group })
  await call('v2/environment/add', { market: 'amazon', name: shop, account: 'a@example.com', tags: [tag] })
  const { id } = await call('v2/script/add', { name: script, body: 'true' }, admin)
  const { job_id } = await call('v2/script/run', { id, targets: { device_ids: [phone?.id, other?.id] } }, admin)
  const schedule = { cron: '0 4 * * *', timezone: 'Asia/Shanghai' }
  const targets = { device_ids: [phone?.id] }
  await call('v2/task/add', { name: task, work: { script_id: id }, schedule, targets }, admin)
  /** What a screen is asked for beside its path. */
  const asked = new Map([
    ['/job', `?id=${job_id}`],
    ['/timeline', `?device_id=${phone?.id}`],
    ['/device1/remotely', `?id=${phone?.id}`],
    ['/device/remotely', `?id=${phone?.id}`],
    // Somebody else looks at this screen, who is not to find the phone taken.
    ['/amazon/remotely', `?id=${free?.id}`],
  ])
  const windows = new Map<Role, WatchedPage>()
  for (const role of roles) {
    const context = await browser.newContext(window)
    await signIn(context, server.url, role)
    windows.set(role, await watchedPage(context))
  }
  const at = (path: string): WatchedPage => {
    const watched = windows.get(viewerOf(path))
    if (watched === undefined) throw new Error('no window')
    return watched
  }
  return {
    server,
    browser,
    at,
    async open(path) {
      const watched = at(path)
      await watched.page.goto(`${server.url}${path}${asked.get(path) ?? ''}`)
      await watched.page.locator('main, h1').first().waitFor()
      await watched.page.waitForLoadState('networkidle')
      return watched
    },
    async close() {
      await browser.close()
      await server.stop()
    },
  }
}
