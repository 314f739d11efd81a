import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { untilLive, phoneScreens } from '../support/phone-page.ts'
import { startServer, type TestServer } from '../support/server.ts'

const until = { timeout: 40_000 }

describe('a manager with one phone for two shops', () => {
  let server: TestServer
  let browser: Browser
  let manager: WatchedPage

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ phones: 1 }), openBrowser()])
    const token = await server.signIn('manager')
    await idlePhones(server, token, 1)
    for (const name of ['甲店', '乙店'])
      await server.call('v2/environment/add', { token, body: { market: 'amazon', name } })
    manager = await signedInPage(browser, server.url, 'manager')
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
  })

  const picture = async () => {
    const box = await phoneScreens(manager.page).first().boundingBox()
    if (box === null) throw new Error('there is no picture')
    return box
  }
  /** What of the page can be pressed and is lower than a finger wants. */
  const tooLow = () =>
    manager.page
      .getByRole('main')
      .evaluate((main) =>
        [...main.querySelectorAll('button, [role=tab], [role=button]')]
          .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44)
          .map(
            (each) => `${each.getAttribute('aria-label') ?? each.textContent}: ${each.getBoundingClientRect().height}`,
          ),
      )

  test('turns the phone on its side, and it takes the width of a large window', async () => {
    const { page } = manager
    await page.goto(`${server.url}/amazon/list`)
    await page.getByRole('row').filter({ hasText: '甲店' }).getByText('打开', { exact: true }).click()
    await untilLive(page, 40_000)
    await page.getByRole('button', { name: '旋转' }).click()
    await expect.poll(async () => (await picture()).width > (await picture()).height).toBe(true)
    const main = await page.getByRole('main').boundingBox()
    expect((await picture()).width).toBeGreaterThan((main?.width ?? 0) * 0.55)
  })

  test('has it as wide as a narrow window', async () => {
    const { page } = manager
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(async () => (await picture()).width).toBeGreaterThan(350)
    await page.getByRole('button', { name: '旋转' }).click()
    await expect.poll(async () => (await picture()).width < (await picture()).height).toBe(true)
  })

  test('finds everything of the desk high enough for a finger', async () => {
    await expect.poll(tooLow).toEqual([])
  })

  test('goes on to the next shop on the same phone once that is saved and wiped', async () => {
    const { page } = manager
    await page.getByRole('button', { name: /^关闭并保存，打开/ }).click()
    await page.getByRole('button', { name: '不再等待' }).waitFor(until)
    expect(await tooLow()).toEqual([])
    await page.getByRole('heading', { level: 1, name: '乙店', exact: true }).waitFor(until)
    await untilLive(page, 40_000)
  })

  test('leaves no warning and no error in the browser', () => {
    // No phone was free for the next shop at first, and the browser notes that this was refused.
    expect(manager.complaints.filter((text) => !text.includes('409'))).toEqual([])
  })
})
