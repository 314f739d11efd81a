import { existsSync } from 'node:fs'
import type { Browser, BrowserContext, CDPSession, Page, Worker } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { launchBrowser, signIn, watchedPage, wholeBrowser } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const isWhole = existsSync(wholeBrowser)
const why = isWhole ? '' : ` (${wholeBrowser}: not installed here)`

let server: TestServer
let store: TestStore
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser(isWhole ? { program: wholeBrowser } : {})])
  store = openTestStore(server)
})
afterAll(async () => {
  await browser.close()
  await store.close()
  await server.stop()
})

let people = 0
/** Somebody new at the dashboard, in a browser that may show notifications unless it may not. */
async function somebody({ may = true, width = 1440 }: { may?: boolean; width?: number } = {}) {
  people += 1
  const { id, user_name } = await store.addUser({ user_name: `notified-${people}`, role: 'element' }, 'agent')
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  if (may) await context.grantPermissions(['notifications'], { origin: server.url })
  await signIn(context, server.url, user_name)
  const { page, complaints } = await watchedPage(context)
  await page.goto(`${server.url}/dashboard`)
  await page.locator('main').waitFor()
  return { id, user_name, context, page, complaints }
}

const openBell = async (page: Page) => {
  await page.getByRole('button', { name: /^站点信息(，|$)/ }).click()
  return page.getByRole('region', { name: '浏览器通知' })
}

/** Has the service worker run, as the switch does where there is a push service, and what CDP says of it. */
async function withWorker(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const first = registrations.find(({ isDeleted }) => !isDeleted)
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/push-worker.js')
    await navigator.serviceWorker.ready
  })
  return { devtools, registrationId: await registered }
}

const workerOf = async (context: BrowserContext): Promise<Worker> =>
  context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')

/** A worker that counts how often it has looked for pages; one that was begun anew has not. */
interface Looking {
  clients: { matchAll: (options: object) => Promise<object[]> }
  looked: number
}

/** No page is in sight for it any more, once it has looked so often; they hear as before. */
const putOutOfSight = (worker: Worker, looks = 0) =>
  worker.evaluate((seen) => {
    const scope = globalThis as unknown as Looking
    const { clients } = scope
    const all = clients.matchAll.bind(clients)
    scope.looked = 0
    clients.matchAll = async (options) => {
      scope.looked += 1
      const isSeen = scope.looked <= seen
      const found = await all(options)
      if (isSeen) return found
      for (const page of found) Object.defineProperty(page, 'visibilityState', { value: 'hidden' })
      return found
    }
  }, looks)

const push = (devtools: CDPSession, registrationId: string, notification: object) =>
  devtools.send('ServiceWorker.deliverPushMessage', {
    origin: server.url,
    registrationId,
    data: JSON.stringify(notification),
  })

/** What the browser shows just now. */
const shownIn = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, tag, lang, data, silent }) => ({ title, body, tag, lang, data, silent }))
  })

