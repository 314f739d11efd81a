import type { Browser, BrowserContext, Page, Route, WebSocket } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionMachine } from '../../src/machines/session/session.ts'
import { openBrowser, signedInPage } from '../support/browser.ts'
import { Cable } from '../support/cable.ts'
import type { ChartUnderTest } from '../support/chart-model.ts'
import { HeldCalls, walkEveryTransition, walkFailsWithBrokenGuard, type Walker } from '../support/chart-walk.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let window: BrowserContext
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  window = await browser.newContext()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const userInfo = /\/user\/info\?/
const loginButton = (page: Page) => page.getByRole('button', { name: '登录', exact: true })
const userMenu = (page: Page) => page.getByRole('button', { name: /用户菜单/ })
const tokenOf = async (page: Page): Promise<string | undefined> =>
  (await page.context().cookies()).find(({ name }) => name === 'token')?.value

async function keepToken(page: Page, token: string | undefined): Promise<void> {
  if (token === undefined) await page.context().clearCookies({ name: 'token' })
  else await page.context().addCookies([{ name: 'token', value: token, url: server.url, sameSite: 'Strict' }])
}

/** Goes through the history to these paths, one after the other in one tick: it works on every screen, also on none. */
const travel = (page: Page, ...paths: string[]): Promise<void> =>
  page.evaluate((to) => {
    for (const path of to) {
      const idx = ((history.state as { idx?: number } | null)?.idx ?? 0) + 1 // As React Router writes it.
      history.pushState({ idx, key: `step-${idx}`, usr: null }, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    }
  }, paths)

/** The page's websockets that are open, as the browser knows them. */
function socketsOf(page: Page): Set<WebSocket> {
  const open = new Set<WebSocket>()
  page.on('websocket', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  return open
}

const users = { mine: 'manager', another: 'agent' } as const
type Name = keyof typeof users

const signedInAs = (name: Name) => ({
  id: name === 'mine' ? 1 : 2,
  user_name: users[name],
  avatar: '',
  role: users[name],
  modules: [],
  expiration: 1,
  authorization_at: 1,
  mqtt_config: { broker_url: '', user_name: '', password: '', client_id: '', topic: '' },
})

/** The tokens that the chart speaks of, as long as the server takes them. */
const tokens = new Map<unknown, string>()
async function named(token: unknown): Promise<string | undefined> {
  if (token === undefined) return undefined
  const known = tokens.get(token) ?? (await server.signIn(users[token as Name])) // The chart has no others.
  tokens.set(token, known)
  return known
}

/** An operator at the login screen. All walk in one browser's window, where the console's files are cached. */
async function atLogin(where = window): Promise<Walker<typeof sessionMachine>> {
  const page = await where.newPage()
  await keepToken(page, undefined)
  await page.clock.install()
  const sockets = socketsOf(page)
  const loading = await HeldCalls.of(page, userInfo)
  const leaving = await HeldCalls.of(page, /\/user\/logout/)
  await page.goto(`${server.url}/login`)
  let steps = 0

  return {
    does: {
      async navigate({ token }, before) {
        await keepToken(page, await named(token))
        if (before.matches({ signedIn: 'redoing' })) return // Of itself.
        steps += 1
        await travel(page, steps % 2 === 1 ? '/device/list' : '/dashboard')
      },
      async 'xstate.done.actor.load'({ output }) {
        if (output !== null) return loading.pass()
        await loading.answer(null)
        await page.getByText('Verification failed, please Login again.').waitFor()
      },
      async 'xstate.error.actor.load'() {
        await loading.fail()
        await page.getByRole('alert').first().waitFor()
      },
      async 'sign out'() {
        await userMenu(page).click()
        await page.getByRole('menuitem', { name: 'Log Out' }).click()
      },
      async 'xstate.done.actor.leave'(_, { context }) {
        await leaving.pass()
        tokens.delete(context.token)
        await page.getByText('退出成功').waitFor()
      },
      async 'xstate.error.actor.leave'() {
        await leaving.fail()
        await page.getByText('退出成功').waitFor()
      },
      async 'xstate.after.signOutTimeout.session.signingOut'() {
        await page.clock.fastForward(5_000)
        await page.getByText('退出成功').waitFor()
      },
      async 'session is over'(_, { context }) {
        await server.call('v2/user/logout', { token: await named(context.token), body: {} })
        tokens.delete(context.token)
        await page.getByRole('alert').first().waitFor()
      },
    },
    async sees(state) {
      if (state.matches('signedOut')) {
        await loginButton(page).waitFor()
        expect(new URL(page.url()).pathname).toBe('/login')
        await expect.poll(() => sockets.size).toBe(0)
      } else if (state.matches('loading')) {
        await loading.waiting(1)
        expect(await userMenu(page).count()).toBe(0)
      } else {
        const name = users[state.context.token as Name] // It is one of the chart's.
        await userMenu(page).filter({ hasText: name }).waitFor()
        await page.getByRole('main').waitFor()
        expect(new URL(page.url()).pathname).toMatch(/^\/(?:dashboard|device\/list)$/)
        await expect.poll(() => sockets.size).toBe(2) // The user's, and the broker's.
        await leaving.waiting(state.matches('signingOut') ? 1 : 0)
      }
      expect(await tokenOf(page)).toBe(await named(state.context.token))
    },
    leave: () => page.close(),
  }
}

// Left out: `leave`, which is what the change of the password does (password-walk).
const chart: ChartUnderTest<typeof sessionMachine> = {
  machine: sessionMachine,
  input: { domain: 'console' },
  events: [
    { type: 'navigate', token: undefined },
    { type: 'navigate', token: 'mine' },
    { type: 'navigate', token: 'another' },
    { type: 'sign out' },
    { type: 'session is over', message: 'the end' },
    { type: 'xstate.done.actor.load', output: signedInAs('mine') },
    { type: 'xstate.done.actor.load', output: null },
    { type: 'xstate.error.actor.load', error: new Error('no') },
    { type: 'xstate.done.actor.leave' },
    { type: 'xstate.error.actor.leave', error: new Error('no') },
    { type: 'xstate.after.signOutTimeout.session.signingOut' },
  ],
  keep: ({ token }) => token,
  // The navigation that loaded the user is redone at once: nobody comes between.
  possible: (before, event) =>
    !before.matches({ signedIn: 'redoing' }) || (event.type === 'navigate' && event.token === before.context.token),
}

describe('the session, walked', () => {
  walkEveryTransition(chart, atLogin)
  walkFailsWithBrokenGuard(chart, { guard: 'the token is gone', answers: false }, () => browser, atLogin)
})

describe('on a bad day, the session', () => {
  test('that begins with rubbish in every cookie leads to /login, without a loop', async () => {
    const page = await browser.newPage()
    await keepToken(page, 'x'.repeat(3_000))
    await page.context().addCookies([{ name: 'sidebar', value: '%E0%A4%A', url: server.url }])
    let asked = 0
    page.on('request', (request) => {
      if (userInfo.test(request.url())) asked += 1
    })
    await page.goto(`${server.url}/device/list`)
    await loginButton(page).waitFor()
    await page.waitForLoadState('networkidle')
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(asked).toBe(1)
    expect(await tokenOf(page)).toBeUndefined()
    await page.close()
  })

  test('that is revoked while its user is being loaded leads to /login, and tells why', async () => {
    const token = await server.signIn('manager')
    const page = await browser.newPage()
    await keepToken(page, token)
    const loading = await HeldCalls.of(page, userInfo)
    await page.goto(`${server.url}/device/list`)
    await loading.waiting(1)
    await server.call('v2/user/logout', { token, body: {} })
    await loading.pass()
    await loginButton(page).waitFor()
    await page.getByRole('alert').first().waitFor()
    expect(await tokenOf(page)).toBeUndefined()
    await page.close()
  })

  test('that is revoked while a screen is being loaded leads to /login, once', async () => {
    const { page } = await signedInPage(browser, server.url, 'manager')
    const listing = await HeldCalls.of(page, /\/device\/list\?/)
    const sockets = socketsOf(page)
    const arrivals: string[] = []
    page.on('framenavigated', (frame) => arrivals.push(new URL(frame.url()).pathname))
    await page.getByRole('link', { name: '设备管理' }).first().click()
    await listing.waiting(1)
    await server.call('v2/user/logout', { token: await tokenOf(page), body: {} })
    await loginButton(page).waitFor()
    await page.waitForLoadState('networkidle')
    expect(arrivals.filter((path) => path === '/login')).toHaveLength(1)
    expect(sockets.size).toBe(0)
    await page.context().close()
  })

  // A page that goes away has its calls cut off before it is gone.
  test.each([
    ['reloads again', (page: Page) => page.evaluate(() => location.reload())],
    ['goes to the console’s beginning', (page: Page) => page.evaluate(() => location.assign('/'))],
    ['goes back', (page: Page) => page.evaluate(() => history.back())],
  ])('of who %s while the user is being loaded goes on', async (_, leave) => {
    const page = await browser.newPage()
    await keepToken(page, await server.signIn('manager'))
    await page.goto(`${server.url}/dashboard`)
    await userMenu(page).waitFor()
    const asked = Promise.withResolvers<void>()
    const held: Route[] = []
    await page.route(userInfo, async (route) => {
      if (held.push(route) > 1) await route.continue()
      else asked.resolve()
    })
    await page.goto(`${server.url}/device/list`)
    await asked.promise
    await page.route('**/*', async (route) => {
      if (route.request().isNavigationRequest()) await new Promise((resolve) => setTimeout(resolve, 500))
      await route.fallback()
    })
    await leave(page)
    await expect.poll(() => held.length).toBe(2)
    await userMenu(page).waitFor()
    await page.close()
  })

  test('takes ten navigations in one tick: it loads its user once, and shows the last screen', async () => {
    const page = await browser.newPage()
    await page.goto(`${server.url}/login`)
    await loginButton(page).waitFor()
    let asked = 0
    page.on('request', (request) => {
      if (userInfo.test(request.url())) asked += 1
    })
    await keepToken(page, await server.signIn('manager'))
    const tour = Array.from({ length: 10 }, (_, step) => (step % 2 === 0 ? '/dashboard' : '/device/list'))
    await travel(page, ...tour)
    await page.waitForURL(/\/device\/list$/)
    await page.getByRole('grid').waitFor()
    await travel(page, ...tour.toReversed())
    await page.waitForURL(/\/dashboard$/)
    await expect.poll(() => page.title()).toContain('首页')
    expect(asked).toBe(1)
    await page.close()
  })

  test('is over in both of two tabs when one signs out; neither keeps a socket', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies([{ name: 'token', value: await server.signIn('manager'), url: server.url }])
    const tabs = await Promise.all([context.newPage(), context.newPage()])
    const sockets = tabs.map(socketsOf)
    await Promise.all(tabs.map((tab) => tab.goto(`${server.url}/dashboard`)))
    for (const open of sockets) await expect.poll(() => open.size).toBe(2)
    const [first, second] = tabs
    await userMenu(first).click()
    await first.getByRole('menuitem', { name: 'Log Out' }).click()
    await Promise.all(tabs.map((tab) => loginButton(tab).waitFor()))
    await first.getByText('退出成功').waitFor()
    expect(await second.getByText('退出成功').count()).toBe(0)
    for (const open of sockets) await expect.poll(() => open.size).toBe(0)
    await context.close()
  })

  test('is known to be over where it ended while its sockets were away, though nothing is asked for', async () => {
    const sockets = await Cable.to(Number(new URL(server.url).port), /^GET \/(?:mqtt|api\/restful\/v2\/ws\/)/)
    const url = `http://127.0.0.1:${sockets.port}`
    const token = await server.signIn('manager')
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies([{ name: 'token', value: token, url }])
    const page = await context.newPage()
    const open = socketsOf(page)
    await page.goto(`${url}/device/list`)
    await page.getByRole('grid').waitFor()
    await expect.poll(() => open.size).toBe(2)
    sockets.unplug()
    await expect.poll(() => open.size).toBe(0)
    await server.call('v2/user/logout', { token, body: {} })
    sockets.plugIn()
    await loginButton(page).waitFor({ timeout: 30_000 })
    await context.close()
    await sockets.close()
  })
})
