import { sql } from 'kysely'
import type { CDPSession, Page } from 'playwright'
import { launchBrowser, signIn } from '../tests/support/browser.ts'
import { spawnServer, type ServerProcess } from '../tests/support/server-process.ts'
import { openTestStore, type TestStore } from '../tests/support/test-store.ts'
import { medianOf, quantile, type Benchmark, type Figure } from './figure.ts'
import { servedIn } from './support/list-pages.ts'
import { workOf } from './support/main-thread.ts'

const shops = 100_000
const rounds = 8
/** Of the keys by which a shop is found, so many searches are not counted: code comes, and is compiled. */
const warmUp = 6

const cities =
  '深圳 上海 北京 广州 杭州 成都 西安 南京 武汉 苏州 天津 长春 大连 青岛 宁波 厦门 福州 昆明 兰州 合肥'.split(' ')
const words =
  '大树 海洋 王记 白云 青山 金星 福满 小熊 旺旺 东风 南木 晨光 天马 红叶 春风 明月 银河 华强 永康 瑞雪 安心 新民 龙门 松林 美林 远山 北风 蓝天 飞鱼 绿洲'.split(
    ' ',
  )
const kinds = '旗舰店 百货 家居 数码 服饰 鞋帽 母婴 玩具'.split(' ')

/** What is typed, and what the names of shops that it finds have in them. */
const searches: readonly { how: string; typed: string; finds: string }[] = [
  { how: 'initials', typed: 'szdsqjd', finds: '深圳大树旗舰店' },
  { how: 'initials', typed: 'hzhyjj', finds: '杭州海洋家居' },
  { how: 'initials', typed: 'szds', finds: '大树' },
  { how: 'initials', typed: 'lzfy', finds: '兰州飞鱼' },
  { how: 'initials', typed: 'sz', finds: '' },
  { how: 'pinyin', typed: 'shenzhendashu', finds: '深圳大树' },
  { how: 'pinyin', typed: 'kunmingyinhe', finds: '昆明银河' },
  { how: 'pinyin', typed: 'shenzhen', finds: '深圳' },
  { how: 'pinyin', typed: 'qijian', finds: '旗舰' },
  { how: 'characters', typed: '深圳大树', finds: '深圳大树' },
  { how: 'characters', typed: '银河', finds: '银河' },
  { how: 'characters', typed: '0777', finds: '0777' },
]

/** Gives the manager of a team so many shops, each with a city, a word and a kind in its name. */
async function fillShops(store: TestStore): Promise<void> {
  const { id, path } = await store.user('manager')
  await store.db.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db)
    await sql`
      insert into environments (market, manager_id, owner_id, owner_path, name, account)
      select 'amazon', ${id}, ${id}, ${path},
             (${cities}::text[])[1 + (hashint8(n) & 65535) % ${cities.length}]
               || (${words}::text[])[1 + (hashint8(n + ${shops}) & 65535) % ${words.length}]
               || (${kinds}::text[])[1 + (hashint8(n + 2 * ${shops}) & 65535) % ${kinds.length}] || lpad(n::text, 6, '0'),
             'account-' || n || '@example.com'
      from generate_series(1, ${shops}) as n`.execute(db)
    await sql`vacuum analyze environment_rows`.execute(db)
    await sql`checkpoint`.execute(db)
  })
}

/**
 * Runs in the page: how long it takes from the last key, which all that is typed comes with, until what it finds among shops is drawn,
 * in milliseconds. The palette is open, and empty.
 */
