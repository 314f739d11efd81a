import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page, Request } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { openBrowser, signedInPage } from '../support/browser.ts'
import { signInAt, startServer, type TestServer } from '../support/server.ts'
import { openTestStore } from '../support/test-store.ts'

let server: TestServer
let browser: Browser
let page: Page
let complaints: string[]
let manager: string

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  manager = await server.signIn('manager')
  ;({ page, complaints } = await signedInPage(browser, server.url, 'manager'))
})
afterEach(() => expect(complaints.splice(0)).toEqual([]))
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const messy = join(import.meta.dirname, '../environments/files/messy.csv')
const dialog = () => page.getByRole('dialog')
const button = (name: string | RegExp) => dialog().getByRole('button', { name, exact: typeof name === 'string' })
const value = (name: string) => dialog().getByRole('combobox', { name, exact: true })

async function openImport(market: string): Promise<void> {
  await page.goto(`${server.url}/${market}/list`)
  await page.getByRole('button', { name: '导入', exact: true }).first().click()
}

const choose = (name: string, content: string | Buffer) =>
  dialog()
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

/** The cell of the sheet in a line of the file and a column. */
async function cellOf(line: number, column: string): Promise<Locator> {
  const sheet = dialog().locator('.bp6-table-quadrant-main')
  const header = sheet.locator('.bp6-table-row-headers .bp6-table-header')
  await header.filter({ hasText: new RegExp(`^${line}$`) }).waitFor()
  const names = await sheet.locator('.bp6-table-column-name-text').allInnerTexts()
  const lines = await header.allInnerTexts()
  const [at, below] = [names.indexOf(column), lines.findIndex((each) => Number.parseInt(each, 10) === line)]
  return sheet.locator(`.bp6-table-cell-row-${below}.bp6-table-cell-col-${at}`)
}

async function write(line: number, column: string, text: string): Promise<void> {
  await (await cellOf(line, column)).dblclick()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

interface Expected {
  name: string
  account: string
  owner: string
  region: string
  groups: readonly string[]
  proxy: string
  note: string
}

const regionOf = (site: string) => (/^(?:美国西部|美西|西岸一区|月球)$/.test(site) ? 'us-west' : 'us-east')

/** What the messy file says, read by other means: iconv, and rules that are written for this file alone. */
function expectedOf(): Map<string, Expected> {
  const text = execFileSync('iconv', ['-f', 'gb18030', '-t', 'utf-8', messy], { encoding: 'utf-8' })
  const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^;\r\n]*)(;|\r\n)/g)]
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of cells) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end !== ';') rows.push([])
  }
  const places = [/^socks5:\/\/(.*):(.*)@(.*):(\d+)$/, /^(.*):(.*)@(.*):(\d+)$/]
  const proxyOf = (cell: string): string => {
    if (cell === '无' || cell === '问老周') return ''
    if (cell.startsWith('http')) return cell
    for (const place of places) {
      const [, user, , host, port] = place.exec(cell) ?? []
      if (host !== undefined) return `socks5://${user}@${host}:${port}`
    }
    const [host, port, user] = cell.replace(';', ':').split(':')
    return `socks5://${user === undefined ? '' : `${user}@`}${host}:${port}`
  }
  const filled = rows.slice(2).filter((row) => row.some((cell) => cell.trim() !== ''))
  const seen = new Set<string>()
  return new Map(
    filled.map(([owner = '', proxy = '', note = '', written = '', , site = '', account = '', group = '']) => {
      const name = written === '' ? 'AMZ-098' : seen.has(written) ? 'AMZ-042' : written
      seen.add(name)
      const groups = group.split(/[|，]/).filter((each) => each !== '')
      const fields = { name, account, owner: owner.toLowerCase(), region: regionOf(site), proxy: proxyOf(proxy), note }
      return [name, { ...fields, groups: groups.toSorted() }]
    }),
  )
}