describe.skipIf(!isWhole)(`the switch under the bell${why}`, () => {
  test('says that it could not be turned on where the browser reaches no push service, and offers another try', async () => {
    const { page, id } = await somebody()
    const region = await openBell(page)
    const toggle = region.getByRole('switch', { name: '浏览器通知' })
    await expect.poll(() => toggle.isChecked()).toBe(false)
    await toggle.press('Space')
    // Chromium without its services has none; what it says of it is not for operators.
    await region.getByText('没有开启成功：浏览器连不上它的推送服务').waitFor()
    expect(await toggle.count()).toBe(0)
    await region.getByRole('button', { name: '重试' }).click()
    await region.getByRole('alert').waitFor()
    expect(await store.db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', id).execute()).toEqual([])
    await page.close()
  })

  test('says how to allow it where it was forbidden', async () => {
    const { page } = await somebody({ may: false })
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
    await page.reload()
    const region = await openBell(page)
    await region.getByText('通知已被浏览器禁止').waitFor()
    await region.getByRole('button', { name: '重试' }).waitFor()
    await page.close()
  })

  test('says that there is none where the browser has none', async () => {
    const { page } = await somebody()
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'))
    await page.reload()
    const region = await openBell(page)
    await region.getByText('此浏览器不支持通知').waitFor()
    expect(await region.getByRole('button').count()).toBe(0)
    await page.close()
  })

  test.each([1440, 390])('has nothing that axe finds wrong, and stays within %i px', async (width) => {
    const { page } = await somebody({ width })
    const region = await openBell(page)
    await region.getByText('不打开控制台也会提醒您').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await region.getByRole('switch').press('Space')
    await region.getByRole('alert').waitFor()
    expect(await violationsOf(page)).toEqual([])
    const box = await region.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(width)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.close()
  })
})

/** What the server pushes of a message. */
const notification = (message: number) => ({
  title: '新的站点信息',
  body: '今晚 22:00 维护',
  language: 'zh-CN',
  tag: `message-${message}`,
  message,
  address: `/dashboard?message=${message}`,
})

/** A message to somebody, and its id. */
const sent = async (id: number): Promise<number> => {
  const sender = await store.user('admin')
  return (await store.siteMessages.send(sender, '今晚 22:00 维护', { user_ids: [id] })).id
}

describe.skipIf(!isWhole)(`what is pushed${why}`, () => {
  test('is shown while nobody looks at a console, and leads an open one to the message when it is clicked', async () => {
    const { id, context, page, complaints } = await somebody()
    const message = await sent(id)
    const { devtools, registrationId } = await withWorker(context, page)
    const worker = await workerOf(context)
    await putOutOfSight(worker)
    await push(devtools, registrationId, notification(message))
    await expect
      .poll(() => shownIn(page))
      .toEqual([
        {
          title: '新的站点信息',
          body: '今晚 22:00 维护',
          tag: `message-${message}`,
          lang: 'zh-CN',
          data: { message, address: `/dashboard?message=${message}` },
          silent: false,
        },
      ])
    // The same once more takes its place.
    await push(devtools, registrationId, { ...notification(message), body: '今晚 23:00 维护' })
    await expect.poll(async () => (await shownIn(page)).map(({ body }) => body)).toEqual(['今晚 23:00 维护'])

    // A click itself can't be made from outside; what it does can.
    await worker.evaluate(async () => {
      const scope = globalThis as unknown as {
        registration: { getNotifications: () => Promise<object[]> }
        follow: (notification: object | undefined) => Promise<unknown>
      }
      await scope.follow((await scope.registration.getNotifications())[0])
    })
    await page.getByRole('dialog', { name: '站点信息' }).getByText('今晚 22:00 维护').waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard')
    await expect.poll(() => shownIn(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is not left standing where somebody looks at the console, which says it itself', async () => {
    const { id, context, page } = await somebody()
    const message = await sent(id)
    const { devtools, registrationId } = await withWorker(context, page)
    await page.bringToFront()
    const worker = await workerOf(context)
    await putOutOfSight(worker, 1)
    await push(devtools, registrationId, notification(message))
    // What comes later is there, so nothing of the former is still to come.
    const later = await sent(id)
    await push(devtools, registrationId, notification(later))
    const looks = () => worker.evaluate(() => (globalThis as unknown as Looking).looked)
    await expect
      .poll(async () => ({ tags: (await shownIn(page)).map(({ tag }) => tag), looks: await looks() }))
      .toEqual({ tags: [`message-${later}`], looks: 2 })
    await context.close()
  })

  test('opens the message in a new page, once', async () => {
    const { id, context } = await somebody()
    const message = await sent(id)
    const page = await context.newPage()
    await page.goto(`${server.url}/dashboard?message=${message}`)
    await page.getByRole('dialog', { name: '站点信息' }).getByText('今晚 22:00 维护').waitFor()
    await expect.poll(() => page.url()).toBe(`${server.url}/dashboard`)
    await page.reload()
    await page.locator('main').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await context.close()
  })

  test('comes from a worker that the server has every browser ask for anew, and that answers no request', async () => {
    const answer = await fetch(`${server.url}/push-worker.js`)
    expect(answer.headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(await answer.text()).not.toMatch(/'fetch'|caches/)
  })
})
