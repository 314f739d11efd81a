import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ViewerMessage } from '../../domain/stream-protocol.ts'
import { Adb } from '../support/adb.ts'
import { openBrowser, signedInPage, watchedPage, type WatchedPage } from '../support/browser.ts'
import { addressOf, live, notesFile, openNotes, frameOf, phoneScreens, tapScreen } from '../support/phone-page.ts'
import { startServer, type TestServer } from '../support/server.ts'

const timeLimit = 30_000
vi.setConfig({ testTimeout: 90_000 })

type Said = Exclude<ViewerMessage, { type: 'ack' | 'hello' }>

/** What the page tells the relay from now on, its acknowledgements left out. */
function listenToRelay(page: Page): Said[] {
  const said: Said[] = []
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/relay/viewer')) return
    socket.on('framesent', ({ payload }) => {
      const message = JSON.parse(String(payload)) as ViewerMessage
      if (message.type !== 'ack' && message.type !== 'hello') said.push(message)
    })
  })
  return said
}

const picture = (page: Page) => phoneScreens(page).first()
const boxOf = async (page: Page) => {
  const box = await picture(page).boundingBox()
  if (box === null) throw new Error('there is no picture')
  return box
}
const quality = (page: Page) => page.getByRole('button', { name: /^画质/ })
const touches = (said: readonly Said[]) =>
  said.flatMap((message) => (message.type === 'touch' ? [[message.action, message.pointer] as const] : []))

