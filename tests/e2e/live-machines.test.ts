import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer, type ViteDevServer } from 'vite'
import { openBrowser, signedInPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let console: ViteDevServer
let browser: Browser
let page: Page
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
  page = (await signedInPage(browser, url, 'agent')).page
})
afterAll(async () => {
  await browser.close()
  await console.close()
  await server.stop()
})

const actors = () => page.getByRole('navigation', { name: 'Actors' })
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
})

const chart = () => page.getByRole('region', { name: 'Chart' })
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
  const events = chart().getByRole('list', { name: 'Events' })
  await events.getByRole('button', { name: 'REFRESH', exact: true }).click()
  await expect.poll(refreshes).toBeGreaterThan(before)
  await expect.poll(() => isInSight(state)).toBe(true)
  expect(await events.getByRole('button', { name: 'RETRY', exact: true }).isDisabled()).toBe(true)
})

test('a page of their own shows the machines that every page has', async () => {
  await page.goto(`${url}/__machines`)
  for (const name of ['console', 'session', 'sidebar', 'siteMessages']) await actor(name).first().waitFor()
})
