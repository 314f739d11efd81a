import { readFileSync } from 'node:fs'
import type { Browser, Download, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer, type ViteDevServer } from 'vite'
import { violationsOf } from '../support/accessibility.ts'
import { openBrowser, signedInPage } from '../support/browser.ts'
import { onlyPhone } from '../support/idle-phones.ts'
import { noteOn, openNotes, untilLive } from '../support/phone-page.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let console: ViteDevServer
let browser: Browser
let page: Page
let complaints: string[]
let url = ''

beforeAll(async () => {
  server = await startServer({ phones: 1 })
  const plane = { target: server.url, ws: true }
  console = await createServer({
    server: { port: 0, host: '127.0.0.1', proxy: { '/api': plane, '/relay': plane, '/mqtt': plane } },
    logLevel: 'silent',
  })
  await console.listen()
  url = console.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
  browser = await openBrowser()
  ;({ page, complaints } = await signedInPage(browser, url, 'agent'))
})
afterAll(async () => {
  await browser.close()
  await console.close()
  await server.stop()
})

const actors = () => page.getByRole('navigation', { name: '状态机' })
/** One of the list, by its machine or what it was started from. */
const actor = (name: string) => actors().getByRole('button', { name: new RegExp(`^${name}`) })

test('the dock under a screen lists the machines of the page and of that screen, as long as it stands', async () => {
  await page.getByRole('button', { name: 'Machines', exact: true }).click()
  await actor('session').waitFor()
  await actor('dashboard').waitFor()
  expect(await actor('dashboard').count()).toBe(1)
  await page.getByRole('link', { name: '设备管理' }).first().click()
  await actor('resourceList').waitFor()
  await expect.poll(() => actor('dashboard').count()).toBe(0)
  await expect.poll(() => actor('deviceOptions').count()).toBe(0) // It ends with its answer.
  // React says more in development than in a build.
  expect(complaints).toEqual([])
})

const chart = () => page.getByRole('region', { name: '状态图' })
const refreshes = () => page.getByRole('complementary').getByText('REFRESH').count()

test('what happens on the screen is heard by its machine, and the state that it leads to is lit', async () => {
  await actor('resourceList').click()
  await chart().getByRole('heading', { name: 'resourceList' }).waitFor()
  await chart().locator('.state.lit').first().waitFor()
  const before = await refreshes()
  await page.getByRole('button', { name: '刷新', exact: true }).click()
  await expect.poll(refreshes).toBeGreaterThan(before)
})

/** Whether all of a part of the drawing can be seen in its window. */
async function isInSight(part: Locator): Promise<boolean> {
  const [box, window] = [await part.boundingBox(), await chart().getByRole('application').boundingBox()]
  if (box === null || window === null) throw new Error('it is not drawn')
  return (
    box.x >= window.x &&
    box.y >= window.y &&
    box.x + box.width <= window.x + window.width &&
    box.y + box.height <= window.y + window.height
  )
}

test('an event that can be sent now is, and the state that it leads to comes into sight', async () => {
  const drawing = chart().getByRole('application')
  const state = chart().locator('.state.lit:not(.frame)[data-state^="resourceList.rows."]')
  await expect.poll(() => isInSight(state)).toBe(true)
  await drawing.hover()
  await page.mouse.down()
  await page.mouse.move(0, 0)
  await page.mouse.up()
  expect(await isInSight(state)).toBe(false)

  const before = await refreshes()
  const events = chart().getByRole('list', { name: '事件' })
  await events.getByRole('button', { name: 'REFRESH', exact: true }).click()
  await expect.poll(refreshes).toBeGreaterThan(before)
  await expect.poll(() => isInSight(state)).toBe(true)
  expect(await events.getByRole('button', { name: 'RETRY', exact: true }).isDisabled()).toBe(true)
})

/** The list of phones with the dock under it, which was fetched once more. */
async function refreshedList(): Promise<void> {
  await page.goto(`${url}/device/list`)
  await page.getByRole('button', { name: 'Machines', exact: true }).click()
  await actor('resourceList').click()
  await page.getByRole('button', { name: '刷新', exact: true }).click()
  await page.getByRole('complementary').getByText('✓ rowsAgain').first().waitFor()
}

/** What was downloaded, as text. */
const textOf = async (download: Download): Promise<string> => readFileSync(await download.path(), 'utf8')

