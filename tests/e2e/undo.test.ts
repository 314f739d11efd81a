import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let watched: WatchedPage
let page: Page
let token: string

const market = 'temu'
const call = (path: string, body: object) => server.call(`v2/${path}`, { token, body: { market, ...body } })
const items = async (): Promise<{ id: number; name: string; note: string; tags: number[] }[]> =>
  (await server.call('v2/environment/list', { token, query: { market } })).data.items
const groups = async () => (await items()).map(({ tags }) => tags)
const notices = () => page.getByRole('status')
const undo = () => notices().getByRole('button', { name: '撤销' })

const notes = async () => (await items()).map(({ note }) => note)
const edit = (ids: number[], note: string) => call('environment/edit', { ids, note })
/** Of the newest edit in the operation log. */
const inLog = (name: string) =>
  page.getByRole('row').filter({ hasText: '修改环境' }).first().getByRole('button', { name, exact: true })

async function withAll(action: string, query = ''): Promise<void> {
  await page.goto(`${server.url}/${market}/list${query}`)
  await page.getByRole('gridcell', { name: '甲店', exact: true }).waitFor()
  await page.getByRole('checkbox', { name: '选择已加载的全部行' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: action }).click()
}

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  token = await server.signIn('manager')
  await call('group/add', { name: '旺季' })
  for (const name of ['甲店', '乙店']) await call('environment/add', { name })
  watched = await signedInPage(browser, server.url, 'manager')
  page = watched.page
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

test('environments that were moved by mistake are back at one press in the notice', async () => {
  await withAll('移动到分组')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('分组').click()
  await page.getByRole('option', { name: '旺季' }).click()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: '移动到分组' }).click()
  await undo().waitFor()
  expect((await groups()).every(({ length }) => length === 1)).toBe(true)
  await undo().click()
  await notices().getByText('已撤销 2 条').waitFor()
  expect(await groups()).toEqual([[], []])
  expect(await undo().count()).toBe(0)
})

test('and so are those that were deleted', async () => {
  await withAll('删除')
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await page.getByText('还没有环境').waitFor()
  await undo().click()
  await page.getByRole('gridcell', { name: '甲店', exact: true }).waitFor()
  expect((await items()).map(({ name }) => name).toSorted()).toEqual(['乙店', '甲店'])
})

test('also where they were deleted from among those that a filter lets through, time and again', async () => {
  for (let times = 0; times < 2; times += 1) {
    await withAll('删除', '?keyword=甲')
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await page.getByRole('gridcell', { name: '甲店', exact: true }).waitFor({ state: 'detached' })
    await undo().click()
    await page.getByRole('gridcell', { name: '甲店', exact: true }).waitFor()
  }
})

test('what could not be undone for want of a network is undone from its notice later', async () => {
  await withAll('删除', '?keyword=甲')
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await page.getByRole('gridcell', { name: '甲店', exact: true }).waitFor({ state: 'detached' })
  await page.route('**/log/undo', (route) => route.abort('connectionrefused'))
  await undo().click()
  const again = notices().getByRole('button', { name: '重试' })
  await again.waitFor()
  // The browser's own word for it.
  expect(watched.complaints.splice(0)).toEqual([expect.stringContaining('ERR_CONNECTION_REFUSED')])
  await page.unroute('**/log/undo')
  await again.click()
  await page.getByRole('gridcell', { name: '甲店', exact: true }).waitFor()
})

test('users who were disabled by mistake are enabled again', async () => {
  await page.goto(`${server.url}/user/list`)
  const row = page.getByRole('row').filter({ hasText: 'element' })
  await row.getByRole('button', { name: '⋯' }).click()
  await page.getByRole('menuitem', { name: '停用' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '停用' }).click()
  await row.getByText('停用').waitFor()
  await undo().click()
  await row.getByText('停用').waitFor({ state: 'detached' })
})

test('timed tasks that were switched off by mistake are on again', async () => {
  const admin = await server.signIn('admin')
  const task = { work: { action: 'reboot' }, targets: { filter: {} }, schedule: { cron: '0 0 1 1 *', timezone: 'UTC' } }
  for (const name of ['年初', '岁末']) await server.call('v2/task/add', { token: admin, body: { name, ...task } })
  const states = async () => {
    const { items } = (await server.call('v2/task/list', { token: admin })).data
    return items.map(({ enabled, next_run_at }: { enabled: boolean; next_run_at: number | null }) => ({
      enabled,
      next_run_at,
    }))
  }
  const before = await states()
  const { page, complaints } = await signedInPage(browser, server.url, 'admin', '/services/timedtasks')
  await page.getByRole('gridcell', { name: '年初', exact: true }).waitFor()
  await page.getByRole('checkbox', { name: '选择已加载的全部行' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: '停用' }).click()
  await page.getByRole('status').getByRole('button', { name: '撤销' }).click()
  await page.getByRole('status').getByText('已撤销 2 条').waitFor()
  expect(await states()).toEqual(before)
  expect(complaints).toEqual([])
  await page.context().close()
})

