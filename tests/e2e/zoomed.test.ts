import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markets } from '../../domain/markets.ts'
import { roles, type Role } from '../../domain/roles.ts'
import { codeOfScreens, mayOpen, placeAt } from '../../src/routes.ts'
import { openBrowser, signIn, watchedPage, type WatchedPage } from '../support/browser.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { layoutProblems } from '../support/layout-problems.ts'
import { startServer, type TestServer } from '../support/server.ts'

// A window of 1440 × 900 at 200 %: so many pixels of CSS, each of two by two.
const zoomed = { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }

let server: TestServer
let browser: Browser
const windows = new Map<Role, WatchedPage>()
/** What a screen is asked for beside its path. */
const asked = new Map<string, string>()

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer({ phones: 3 }), openBrowser()])
  const token = await server.signIn('manager')
  const [phone, other] = await idlePhones(server, token, 3)
  const call = async (path: string, body: object, as = token) => (await server.call(path, { token: as, body })).data
  await call('v2/environment/add', {
    market: 'amazon',
    name: '深圳大树一店，名字很长的一家店铺',
    account: 'a@example.com',
  })
  await call('v2/group/add', { market: 'amazon', name: '北美主力' })
  const admin = await server.signIn('admin')
  const script = await call('v2/script/add', { name: '清理缓存与下载目录', body: 'true' }, admin)
  const { job_id } = await call(
    'v2/script/run',
    { id: script.id, targets: { device_ids: [phone?.id, other?.id] } },
    admin,
  )
  const schedule = { kind: 'cron', cron: '0 4 * * *', time_zone: 'Asia/Shanghai' }
  await call(
    'v2/task/add',
    { name: '每晚清理', script_id: script.id, schedule, targets: { device_ids: [phone?.id] } },
    admin,
  )
  asked.set('/job', `?id=${job_id}`).set('/timeline', `?device_id=${phone?.id}`)
  for (const path of ['/device1/remotely', '/device/remotely']) asked.set(path, `?id=${phone?.id}`)
  for (const role of roles) {
    const context = await browser.newContext(zoomed)
    await signIn(context, server.url, role)
    windows.set(role, await watchedPage(context))
  }
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** Who looks at a screen: the highest that may. */
const viewerOf = (path: string): Role => {
  const place = placeAt(path)
  const role = roles.find((role) => place !== undefined && mayOpen({ role, modules: [...markets] }, place))
  if (role === undefined) throw new Error(`nobody may open ${path}`)
  return role
}

test('the form of those who are not signed in has room at 200 per cent', async () => {
  const context = await browser.newContext(zoomed)
  const { page, complaints } = await watchedPage(context)
  await page.goto(`${server.url}/login`)
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  expect(await layoutProblems(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test.each(codeOfScreens.map(([path]) => path))(
  '%s has room at 200 per cent: nothing is cut, and nothing lies over anything',
  async (path) => {
    const { page, complaints } = windows.get(viewerOf(path)) ?? {}
    if (page === undefined) throw new Error('no window')
    await page.goto(`${server.url}${path}${asked.get(path) ?? ''}`)
    await page.locator('main, h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await layoutProblems(page)).toEqual([])
    expect(complaints).toEqual([])
  },
)
