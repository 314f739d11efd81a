import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { untilLive } from '../support/phone-page.ts'
import { startServer, type TestServer } from '../support/server.ts'

const until = { timeout: 40_000 }

describe('a manager who works in shops of two markets', () => {
  let server: TestServer
  let browser: Browser
  let manager: WatchedPage
  let token: string
  const ids: Record<string, number> = {}

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ phones: 4 }), openBrowser()])
    token = await server.signIn('manager')
    await idlePhones(server, token, 4)
    for (const [name, market] of [
      ['甲店', 'amazon'],
      ['乙店', 'amazon'],
      ['丙店', 'tiktok'],
    ] as const)
      ids[name] = (await server.call('v2/environment/add', { token, body: { market, name } })).data.id
    manager = await signedInPage(browser, server.url, 'manager')
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
  })

  const menu = () => manager.page.getByRole('navigation', { name: '主导航' })
  const path = () => new URL(manager.page.url()).pathname
  const deviceId = () => Number(new URL(manager.page.url()).searchParams.get('id'))
  const heading = (name: string) => manager.page.getByRole('heading', { level: 1, name, exact: true })
  const places = () => manager.page.evaluate(() => history.length)

  /** What stands out in the menu, by its colour, and below what. */
  const lit = () =>
    menu().evaluate((element) => {
      const links = [...element.querySelectorAll('a')].filter((link) => link.checkVisibility())
      const colours = links.map((link) => getComputedStyle(link).backgroundColor)
      return links
        .filter((_, index) => colours.filter((colour) => colour === colours[index]).length === 1)
        .map((link) => [link.closest('details')?.querySelector('summary')?.textContent, link.textContent].join(' '))
    })

  const atDeskOf = async (shop: string, market: string, section: string) => {
    await heading(shop).waitFor(until)
    await expect.poll(path).toBe(`/${market}/remotely`)
    await expect.poll(lit).toEqual([`${section} 环境管理`])
  }

  test('opens a shop, and is still in the section of its market, also after a reload', async () => {
    const { page } = manager
    await page.goto(`${server.url}/amazon/list`)
    await page.getByRole('row').filter({ hasText: '甲店' }).getByText('打开', { exact: true }).click()
    await atDeskOf('甲店', 'amazon', 'Amazon')
    await untilLive(page, 40_000)
    await page.reload()
    await atDeskOf('甲店', 'amazon', 'Amazon')
    await untilLive(page, 40_000)
  })

  test('is led back to the shops by the breadcrumb, and to the desk by the browser', async () => {
    const { page } = manager
    await page.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: 'Amazon' }).click()
    await page.waitForURL(`${server.url}/amazon/list`)
    await page.goBack()
    await atDeskOf('甲店', 'amazon', 'Amazon')
    await untilLive(page, 40_000)
  })

  test('goes on to the next shop in the same section, and finds the shops behind it', async () => {
    const { page } = manager
    const before = await places()
    const first = deviceId()
    await page.getByRole('button', { name: /^关闭并保存，打开/ }).click(until)
    await atDeskOf('乙店', 'amazon', 'Amazon')
    expect(deviceId()).not.toBe(first)
    await untilLive(page, 40_000)
    expect(await places()).toBe(before)
    await page.goBack()
    await page.waitForURL(`${server.url}/amazon/list`)
    await page.goForward()
    await atDeskOf('乙店', 'amazon', 'Amazon')
    await untilLive(page, 40_000)
  })

  test('comes to the other market’s section with a shop that the palette finds', async () => {
    const { page } = manager
    await server.call('v2/environment/open', { token, body: { id: ids['丙店'] } })
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('查找页面、店铺、设备或操作…').fill('丙店')
    await page.getByRole('option', { name: /丙店/ }).click()
    await atDeskOf('丙店', 'tiktok', 'TikTok')
    await untilLive(page, 40_000)
  })

  test('comes to the section of whatever is open on a phone beside it, or to the devices', async () => {
    const { page } = manager
    const { data } = await server.call('v3/device/list', { token, query: {} })
    const named = (shop: string | undefined): string =>
      data.items.find((each: { environment: { name: string } | null }) => each.environment?.name === shop).name
    const beside = page.getByRole('region', { name: '同组设备' })
    await beside.getByRole('link', { name: named('乙店') }).click()
    await atDeskOf('乙店', 'amazon', 'Amazon')
    await untilLive(page, 40_000)
    await beside.getByRole('link', { name: named(undefined) }).click()
    await page.waitForURL(/\/device1\/remotely\?id=\d+/)
    await expect.poll(lit).toEqual([' 设备管理'])
    await untilLive(page, 40_000)
  })

  test('is led from an old address to the section of what is open there now', async () => {
    const { page } = manager
    const { data } = await server.call('v2/environment/list', { token, query: { market: 'tiktok', id: ids['丙店'] } })
    await page.goto(`${server.url}/amazon/remotely?id=${data.items[0].device_id}`)
    await atDeskOf('丙店', 'tiktok', 'TikTok')
    await untilLive(page, 40_000)
  })

  test('closes a shop and is among those of its market, with the desk no longer behind', async () => {
    const { page } = manager
    await page.getByRole('button', { name: '关闭并保存', exact: true }).click()
    await page.waitForURL(`${server.url}/tiktok/list`)
    await page.goBack()
    expect(path()).not.toBe('/tiktok/remotely')
  })

  test('leaves no warning and no error in the browser', () => {
    expect(manager.complaints).toEqual([])
  })

  test('sees in the menu in which market it is, also with that market folded', async () => {
    const { page } = manager
    await page.goto(`${server.url}/amazon/list`)
    const markets = menu().locator('summary')
    const colourOf = (market: string) =>
      markets
        .filter({ hasText: market })
        .first()
        .evaluate((summary) => getComputedStyle(summary).backgroundColor)
    await markets.filter({ hasText: 'Amazon' }).click()
    await page.mouse.move(800, 600)
    await expect.poll(async () => (await colourOf('Amazon')) === (await colourOf('TikTok'))).toBe(false)
    expect(await colourOf('Temu')).toBe(await colourOf('TikTok'))
  })
})
