import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { openBrowser, signedInPage, signInThroughPage } from '../support/browser.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^站点信息(，|$)/ })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const openMenu = (page: Page) => page.getByRole('button', { name: /用户菜单/ }).click()

/** Whether one thing on the page lies over a part of the other. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (a === null || b === null) throw new Error('one of them is not there')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Runs in the page: what can be pressed or filled in and lies under a notice, in its words. */
function toolsUnder(notice: Element): string[] {
  const a = notice.getBoundingClientRect()
  return [...document.querySelectorAll('button, a[href], input')]
    .filter((tool) => tool.checkVisibility() && !notice.contains(tool))
    .filter((tool) => {
      const b = tool.getBoundingClientRect()
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    })
    .map((tool) => tool.getAttribute('aria-label') ?? tool.textContent)
}

/** What `countTimers` leaves on the page. */
interface Counted {
  timersRunning: () => number
}

/** Runs in the page, before its scripts: counts the timers that are set and have neither fired nor been cleared. */
function countTimers(): void {
  const running = new Set<unknown>()
  const { setTimeout: later, setInterval: often, clearTimeout: never, clearInterval: noMore } = globalThis
  const page = globalThis as unknown as Counted & Record<string, unknown> // What is replaced keeps its shape.
  page.setTimeout = (call: (...values: unknown[]) => void, wait?: number, ...values: unknown[]) => {
    const timer = later(() => {
      running.delete(timer)
      call(...values)
    }, wait)
    running.add(timer)
    return timer
  }
  page.setInterval = (call: (...values: unknown[]) => void, wait?: number, ...values: unknown[]) => {
    const timer = often(call, wait, ...values)
    running.add(timer)
    return timer
  }
  const forget = (clear: (timer: number | undefined) => void) => (timer: number | undefined) => {
    running.delete(timer)
    clear(timer)
  }
  page.clearTimeout = forget(never)
  page.clearInterval = forget(noMore)
  page.timersRunning = () => running.size
}

