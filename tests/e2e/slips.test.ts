import type { Browser, Page, Request, Route } from 'playwright'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openBrowser, signedInPage, signIn, type WatchedPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** What is easily pressed by mistake. */
const market = 'amazon'
const names = ['一店', '二店', '三店']

let server: TestServer
let browser: Browser
let watched: WatchedPage
let page: Page
let token: string
let kept: number

const post = (path: string, body: object) => server.call(path, { token, body })
const dialog = () => page.getByRole('dialog')
const chooseAll = async (first: string) => {
  await page.getByRole('gridcell', { name: first }).first().waitFor()
  await page.getByRole('checkbox', { name: '选择已加载的全部行' }).click()
}
const groupsOf = async (): Promise<number[][]> => {
  const { data } = await server.call('v2/environment/list', { token, query: { market } })
  return data.items.map(({ tags }: { tags: number[] }) => tags)
}

const idsByName = async (): Promise<Map<string, number>> => {
  const { data } = await server.call('v2/environment/list', { token, query: { market } })
  return new Map(data.items.map(({ name, id }: { name: string; id: number }) => [name, id]))
}

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer({ phones: 1 }), openBrowser()])
  token = await server.signIn('manager')
  kept = (await post('v2/group/add', { market, name: '老客户' })).data.id
  await post('v2/group/add', { market, name: '旺季' })
  for (const name of names) await post('v2/environment/add', { market, name, tags: [kept] })
  // It ends before its manager's, so that it can be renewed.
  const { data: users } = await server.call('v2/user/list', { token, query: { user_name: 'element' } })
  await post('v2/user/edit', { id: users.items[0].id, expires_at: Date.now() + 20 * 24 * 60 * 60 * 1_000 })
  watched = await signedInPage(browser, server.url, 'manager')
  page = watched.page
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

test('whoever moves environments and chooses no group is asked for one, and nothing is sent', async () => {
  await page.goto(`${server.url}/${market}/list`)
  await chooseAll('一店')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await page.getByRole('toolbar').getByRole('button', { name: '移动到分组' }).click()
  await page.getByRole('dialog', { name: '移动到分组 · 3 个环境' }).waitFor()
  await dialog().getByRole('button', { name: '移动到分组' }).click()
  await dialog().getByText('必填项').waitFor()
  expect(sent).toEqual([])
  expect(await groupsOf()).toEqual([[kept], [kept], [kept]])
})

test('and once one is chosen, it is added to those that the environments are in', async () => {
  await dialog().getByLabel('分组').click()
  await page.getByRole('option', { name: '旺季' }).click()
  await page.keyboard.press('Tab')
  await dialog().getByRole('button', { name: '移动到分组' }).click()
  await expect.poll(async () => (await groupsOf()).every((tags) => tags.length === 2 && tags.includes(kept))).toBe(true)
})

test('whoever gives environments away and chooses nobody is asked for somebody', async () => {
  await page.goto(`${server.url}/${market}/list`)
  await chooseAll('一店')
  await page.getByRole('toolbar').getByRole('button', { name: '分配给用户' }).click()
  await page.getByRole('dialog', { name: '分配给用户 · 3 个环境' }).waitFor()
  await dialog().getByRole('button', { name: '分配给用户' }).click()
  await dialog().getByText('必填项').waitFor()
})

test('a dialog closes at Escape also while nothing in it has the focus: a busy button loses it', async () => {
  await page.goto(`${server.url}/${market}/list`)
  await chooseAll('一店')
  await page.getByRole('toolbar').getByRole('button', { name: '分配给用户' }).click()
  await dialog().waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
})

test('and so does a row’s menu, however soon after it is drawn', async () => {
  await page.goto(`${server.url}/${market}/list`)
  const pressed = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector('[role="menu"]') === null) return
          observer.disconnect()
          const press = { key: 'Escape', bubbles: true, cancelable: true }
          document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', press))
          resolve()
        })
        observer.observe(document.body, { childList: true, subtree: true })
      }),
  )
  await page.getByRole('row').filter({ hasText: '一店' }).getByRole('button', { name: '⋯' }).click()
  await pressed
  await page.getByRole('menu').waitFor({ state: 'detached' })
})

