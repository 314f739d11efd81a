import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { noteOn, openNotes, tapScreen, untilLive } from '../support/phone-page.ts'
import { startServer, type TestServer } from '../support/server.ts'

const until = { timeout: 30_000 }

const row = (page: Page) => page.getByRole('row').filter({ hasText: '我的店铺' })
const deviceOf = (page: Page) => Number(new URL(page.url()).searchParams.get('id'))

describe('an element and its environment', () => {
  let server: TestServer
  let browser: Browser
  let element: WatchedPage
  let tokens: { element: string; manager: string }
  let first = 0

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ phones: 3 }), openBrowser()])
    tokens = { element: await server.signIn('element'), manager: await server.signIn('manager') }
    await idlePhones(server, tokens.manager, 3)
    const body = { market: 'amazon', name: '我的店铺' }
    await server.call('v2/environment/add', { token: tokens.element, body })
    element = await signedInPage(browser, server.url, 'element')
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
  })

  test('opens it from the list, and is led to the phone that is made ready for it', async () => {
    const { page } = element
    await page.goto(`${server.url}/amazon/list`)
    await row(page).getByText('打开', { exact: true }).click()
    await page.waitForURL(/\/amazon\/remotely\?id=\d+/)
    await untilLive(page, 40_000)
    first = deviceOf(page)
  })

  test('writes a note on the phone', async () => {
    const { page } = element
    await openNotes(page)
    await tapScreen(page, { x: 0.5, y: 0.4 })
    await page.keyboard.insertText('补货 20 件')
    await expect.poll(() => noteOn(server, tokens.element, first), until).toContain('补货 20 件')
  })

  test('closes it: the list says so, and the phone is free and empty', async () => {
    const { page } = element
    await page.goto(`${server.url}/amazon/list`)
    await row(page).getByText('已打开').waitFor()
    await row(page).getByText('⋯').click()
    await page.getByRole('menuitem', { name: '关闭并保存' }).click()
    await row(page).getByText('未打开').waitFor(until)
    await server.call('v2/device/maintain', { token: tokens.manager, body: { id: first, on: true } })
    const shown = await server.call('v2/device/list', { token: tokens.manager, query: { id: first } })
    expect(shown.data.items[0]).toMatchObject({ status: 'maintenance', environment: null, in_use_by: null })
  })

  test('opens it again on another phone, and finds the note', async () => {
    const { page } = element
    await row(page).getByText('打开', { exact: true }).click()
    await page.waitForURL(/\/amazon\/remotely\?id=\d+/)
    await untilLive(page, 40_000)
    expect(deviceOf(page)).not.toBe(first)
    expect(await noteOn(server, tokens.element, deviceOf(page))).toContain('补货 20 件')
  })

  test('finds its name on the wall, below the phone that it is open on, and the way back', async () => {
    const { page } = element
    const { data } = await server.call('v3/device/list', { token: tokens.element, query: { id: deviceOf(page) } })
    await page.goto(`${server.url}/remote/observe`)
    await page.getByRole('article', { name: data.items[0].name }).getByText('我的店铺').waitFor()
    expect(await page.getByText('我的店铺').count()).toBe(1)
    await page.getByRole('link', { name: '回到设备列表' }).click()
    await page.waitForURL(`${server.url}/device/list`)
  })

  test('closes it and opens it by a job, which leads to its desk in its market', async () => {
    const { page } = element
    const { id } = (await server.call('v2/environment/list', { token: tokens.element, query: { market: 'amazon' } }))
      .data.items[0]
    const run = async (action: string): Promise<number> => {
      const body = { market: 'amazon', action, ids: [id] }
      const job = (await server.call('v2/environment/run', { token: tokens.element, body })).data.job_id
      const state = async () =>
        (await server.call('v2/job/detail', { token: tokens.element, query: { id: job } })).data.job.succeeded
      await expect.poll(state, until).toBe(1)
      return job
    }
    await run('close')
    await page.goto(`${server.url}/job?id=${await run('open')}`)
    await page.getByRole('list', { name: '环境列表' }).getByRole('link').click()
    await page.waitForURL(/\/amazon\/remotely\?id=\d+/)
    await page.getByRole('region', { name: '打开的店铺' }).getByText('我的店铺').first().waitFor()
  })

  test('sees what was saved of it, and when', async () => {
    const { page } = element
    await page.goto(`${server.url}/amazon/list`)
    await row(page).getByText('⋯').click()
    await page.getByRole('menuitem', { name: '数据存档' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('我的店铺 的数据存档').waitFor()
    await expect.poll(() => dialog.getByRole('row').count()).toBe(3)
    await dialog.getByRole('button', { name: '关闭' }).first().click()
  })

  test('leaves no warning and no error in the browser', () => {
    expect(element.complaints).toEqual([])
  })
})
