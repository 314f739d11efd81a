import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Adb } from '../support/adb.ts'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { addressOf, live, notesFile, openNotes, frameOf, tapScreen } from '../support/phone-page.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe('a manager at first light', () => {
  let server: TestServer
  let browser: Browser
  let adb: Adb
  let manager: WatchedPage
  let serial = ''

  beforeAll(async () => {
    ;[server, browser, adb] = await Promise.all([
      startServer({ phones: 12, env: { LOG_LEVEL: 'debug' } }),
      openBrowser(),
      Adb.start(),
    ])
    manager = await signedInPage(browser, server.url, 'manager')
  })
  afterAll(async () => {
    await browser.close()
    adb.stop()
    await server.stop()
  })

  test('has the first page’s code fetched while the form is filled in, and not before', async () => {
    const page = await browser.newPage()
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    const hasFirstPage = () => fetched.some((path) => path.startsWith('/assets/Dashboard-'))
    await page.goto(`${server.url}/login`)
    await page.waitForLoadState('networkidle')
    expect(hasFirstPage()).toBe(false)
    await page.getByLabel('用户名').fill('m')
    await expect.poll(hasFirstPage).toBe(true)
    await page.close()
  })

  test('signs in and sees the phones of the box in the table', async () => {
    const { page } = manager
    await page.getByRole('link', { name: '设备管理' }).first().click()
    await page.waitForURL(/\/device\/list/)
    await expect.poll(() => page.title()).toBe('设备管理 - 云机控制台')
    await page.getByRole('gridcell', { name: 'B01-01' }).waitFor()
    await expect.poll(() => page.getByRole('gridcell', { name: '空闲' }).count()).toBeGreaterThanOrEqual(9)
  })

  test('can be installed as an app, says the browser', async () => {
    const { page } = manager
    const browserOfPage = await page.context().newCDPSession(page)
    expect(await browserOfPage.send('Page.getAppManifest')).toMatchObject({
      url: `${server.url}/manifest.webmanifest`,
      errors: [],
    })
    const { installabilityErrors } = await browserOfPage.send('Page.getInstallabilityErrors')
    const against = installabilityErrors.map(({ errorId }) => errorId)
    expect(against.filter((each) => each !== 'in-incognito')).toEqual([]) // As each window of a test is.
  })

  test('opens a phone from its row and sees its screen live', async () => {
    const { page } = manager
    const row = page.getByRole('row').filter({ hasText: 'B01-01' })
    serial = (await row.getByRole('gridcell', { name: /^PD/ }).textContent()) ?? ''
    await row.getByText('打开').click()
    await page.waitForURL(/\/device1\/remotely\?id=\d+/)
    await live(page).waitFor()
  })

  test('types 你好 into the notes app, and adb reads it back from the phone', async () => {
    const { page } = manager
    const address = await addressOf(server, serial)
    await adb.run('connect', address)
    await openNotes(page)
    await tapScreen(page, { x: 0.5, y: 0.4 })
    await page.keyboard.insertText('你好')
    await vi.waitFor(
      async () => expect(await adb.run('-s', address, 'shell', 'cat', notesFile)).toContain('你好'),
      5_000,
    )
  })

  test('is observed by a second browser, which sees the same video', async () => {
    const { page } = manager
    const id = new URL(page.url()).searchParams.get('id')
    const observer = await signedInPage(browser, server.url, 'agent', `/remote/observe?id=${id}`)
    await observer.page.getByText('实时', { exact: true }).first().waitFor()
    await page.getByText('1 人观察').waitFor()
    await vi.waitFor(async () => expect(await frameOf(observer.page)).toBe(await frameOf(page)), 5_000)

    await page.keyboard.insertText('，世界')
    await vi.waitFor(async () => expect(await frameOf(observer.page)).toBe(await frameOf(page)), 5_000)
    expect(observer.complaints).toEqual([])
    await observer.page.context().close()
    await page.getByText('0 人观察').waitFor()
  })

  test('leaves no warning and no error in the browser', () => {
    expect(manager.complaints).toEqual([])
  })

  test('leaves no password and no token in the log', async () => {
    const cookie = (await manager.page.context().cookies()).find(({ name }) => name === 'token')
    const log = server.lines.join('\n')
    expect(cookie?.value.length).toBeGreaterThan(20)
    expect(log).not.toContain(cookie?.value)
    expect(log).not.toContain('correct-horse-1')
  })
})