const timeToDraw = (page: Page, { typed, finds }: { typed: string; finds: string }): Promise<number> =>
  page.evaluate(
    ([text, wanted]) =>
      new Promise<number>((resolve, reject) => {
        const field = document.querySelector<HTMLInputElement>('.bp6-omnibar input')
        if (field === null) return reject(new Error('the palette is not open'))
        // The page is sent this one function, which brings its own.
        // oxlint-disable-next-line unicorn/consistent-function-scoping
        const isDrawn = () =>
          [...document.querySelectorAll('[role=option]')].some(
            ({ textContent: said }) => said !== null && said.includes('@example.com') && said.includes(wanted),
          )
        if (isDrawn()) return reject(new Error('it was there before it was typed'))
        const giveUp = setTimeout(() => reject(new Error(`${text} finds nothing`)), 10_000)
        let begun = 0
        const look = new MutationObserver(() => {
          if (!isDrawn()) return
          look.disconnect()
          clearTimeout(giveUp)
          // A frame that has them is drawn when the task behind it runs.
          requestAnimationFrame(() => {
            const drawn = new MessageChannel()
            drawn.port1.addEventListener('message', () => resolve(performance.now() - begun), { once: true })
            drawn.port1.start()
            drawn.port2.postMessage(undefined)
          })
        })
        look.observe(document.body, { subtree: true, childList: true, characterData: true })
        field.addEventListener('input', () => (begun = performance.now()), { capture: true, once: true })
        // As a key would: React hears of a value that it did not set itself.
        document.execCommand('insertText', false, text)
      }),
    [typed, finds] as const,
  )

async function drawnAfter(page: Page, debuggee: CDPSession, search: { typed: string; finds: string }) {
  await page.keyboard.press('Control+k')
  await page.locator('.bp6-omnibar input').waitFor()
  await page.waitForLoadState('networkidle')
  const before = await workOf(debuggee)
  const took = await timeToDraw(page, search)
  const work = (await workOf(debuggee)) - before
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Escape')
  await page.locator('.bp6-omnibar').waitFor({ state: 'detached' })
  return { took, work }
}

/** What the server alone takes for the shops of each search, as its log says. */
async function served(server: ServerProcess, token: string): Promise<number[]> {
  const since = server.lines.length
  for (let round = 0; round < rounds; round += 1)
    for (const { typed } of searches)
      await server.call('v2/environment/list', {
        token,
        query: { market: 'amazon', keyword: typed, sort: 'name', limit: 4 },
      })
  return servedIn(server, 'v2/environment/list', since)
}

const palette: Benchmark['measure'] = async () => {
  const server = await spawnServer({ env: { RATE_LIMIT: '10000000', DEMO: 'accounts' } })
  const [store, browser] = [openTestStore(server), await launchBrowser()]
  try {
    await fillShops(store)
    const alone = await served(server, await server.signIn('manager'))
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await signIn(context, server.url, 'manager')
    const page = await context.newPage()
    await page.goto(`${server.url}/dashboard`)
    await page.getByRole('main').waitFor()
    const debuggee = await context.newCDPSession(page)
    await debuggee.send('Performance.enable', { timeDomain: 'threadTicks' })
    for (const search of searches.slice(0, warmUp)) await drawnAfter(page, debuggee, search)
    const took = new Map<string, number[]>()
    const works: number[] = []
    for (let round = 0; round < rounds; round += 1)
      for (const search of searches) {
        const drawn = await drawnAfter(page, debuggee, search)
        took.set(search.how, [...(took.get(search.how) ?? []), drawn.took])
        works.push(drawn.work)
      }
    const all = [...took.values()].flat()
    const name = `${shops.toLocaleString('en')} shops`
    return [
      { name: `${name}, last key to first results drawn, median`, ...medianOf(all), unit: 'ms', bound: 100 },
      { name: `${name}, last key to first results drawn, p99`, value: quantile(all, 0.99), unit: 'ms', bound: 100 },
      ...[...took].map(([how, times]): Figure => ({
        name: `of those by ${how}, median`,
        ...medianOf(times),
        unit: 'ms',
      })),
      { name: 'of them, work of the main thread, median', ...medianOf(works), unit: 'ms' },
      { name: `the server's part, median`, ...medianOf(alone), unit: 'ms' },
      { name: `the server's part, p99`, value: quantile(alone, 0.99), unit: 'ms' },
    ]
  } finally {
    await browser.close()
    await store.close()
    await server.stop()
  }
}

export default { group: 'Console', title: 'The palette among 100,000 shops', measure: palette } satisfies Benchmark