/** What the server has of a market. */
async function environmentsIn(market: string): Promise<Map<string, Expected>> {
  const { data: groups } = await server.call('v2/group/list', { token: manager, query: { market, limit: 100 } })
  const groupOf = new Map(groups.items.map(({ id, name }: { id: number; name: string }) => [id, name]))
  const found = new Map<string, Expected>()
  for (let cursor: string | undefined; ;) {
    const query = { market, limit: 100, ...(cursor !== undefined && { cursor }) }
    const { data } = await server.call('v2/environment/list', { token: manager, query })
    for (const { name, account, owner_name, region, tags, proxy, note } of data.items)
      found.set(name, {
        name,
        account,
        owner: owner_name,
        region,
        groups: tags.map((id: number) => groupOf.get(id)).toSorted(),
        proxy:
          proxy === null
            ? ''
            : `${proxy.type}://${proxy.user_name === '' ? '' : `${proxy.user_name}@`}${proxy.host}:${proxy.port}`,
        note,
      })
    if (data.next_cursor === null) return found
    cursor = data.next_cursor
  }
}

describe('the messy file of 300 lines', () => {
  test('is imported in at most 12 decisions, the good lines first, and every line is what the file says', async () => {
    await server.call('v2/group/add', { token: manager, body: { market: 'amazon', name: '北美主力' } })
    let decisions = 0
    const decide = async (act: () => Promise<unknown>) => {
      decisions += 1
      await act()
    }
    await page.goto(`${server.url}/amazon/list`)
    await decide(() => page.getByRole('button', { name: '导入', exact: true }).first().click())
    await decide(() => choose('messy.csv', readFileSync(messy)))

    // What nobody knows is named, and secrets of others are shown to nobody.
    const columns = dialog().getByRole('region', { name: '列' })
    await columns.getByText('7 列已对应，2 列不导入').waitFor()
    expect(await columns.locator('li[data-left=true] strong').allInnerTexts()).toEqual(['登录密码', '开店日期'])
    expect(await columns.innerText()).not.toContain('secret-')

    await decide(() => value('地区 西岸一区').selectOption('us-west'))
    await decide(() => button('新建分组“旺店”').click())
    await decide(() => value('代理类型 （未写协议）').selectOption('socks5'))
    await decide(() => value('地区 月球').selectOption('us-west'))
    await button('待处理 4').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await decide(() => button('先导入可用的 296 行').click())
    await dialog().getByText('已导入 296 行').waitFor()
    expect((await environmentsIn('amazon')).size).toBe(296)

    await decide(() => write(50, '名称', 'AMZ-042'))
    await decide(() => write(117, '名称', 'AMZ-098'))
    await decide(() => dialog().getByRole('button', { name: '改为 us-w.gw.example.net:7150' }).click())
    await decide(() => write(242, '代理', '无'))
    await decide(() => button('导入 4 行').click())
    await page.getByText('已导入 300 个环境').waitFor()

    expect(decisions).toBeLessThanOrEqual(12)
    const expected = expectedOf()
    expect(expected.size).toBe(300)
    expect(await environmentsIn('amazon')).toEqual(expected)
  })
})

/** A file of these names, the first of them with a region. */
const rows = (names: readonly string[]) => names.map((name, index) => `${name},${index === 0 ? 'us-west' : ''}`)
const csv = (...names: string[]) => ['名称,地区', ...rows(names)].join('\n')
const regions = async (market: string) => [...(await environmentsIn(market)).values()].map(({ region }) => region)

