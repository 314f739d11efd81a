import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

const windows = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const

/** Enough to fill any of the windows. */
const shops = Array.from({ length: 40 }, (_, at) => ({
  market: 'amazon',
  name: `AMZ-${at + 10}`,
  account: 'a@example.com',
}))

let server: TestServer
let browser: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  const manager = await server.signIn('manager')
  for (const body of shops) await server.call('v2/environment/add', { token: manager, body })
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

async function listAt(width: number, height: number): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: width < 640,
    isMobile: width < 640,
  })
  await signIn(context, server.url, 'manager')
  const page = await context.newPage()
  await page.goto(`${server.url}/amazon/list`)
  await page.getByRole('row').filter({ hasText: 'AMZ-' }).nth(4).waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

/** What is to be pressed in a row of the list, or a bar, and would not be, as something else lies there. */
const covered = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const seen = document.querySelector('[role=grid]')?.getBoundingClientRect() ?? new DOMRect()
    const pressed = document.querySelectorAll(
      '[role=grid] [role=row] :is(button, [data-select]), header :is(button, a), main :is([role=toolbar], section > div:first-child) :is(button, select, input)',
    )
    return [...pressed].flatMap((one) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const isInRow = one.closest('[role=grid]') !== null
      if (!one.checkVisibility() || width <= 1 || x < 0 || x > innerWidth) return []
      if (isInRow && (y < seen.top || y > seen.bottom || x < seen.left || x > seen.right)) return []
      const hit = document.elementFromPoint(x, y)
      if (hit !== null && (one.contains(hit) || hit.closest('[role=row]')?.contains(one))) return []
      // Tools beyond the edge of their bar are scrolled to.
      if (!isInRow && hit !== null && one.closest('main, header')?.contains(hit)) return []
      return [
        `${one.getAttribute('aria-label') ?? one.textContent} at ${Math.round(x)}, ${Math.round(y)} is below “${hit?.textContent.slice(0, 20)}”`,
      ]
    })
  })

/** How many rows there is something to press in. */
const rowsToPress = (page: Page) => page.locator('[role=grid] [role=row] button[data-action=menu]').count()

test.each(windows)(
  'at %i × %i a site message lies on nothing that is pressed in rows and bars',
  async (width, height) => {
    const page = await listAt(width, height)
    expect(await rowsToPress(page)).toBeGreaterThan(5)
    expect(await covered(page)).toEqual([])
    const token = await server.signIn('admin')
    const msg_text = '今晚 20:00 直播，请各位提前半小时打开环境并检查出口 IP，有问题请在群里说明，谢谢大家的配合。'
    await server.call('v2/user/message/send', { token, body: { msg_text, to: { roles: ['manager'] } } })
    const message = page.getByRole('button', { name: /今晚 20:00 直播/ })
    await message.waitFor()
    expect(await covered(page)).toEqual([])
    // All of it is in sight at the lower right, once it has risen.
    const edges = async () => {
      const box = (await message.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }
      return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height }
    }
    await expect.poll(async () => (await edges()).bottom).toBeLessThanOrEqual(height)
    const { left, top, right } = await edges()
    expect(left).toBeGreaterThanOrEqual(0)
    expect(top).toBeGreaterThan(height - 120)
    expect(right).toBeGreaterThan(width - 80)
    await message.click()
    await page.getByRole('dialog', { name: '站点信息' }).getByRole('button', { name: '已读' }).click()
    await page.context().close()
  },
)

test.each(windows)(
  'at %i × %i what could not be done is said where nothing is pressed in rows and bars',
  async (width, height) => {
    const page = await listAt(width, height)
    const message = '数据库暂时无法连接，请稍后再试；如果一直如此，请联系管理员。'
    await page.route('**/environment/list?*', (route) => route.fulfill({ json: { code: 50000, message, data: null } }))
    await page.getByRole('button', { name: '刷新' }).click()
    const said = page.getByRole('alert').filter({ hasText: message })
    await said.waitFor()
    expect(await rowsToPress(page)).toBeGreaterThan(5)
    expect(await covered(page)).toEqual([])
    await said.getByRole('button').click()
    await said.waitFor({ state: 'detached' })
    expect(await covered(page)).toEqual([])
    await page.context().close()
  },
)