describe('an operator at a phone', () => {
  let server: TestServer
  let browser: Browser
  let adb: Adb
  let manager: WatchedPage
  /** The same operator, at two other phones with which nothing is done. */
  let idlers: readonly WatchedPage[]
  let said: Said[]
  let ids: readonly number[]
  let address = ''
  const note = async () => (await adb.run('-s', address, 'shell', 'cat', notesFile)).trim()
  const volume = async () => {
    const printed = await adb.run('-s', address, 'shell', 'cmd', 'media_session', 'volume', '--stream', '3', '--get')
    return Number(/volume is (\d+)/.exec(printed)?.[1])
  }
  const noteIs = (text: string) => vi.waitFor(async () => expect(await note()).toBe(text), 20_000)

  beforeAll(async () => {
    ;[server, browser, adb] = await Promise.all([
      startServer({ phones: 3, env: { CONTROL_IDLE_MINUTES: '1' } }),
      openBrowser(),
      Adb.start(),
    ])
    manager = await signedInPage(browser, server.url, 'manager')
    const { page } = manager
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const token = await server.signIn('manager')
    await vi.waitFor(async () => {
      const { data } = await server.call('v3/device/list', { token, query: { status: 'idle', sort: 'name' } })
      expect(data.items).toHaveLength(3)
      ids = data.items.map(({ id }: { id: number }) => id)
      const [{ serial }] = data.items
      address = await addressOf(server, serial)
    }, timeLimit)
    await adb.run('connect', address)
    idlers = await Promise.all([1, 2].map(() => watchedPage(page.context())))
    for (const [at, idler] of idlers.entries()) {
      await idler.page.goto(`${server.url}/device1/remotely?id=${ids[at + 1]}`)
      await live(idler.page).waitFor()
    }
    said = listenToRelay(page)
    await page.bringToFront()
    await page.goto(`${server.url}/device1/remotely?id=${ids[0]}`)
    await live(page).waitFor()
  })
  afterAll(async () => {
    await browser.close()
    adb.stop()
    await server.stop()
  })

  test('chooses how good the video is, and finds the choice again', async () => {
    const { page } = manager
    await page.getByRole('button', { name: '画质: 自动 · 均衡' }).click()
    await page.getByRole('option', { name: /^省流/ }).click()
    await page.getByRole('button', { name: '画质: 省流' }).waitFor()
    expect(said).toEqual([{ type: 'quality', quality: 'economical' }])
    await page.reload()
    await live(page).waitFor()
    await page.getByRole('button', { name: '画质: 省流' }).click()
    await page.getByRole('option', { name: /^自动/ }).click()
    await page.getByRole('button', { name: '画质: 自动 · 省流' }).waitFor()
  })

  test('comes back to a reloaded page with the control that it had', async () => {
    const token = await server.signIn('manager')
    const inUseSince = async () =>
      (await server.call('v2/device/list', { token, query: { id: ids[0] } })).data.items[0].in_use_since
    const since = await inUseSince()
    expect(since).toBeGreaterThan(0)
    await manager.page.reload()
    await live(manager.page).waitFor()
    expect(await inUseSince()).toBe(since)
  })

  test('types with the keyboard: letters, keys and shortcuts', async () => {
    const { page } = manager
    await openNotes(page)
    await tapScreen(page, { x: 0.5, y: 0.4 })
    await page.keyboard.type('Hello 1')
    await page.keyboard.press('Enter')
    await page.keyboard.type('xy')
    await page.keyboard.press('Backspace')
    await noteIs('Hello 1\nx')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await noteIs('')
  })

  test('types with an input method, of which only the result reaches the phone', async () => {
    const { page } = manager
    const input = await page.context().newCDPSession(page)
    await input.send('Input.imeSetComposition', { text: 'ni hao', selectionStart: 6, selectionEnd: 6 })
    await page.locator('textarea[data-composing]').waitFor()
    await input.send('Input.insertText', { text: '你好' })
    await noteIs('你好')
    await input.detach()
  })

  test('pastes into the phone, and copies from it', async () => {
    const { page } = manager
    await page.evaluate(() => navigator.clipboard.writeText('，云机 ☁'))
    await page.keyboard.press('Control+v')
    await noteIs('你好，云机 ☁')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+c')
    await page.getByText('手机复制的文本已放入剪贴板').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('你好，云机 ☁')
  })

  test('pinches with Ctrl and the mouse, and presses for long', async () => {
    const { page } = manager
    const { x, y, width, height } = await boxOf(page)
    said.length = 0
    await page.keyboard.down('Control')
    await page.mouse.move(x + width * 0.25, y + height * 0.5)
    await page.mouse.down()
    expect(await page.locator('i').evaluateAll((dots) => dots.filter((dot) => dot.checkVisibility()).length)).toBe(2)
    await page.mouse.move(x + width * 0.125, y + height * 0.5)
    await page.mouse.up()
    await page.keyboard.up('Control')
    await expect
      .poll(() => touches(said))
      .toEqual([
        ['down', 0],
        ['down', 1],
        ['move', 0],
        ['move', 1],
        ['up', 0],
        ['up', 1],
      ])
    const [first, second] = said.slice(2, 4)
    expect(first).toMatchObject({ x: expect.closeTo(0.125, 2), y: expect.closeTo(0.5, 2) })
    expect(second).toMatchObject({ x: expect.closeTo(0.875, 2), y: expect.closeTo(0.5, 2) })

    said.length = 0
    await page.mouse.move(x + width * 0.5, y + height * 0.6)
    await page.mouse.down()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 700))) // Longer than Android's long press.
    expect(touches(said)).toEqual([['down', 0]])
    await page.mouse.up()
    await expect
      .poll(() => touches(said))
      .toEqual([
        ['down', 0],
        ['up', 0],
      ])
  })

  test('sends two fingers of a touch screen as two', async () => {
    const { page } = manager
    const { x, y, width, height } = await boxOf(page)
    const at = (id: number, dx: number, dy: number) => ({ id, x: x + width * dx, y: y + height * dy })
    const input = await page.context().newCDPSession(page)
    said.length = 0
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: ReturnType<typeof at>[]) =>
      input.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', at(1, 0.4, 0.4))
    await touch('touchStart', at(1, 0.4, 0.4), at(2, 0.6, 0.6))
    await touch('touchMove', at(1, 0.3, 0.3), at(2, 0.7, 0.7))
    await touch('touchEnd')
    await input.detach()
    await expect.poll(() => touches(said).filter(([action]) => action === 'up')).toHaveLength(2)
    expect(new Set(touches(said).map(([, pointer]) => pointer))).toEqual(new Set([0, 1]))
    expect(touches(said).map(([action]) => action)).not.toContain('cancel')
  })

  test('presses the phone’s own buttons', async () => {
    const { page } = manager
    const before = await volume()
    await page.getByRole('button', { name: '音量 +', exact: true }).click()
    await expect.poll(volume).toBe(before + 1)
    await page.getByRole('button', { name: '音量 −', exact: true }).click()
    await expect.poll(volume).toBe(before)

    const lit = await frameOf(page)
    await page.getByRole('button', { name: '电源' }).click()
    await expect.poll(() => frameOf(page)).not.toBe(lit)
    const dark = await frameOf(page)
    await page.getByRole('button', { name: '电源' }).click()
    await expect.poll(() => frameOf(page)).not.toBe(dark)

    const shape = async () => {
      const { width, height } = await boxOf(page)
      return width > height ? 'landscape' : 'portrait'
    }
    await page.getByRole('button', { name: '旋转' }).click()
    await expect.poll(shape).toBe('landscape')
    await page.getByRole('button', { name: '旋转' }).click()
    await expect.poll(shape).toBe('portrait')
  })

  test('fills the screen with the phone, and everything on it still works', async () => {
    const { page } = manager
    const before = await boxOf(page)
    await page.getByRole('button', { name: '全屏', exact: true }).click()
    await page.getByRole('button', { name: '退出全屏' }).waitFor()
    await expect.poll(async () => (await boxOf(page)).height).toBeGreaterThan(before.height)
    await quality(page).click()
    await page.getByRole('option', { name: /^自动/ }).click()
    await page.getByRole('button', { name: '退出全屏' }).click()
    await expect.poll(async () => (await boxOf(page)).height).toBe(before.height)
  })

  test('keeps the picture as a file named after phone and time, and on the clipboard', async () => {
    const { page } = manager
    const [shot] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '截图' }).click(),
    ])
    expect(shot.suggestedFilename()).toMatch(/^B01-01_\d{8}-\d{6}\.png$/)
    await page.getByText(/截图已保存为 B01-01_.*，并已复制到剪贴板/).waitFor()
    expect(await page.evaluate(async () => (await navigator.clipboard.read())[0]?.types)).toContain('image/png')
  })

  test('records, sees for how long, and keeps the file', async () => {
    const { page } = manager
    await page.getByRole('button', { name: '录像' }).click()
    await page.getByRole('timer').getByText('00:02').waitFor()
    const [video] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '停止录像' }).click(),
    ])
    expect(video.suggestedFilename()).toMatch(/^B01-01_\d{8}-\d{6}\.webm$/)
  })

  test('loses the phone to somebody who takes over, keeps what was recorded, and takes it back', async () => {
    const { page } = manager
    await page.getByRole('button', { name: '录像' }).click()
    await page.getByRole('timer').getByText('00:01').waitFor()
    const another = await signedInPage(browser, server.url, 'agent', `/device1/remotely?id=${ids[0]}`)
    await another.page.getByText('manager 正在控制这台手机').waitFor()
    await another.page.getByRole('button', { name: '接管', exact: true }).click()
    const kept = page.waitForEvent('download')
    await another.page.getByRole('button', { name: '接管控制权' }).click()
    await live(another.page).waitFor()
    expect((await kept).suggestedFilename()).toMatch(/\.webm$/)
    await page.getByText('控制权已被 agent 接管').waitFor()
    await page.getByText(/连接已结束，录像已保存为/).waitFor()

    await page.getByRole('button', { name: '取回控制' }).click()
    await page.getByRole('button', { name: '接管控制权' }).click()
    await live(page).waitFor()
    await another.page.getByText('控制权已被 manager 接管').waitFor()
    // Other pages show it among the phones of its box.
    const audience = async () => Number.parseInt((await page.getByText(/^\d+ 人观察$/).textContent()) ?? '', 10)
    const before = await audience()
    await another.page.getByRole('button', { name: '观察', exact: true }).click()
    await expect.poll(audience).toBe(before + 1)
    await another.page.context().close()
  })

  test('is warned of unused control, and goes on', async () => {
    const page = idlers[1]?.page ?? manager.page
    await page.bringToFront()
    const warning = page.getByText(/控制将在 \d+ 秒后释放/) // At half of the minute.
    const again = page.getByRole('button', { name: '取得控制' })
    await warning.or(again).waitFor({ timeout: 2 * timeLimit })
    // Where what came before took more than that minute.
    if (await again.isVisible()) await again.click()
    await warning.waitFor({ timeout: 2 * timeLimit })
    await page.getByRole('button', { name: '继续操作' }).click()
    await page.getByText(/控制将在/).waitFor({ state: 'detached' })
    expect(await live(page).isVisible()).toBe(true)
  })

  test('loses control that stays unused, and takes it again', async () => {
    const page = idlers[0]?.page ?? manager.page
    await page.bringToFront()
    await page.getByText('长时间未操作，控制已释放').waitFor({ timeout: 2 * timeLimit })
    await page.getByText('无人控制').waitFor()
    await page.getByRole('button', { name: '取得控制' }).click()
    await live(page).waitFor()
  })

  test('leaves no warning and no error in the browser', () => {
    expect([manager, ...idlers].flatMap(({ complaints }) => complaints)).toEqual([])
  })
})