/** A dialog that is left, and a field that is written in at once; what was written there in the end. */
const closings: [what: string, written: () => Promise<string>][] = [
  [
    'the question about unsaved changes, for another field of the form',
    async () => {
      await page.goto(`${server.url}/${market}/list`)
      await page.getByRole('button', { name: '新建环境' }).first().click()
      await dialog().getByLabel('名称', { exact: true }).fill('四店')
      await page.keyboard.press('Escape')
      const question = page.getByRole('alertdialog')
      const account = dialog().getByLabel('账号', { exact: true })
      await question.getByRole('button', { name: '继续编辑' }).click()
      await account.click({ force: true })
      await page.keyboard.type('a')
      await question.waitFor({ state: 'detached' })
      await page.keyboard.type('b')
      return account.inputValue()
    },
  ],
  ...['修改密码', '反馈问题'].map((name): [string, () => Promise<string>] => [
    `${name}, for a filter of the list`,
    async () => {
      await page.goto(`${server.url}/log/list`)
      const field = page.getByLabel('对象名称')
      await field.waitFor()
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder('查找页面、店铺、设备或操作…').fill(name)
      await page.getByRole('option', { name }).click()
      const open = page.getByRole('dialog', { name })
      await open.waitFor()
      await page.keyboard.press('Escape')
      await field.click({ force: true })
      await page.keyboard.type('a')
      await open.waitFor({ state: 'detached' })
      await page.keyboard.type('b')
      return field.inputValue()
    },
  ]),
]

test.each(closings)('whoever leaves %s, writes on where they have gone', async (_, written) => {
  expect(await written()).toBe('ab')
})

test('the operation log is narrowed to a target by its number alone, and by its name', async () => {
  for (const id of (await idsByName()).values())
    await post('v2/environment/edit', { market, ids: [id], note: '新备注' })
  await page.goto(`${server.url}/log/list`)
  const rows = page.getByRole('row').filter({ has: page.getByRole('gridcell') })
  const shown = async () => (await rows.allTextContents()).filter((text) => !text.includes('二店'))
  await page.getByLabel('对象名称').fill('二店')
  await expect.poll(async () => [await rows.count(), await shown()]).toEqual([3, []])
  await page.goto(`${server.url}/log/list?target_id=${(await idsByName()).get('二店')}&action=environment.edit`)
  await expect.poll(async () => [await rows.count(), await shown()]).toEqual([1, []])
})

const openList = async () => {
  await expect
    .poll(async () => (await server.call('v3/device/list', { token })).data.total, { timeout: 30_000 })
    .toBe(1)
  await page.goto(`${server.url}/device/list`)
  await chooseAll('B01-01')
}
const phones = async () => (await server.call('v3/device/list', { token })).data.items

describe('the list of phones', () => {
  test('says of whom phones are to belong to that nothing changes, and sends nothing where nothing does', async () => {
    await openList()
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
    await page.getByRole('toolbar').getByRole('button', { name: '修改…' }).click()
    await dialog().getByRole('button', { name: '不变' }).waitFor()
    expect(await dialog().getByText('全部').count()).toBe(0)
    await dialog().getByRole('button', { name: '修改 1 台' }).click()
    await dialog().waitFor({ state: 'detached' })
    expect(sent).toEqual([])
  })

  test('gives phones to somebody by an action of its own, which asks for one', async () => {
    await openList()
    await page.getByRole('toolbar').getByRole('button', { name: '分配给…' }).click()
    await page.getByRole('dialog', { name: '分配 1 台设备' }).waitFor()
    await dialog().getByRole('button', { name: '分配 1 台' }).click()
    await dialog().getByText('必填项').waitFor()
    await dialog().getByRole('button', { name: '请选择' }).click()
    await page.getByRole('option', { name: 'element' }).click()
    await dialog().getByRole('button', { name: '分配 1 台' }).click()
    await expect
      .poll(async () => (await phones())[0].owner_id)
      .toBe((await server.call('v2/user/list', { token, query: { keyword: 'element' } })).data.items[0].id)
  })

  test('opens the menu of a row that a finger rests on, and takes control of nothing', async () => {
    const context = await browser.newContext({ hasTouch: true, viewport: { width: 1_000, height: 900 } })
    await signIn(context, server.url, 'manager')
    const touched = await context.newPage()
    await touched.goto(`${server.url}/device/list`)
    const name = touched.getByRole('gridcell', { name: 'B01-01' }).getByRole('button')
    // The row is drawn anew as its phone changes.
    const box = await vi.waitFor(
      async () => {
        const place = await name.boundingBox()
        if (place === null) throw new Error('the phone has no name to touch')
        return place
      },
      { timeout: 20_000 },
    )
    const fingers = await context.newCDPSession(touched)
    const now = Date.now() / 1_000
    const touchPoints = [{ x: box.x + 8, y: box.y + box.height / 2 }]
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp: now })
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: now + 1 })
    await touched.getByRole('menu', { name: 'B01-01' }).waitFor()
    expect(new URL(touched.url()).pathname).toBe('/device/list')
    await context.close()
  })
})