const tokenOf = async (page: Page): Promise<string> =>
  (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? 'there is no token'

const isShown = (button: Element): boolean => {
  const { x, y, width, height } = button.getBoundingClientRect()
  return button.contains(document.elementFromPoint(x + width / 2, y + height - 2))
}

test('looking back lights the chart as it was at any moment, while the screen goes on', async () => {
  await refreshedList()
  await page.getByRole('button', { name: '回看' }).click()
  const moment = page.getByRole('slider', { name: '时刻' })
  // It begins at the last one: what led there is to be read as far as there is room.
  const listed = page.getByRole('region', { name: '记录' }).getByRole('listitem')
  expect(await listed.count()).toBeGreaterThan(10)
  const current = page.getByRole('region', { name: '记录' }).locator('[aria-current=true]')
  expect(await current.evaluate(isShown)).toBe(true)
  const last = Number(await moment.inputValue())
  expect(last).toBeGreaterThan(20)
  const search = page.getByRole('searchbox', { name: '按事件或状态机查找' })
  await search.fill('resourceList refresh')
  const entries = page.getByRole('region', { name: '记录' }).getByRole('listitem')
  await expect.poll(() => entries.count()).toBe(1)
  await entries.getByRole('button').click()
  const chart = page.getByRole('region', { name: '状态图' })
  await chart.getByRole('heading', { name: /^resourceList/ }).waitFor()
  const lit = () =>
    chart.locator('.state.lit').evaluateAll((states) => states.map((state) => state.getAttribute('data-state')))
  await expect.poll(lit).toContain('resourceList.rows.refreshing')
  // What the list was doing before it was asked to refresh.
  await page.getByRole('button', { name: '从这里比较' }).click()
  await moment.press('Home')
  expect(await moment.inputValue()).toBe('0')
  await moment.press('ArrowRight')
  await moment.press('ArrowLeft')
  await search.fill('')
  await moment.press('End')
  expect(Number(await moment.inputValue())).toBe(last)
  await expect.poll(lit).not.toContain('resourceList.rows.refreshing')
  await page.getByRole('region', { name: '差别' }).getByText('value.rows').first().waitFor()
  await page.getByRole('button', { name: '刷新', exact: true }).click()
  await page.getByRole('button', { name: '返回实时' }).click()
  await actor('resourceList').waitFor()
})

test('a recording is kept as a file without the token, and shown wherever it is opened', async () => {
  await refreshedList()
  await page.getByRole('button', { name: '回看' }).click()
  const kept = page.waitForEvent('download')
  await page.getByRole('button', { name: '保存为文件' }).click()
  const download = await kept
  const text = await textOf(download)
  expect(text).toContain('resourceList')
  expect(text).not.toContain(await tokenOf(page))
  await page.goto(`${url}/__machines`)
  await page.getByLabel('打开录制文件…').setInputFiles(await download.path())
  await page.getByText('文件中的录制').waitFor()
  await page
    .getByRole('navigation', { name: '状态机' })
    .getByRole('button', { name: /^resourceList/ })
    .first()
    .waitFor()
  const broken = {
    name: 'broken.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text.replace('"savedAt"', '"s"')),
  }
  await page.getByLabel('打开录制文件…').setInputFiles(broken)
  await page.getByRole('alert').getByText('savedAt').waitFor()
})

test('an operator records what goes wrong only when it wants to, and keeps a file of it', async () => {
  const { page } = await signedInPage(browser, server.url, 'agent')
  const report = async () => {
    await page.getByRole('button', { name: /用户菜单/ }).click()
    await page.getByRole('button', { name: '反馈问题' }).click()
    return page.getByRole('dialog', { name: '反馈问题' })
  }
  const reloaded = page.waitForEvent('load')
  await (await report()).getByRole('button', { name: '开始记录，再做一遍' }).click()
  await reloaded
  await page.getByRole('link', { name: '设备管理' }).first().click()
  await page.getByRole('button', { name: '刷新', exact: true }).click()
  const dialog = await report()
  await dialog.getByLabel('出了什么问题').fill('刷新没有反应')
  const kept = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '保存文件' }).click()
  const download = await kept
  expect(download.suggestedFilename()).toMatch(/^phonedeck-feedback-\d{8}-\d{6}\.json$/)
  const text = await textOf(download)
  expect(JSON.parse(text)).toMatchObject({
    note: '刷新没有反应',
    build: expect.stringMatching(/^console-.*\.js$/) as string,
  })
  for (const word of ['REFRESH', 'resourceList', 'signedIn']) expect(text).toContain(word)
  expect(text).not.toContain(await tokenOf(page))
  await dialog.getByRole('status').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.context().close()
})

test('what was written and pasted on a phone is in no file of a recording', async () => {
  const token = await server.signIn('agent')
  const id = await onlyPhone(server, token)
  const watched = await signedInPage(browser, server.url, 'agent')
  const desk = watched.page
  await desk.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await desk.evaluate(() => sessionStorage.setItem('recording', 'wanted'))
  await desk.goto(`${server.url}/device1/remotely?id=${id}`)
  await untilLive(desk, 30_000)
  await openNotes(desk)
  await desk.keyboard.type('Tr0ub4dor')
  await desk.evaluate(() => navigator.clipboard.writeText('Pasted-Secret-1'))
  await desk.keyboard.press('Control+v')
  await expect.poll(() => noteOn(server, token, id)).toBe('Tr0ub4dorPasted-Secret-1')

  await desk.getByRole('button', { name: /用户菜单/ }).click()
  await desk.getByRole('button', { name: '反馈问题' }).click()
  const dialog = desk.getByRole('dialog', { name: '反馈问题' })
  const kept = desk.waitForEvent('download')
  await dialog.getByRole('button', { name: '保存文件' }).click()
  const text = await textOf(await kept)
  expect(text).toContain('"type":"clipboard"')
  expect(text).not.toContain('Pasted-Secret-1')
  // A letter comes by itself: in one field or another of the same message.
  for (const letter of new Set('Tr0ub4dor'))
    for (const field of ['text', 'key', 'value']) expect(text).not.toContain(`"${field}":"${letter}"`)
  await desk.context().close()
})

test('a page of their own shows the machines that every page has', async () => {
  await page.goto(`${url}/__machines`)
  for (const name of ['console', 'session', 'sidebar', 'siteMessages']) await actor(name).first().waitFor()
})
