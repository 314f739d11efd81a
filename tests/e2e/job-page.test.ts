import { sql } from 'kysely'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Schemas } from '../../server/http/contract.ts'
import { violationsOf } from '../support/accessibility.ts'
import { openBrowser, signedInPage } from '../support/browser.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let browser: Browser
let manager: string
let phones: Schemas['Device'][]
let page: Page
let complaints: string[]

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer({ phones: 4 }), openBrowser()])
  store = openTestStore(server)
  manager = await server.signIn('manager')
  phones = await idlePhones(server, manager, 4)
  ;({ page, complaints } = await signedInPage(browser, server.url, 'manager'))
})
afterAll(async () => {
  await browser.close()
  await store.close()
  await server.stop()
})

const nameOf = (at: number): string => phones[at]?.name ?? ''
const serial = (at: number): string => phones[at]?.serial ?? ''

/** Runs a command on all phones; answers the job, once it has ended. */
async function run(command: string): Promise<number> {
  const body = { ids: phones.map(({ id }) => id), action: 'shell', command }
  const { job_id } = (await server.call('v2/device/run', { token: manager, body })).data
  await vi.waitFor(
    async () => {
      const { data } = await server.call('v2/job/detail', { token: manager, query: { id: job_id } })
      expect(data.job.ended_at).not.toBeNull()
    },
    { timeout: 30_000, interval: 50 },
  )
  return job_id
}

/** The third phone says something else, as HTML that must not become any; the fourth fails. */
const odd = () => `
  here=$(getprop ro.serialno)
  echo first
  if [ "$here" = "${serial(2)}" ]; then echo "<img src=x onerror=alert(1)>"; else echo second; fi
  echo third
  if [ "$here" = "${serial(3)}" ]; then exit 3; fi`

const listed = () => page.getByRole('list', { name: '设备列表' }).getByRole('button')
const outcomes = () => page.getByRole('region', { name: '结果' })
const chip = (name: string) => outcomes().getByRole('button', { name, exact: true })

test('a job has an address, and so has each look at it: the way back leads through them', async () => {
  const job = await run(odd())
  await page.goto(`${server.url}/job?id=${job}`)
  await chip('全部 4').waitFor()
  expect(await outcomes().getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/成功\s+2 相同\s+1 不同/),
    expect.stringMatching(/失败\s+退出码 3\s+1 项\s+重试这 1 项/),
  ])
  expect(await listed().count()).toBe(4)

  await chip('1 不同').click()
  const difference = page.getByRole('region', { name: '与多数输出的差异' })
  await difference.waitFor()
  expect((await difference.innerText()).split(/\n+/).filter((line) => line.trim() !== '')).toEqual([
    '第 1 行起',
    'first',
    '−',
    'second',
    '+',
    '<img src=x onerror=alert(1)>',
    'third',
  ])
  expect(await page.locator('img[src=x]').count()).toBe(0)
  await expect.poll(() => listed().allInnerTexts()).toEqual([expect.stringContaining(nameOf(2))])
  const address = page.url()

  await page.getByRole('button', { name: '输出', exact: true }).click()
  await page.getByLabel('输出', { exact: true }).getByText('third').waitFor()
  await chip('全部 4').click()
  await expect.poll(() => listed().count()).toBe(4)
  await page.goBack()
  await page.goBack()
  expect(page.url()).toBe(address)
  await difference.waitFor()
  await page.reload()
  await difference.waitFor()
  await page.goBack()
  await expect.poll(() => listed().count()).toBe(4)
  expect(complaints).toEqual([])
})

test('what failed for one reason is tried again by itself, as a job with an address of its own', async () => {
  const job = await run(odd())
  await page.goto(`${server.url}/job?id=${job}`)
  await outcomes().getByRole('button', { name: '重试这 1 项' }).click()
  await page.waitForURL((url) => url.pathname === '/job' && url.searchParams.get('id') !== String(job))
  await expect.poll(() => listed().allInnerTexts()).toEqual([expect.stringContaining(nameOf(3))])
  await page.getByRole('link', { name: `重试 #${job}` }).click()
  await page.waitForURL(`${server.url}/job?id=${job}`)
})

test('a job tells what it was begun with, and its panel leads to its page', async () => {
  const job = await run('echo same')
  await page.goto(`${server.url}/device/list`)
  await page.getByRole('button', { name: '任务记录' }).click()
  const panel = page.getByRole('dialog', { name: '任务记录' })
  await panel.getByText('参数', { exact: true }).click()
  await panel.getByLabel('命令').getByText('echo same').waitFor()
  await panel.getByRole('button', { name: '4 相同' }).waitFor()
  await panel.getByRole('list', { name: '设备列表' }).getByRole('button').nth(1).click()
  await panel.getByRole('link', { name: '打开任务页面' }).click()
  await page.waitForURL((url) => url.pathname === '/job' && url.searchParams.get('id') === String(job))
  expect(new URL(page.url()).searchParams.has('item')).toBe(true)
  await page.getByRole('heading', { name: `任务 #${job}` }).waitFor()
})