test('a deleted group is back in its list, which hears of nothing by itself', async () => {
  await page.goto(`${server.url}/${market}/tag`)
  const row = page.getByRole('row').filter({ hasText: '旺季' })
  await row.getByRole('button', { name: '⋯' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await row.waitFor({ state: 'detached' })
  await undo().click()
  await row.waitFor()
})

describe('in the operation log', () => {
  test('a batch has its button, and once it is undone says so', async () => {
    const ids = (await items()).map(({ id }) => id)
    await edit(ids, '手误')
    await page.goto(`${server.url}/log/list?action=environment.edit`)
    await inLog('撤销').click()
    await notices().getByText('已撤销 2 条').waitFor()
    await inLog('撤销').waitFor({ state: 'detached' })
    expect(await notes()).toEqual(['', ''])
    await inLog('⋯').click()
    await page.getByRole('menuitem', { name: '撤销' }).and(page.locator('[aria-disabled="true"]')).waitFor()
    // A menu hears keys once it has the focus, which it takes when it has come.
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.bp6-portal') !== null)).toBe(true)
    await page.keyboard.press('Escape')
    await inLog('详情').click()
    await page.getByText('已经撤销').waitFor()
  })

  test('is undone from its whole entry as well, which then says so', async () => {
    const ids = (await items()).map(({ id }) => id)
    await edit(ids, '手误')
    await page.goto(`${server.url}/log/list?action=environment.edit`)
    await inLog('详情').click()
    const drawer = page.getByRole('dialog', { name: /^记录 #/ })
    await drawer.getByText('甲店, 乙店').waitFor()
    await drawer.getByRole('button', { name: '撤销' }).click()
    await drawer.getByText('已经撤销').waitFor()
    expect(await notes()).toEqual(['', ''])
    expect(await drawer.getByRole('button', { name: '撤销' }).count()).toBe(0)
    await page.keyboard.press('Escape')
  })

  test('nothing moves under the hand of whoever has opened it before the broker is there', async () => {
    const opened = await signedInPage(browser, server.url, 'manager')
    const asked: string[] = []
    opened.page.on('request', (request) => {
      if (/\/log\/list\?.*limit=100/.test(request.url())) asked.push(request.url())
    })
    const gate = Promise.withResolvers<void>()
    let answers = 0
    await opened.page.routeWebSocket(/mqtt/, async (socket) => {
      await gate.promise
      const broker = socket.connectToServer()
      broker.onMessage((message) => {
        answers += 1
        socket.send(message)
      })
    })
    await opened.page.goto(`${server.url}/log/list?action=environment.edit`)
    const rows = opened.page.getByRole('row').filter({ hasText: '修改环境' })
    await rows.first().waitFor()
    const before = await rows.allInnerTexts()
    await edit([(await items())[0]?.id ?? 0], '别人的')
    gate.resolve()
    await expect.poll(() => answers).toBeGreaterThanOrEqual(2) // Connected and subscribed.
    await pause(1_000)
    expect(asked).toHaveLength(1)
    expect(await rows.allInnerTexts()).toEqual(before)
    await edit([(await items())[0]?.id ?? 0], '')
    await opened.page.context().close()
  })

  test('what was refused is tried again from its notice', async () => {
    const [first, ...others] = (await items()).map(({ id }) => id)
    await edit(
      [first, ...others].flatMap((id) => id ?? []),
      '手误',
    )
    if (first === undefined) throw new Error('there is no environment')
    await page.goto(`${server.url}/log/list?action=environment.edit`)
    await inLog('撤销').waitFor()
    await edit([first], '别人的')
    await inLog('撤销').click()
    await notices().getByText('1 条未撤销：之后又被修改过').waitFor()
    await edit([first], '手误')
    await notices().getByRole('button', { name: '重试' }).click()
    await notices().getByText('已撤销 1 条', { exact: true }).waitFor()
    expect(await notes()).toEqual(['', ''])
  })
})

test('and nothing of it leaves a word in the browser’s console', () => {
  expect(watched.complaints).toEqual([])
})
