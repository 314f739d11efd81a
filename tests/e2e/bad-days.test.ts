import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Adb } from '../support/adb.ts'
import { openBrowser, signedInPage, watchedPage } from '../support/browser.ts'
import { addressOf, live, openNotes, untilLive } from '../support/phone-page.ts'
import { testPassword, type TestServer } from '../support/server.ts'
import { spawnServer } from '../support/server-process.ts'

/** What the page says to those who look, once. */
const inWords = (page: Page, words: RegExp) => page.getByText(words).filter({ visible: true }).first()

describe('who may see and touch a phone', () => {
  let server: TestServer
  let browser: Browser
  let adb: Adb

  beforeAll(async () => {
    ;[server, browser, adb] = await Promise.all([spawnServer({ phones: 12 }), openBrowser(), Adb.start()])
    const token = await server.signIn('element')
    await vi.waitFor(async () => expect((await server.call('v2/device/list', { token })).data.total).toBe(3), 20_000)
  })
  afterAll(async () => {
    await browser.close()
    adb.stop()
    await server.stop()
  })

  const idsSeenBy = async (role: 'manager' | 'element'): Promise<number[]> => {
    const { data } = await server.call('v2/device/list', { token: await server.signIn(role) })
    return data.items.map(({ id }: { id: number }) => id)
  }
  const notSeenByElement = async (): Promise<number> => {
    const own = await idsSeenBy('element')
    const other = (await idsSeenBy('manager')).find((id) => !own.includes(id))
    if (other === undefined) throw new Error('the element sees every phone')
    return other
  }

  test('without a token every address leads to the sign-in page', async () => {
    const { page } = await watchedPage(await browser.newContext())
    for (const path of ['/', '/dashboard', '/device/list', '/remote/observe', '/device1/remotely?id=1', '/nowhere']) {
      await page.goto(server.url + path)
      await page.waitForURL(/\/login/)
    }
  })

  test('a wrong password is told, and what was typed as a name stays', async () => {
    const { page } = await watchedPage(await browser.newContext())
    await page.goto(`${server.url}/login`)
    await page.getByLabel('用户名').fill('manager')
    await page.getByLabel('密码', { exact: true }).fill(`not ${testPassword}`)
    await page.keyboard.press('Enter')
    await page.getByText('用户名或密码错误').first().waitFor()
    expect(await page.getByLabel('用户名').inputValue()).toBe('manager')
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  test('a forged token ends at the sign-in page, and is gone', async () => {
    const context = await browser.newContext()
    await context.addCookies([{ name: 'token', value: 'x'.repeat(43), url: server.url }])
    const { page } = await watchedPage(context)
    await page.goto(`${server.url}/dashboard`)
    await page.waitForURL(/\/login/)
    expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([])
  })

  test("an element does not see its manager's other phones, by table or by address", async () => {
    const other = await notSeenByElement()
    const { page } = await signedInPage(browser, server.url, 'element', '/device/list')
    await page.getByText('共 3 台').waitFor()
    await page.goto(`${server.url}/device1/remotely?id=${other}`)
    await page.getByText('没有这台手机').first().waitFor()
  })

  test('security opens no phone for control', async () => {
    const { page } = await signedInPage(browser, server.url, 'security', '/device1/remotely?id=1')
    await page.waitForURL(/\/404/)
  })

  test('a second operator is told who controls the phone, and takes over only after confirming', async () => {
    const [id] = await idsSeenBy('manager')
    const first = await signedInPage(browser, server.url, 'manager', `/device1/remotely?id=${id}`)
    await live(first.page).waitFor()

    const second = await signedInPage(browser, server.url, 'agent', `/device1/remotely?id=${id}`)
    await second.page.getByText('manager 正在控制这台手机').waitFor()
    await second.page.getByRole('button', { name: '接管', exact: true }).click()
    await second.page.getByText('确定要接管吗？').waitFor()
    await live(first.page).waitFor()
    await second.page.getByRole('button', { name: '接管控制权' }).click()
    await live(second.page).waitFor()
    await first.page.getByText('控制权已被 agent 接管').waitFor()
    await first.page.context().close()
    await second.page.context().close()
  })

  test('a phone that reboots under the finger is awaited in words, and comes back live', async () => {
    const { page } = await signedInPage(browser, server.url, 'manager', '/device/list')
    const row = page.getByRole('row').filter({ hasText: 'B01-02' })
    await row.waitFor()
    const serial = (await row.getByRole('gridcell', { name: /^PD/ }).textContent()) ?? ''
    await row.getByText('打开').click()
    await page.waitForURL(/remotely/)
    await live(page).waitFor()

    const address = await addressOf(server, serial)
    await adb.run('connect', address)
    await adb.run('-s', address, 'reboot')
    await inWords(page, /正在重连|暂时离线/).waitFor()
    await live(page).waitFor()
    await openNotes(page)
    await page.context().close()
  })
})

describe('a server that is killed while somebody works', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())

  test('comes back on the same data, and the page goes on live by itself', async () => {
    const killed = await spawnServer({ phones: 1 })
    const { port } = new URL(killed.url)
    const { page } = await signedInPage(browser, killed.url, 'agent', '/device/list')
    await page.getByRole('row').filter({ hasText: 'B01-01' }).getByText('打开').click()
    await page.waitForURL(/remotely/)
    await live(page).waitFor()

    await killed.kill()
    await inWords(page, /正在重连/).waitFor()
    const again = await spawnServer({ phones: 1, dataDir: killed.dataDir, env: { PORT: port } })
    try {
      await untilLive(page, 45_000)
    } finally {
      await again.stop()
    }
  })
})