describe('the studio', () => {
  test('reads a workbook, takes a block of cells that is pasted, and fills down', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openImport('temu')
    await choose('shops.xlsx', readFileSync(join(messy, '../exceljs.xlsx')))
    await dialog().getByText('工作表“总表”').waitFor()
    await value('端口').selectOption('')
    await button('可导入 2').click()
    await page.evaluate(() => navigator.clipboard.writeText('temu-1\tus-east\r\ntemu-2\tJP 日本'))
    await (await cellOf(3, '名称')).click()
    await page.keyboard.press('ControlOrMeta+v')
    await (await cellOf(4, '名称')).getByText('temu-2').waitFor()
    await write(3, '账号', 'temu@example.com')
    await (await cellOf(3, '账号')).click()
    await button('向下填充').click()
    await (await cellOf(4, '账号')).getByText('temu@example.com').waitFor()
    await button('导入 2 行').click()
    await page.getByText('已导入 2 个环境').waitFor()
    const { data } = await server.call('v2/environment/list', {
      token: manager,
      query: { market: 'temu', sort: 'name' },
    })
    expect(data.items).toMatchObject([
      { name: 'temu-1', region: 'us-east', account: 'temu@example.com' },
      { name: 'temu-2', region: 'jp-east', account: 'temu@example.com' },
    ])
  })

  test('replaces a text everywhere, takes steps back, and remembers what a column is', async () => {
    await openImport('tiktok')
    await choose('shops.csv', '昵称,产地\na-1,moon\na-2,moon\n')
    await dialog().getByText('请指定哪一列是“名称”').waitFor()
    await value('昵称').selectOption('name')
    await value('产地').selectOption('region')
    await button('待处理 2').waitFor()
    await button('替换').click()
    await page.getByRole('combobox', { name: '替换哪一列' }).selectOption('region')
    await page.getByRole('textbox', { name: '查找内容' }).fill('moon')
    await page.getByRole('textbox', { name: '替换为' }).fill('JP 日本')
    await page.getByRole('button', { name: '替换 2 处' }).click()
    await button('可导入 2').waitFor()
    await page.keyboard.press('Escape')
    await button('撤销').click()
    await button('待处理 2').waitFor()
    await value('地区 moon').selectOption('jp-east')
    await button('导入 2 行').click()
    await page.getByText('已导入 2 个环境').waitFor()
    expect(await regions('tiktok')).toEqual(['jp-east', 'jp-east'])

    await openImport('tiktok')
    await choose('more.csv', '昵称,产地\na-3,moon\n')
    await button('导入 1 行').click()
    await page.getByText('已导入 1 个环境').waitFor()
    expect(await regions('tiktok')).toEqual(['jp-east', 'jp-east', 'jp-east'])
  })

  test('loses nothing on Escape, takes an import back, and hands over what is left', async () => {
    await openImport('walmart')
    await choose('shops.csv', csv('w-1', 'w-1', '=w-2'))
    await button('先导入可用的 2 行').click()
    await dialog().getByText('已导入 2 行').waitFor()
    expect((await environmentsIn('walmart')).size).toBe(2)
    await button('撤销导入').click()
    await button('可导入 2').waitFor()
    expect((await environmentsIn('walmart')).size).toBe(0)

    const [download] = await Promise.all([page.waitForEvent('download'), button('下载这 1 行').click()])
    const kept = readFileSync(await download.path(), 'utf-8')
    expect(kept).toBe('\uFEFF名称,地区,问题\r\nw-1,,名称: 文件中有重复的名称\r\n')

    await write(3, '名称', 'w-3')
    await button('可导入 3').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click()
    await button('导入 3 行').click()
    await page.getByText('已导入 3 个环境').waitFor()
    expect([...(await environmentsIn('walmart')).keys()].toSorted()).toEqual(['=w-2', 'w-1', 'w-3'])
  })

  test('shows no password of a proxy, and loses none by what is written, copied, pasted and filled down', async () => {
    // Whoever checks so often in one minute as the other tests do is asked to wait.
    const store = openTestStore(server)
    const user_name = `importer-${Date.now()}`
    await store.addUser({ user_name, role: 'manager', modules: ['depop'] }, 'agent')
    await store.close()
    const others = { page, complaints }
    const own = await signedInPage(browser, server.url, user_name)
    onTestFinished(async () => {
      await own.page.context().close()
      ;({ page, complaints } = others)
    })
    ;({ page, complaints } = own)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const sent: { name: string; proxy_port: string; proxy_password: string }[][] = []
    const listen = (request: Request) => {
      if (!request.url().endsWith('/environment/import')) return
      const { dry_run, rows: lines } = request.postDataJSON()
      if (dry_run === false) sent.push(lines)
    }
    page.on('request', listen)
    const whole = [
      '名称,代理,备用',
      's-1,socks5://me:Secret-1@gw.example.com:1,gw.example.com:1:me:Secret-2',
      's-2,gw.example.com:2:me:Secret-3,',
      's-3,,',
      's-4,gw.example.com;4;me;Secret-4,',
    ]
    await openImport('depop')
    await choose('shops.csv', whole.join('\n'))
    await button('全部 4').click()
    await (await cellOf(2, '代理')).getByText('socks5://me:••••••@gw.example.com:1').waitFor()
    await dialog().getByRole('button', { name: '改为 gw.example.com:4:me:••••••' }).waitFor()
    // The server's answer to what was written before comes while the next cell is being typed in.
    const typing = Promise.withResolvers<void>()
    await page.route('**/environment/import', (route) => typing.promise.then(() => route.continue()), { times: 1 })
    const checked = page.waitForResponse((response) => response.url().endsWith('/environment/import'))
    await write(2, '代理', 'socks5://me:••••••@gw.example.com:11')
    await (await cellOf(2, '代理')).getByText('socks5://me:••••••@gw.example.com:11').waitFor()
    await (await cellOf(3, '代理')).dblclick()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('gw.example.com:2:')
    typing.resolve()
    await checked
    await dialog().getByText('正在检查').waitFor({ state: 'detached' })
    await page.keyboard.type('me:Secret-5')
    await page.keyboard.press('Enter')
    await (await cellOf(3, '代理')).getByText('gw.example.com:2:me:••••••').waitFor()
    await (await cellOf(2, '代理')).click()
    await page.keyboard.press('ControlOrMeta+c')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Secret-1')
    await (await cellOf(4, '代理')).click()
    await page.keyboard.press('ControlOrMeta+v')
    await (await cellOf(4, '代理')).getByText('socks5://me:••••••@gw.example.com:11').waitFor()
    await dialog().getByRole('button', { name: '改为 gw.example.com:4:me:••••••' }).click()
    await button('导入 4 行').waitFor()
    expect(await page.locator('body').innerHTML()).not.toContain('Secret-')
    await button('导入 4 行').click()
    await page.getByText('已导入 4 个环境').waitFor()
    expect(sent.pop()).toMatchObject([
      { name: 's-1', proxy_port: '11', proxy_password: 'Secret-1' },
      { name: 's-2', proxy_port: '2', proxy_password: 'Secret-5' },
      { name: 's-3', proxy_port: '11', proxy_password: 'Secret-1' },
      { name: 's-4', proxy_port: '4', proxy_password: 'Secret-4' },
    ])

    const parts = [5, 6, 7].map((n) => `s-${n},socks5,gw.example.com,${n},me,${n === 7 ? '' : `Secret-${n}`}`)
    await openImport('depop')
    await choose('shops.csv', ['名称,代理类型,代理主机,代理端口,代理用户,代理密码', ...parts].join('\n'))
    await button('导入 3 行').waitFor()
    await (await cellOf(2, '代理密码')).getByText('••••••').waitFor()
    await (await cellOf(2, '代理密码')).dblclick()
    await page.keyboard.type('Secret-8')
    await page.keyboard.press('Enter')
    await (await cellOf(2, '代理密码')).getByText('••••••', { exact: true }).waitFor()
    await (await cellOf(3, '代理密码')).click()
    await button('向下填充').click()
    await (await cellOf(4, '代理密码')).getByText('••••••').waitFor()
    expect(await page.locator('body').innerHTML()).not.toContain('Secret-')
    await button('导入 3 行').click()
    await page.getByText('已导入 3 个环境').waitFor()
    expect(sent.pop()).toMatchObject([
      { proxy_password: 'Secret-8' },
      { proxy_password: 'Secret-6' },
      { proxy_password: 'Secret-6' },
    ])
    expect(complaints).toEqual([])
  })

  test('tries the proxies of its lines, marks those that do not answer, and keeps none from being imported', async () => {
    await openImport('walmart')
    await choose(
      'tried.csv',
      ['名称,代理', 'near,http://10.0.0.1:8000', 'gone,socks5://nobody.invalid:1080', 'bare,'].join('\n'),
    )
    await button(/^导入.*3 行/).waitFor()
    await dialog().getByRole('button', { name: '全部 3' }).click()
    await button('试连 2 个代理').click()
    await dialog().getByText('1 行的代理连不上 · 1 行的代理在内网，未试').waitFor()
    expect(await button(/试连/).count()).toBe(0)
    await (await cellOf(3, '问题')).getByText('服务器连不上这个代理，仍可导入').waitFor()
    for (const line of [2, 4]) await (await cellOf(line, '问题')).getByText('✓').waitFor()
    expect(await violationsOf(page)).toEqual([])

    await write(3, '代理', 'socks5://nobody.invalid:1081')
    await (await cellOf(3, '问题')).getByText('✓').waitFor()
    await button('试连 1 个代理').click()
    await (await cellOf(3, '问题')).getByText('服务器连不上这个代理，仍可导入').waitFor()
    await button(/^导入.*3 行/).click()
    await dialog().waitFor({ state: 'detached' })
    expect([...(await environmentsIn('walmart')).keys()]).toEqual(expect.arrayContaining(['bare', 'gone', 'near']))
  })

  test('keeps every decision when the server is away, and goes on when it is back', async () => {
    await openImport('rednote')
    await choose('shops.csv', csv('r-1', 'r-2'))
    await dialog().getByRole('button', { name: '全部 2', pressed: true }).waitFor()
    const cut = '**/environment/import'
    await page.route(cut, (route) => route.abort('internetdisconnected'))
    await write(3, '名称', 'r-3')
    await dialog().getByRole('alert').waitFor()
    await page.unroute(cut)
    await button('重新检查').click()
    await button('导入 2 行').click()
    await page.getByText('已导入 2 个环境').waitFor()
    expect([...(await environmentsIn('rednote')).keys()].toSorted()).toEqual(['r-1', 'r-3'])
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED')))
  })

  test.each([
    ['light', 390],
    ['dark', 1440],
  ])('has no barrier in a %s window of %d px', async (theme, width) => {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate((wanted) => localStorage.setItem('theme', wanted), theme)
    await openImport('walmartcad')
    await choose('messy.csv', readFileSync(messy))
    await dialog()
      .getByRole('button', { name: /^先导入可用的/, disabled: false })
      .waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.evaluate(() => localStorage.removeItem('theme'))
  })

  test('says of a file why it can not be read', async () => {
    await openImport('depop')
    await choose('shops.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))
    await dialog().getByRole('alert').getByText('请另存为 XLSX 或 CSV').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })
})