describe('the shell, in a browser', () => {
  let server: TestServer
  let browser: Browser
  let admin = ''

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(), openBrowser()])
    admin = await server.signIn('admin')
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
  })

  const sendMessage = (msg_text: string, role: string) =>
    server.call('v2/user/message/send', { token: admin, body: { msg_text, to: { roles: [role] } } })

  test('a site message appears in the bottom right corner, opens in its dialog, and a double 已读 closes it', async () => {
    const { page, complaints } = await signedInPage(browser, server.url, 'agent')
    await page.waitForLoadState('networkidle')
    await sendMessage('今晚 22:00 维护', 'agent')
    const notification = page.getByRole('button', { name: /今晚 22:00 维护.*查看/ })
    await notification.waitFor()
    const box = await notification.boundingBox()
    expect(box === null ? 0 : box.x + box.width).toBeGreaterThan(1_400)
    expect(box === null ? 0 : box.y + box.height).toBeGreaterThan(850)
    // It is counted by a call of its own.
    await expect.poll(() => bell(page).getAttribute('aria-label')).toBe('站点信息，1 条未读')

    await notification.click()
    const opened = dialog(page, '站点信息')
    await opened.getByText('今晚 22:00 维护').waitFor()
    await expect.poll(async () => (await opened.boundingBox())?.width).toBe(600)
    expect(await opened.locator('time').textContent()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d 星期[一二三四五六日]$/)
    await opened.getByRole('button', { name: '已读' }).dblclick()
    await opened.waitFor({ state: 'detached' })
    await expect.poll(() => bell(page).getAttribute('aria-label')).toBe('站点信息')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test.each([1_440, 1_024, 390])('notices make room for what hangs from the bar, %i px wide', async (width) => {
    const { page } = await signedInPage(browser, server.url, 'element')
    await page.setViewportSize({ width, height: 844 })
    await page.route('**/device/thread', (route) => route.abort('internetdisconnected'))
    await page.getByTitle('设备配额和我使用中的台数，点击刷新').click()
    const notice = page.getByRole('region', { name: '通知' }).getByRole('alert')
    await notice.waitFor()
    await bell(page).click()
    const panel = page.locator('[data-hangs-from-bar]')
    await panel.getByRole('tab', { name: /站点信息/ }).waitFor()
    expect(await overlap(panel, notice)).toBe(false)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Home' }).waitFor()
    expect(await overlap(panel, notice)).toBe(false)
    await page.context().close()
  })

  test.each([1_440, 1_280, 1_024, 390])(
    'a notice lies on nothing that can be pressed in a list, %i px wide',
    async (width) => {
      const { page } = await signedInPage(browser, server.url, 'admin')
      await page.setViewportSize({ width, height: 844 })
      for (const path of ['/device/list', '/report/list']) {
        await page.goto(server.url + path)
        await page.locator('main [role=grid][aria-busy=false]').waitFor()
        await page.route('**/device/thread', (route) => route.abort('internetdisconnected'))
        await page.getByTitle('设备总数和使用中的台数，点击刷新').click()
        const notice = page.getByRole('region', { name: '通知' }).getByRole('alert')
        await notice.waitFor()
        expect([path, await notice.evaluate(toolsUnder)]).toEqual([path, []])
        await page.unroute('**/device/thread')
      }
      await page.context().close()
    },
  )

  test('a message that can not be loaded says so, stays unread, and is loaded at the next try', async () => {
    await sendMessage('断网时的信息', 'element')
    const { page } = await signedInPage(browser, server.url, 'element')
    const confirm = '**/user/message/confirm*'
    await page.route(confirm, (route) => route.abort('internetdisconnected'))
    await page.getByRole('button', { name: /断网时的信息/ }).click()
    const opened = dialog(page, '站点信息')
    await opened.getByRole('alert').waitFor()
    await page.unroute(confirm)
    await opened.getByRole('button', { name: '重试' }).click()
    await opened.getByText('断网时的信息').waitFor()
    await page.context().close()
  })

  test('the user menu copies the id, leads home, changes the password and logs out, in this order', async () => {
    const { page } = await signedInPage(browser, server.url, 'manager')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${server.url}/device/list`)
    await openMenu(page)
    const entries = page.getByRole('menuitem')
    await expect
      .poll(() => entries.allTextContents())
      .toEqual([expect.stringContaining('复制用户 ID'), 'Home', '修改密码', 'Log Out'])
    expect(await violationsOf(page)).toEqual([])
    await entries.nth(0).click()
    await page.getByText('复制成功到剪贴板').waitFor()
    const { id } = (await server.call('v2/user/info', { token: await server.signIn('manager') })).data
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(String(id))
    await openMenu(page)
    await entries.filter({ hasText: 'Home' }).click()
    await page.waitForURL(`${server.url}/dashboard`)
    await openMenu(page)
    await entries.filter({ hasText: 'Log Out' }).click()
    await page.waitForURL(`${server.url}/login`)
    await page.getByText('退出成功').waitFor()
    expect((await page.context().cookies()).some(({ name }) => name === 'token')).toBe(false)
    await page.context().close()
  })

  test('the password dialog is 500 px wide and tells what is missing, differs or is wrong; what is typed stays', async () => {
    const { page } = await signedInPage(browser, server.url, 'manager')
    await openMenu(page)
    await page.getByRole('menuitem', { name: '修改密码' }).click()
    const form = dialog(page, '修改密码')
    await expect.poll(async () => (await form.boundingBox())?.width).toBe(500)
    const submit = form.getByRole('button', { name: '修改', exact: true })
    await submit.click()
    await expect.poll(() => form.getByText('必填项').count()).toBe(3)
    await form.getByLabel('原密码').fill('wrong-one-1')
    await form.getByLabel('新密码', { exact: true }).fill('brand-new-1')
    await form.getByLabel('确认新密码').fill('brand-new-2')
    await submit.click()
    await form.getByText('两次密码不一致').waitFor()
    await form.getByLabel('确认新密码').fill('brand-new-1')
    await submit.click()
    await page.getByText(/^修改失败/).waitFor()
    expect(await form.getByLabel('原密码').getAttribute('aria-invalid')).toBe('true')
    expect(await form.getByLabel('新密码', { exact: true }).inputValue()).toBe('brand-new-1')
    expect(await violationsOf(page)).toEqual([])
    await page.context().close()
  })

  test('a changed password says 修改成功 and signs out, in every tab; the new one signs in', async () => {
    const { page } = await signedInPage(browser, server.url, 'manager')
    const other = await page.context().newPage()
    await other.goto(`${server.url}/device/list`)
    await other.getByRole('button', { name: /用户菜单/ }).waitFor()
    await other.waitForLoadState('networkidle')
    await openMenu(page)
    await page.getByRole('menuitem', { name: '修改密码' }).click()
    const form = dialog(page, '修改密码')
    await form.getByLabel('原密码').fill(testPassword)
    await form.getByLabel('新密码', { exact: true }).fill('brand-new-1')
    await form.getByLabel('确认新密码').fill('brand-new-1')
    await form.getByRole('button', { name: '修改', exact: true }).click()
    await page.waitForURL(`${server.url}/login`)
    await page.getByText('修改成功').waitFor()
    await other.waitForURL(`${server.url}/login`)
    await page.getByLabel('用户名').fill('manager')
    await page.getByLabel('密码', { exact: true }).fill('brand-new-1')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.waitForURL(`${server.url}/dashboard`)
    await page.context().close()
  })

  test('whoever has an invite code registers on the login screen, and signs in', async () => {
    const agent = await server.signIn('agent')
    const { data } = await server.call('v2/user/invitecode', { token: agent })
    const page = await browser.newPage()
    await page.goto(`${server.url}/login`)
    await page.getByRole('button', { name: '有邀请码？注册' }).click()
    await page.getByLabel('邀请码').fill(data.invite_code)
    await page.getByLabel('用户名').fill('shop-07')
    await page.getByLabel('密码', { exact: true }).fill('correct-horse-7')
    await page.getByRole('button', { name: '注册', exact: true }).click()
    await page.getByText('注册成功，请登录').waitFor()
    expect(await page.getByLabel('用户名').inputValue()).toBe('shop-07')
    await page.getByLabel('密码', { exact: true }).fill('correct-horse-7')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.waitForURL(`${server.url}/dashboard`)
    await page.close()
  })

  test('an invite code that strangers know is replaced where it stands, once that is meant', async () => {
    const codeNow = async (): Promise<string> =>
      (await server.call('v2/user/invitecode', { token: await server.signIn('agent') })).data.invite_code
    const known = await codeNow()
    const { page } = await signedInPage(browser, server.url, 'agent')
    await page.goto(`${server.url}/user/add`)
    const card = page.getByRole('complementary', { name: '邀请码' })
    await card.getByText(known).waitFor()
    await card.getByRole('button', { name: '更换' }).click()
    const question = page.getByRole('alertdialog', { name: '更换邀请码' })
    await question.getByText(`原邀请码 ${known} 将立即失效`).waitFor()
    await question.getByRole('button', { name: '取消' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await codeNow()).toBe(known)

    await card.getByRole('button', { name: '更换' }).click()
    await question.getByRole('button', { name: '更换邀请码' }).click()
    await card
      .getByText(/^[2-9A-Z]{10}$/)
      .filter({ hasNotText: known })
      .waitFor()
    expect(await card.locator('code').textContent()).toBe(await codeNow())
    await page.close()
  })

  test('an admin publishes the maintenance notice, which others see at once and confirm for good', async () => {
    const owner = await signedInPage(browser, server.url, 'admin')
    const reader = await signedInPage(browser, server.url, 'agent')
    await reader.page.emulateMedia({ reducedMotion: 'no-preference' })
    await reader.page.waitForLoadState('networkidle')
    await bell(owner.page).click()
    await owner.page.getByRole('button', { name: '编辑公告' }).click()
    await owner.page.getByLabel('公告内容').fill('今晚例行维护')
    await owner.page.getByRole('button', { name: '发布' }).click()
    await owner.page.getByText('公告已发布').waitFor()
    const notice = reader.page.getByRole('region', { name: '维护公告' })
    const text = notice.getByText('今晚例行维护')
    await text.waitFor()
    const leftEdge = (millisecondsIntoScrolling: number) =>
      text.evaluate((element, at) => {
        for (const animation of element.getAnimations()) animation.currentTime = at
        return element.getBoundingClientRect().x
      }, millisecondsIntoScrolling)
    expect(await leftEdge(6_000)).toBeLessThan(await leftEdge(0))
    await notice.getByRole('button', { name: '知道了' }).click()
    const asked = reader.page.waitForResponse(/maintain\/notify/)
    await reader.page.getByRole('link', { name: '设备管理' }).first().click()
    await asked
    expect(await notice.count()).toBe(0)
    await owner.page.context().close()
    await reader.page.context().close()
  })

  test.each([
    {
      what: 'site message',
      opens: '发送',
      title: '发送站点信息',
      field: '内容',
      sends: '发送',
      call: /message\/send/,
      told: /已发送给|还没有人/,
    },
    {
      what: 'maintenance notice',
      opens: '编辑公告',
      title: '维护公告',
      field: '公告内容',
      sends: '发布',
      call: /maintain\/edit/,
      told: '公告已发布',
    },
  ])(
    'a $what asks before it is lost, and stays while it is being sent',
    async ({ opens, title, field, sends, call, told }) => {
      const { page } = await signedInPage(browser, server.url, 'admin')
      const sending = Promise.withResolvers<void>()
      const asked = Promise.withResolvers<void>()
      await page.route(call, async (route) => {
        asked.resolve()
        await sending.promise
        await route.continue()
      })
      await bell(page).click()
      await page.getByRole('button', { name: opens, exact: true }).click()
      const form = dialog(page, title)
      await form.getByLabel(field).fill(`今晚例行维护：${title}`)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: '继续编辑' }).click()
      await form.getByRole('button', { name: sends }).click()
      await asked.promise
      await form.getByLabel(field).press('Escape')
      await form.getByLabel(field).pressSequentially('，稍后')
      expect(await form.getByLabel(field).inputValue()).toBe(`今晚例行维护：${title}`)
      sending.resolve()
      await page.getByText(told).waitFor()
      await form.waitFor({ state: 'detached' })
      await page.context().close()
    },
  )

  test.each([1280, 1440, 1920])(
    'what is announced leaves the maintenance notice to be read, %i px wide',
    async (width) => {
      const { page } = await signedInPage(browser, server.url, 'agent')
      await page.setViewportSize({ width, height: 900 })
      await page.waitForLoadState('networkidle')
      const content = `今晚 22:00 至 23:30 例行维护，期间部分设备会短暂离线，请提前保存，宽 ${width}`
      const token = await server.signIn('admin')
      expect(await server.call('v2/maintain/edit', { token, body: { content } })).toMatchObject({ code: 20000 })
      const maintenance = page.getByRole('region', { name: '维护公告' }).filter({ hasText: content })
      await maintenance.waitFor()
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await openMenu(page)
      await page.getByRole('menuitem', { name: '复制用户 ID' }).click()
      const announced = page.getByText('复制成功到剪贴板')
      await announced.waitFor()
      expect(await overlap(announced.locator('xpath=ancestor::*[@data-kind]'), maintenance)).toBe(false)
      await page.context().close()
    },
  )

  test.each(['rubbish', '%E0%A4%A', 'a.b.c', '%00'])(
    'a token cookie that says %j leads to /login, once, and is gone',
    async (value) => {
      const context = await browser.newContext()
      await context.addCookies([{ name: 'token', value, url: server.url }])
      const page = await context.newPage()
      await page.goto(`${server.url}/device/list`)
      await page.getByRole('button', { name: '登录', exact: true }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/login')
      expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([])
      await signInThroughPage(page, server.url, 'security')
      await context.close()
    },
  )

  test('after sign-out no socket is open and, once its word has gone, no timer runs', async () => {
    const page = await browser.newPage()
    await page.addInitScript(countTimers)
    const open = new Set<unknown>()
    page.on('websocket', (socket) => {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
    })
    await signInThroughPage(page, server.url, 'security')
    const running = () => page.evaluate(() => (globalThis as unknown as Counted).timersRunning())
    await expect.poll(() => open.size).toBe(2)
    expect(await running()).toBeGreaterThan(0)
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await page.waitForURL(`${server.url}/login`)
    await expect.poll(() => open.size).toBe(0)
    await expect.poll(running, { timeout: 10_000 }).toBe(0)
    await page.close()
  })

  test('the navbar has a breadcrumb from Dashboard on, counts that a click refreshes, and the time left', async () => {
    const { page } = await signedInPage(browser, server.url, 'element')
    await page.getByRole('link', { name: '设备管理' }).first().click()
    const crumbs = page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')
    await expect.poll(() => crumbs.allTextContents()).toEqual(['Dashboard', '设备', '设备管理'])
    expect(await page.title()).toBe('设备管理 - 云机控制台')
    const asked = page.waitForResponse(/v3\/device\/thread/)
    const counts = page.getByTitle('设备配额和我使用中的台数，点击刷新')
    await counts.click()
    expect((await asked).status()).toBe(200)
    expect(await counts.textContent()).toBe('3台配额0使用中')
    await page.getByText(/^剩余 \d+ 天 \d+ 小时$/).waitFor()
    await page.context().close()
  })

  test('a clock that jumps past the end of the subscription shows 已过期', async () => {
    const { page } = await signedInPage(browser, server.url, 'element')
    const navbar = page.getByRole('banner')
    const left = navbar.getByText(/^剩余 \d+ 天 \d+ 小时$/)
    await left.waitFor()
    await page.evaluate(() => {
      const aHundredYears = 100 * 366 * 86_400_000
      const ahead = Date.now() + aHundredYears
      Date.now = () => ahead
    })
    await navbar.getByText('已过期').waitFor()
    expect(await left.count()).toBe(0)
    await page.context().close()
  })

  test('who needs a service and has none sees 已过期, from when it is taken away; who runs the platform sees nothing', async () => {
    const admin = await server.signIn('admin')
    const { data } = await server.call('v2/user/list', { token: admin, query: { role: 'element' } })
    const [{ id, expires_at }] = data.items
    const serveUntil = async (until: number | null) =>
      expect(await server.call('v2/user/edit', { token: admin, body: { id, expires_at: until } })).toMatchObject({
        code: 20000,
      })
    const { page } = await signedInPage(browser, server.url, 'element')
    const navbar = page.getByRole('banner')
    await navbar.getByText(/^剩余 \d+ 天 \d+ 小时$/).waitFor()
    await serveUntil(null)
    await navbar.getByText('已过期').waitFor()
    await page.reload()
    for (const width of [1_440, 1_024, 991, 640, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await navbar.getByText('已过期').waitFor()
      const isWhole = () =>
        navbar.evaluate((bar) =>
          [...bar.children].every((part) => {
            const { left, right } = part.getBoundingClientRect()
            return left >= 0 && right <= innerWidth
          }),
        )
      await expect.poll(isWhole, { message: `the navbar at ${width} px` }).toBe(true)
    }
    await page.setViewportSize({ width: 1_440, height: 900 })
    await serveUntil(expires_at)
    await navbar.getByText(/^剩余 \d+ 天 \d+ 小时$/).waitFor()
    await page.context().close()
    for (const role of ['admin', 'security'] as const) {
      const platform = await signedInPage(browser, server.url, role)
      await platform.page.getByRole('banner').getByTitle('设备总数和使用中的台数，点击刷新').waitFor()
      expect(await platform.page.getByText('已过期').count()).toBe(0)
      await platform.page.context().close()
    }
  })

  test('the sidebar is remembered in a cookie; below 992 px it is a drawer that closes on navigation', async () => {
    const { page } = await signedInPage(browser, server.url, 'security')
    const remembered = async () => (await page.context().cookies()).find(({ name }) => name === 'sidebar')?.value
    const sidebar = page.getByRole('navigation', { name: '主导航' })
    const width = async () => Math.round((await sidebar.boundingBox())?.width ?? 0)
    await expect.poll(width).toBe(200)
    await page.getByRole('button', { name: '收起菜单' }).first().click()
    await expect.poll(width).toBe(48)
    expect(await remembered()).toBe('0')
    await page.reload()
    await expect.poll(width).toBe(48)
    await page.getByRole('button', { name: '展开菜单' }).first().click()
    await expect.poll(width).toBe(200)
    expect(await remembered()).toBe('1')
    await page.setViewportSize({ width: 991, height: 800 })
    await expect.poll(() => sidebar.count()).toBe(0)
    await page.getByRole('button', { name: '展开菜单' }).click()
    await sidebar.getByRole('link', { name: '设备管理' }).click()
    await page.waitForURL(/\/device\/list/)
    await expect.poll(() => sidebar.count()).toBe(0)
    await page.context().close()
  })

  test('the drawer is away at once when a link is taken, and glides away when it is only closed', async () => {
    const { page } = await signedInPage(browser, server.url, 'security')
    await page.setViewportSize({ width: 390, height: 844 })
    const drawer = dialog(page, '主导航')
    await page.evaluate(() => {
      document.body.dataset.glides = '0'
      document.addEventListener('transitionrun', ({ target }) => {
        if (target instanceof Element && target.getAttribute('role') === 'dialog')
          document.body.dataset.glides = String(Number(document.body.dataset.glides) + 1)
      })
    })
    const glides = () => page.evaluate(() => Number(document.body.dataset.glides))
    const open = async () => {
      const before = await glides()
      await page.getByRole('button', { name: '展开菜单' }).click()
      await expect.poll(glides).toBeGreaterThan(before)
      await drawer.evaluate((element) => Promise.allSettled(element.getAnimations().map(({ finished }) => finished)))
    }
    await open()
    const opening = await glides()
    await drawer.getByRole('link', { name: '设备管理' }).click()
    await expect.poll(() => drawer.count()).toBe(0)
    expect(await glides()).toBe(opening)
    await open()
    const opened = await glides()
    await page.keyboard.press('Escape')
    await expect.poll(() => drawer.count()).toBe(0)
    expect(await glides()).toBeGreaterThan(opened)
    await page.context().close()
  })

  test('the drawer is a dialog that keeps the focus, and gives it back', async () => {
    const { page } = await signedInPage(browser, server.url, 'security')
    await page.setViewportSize({ width: 390, height: 844 })
    const opener = page.getByRole('button', { name: '展开菜单' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const drawer = dialog(page, '主导航')
    await drawer.getByRole('link', { name: '设备管理' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    const holdsFocus = () => drawer.evaluate((element) => element.contains(document.activeElement))
    const links = await drawer.getByRole('link').count()
    for (let step = 0; step <= links; step += 1) {
      await page.keyboard.press('Tab')
      await expect.poll(holdsFocus).toBe(true)
    }
    await page.keyboard.press('Shift+Tab')
    await expect.poll(holdsFocus).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => drawer.count()).toBe(0)
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.context().close()
  })

  test('the first link of a page leads the keyboard past the menu, and the address stays the screen’s', async () => {
    const { page } = await signedInPage(browser, server.url, 'security')
    const skip = page.getByRole('link', { name: '跳到主要内容' })
    await skip.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    expect(page.url()).toBe(`${server.url}/dashboard`)
    await page.context().close()
  })

  test('who wants less motion sees nothing go on moving, also while something is on its way', async () => {
    const { page } = await signedInPage(browser, server.url, 'security')
    await page.route('**/dashboard/summary', () => undefined) // It never comes.
    await page.reload()
    await page.locator('main [class*=skeleton]').first().waitFor()
    const endless = () =>
      page.evaluate(
        () => document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime === Infinity).length,
      )
    // As all do in the windows of these tests.
    await expect.poll(endless).toBe(0)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect.poll(endless).toBeGreaterThan(0)
    await page.context().close()
  })

  test('dark and light follow the system until somebody chooses, and again for who goes back to that, by switch or palette', async () => {
    const { page, complaints } = await signedInPage(browser, server.url, 'security')
    const isDark = () =>
      page.evaluate(() => {
        const [red = 255] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? []
        return red < 128
      })
    const system = (colorScheme: 'dark' | 'light') => page.emulateMedia({ colorScheme })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await system('dark')
    await expect.poll(isDark).toBe(true)
    await system('light')
    await expect.poll(isDark).toBe(false)

    await press('切换到深色')
    await expect.poll(isDark).toBe(true)
    await system('dark')
    await system('light')
    await page.reload()
    await expect.poll(isDark).toBe(true)

    await press('切换到浅色')
    await press('深浅跟随系统')
    await system('dark')
    await expect.poll(isDark).toBe(true)

    const find = async (text: string, name = text) => {
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder('查找页面、店铺、设备或操作…').fill(text)
      await page.getByRole('option', { name }).click()
    }
    await find('切换到浅色')
    await expect.poll(isDark).toBe(false)
    await page.reload()
    await page.getByRole('main').waitFor()
    expect(await isDark()).toBe(false)
    await find('zhuti', '深浅跟随系统')
    await expect.poll(isDark).toBe(true)
    await system('light')
    await expect.poll(isDark).toBe(false)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
