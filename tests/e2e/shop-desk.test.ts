import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { noteOn, notesIcon, openNotes, tapScreen, untilLive } from '../support/phone-page.ts'
import { startServer, type TestServer } from '../support/server.ts'

const until = { timeout: 40_000 }

describe('a manager at a desk with shops', () => {
  let server: TestServer
  let browser: Browser
  let manager: WatchedPage
  let token: string
  const ids: Record<string, number> = {}

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ phones: 3 }), openBrowser()])
    token = await server.signIn('manager')
    await idlePhones(server, token, 3)
    for (const [name, region] of [
      ['店铺 A', 'us-west'],
      ['店铺 B', 'us-west'],
      ['店铺 C', 'ca-central'],
    ] as const) {
      const body = { market: 'amazon', name, region, account: `${region}@shops.example` }
      ids[name] = (await server.call('v2/environment/add', { token, body })).data.id
    }
    const { data: group } = await server.call('v2/group/add', { token, body: { market: 'amazon', name: '北美主力' } })
    await server.call('v2/environment/edit', {
      token,
      body: { market: 'amazon', ids: Object.values(ids), tags: [group.id] },
    })
    manager = await signedInPage(browser, server.url, 'manager')
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
  })

  /** What the server says of a shop. */
  const shop = async (name: string) => {
    const { data } = await server.call('v2/environment/list', { token, query: { market: 'amazon', id: ids[name] } })
    return data.items[0]
  }
  const deviceOf = () => Number(new URL(manager.page.url()).searchParams.get('id'))
  const heading = (name: string) => manager.page.getByRole('heading', { level: 1, name, exact: true })
  /** As the operator does with the notes open; with the home screen there, the icon is where the first tap goes. */
  const write = async (text: string) => {
    const { page } = manager
    await tapScreen(page, { x: 0.5, y: 0.4 })
    await page.keyboard.insertText(text)
  }

  test('reads which shop is open, whose account it is, and that its address is where it belongs', async () => {
    const { page } = manager
    await page.goto(`${server.url}/amazon/list`)
    await page.getByRole('row').filter({ hasText: '店铺 A' }).getByText('打开', { exact: true }).click()
    await page.waitForURL(/\/amazon\/remotely\?id=\d+/)
    await heading('店铺 A').waitFor(until)
    await untilLive(page, 40_000)
    const desk = page.getByRole('region', { name: '打开的店铺' })
    await desk.getByText('us-west@shops.example').waitFor()
    await desk.getByText('出口在美国，与店铺一致').waitFor()
    await desk.getByText('0 / 3').waitFor()
    await desk.getByText('北美主力').waitFor()
    await desk.getByText('美国西部').waitFor()
    // What fits has a mark; which address it is, the shop does not say.
    const marked = page.getByRole('region', { name: '开店检查' }).locator('[data-fits=true]')
    await marked.filter({ hasText: '出口国家' }).waitFor()
    expect(await marked.filter({ hasText: '出口 IP' }).count()).toBe(0)
  })

  test('does not close it with keys that go to the palette, to a question or to a list, nor again while they are held', async () => {
    const { page } = manager
    const closings: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/v2/environment/close')) closings.push(request.url())
    })
    const find = page.getByPlaceholder('查找页面、店铺、设备或操作…')
    await page.keyboard.press('Control+k')
    await find.fill('没有这样的')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /用户菜单/ }).click()
    await page.getByRole('menuitem').first().dispatchEvent('keydown', { key: 'Enter', ctrlKey: true })
    await page.keyboard.press('Escape')
    // The browser says of a key that is held that it repeats.
    await page.evaluate(() =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, repeat: true, bubbles: true }),
      ),
    )
    expect(closings).toEqual([])
    await heading('店铺 A').waitFor()
    expect((await shop('店铺 A')).device_id).toBe(deviceOf())
  })

  test('takes pictures that bear the name of the shop', async () => {
    const { page } = manager
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '截图', exact: true }).click(),
    ])
    expect(picture.suggestedFilename()).toMatch(/^店铺-A_.+_\d{8}-\d{6}\.png$/)
  })

  test('reads what happened with the shop beside the screen', async () => {
    const { page } = manager
    await page.getByRole('tab', { name: '时间线' }).click()
    await page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: '店铺 A' }).first().waitFor(until)
    await page.getByRole('tab', { name: '店铺', exact: true }).click()
  })

  test('gives up control of the phone, and reads that the shop stays open on it', async () => {
    const { page } = manager
    await page.getByRole('button', { name: '放弃控制' }).click()
    await page.getByText(/已放弃控制：“店铺 A”仍在 .+ 上开着/).waitFor()
    await page.getByRole('button', { name: '取得控制' }).click(until)
    await page.getByRole('button', { name: '放弃控制' }).waitFor(until)
    expect((await shop('店铺 A')).device_id).toBe(deviceOf())
  })

  test('leaves a note that whoever opens the shop next reads', async () => {
    const { page } = manager
    await page.getByRole('button', { name: '写交班' }).click()
    await page.getByRole('textbox', { name: '交班备注' }).fill('A-to-Z 索赔等买家回复')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByRole('region', { name: '打开的店铺' }).getByText('A-to-Z 索赔等买家回复').waitFor()
    expect((await shop('店铺 A')).note).toBe('A-to-Z 索赔等买家回复')
  })

  /**
   * Opens the desk of this phone. Once it hears of changes it asks again for what it knows: that answer is held back, until a
   * change has come to the page.
   */
  async function changeMeanwhile(device: number, asked: string, call: string, body: object, change: string) {
    const { page } = manager
    const [answered, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isListening = false
    page.on('websocket', (socket) => {
      if (!socket.url().endsWith('/mqtt')) return
      socket.on('framereceived', ({ payload }) => {
        isListening = true
        if (payload.includes(change)) heard.resolve()
      })
    })
    await page.route(asked, async (route) => {
      if (!isListening) return route.continue()
      const response = await route.fetch()
      answered.resolve()
      await heard.promise
      await route.fulfill({ response })
    })
    try {
      await page.goto(`${server.url}/device1/remotely?id=${device}`)
      await answered.promise
      expect(await server.call(call, { token, body })).toMatchObject({ code: codes.ok })
      await heard.promise
    } finally {
      heard.resolve()
      await page.unroute(asked)
    }
  }

  /** The phone on which a shop is open, or is opened now. */
  const phoneOf = async (name: string): Promise<number> =>
    (await shop(name)).device_id ??
    (await server.call('v2/environment/open', { token, body: { id: ids[name] } })).data.device_id

  test('knows what changed while it asked for the shop, though the answer did not', async () => {
    const [device, note] = [await phoneOf('店铺 A'), '索赔已结']
    const body = { market: 'amazon', ids: [ids['店铺 A']], note }
    await changeMeanwhile(device, '**/v2/environment/list*', 'v2/environment/edit', body, note)
    await manager.page.getByRole('region', { name: '打开的店铺' }).getByText(note).waitFor()
  })

  test('knows what changed while it asked for the phone, though the answer did not', async () => {
    const [id, name] = [await phoneOf('店铺 A'), '桌上那台']
    await changeMeanwhile(id, '**/v3/device/list?*', 'v2/device/edit', { id, name }, name)
    await manager.page.getByText(`手机 ${name}`, { exact: true }).waitFor()
  })

  test('goes on in the same shop on another phone, with what was done on the first one', async () => {
    const { page } = manager
    const before = deviceOf()
    await untilLive(page, 40_000)
    const change = page.getByRole('button', { name: /^换一台手机/ })
    expect((await change.boundingBox())?.width).toBeGreaterThanOrEqual(44)
    const places = () => page.evaluate(() => history.length)
    const placesBefore = await places()
    await change.click(until)
    await page.getByText('换手机：正在保存 店铺 A，随后在另一台手机上打开…').waitFor()
    await page.waitForURL((url) => !['', String(before)].includes(url.searchParams.get('id') ?? ''), until)
    await heading('店铺 A').waitFor(until)
    await untilLive(page, 40_000)
    await expect.poll(() => shop('店铺 A'), until).toMatchObject({ device_id: deviceOf() })
    const { data } = await server.call('v2/environment/records', {
      token,
      query: { market: 'amazon', id: ids['店铺 A'] },
    })
    expect(data.items).toHaveLength(1)
    expect(await page.getByText('环境已打开').count()).toBe(0)
    // Back would lead to the phone that it has left, and take control of that.
    expect(await places()).toBe(placesBefore)
  })

  test('with Ctrl+Enter closes it and is led to the next one, while the phone has the keyboard', async () => {
    const { page } = manager
    const first = deviceOf()
    await tapScreen(page, { x: 0.5, y: 0.4 })
    await page.keyboard.press('Control+Enter')
    await heading('店铺 B').waitFor(until)
    await expect.poll(async () => (await shop('店铺 A')).device_id, until).toBe(null)
    expect((await shop('店铺 A')).record.size).toBeGreaterThan(0)
    expect((await shop('店铺 B')).device_id).toBe(deviceOf())
    expect(deviceOf()).not.toBe(first)
  })

  test('does not touch a shop through another proxy before it has read so, and goes on without one that fits', async () => {
    const { page } = manager
    const device = deviceOf()
    const proxy = { type: 'http', host: '10.0.0.9', port: 3128, user_name: 'somebody', password: 'secret-1' }
    await untilLive(page, 40_000)
    const check = page.getByRole('region', { name: '开店检查' })
    await check.getByText('无', { exact: true }).waitFor()
    await server.call('v2/device/shell', {
      token,
      body: { id: device, command: 'settings put global http_proxy 10.0.0.9:3128' },
    })
    const warning = page.getByRole('alertdialog', { name: '代理与店铺不符' })
    await warning.waitFor(until)
    // Keys that come to a question are its own.
    await warning.dispatchEvent('keydown', { key: 'Enter', ctrlKey: true })
    await heading('店铺 B').waitFor()
    await tapScreen(page, notesIcon)
    await write('不该写')
    await warning.getByText('手机的代理：10.0.0.9:3128；店铺的代理：无').waitFor()
    await page.getByRole('alert').getByText('手机的代理：10.0.0.9:3128；店铺的代理：无').waitFor()
    await check.getByText('手机的代理：10.0.0.9:3128；店铺的代理：无').waitFor()
    await warning.getByRole('button', { name: '仍然操作' }).click()
    await openNotes(page)
    await write('可以写')
    await expect.poll(() => noteOn(server, token, device), until).toContain('可以写')
    expect(await noteOn(server, token, device)).not.toContain('不该写')

    await server.call('v2/environment/edit', { token, body: { market: 'amazon', ids: [ids['店铺 B']], proxy } })
    await check.getByText('http://10.0.0.9:3128').waitFor()
    await page.getByRole('status').getByText('出口在美国，与店铺一致').waitFor()
    await server.call('v2/device/shell', { token, body: { id: device, command: 'settings put global http_proxy :0' } })
    await warning.getByText('手机的代理：无；店铺的代理：10.0.0.9:3128').waitFor(until)
    // Of a shop without a region nothing but the proxy is known to differ.
    const inRegion = (region: string) =>
      server.call('v2/environment/edit', { token, body: { market: 'amazon', ids: [ids['店铺 B']], region } })
    await inRegion('')
    await check.getByText('店铺未设置地区，不检查出口').waitFor()
    await warning.getByText('手机的代理：无；店铺的代理：10.0.0.9:3128').waitFor()
    await inRegion('us-west')
    await server.call('v2/environment/edit', { token, body: { market: 'amazon', ids: [ids['店铺 B']], proxy: null } })
    await warning.waitFor({ state: 'hidden' })
  })

  test('does not touch a shop from another country before it has read so', async () => {
    const { page } = manager
    const idle = async () => (await server.call('v3/device/list', { token, query: { status: 'idle' } })).data.items[0]
    await expect.poll(idle, { timeout: 90_000 }).toBeDefined()
    const device = (await idle()).id
    await server.call('v2/environment/open', { token, body: { id: ids['店铺 C'], device_id: device } })
    await page.goto(`${server.url}/device1/remotely?id=${device}`)
    const warning = page.getByRole('alertdialog', { name: '出口地区与店铺不符' })
    await warning.waitFor(until)
    await tapScreen(page, notesIcon)
    await write('不该写')
    await warning.getByText('现在操作，平台会看到来自美国的访问，店铺应在加拿大。').waitFor()
    await warning.getByRole('button', { name: '仍然操作' }).click()
    await openNotes(page)
    await write('可以写')
    await expect.poll(() => noteOn(server, token, device), until).toContain('可以写')
    expect(await noteOn(server, token, device)).not.toContain('不该写')
  })

  test('does not touch the screen before it is known which shop is open there', async () => {
    const { page } = manager
    const device = await phoneOf('店铺 C')
    const before = await noteOn(server, token, device)
    const [asked, tried] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const question = '**/v2/environment/list*'
    await page.route(question, async (route) => {
      const response = await route.fetch()
      asked.resolve()
      await tried.promise
      await route.fulfill({ response })
    })
    try {
      await page.goto(`${server.url}/device1/remotely?id=${device}`)
      await asked.promise
      await untilLive(page, 40_000)
      await write('太早了')
      await page.getByText('正在核对店铺与出口…').waitFor()
    } finally {
      tried.resolve()
      await page.unrouteAll({ behavior: 'wait' })
    }
    await page.getByRole('button', { name: '仍然操作' }).click(until)
    await write('核对后')
    await expect.poll(() => noteOn(server, token, device), until).toContain('核对后')
    expect(await noteOn(server, token, device)).not.toContain('太早了')
    expect(await noteOn(server, token, device)).toContain(before)
  })

  test('once it is closed is back among the shops of its market', async () => {
    const { page } = manager
    await page.getByRole('button', { name: '关闭并保存', exact: true }).click()
    await page.waitForURL(`${server.url}/amazon/list`)
    await expect.poll(async () => (await shop('店铺 C')).device_id, until).toBe(null)
  })

  test('is found by its name from anywhere: an open one where it is open, another in its list', async () => {
    const { page } = manager
    const find = page.getByPlaceholder('查找页面、店铺、设备或操作…')
    await page.keyboard.press('Control+k')
    await find.fill('店铺 B')
    await page.getByRole('option', { name: /店铺 B/ }).click()
    await heading('店铺 B').waitFor(until)
    expect(deviceOf()).toBe((await shop('店铺 B')).device_id)
    await page.keyboard.press('Control+k')
    await find.fill('店铺 A')
    await page.getByRole('option', { name: /店铺 A/ }).click()
    await page.waitForURL(`${server.url}/amazon/list?keyword=*`)
    await page.getByRole('row').filter({ hasText: '店铺 A' }).waitFor()
  })

  test('leaves no warning and no error in the browser', () => {
    expect(manager.complaints).toEqual([])
  })
})