const left = () => dialog().getByText(/还有 \d 行没有导入/)
const question = () => page.getByRole('alertdialog')
/** Without loading the page, with which what is left goes. */
const reopen = () => page.getByRole('button', { name: '导入', exact: true }).first().click()
async function closeForLater(): Promise<void> {
  await button('关闭').last().click()
  await question().getByRole('button', { name: '稍后继续' }).click()
  await dialog().waitFor({ state: 'detached' })
}
/** The names in the sheet, whatever is wrong with their lines. */
async function inSheet(): Promise<string[]> {
  await button(/^全部 /).click()
  const sheet = dialog().locator('.bp6-table-quadrant-main')
  const columns = await sheet.locator('.bp6-table-column-name-text').allInnerTexts()
  return (
    await sheet.locator(`.bp6-table-cell.bp6-table-cell-col-${columns.indexOf('名称')}`).allInnerTexts()
  ).toSorted()
}

describe('of a file of five lines, three of which are imported', () => {
  let others: { page: Page; complaints: string[]; manager: string }
  const market = 'depop'
  const names = ['a', 'b', 'c', 'c', 'c']
  const onServer = async () => [...(await environmentsIn(market)).keys()].toSorted()
  const call = (path: string, body: object) =>
    server.call(`v2/environment/${path}`, { token: manager, body: { market, ...body } })
  const idOf = async (name: string): Promise<number> => {
    const query = { market, keyword: name, limit: 100 }
    const { data } = await server.call('v2/environment/list', { token: manager, query })
    return data.items.find((one: { name: string }) => one.name === name).id
  }
  async function importThree(): Promise<void> {
    await openImport(market)
    await choose('five.csv', csv(...names))
    await button('先导入可用的 3 行').click()
    await dialog().getByText('已导入 3 行').waitFor()
  }

  beforeAll(async () => {
    // Whoever checks so often in one minute as the other tests do is asked to wait.
    const store = openTestStore(server)
    await store.addUser({ user_name: 'undoer', role: 'manager', modules: [market] }, 'agent')
    await store.close()
    others = { page, complaints, manager }
    manager = await signInAt(server.url, 'undoer')
    ;({ page, complaints } = await signedInPage(browser, server.url, 'undoer'))
  })
  afterAll(async () => {
    await page.context().close()
    ;({ page, complaints, manager } = others)
  })

  test('all come back that are taken back; a shop that a colleague has renamed stays and says why', async () => {
    await importThree()
    await call('edit', { ids: [await idOf('b')], name: 'renamed' })
    await button('撤销导入').click()
    await dialog().getByRole('alert').getByText('1 行未撤销，仍为已导入：之后又被修改过').waitFor()
    await dialog().getByText('已导入 1 行').waitFor()
    await dialog().getByRole('button', { name: '先导入可用的 2 行', disabled: false }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await expect.poll(inSheet).toEqual(['a', 'c', 'c', 'c'])
    expect(await onServer()).toEqual(['renamed'])

    await call('del', { ids: [await idOf('renamed')] })
    await button('撤销导入').click()
    await button('全部 5').waitFor()
    await expect.poll(inSheet).toEqual(names)
    expect(await onServer()).toEqual([])
    expect(await dialog().getByRole('alert').count()).toBe(0)
    await button('取消').click()
    await dialog().waitFor({ state: 'detached' })
  })

  test('each is in the sheet or on the server, once, also where it is closed, gone on with and taken back', async () => {
    await importThree()
    await closeForLater()
    await page.getByText('已导入 3 个环境').waitFor()
    expect(await page.getByRole('button', { name: '撤销', exact: true }).count(), 'it would not come back here').toBe(0)
    await reopen()
    await button('继续导入').click()
    await button('撤销导入').click()
    await button('可导入 3').waitFor()
    await expect.poll(onServer).toEqual([])
    await closeForLater()
    await page.getByRole('link', { name: '首页' }).first().click()
    const row = page.getByRole('region', { name: '需要处理' }).getByRole('listitem').filter({ hasText: 'five.csv' })
    await row.getByText('Depop 导入还有 5 行未完成').waitFor()
    await row.getByRole('link', { name: '继续导入' }).click()
    await expect.poll(() => left().allInnerTexts()).toEqual(['five.csv 还有 5 行没有导入。'])
    await button('继续导入').click()
    await button('可导入 3').waitFor()
    await expect.poll(inSheet).toEqual(names)
    await button('先导入可用的 3 行').click()
    await dialog().getByText('已导入 3 行').waitFor()
    expect([...(await inSheet()), ...(await onServer())].toSorted()).toEqual(names)

    // Another file, that is none, leaves what is left alone.
    await button('换文件').click()
    await question()
      .getByText(/还有 2 行没有导入。它们留在本页签中/)
      .waitFor()
    await question().getByRole('button', { name: '稍后继续' }).click()
    await choose('shops.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))
    await dialog().getByRole('alert').waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await reopen()
    await expect.poll(() => left().allInnerTexts()).toEqual(['five.csv 还有 2 行没有导入。'])
    await button('继续导入').click()
    await button('待处理 2').waitFor()
    expect([...(await inSheet()), ...(await onServer())].toSorted()).toEqual(names)
  })
})