test('the records of jobs lead beyond the hundredth, to the very first', async () => {
  const job = await run('echo first of all')
  await sql`insert into jobs select (jsonb_populate_record(jobs, jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('jobs', 'id')), 'name', 'later ' || n, 'created_at', created_at + n))).*
    from jobs, generate_series(1, 230) as n where id = ${job}`.execute(store.db)
  await sql`insert into job_viewers (job_id, user_id) select jobs.id, user_id from jobs, job_viewers
    where job_id = ${job} and jobs.name like 'later %'`.execute(store.db)
  await page.goto(`${server.url}/device/list`)
  await page.getByRole('button', { name: '任务记录' }).click()
  const records = page.getByRole('navigation', { name: '执行列表' }).getByRole('button', { name: /台/ })
  await expect.poll(() => records.count()).toBe(100)
  const earlier = page.getByRole('button', { name: '更早的' })
  await earlier.click()
  await expect.poll(() => records.count()).toBe(200)
  await earlier.click()
  await expect.poll(() => records.filter({ hasText: 'later' }).count()).toBe(230)
  await expect.poll(() => records.filter({ hasText: 'echo first of all' }).count()).toBe(1)
  await expect.poll(() => earlier.count()).toBe(0)
})

/** Lets somebody have a phone, or nobody. */
const give = async (at: number, to: string | null) =>
  store.db
    .updateTable('devices')
    .set({ in_use_by: to === null ? null : (await store.user(to)).id })
    .where('id', '=', phones[at]?.id ?? 0)
    .execute()

test('whoever has a phone is named before it is restarted, and so is whom that does not touch', async () => {
  await give(0, 'element')
  await give(1, 'agent')
  await page.goto(`${server.url}/device/list`)
  await page.getByRole('gridcell', { name: nameOf(0) }).waitFor()
  await page.getByRole('checkbox', { name: '选择已加载的全部行' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: '操作', exact: true }).click()
  await page.getByRole('menuitem', { name: '重启设备' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('将打断正在使用的人：element（1 台）').waitFor()
  await question.getByText('正由他人使用，不会执行：agent（1 台）').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await question.getByRole('button', { name: '取消' }).click()
  // So is whoever has a phone that is restarted alone.
  await page.keyboard.press('Escape')
  await page.getByRole('gridcell', { name: nameOf(0) }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '重启设备' }).click()
  await question.getByText('将打断正在使用的人：element（1 台）').waitFor()
  await question.getByRole('button', { name: '取消' }).click()
  await give(0, null)
  await give(1, null)
})

/** Looks at jobs, each with the call without which it is nothing, and what stands there in the end. */
const looks: [what: string, call: string, open: (job: number) => Promise<void>, there: () => Locator][] = [
  [
    'a job',
    'job/detail',
    async (job) => {
      await page.goto(`${server.url}/job?id=${job}`)
    },
    () => chip('全部 4'),
  ],
  [
    'what a phone said',
    'job/output',
    async (job) => {
      await page.goto(`${server.url}/job?id=${job}`)
      await listed().first().click()
    },
    () => page.getByLabel('输出', { exact: true }).getByText('third'),
  ],
  [
    'the list of jobs',
    'job/list',
    async () => {
      await page.goto(`${server.url}/device/list`)
      await page.getByRole('button', { name: '任务记录' }).click()
    },
    () => page.getByRole('navigation', { name: '执行列表' }).getByRole('button').first(),
  ],
]

test.each(looks)('%s that could not be had is had by a press once it can be', async (_, call, open, there) => {
  const job = await run(odd())
  let isCut = true
  await page.route(`**/v2/${call}*`, (route) => (isCut ? route.abort() : route.continue()))
  await open(job)
  const failed = page.getByRole('alert').filter({ has: page.getByRole('button', { name: '重新加载' }) })
  await failed.getByText('网络连接失败，请检查网络后重试').waitFor()
  expect(await there().count()).toBe(0)
  isCut = false
  await failed.getByRole('button', { name: '重新加载' }).click()
  await there().waitFor()
  expect(await failed.count()).toBe(0)
  await page.unroute(`**/v2/${call}*`)
})

test.each([
  ['light', 390],
  ['dark', 1024],
  ['light', 1440],
])('the page of a job has no barrier in a %s window of %d px', async (theme, width) => {
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate((wanted) => localStorage.setItem('theme', wanted), theme)
  const job = await run(odd())
  await page.goto(`${server.url}/job?id=${job}`)
  await page.locator('main summary').click()
  await chip('1 不同').click()
  await page.getByRole('region', { name: '与多数输出的差异' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  expect(await violationsOf(page)).toEqual([])
})

test('an address that names no job, or one that is nobody’s business, says so', async () => {
  await page.goto(`${server.url}/job?id=x`)
  await page.getByText('地址中没有任务编号').waitFor()
  await page.goto(`${server.url}/job?id=999999`)
  await page.getByRole('main').getByRole('alert').getByText('任务不存在').waitFor()
})