/** Every form that asks what is to become of many rows: where, by which press, what it has chosen in it, and what it calls. */
const forms = [
  {
    path: `/${market}/list`,
    first: '一店',
    press: '移动到分组',
    confirm: '移动到分组',
    choose: async () => {
      await dialog().getByLabel('分组').click()
      await page.getByRole('option', { name: '旺季' }).click()
      await page.keyboard.press('Tab')
    },
    call: 'environment/move',
  },
  {
    path: `/${market}/list`,
    first: '一店',
    press: '分配给用户',
    confirm: '分配给用户',
    // Found by part of the name, however many there are.
    choose: async () => {
      await dialog().getByRole('button', { name: '请选择' }).click()
      await page.getByRole('textbox', { name: '查找归属' }).fill('lemen')
      await page.getByRole('option', { name: 'element' }).click()
    },
    call: 'environment/assign',
  },
  {
    path: '/device/list',
    first: 'B01-01',
    press: '修改…',
    confirm: '修改 1 台',
    choose: () => dialog().getByLabel('备注').fill('改过'),
    call: 'device/edit',
  },
  {
    path: '/device/list',
    first: 'B01-01',
    press: '分配给…',
    confirm: '分配 1 台',
    choose: async () => {
      await dialog().getByRole('button', { name: '请选择' }).click()
      await page.getByRole('option', { name: 'element' }).click()
    },
    call: 'device/edit',
  },
  {
    path: '/user/list',
    first: 'element',
    press: '续期',
    confirm: '续期',
    choose: () => dialog().getByRole('button', { name: '30 天' }).click(),
    call: 'user/renew',
  },
]

describe.each(forms)('the form 「$press」 at $path', ({ path, first, press, confirm, choose, call }) => {
  const openForm = async () => {
    await page.goto(`${server.url}/dashboard`)
    // Within the page, so that there is a way back.
    await page
      .locator(`nav a[href="${path}"]`)
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await page.waitForURL(server.url + path)
    await page.getByRole('row').filter({ hasText: first }).locator('[data-select]').click()
    await page.getByRole('toolbar').getByRole('button', { name: press }).click()
    await dialog().getByRole('button', { name: confirm }).waitFor()
  }

  test('sends nothing where nothing is chosen', async () => {
    await openForm()
    const sent: string[] = []
    const note = (request: Request) => void (request.method() === 'POST' && sent.push(request.url()))
    page.on('request', note)
    await dialog().getByRole('button', { name: confirm }).click()
    const isAnswered = async () => (await dialog().count()) === 0 || (await dialog().getByText('必填项').count()) > 0
    await expect.poll(isAnswered).toBe(true)
    await page.goto(`${server.url}/dashboard`)
    page.off('request', note)
    expect(sent).toEqual([])
  })

  test('sends one call for two clicks, and whoever goes back meanwhile goes once it is known what it came to', async () => {
    await openForm()
    await choose()
    const held: Route[] = []
    await page.route(`**/${call}`, (route) => void held.push(route))
    await dialog().getByRole('button', { name: confirm }).dblclick()
    await expect.poll(() => held.length).toBe(1)
    await page.getByText('正在处理').first().waitFor()
    await page.evaluate(() => history.back())
    await page.getByText('正在处理').first().waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    await held[0]?.continue()
    await page.waitForURL(`${server.url}/dashboard`)
    expect(held).toHaveLength(1)
    await page.unroute(`**/${call}`)
  })
})

test('the list of users has its actions in a column, as the other lists do', async () => {
  await page.goto(`${server.url}/user/list`)
  const row = page.getByRole('row').filter({ hasText: 'element' })
  await row.getByRole('button', { name: '编辑', exact: true }).click()
  await page.getByRole('dialog', { name: '编辑用户 element' }).getByRole('button', { name: '取消' }).click()
  await row.getByRole('button', { name: '⋯' }).click()
  await page.getByRole('menuitem', { name: '重置密码' }).waitFor()
  await page.keyboard.press('Escape')
})

test('and nothing of it leaves a word in the browser’s console', () => {
  expect(watched.complaints).toEqual([])
})
