import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { untilLive, phoneScreens } from '../support/phone-page.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe('a shell beside the picture', () => {
  let server: TestServer
  let browser: Browser
  let manager: WatchedPage
  let device = 0

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ phones: 2 }), openBrowser()])
    manager = await signedInPage(browser, server.url, 'manager')
    const token = await server.signIn('manager')
    const [first] = await idlePhones(server, token, 2)
    if (first === undefined) throw new Error('there is no phone')
    device = first.id
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
  })

  const rows = () => manager.page.locator('.xterm-rows')
  const shows = (text: string | RegExp) => expect.poll(() => rows().innerText()).toMatch(text)
  const type = (text: string) => manager.page.keyboard.type(text)
  const bar = (text: string | RegExp) => manager.page.getByRole('status').filter({ hasText: text })

  /** Rows and columns, as the shell knows them. */
  const size = async (): Promise<string[]> => {
    await type('clear; echo "<$(stty size)>"; stty size\n')
    await shows(/^\d+ \d+\s*$/m)
    return /^(\d+) (\d+)\s*$/m.exec(await rows().innerText())?.slice(1) ?? []
  }

  test('opens with its tab, has the caret, and answers', async () => {
    const { page } = manager
    await page.goto(`${server.url}/device1/remotely?id=${device}`)
    await untilLive(page, 15_000)
    await page.getByRole('tab', { name: '命令行' }).click()
    await shows(/\$\s*$/)
    await type('echo $((6*7)) 你好\n')
    await shows(/42 你好/)
  })

  test('has the size of its place, also after that has changed', async () => {
    const { page } = manager
    const [height, width] = await size()
    await page.setViewportSize({ width: 1920, height: 700 })
    await expect.poll(async () => Number((await size())[1])).toBeGreaterThan(Number(width))
    expect(Number((await size())[0])).toBeLessThan(Number(height))
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('goes on while another tab is looked at', async () => {
    const { page } = manager
    await type('kept=still-here; sleep 0.3; echo printed-meanwhile\n')
    await page.getByRole('tab', { name: '信息' }).click()
    await page.getByText('控制者').waitFor()
    await page.getByRole('tab', { name: '命令行' }).click()
    await shows(/^printed-meanwhile/m)
    await page.locator('.xterm').click()
    await type('echo "<$kept>"\n')
    await shows(/<still-here>/)
  })

  test('leaves keys to whoever has the caret: the shell’s are not the phone’s, nor the other way', async () => {
    const { page } = manager
    const gestures: string[] = []
    page.on('websocket', (socket) => {
      if (socket.url().endsWith('/relay/viewer'))
        socket.on('framesent', ({ payload }) => gestures.push(String(payload)))
    })
    await page.reload()
    await untilLive(page, 15_000)
    await page.getByRole('tab', { name: '命令行' }).click()
    await shows(/\$\s*$/)
    const palette = page.getByPlaceholder('查找页面、店铺、设备或操作…')
    await type('echo abc')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+k') // The console's own, wherever the caret is.
    await palette.waitFor()
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'hidden' })
    await page.locator('.xterm').click()
    await page.keyboard.press('Backspace')
    await type('\n')
    await shows(/^ac\s*$/m)
    expect(gestures.filter((said) => !/"type":"(hello|ack|quality)"/.test(said))).toEqual([])

    await phoneScreens(page)
      .first()
      .click({ position: { x: 5, y: 5 } })
    await page.keyboard.press('Shift')
    await type('phone')
    await expect.poll(() => gestures.join()).toContain('"text":"e"')
    expect(await rows().innerText()).not.toContain('phone')
  })

  test('copies what is selected, and pastes', async () => {
    const { page } = manager
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('.xterm').click()
    await type('clear; echo one-word\n')
    await shows(/^one-word/m)
    await page
      .locator('.xterm-rows > div')
      .filter({ hasText: /^one-word/ })
      .dblclick({ position: { x: 20, y: 6 }, force: true }) // What takes the pointer lies above the text.
    await page.keyboard.press('Control+c')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('one-word')
    await page.keyboard.press('End')
    await type('echo "pasted: ')
    await page.keyboard.press('Control+v')
    await type('"\n')
    await shows(/^pasted: one-word/m)
  })

  test('says with which code it exited, and opens again below what stands there', async () => {
    const { page } = manager
    await type('exit 3\n')
    await bar('命令行已退出（代码 3）').waitFor()
    await page.getByRole('button', { name: '重新打开' }).click()
    await shows(/pasted: one-word[^]*\$ exit 3\s+\S+ \$\s*$/)
    await type('echo again\n')
    await shows(/^again/m)
  })

  test('is closed when somebody else takes the phone, and the operator reads why', async () => {
    const { page } = manager
    const token = await server.signIn('agent')
    const query = { id: device, mode: 'control', take_over: true }
    expect((await server.call('v2/device/stream/point', { token, query })).message).toBe('ok')
    await bar('手机已由他人使用').waitFor()
    await page.getByRole('button', { name: '重新打开' }).click()
    await bar('设备正由 agent 控制').waitFor()
    await server.call('v2/user/logout', { token, body: {} })
    await page.getByRole('button', { name: '重新打开' }).click()
    await shows(/\$\s*$/)
  })

  test('can be used on a phone’s own screen, whose keyboard lacks keys', async () => {
    const { page } = manager
    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('.xterm').click()
    await type('sleep 100\n')
    await page.getByRole('button', { name: 'Ctrl-C' }).click()
    await shows(/\^C/)
    const right = await page.locator('.xterm').evaluate((element) => element.getBoundingClientRect().right)
    expect(right).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('leaves no warning and no error in the browser', () => {
    expect(manager.complaints.filter((complaint) => !complaint.includes('409'))).toEqual([])
  })
})
