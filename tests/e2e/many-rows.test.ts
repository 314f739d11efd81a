import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readContract } from '../../server/http/contract.ts'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore } from '../support/test-store.ts'
import { addressOf, beginUpload, sendPart } from '../support/upload.ts'

/** One more than are lost by two presses. */
const count = 21
const numbers = Array.from({ length: count }, (_, index) => index + 1)

interface Body {
  properties?: Record<string, unknown>
}

/** Every call of the contract that does something to many rows at once. */
const batches = Object.values(readContract().specification.paths).flatMap(({ post }) => {
  const body = post?.requestBody?.content?.['application/json']?.schema as Body | undefined
  return post !== undefined && body?.properties?.ids !== undefined && !('x-reads' in post) ? [post.operationId] : []
})

/** This one is called once for each. */
const oneByOne = ['boxDel']

/** Those that lose nothing, can be undone by their opposite, or are called for one row alone by this console. */
const harmless = [
  'userRenew',
  'deviceEdit',
  'deviceDel',
  'deviceRecover',
  'deviceChangeIp',
  'deviceMaintain',
  'environmentEdit',
  'environmentMove',
  'environmentAssign',
  'environmentRestore',
  'taskSwitch',
]

/** Those that lose something: where, as whom, and by which presses all rows of a list are lost. */
const lossy = [
  { call: 'userDel', role: 'agent', path: '/user/list', presses: ['删除'] },
  { call: 'userSwitch', role: 'agent', path: '/user/list', presses: ['停用'] },
  { call: 'deviceCare', role: 'admin', path: '/device/list', presses: ['删除'] },
  { call: 'deviceRun', role: 'admin', path: '/device/list', presses: ['操作', '重启设备'] },
  { call: 'environmentDel', role: 'manager', path: '/amazon/list', presses: ['删除'] },
  { call: 'environmentRun', role: 'manager', path: '/amazon/list', presses: ['恢复最新存档'] },
  { call: 'environmentPurge', role: 'manager', path: '/temu/trash', presses: ['彻底删除'] },
  { call: 'groupDel', role: 'manager', path: '/amazon/tag', presses: ['删除'] },
  { call: 'fileDel', role: 'manager', path: '/files/list', presses: ['删除'] },
  { call: 'scriptDel', role: 'admin', path: '/services/list', presses: ['删除所选'] },
  { call: 'taskDel', role: 'admin', path: '/services/timedtasks', presses: ['删除所选'] },
  { call: 'boxDel', role: 'admin', path: '/box/', presses: ['删除盒子'] },
] as const

let server: TestServer
let browser: Browser
const watched = new Map<string, WatchedPage>()

/** So many rows in every list. */
async function fillLists(): Promise<void> {
  const [admin, manager] = await Promise.all([server.signIn('admin'), server.signIn('manager')])
  const make = async (token: string, path: string, body: object) => {
    const answer = await server.call(path, { token, body })
    expect(answer).toMatchObject({ code: 20000 })
    return answer.data
  }
  await make(manager, 'v2/environment/batchadd', { market: 'amazon', pattern: '店{n}', count })
  const { ids } = await make(manager, 'v2/environment/batchadd', { market: 'temu', pattern: '店{n}', count })
  await make(manager, 'v2/environment/del', { market: 'temu', ids })
  const schedule = { cron: '0 0 1 1 *', timezone: 'UTC' }
  for (const n of numbers) {
    await make(manager, 'v2/group/add', { market: 'amazon', name: `组${n}` })
    await make(admin, 'v2/script/add', { name: `script ${n}`, body: 'true' })
    await make(admin, 'v2/task/add', {
      name: `task ${n}`,
      work: { action: 'reboot' },
      targets: { filter: {} },
      schedule,
    })
    await make(admin, 'v2/box/add', { name: `box ${n}`, code: `X${n}`, region: 'us-west', slots: 1 })
    await sendPart(addressOf(server, await beginUpload(server, manager, `${n}.txt`, 1)), manager, 0, 'x')
  }
  const store = openTestStore(server)
  const [agent, owner, box] = [await store.user('agent'), await store.user('manager'), await store.boxes.byCode('B01')]
  for (const n of numbers)
    await store.users.add({ user_name: `user${n}`, role: 'manager', password_hash: '', parent: agent })
  await store.db
    .insertInto('devices')
    .values(
      numbers.map((n) => ({
        box_id: box?.id ?? 0,
        slot: n,
        serial: `SERIAL${n}`,
        name: `B01-${n}`,
        owner_id: owner.id,
        owner_path: owner.path,
        region: 'us-west',
        model: 'Pixel 6',
        android_version: '13',
        status: 'idle' as const,
      })),
    )
    .execute()
  await store.close()
}

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  await fillLists()
  for (const role of ['admin', 'agent', 'manager'] as const)
    watched.set(role, await signedInPage(browser, server.url, role))
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** The list of a path, all of whose rows are chosen. */
async function choose(role: string, path: string): Promise<Page> {
  const page = watched.get(role)?.page
  if (page === undefined) throw new Error(`nobody is signed in as ${role}`)
  page.setDefaultTimeout(20_000)
  await page.goto(server.url + path)
  await page.getByRole('gridcell').first().waitFor()
  await page.getByRole('checkbox', { name: '选择已加载的全部行' }).click()
  return page
}

test('every call for many rows is known here', () => {
  expect([...batches, ...oneByOne].toSorted()).toEqual([...harmless, ...lossy.map(({ call }) => call)].toSorted())
})

test.each(lossy)('$call of more than twenty rows at $path is done once their number is typed', async (batch) => {
  const page = await choose(batch.role, batch.path)
  const [first, second] = batch.presses as readonly string[]
  await page.getByRole('toolbar').getByRole('button', { name: first, exact: true }).click()
  if (second !== undefined) await page.getByRole('menuitem', { name: second }).click()
  const question = page.getByRole('alertdialog')
  const yes = question.getByRole('button').last()
  const field = question.getByLabel(/输入数量 \d+ 以确认/)
  await field.waitFor()
  expect(await yes.isDisabled()).toBe(true)
  const asked = Number((await question.locator('label').innerText()).replaceAll(/\D/g, ''))
  expect(asked).toBeGreaterThanOrEqual(count)
  await field.fill(String(asked - 1))
  expect(await yes.isDisabled()).toBe(true)
  await field.fill(String(asked))
  expect(await yes.isEnabled()).toBe(true)
  await question.getByRole('button', { name: '取消' }).click()
  await question.waitFor({ state: 'detached' })
})

test('an app is removed from more than twenty phones once their number is typed', async () => {
  const page = await choose('admin', '/device/list')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.getByRole('toolbar').getByRole('button', { name: '操作', exact: true }).click()
  await page.getByRole('menuitem', { name: '应用' }).hover()
  await page.getByRole('menuitem', { name: '卸载应用' }).click()
  const form = page.getByRole('dialog')
  const field = form.getByLabel(`输入数量 ${count} 以确认`)
  const wrong = () => form.getByText('必填项').count()
  await field.fill('12')
  await form.getByRole('button', { name: '开始' }).click()
  await expect.poll(wrong).toBe(2) // The app, and the number.
  await field.fill(String(count))
  await expect.poll(wrong).toBe(1)
  expect(sent).toEqual([])
})

test('and nothing of it leaves a word in the browser’s console', () => {
  expect([...watched.values()].flatMap(({ complaints }) => complaints)).toEqual([])
})
