import { sql } from 'kysely'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser, signIn } from '../support/browser.ts'
import { loseAnswer } from '../support/lose-answer.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

/** Forms of rows that others change meanwhile, or of which not all is known yet. */
let server: TestServer
let store: TestStore
let browser: Browser
let token: string
let page: Page

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  store = openTestStore(server)
  token = await server.signIn('admin')
})
afterAll(async () => {
  await browser.close()
  await store.close()
  await server.stop()
})
beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'Asia/Shanghai' })
  await signIn(context, server.url, 'admin')
  page = await context.newPage()
})
afterEach(() => page.context().close())

const post = async (path: string, body: object) => {
  const { data, message } = await server.call(`v2/${path}`, { token, body })
  expect(message).toBe('ok')
  return data
}
const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = () => page.getByRole('dialog')
const open = async (path: string, name: string) => {
  await page.goto(`${server.url}${path}`)
  await row(name).getByRole('button', { name, exact: true }).click()
  await dialog().waitFor()
}
const write = (label: string, text: string) => dialog().getByLabel(label, { exact: true }).fill(text)
const save = () => dialog().getByRole('button', { name: '保存', exact: true }).click()

const script = (name: string, parameters: object[] = []) =>
  post('script/add', { name, body: `echo ${name}`, parameters })
const taskOf = (id: number) => store.db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const scriptOf = (id: number) =>
  store.db.selectFrom('scripts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const nightly = { targets: { filter: {} }, schedule: { cron: '0 3 * * *', timezone: 'UTC' } }

describe('what somebody else has changed meanwhile stays as they have it', () => {
  test('a task that was switched off is not switched on by a word in its note', async () => {
    const { id } = await post('task/add', { name: '夜间清理', work: { action: 'reboot' }, ...nightly })
    await open('/services/timedtasks', '夜间清理')
    await post('task/switch', { ids: [id], enabled: false })
    await post('task/edit', { id, timeout_seconds: 60 })
    await write('备注', '改于十一月')
    await save()
    await dialog().waitFor({ state: 'detached' })
    expect(await taskOf(id)).toMatchObject({
      enabled: false,
      next_run_at: null,
      note: '改于十一月',
      timeout_seconds: 60,
      cron: '0 3 * * *',
      action: 'reboot',
    })
  })

  test('a script keeps its new text, and whoever has changed the old one is told and loses nothing', async () => {
    const { id } = await script('签到')
    await open('/services/list', '签到')
    await post('script/edit', { id, body: 'echo newer' })
    await write('说明', '每天一次')
    await save()
    await dialog().waitFor({ state: 'detached' })
    expect(await scriptOf(id)).toMatchObject({ body: 'echo newer', description: '每天一次' })

    await row('签到').getByRole('button', { name: '签到', exact: true }).click()
    await post('script/edit', { id, body: 'echo newest' })
    await dialog().locator('textarea').fill('echo mine')
    await save()
    await dialog().getByText('此脚本刚被他人修改').waitFor()
    expect(await dialog().locator('textarea').inputValue()).toBe('echo mine')
    expect((await scriptOf(id)).body).toBe('echo newest')
  })
})

describe('what a form does not know yet stays as it was', () => {
  const values = { URL: 'https://shop.example' }
  const withValues = async (name: string) => {
    const { id: script_id } = await script(name, [{ name: 'URL', default: 'https://other.example' }])
    return (await post('task/add', { name, work: { script_id, values }, ...nightly })).id as number
  }

  test('the values of a script that could not be asked for, which is asked for again by a press', async () => {
    const id = await withValues('带参数')
    let isCut = true
    await page.route('**/v2/script/list*', (route) => (isCut ? route.abort() : route.continue()))
    await open('/services/timedtasks', '带参数')
    await dialog().getByRole('alert').getByText('网络连接失败').waitFor()
    await write('备注', '先记下')
    await save()
    await dialog().waitFor({ state: 'detached' })
    expect(await taskOf(id)).toMatchObject({ note: '先记下', parameter_values: values })

    await row('带参数').getByRole('button', { name: '带参数', exact: true }).click()
    isCut = false
    await dialog().getByRole('button', { name: '重新加载' }).click()
    await expect.poll(() => dialog().getByLabel('URL', { exact: true }).inputValue()).toBe(values.URL)
  })

  test('the values of the last of more scripts than are asked for at once', async () => {
    await store.db
      .insertInto('scripts')
      .values(
        Array.from({ length: 500 }, (_, at) => ({
          name: `a-${at}`,
          body: 'id',
          description: '',
          parameters: '[]',
          created_by: 1,
        })),
      )
      .execute()
    const id = await withValues('zz-last')
    await open('/services/timedtasks', 'zz-last')
    await expect.poll(() => dialog().getByLabel('URL', { exact: true }).inputValue()).toBe(values.URL)
    await write('URL', 'https://new.example')
    await save()
    await dialog().waitFor({ state: 'detached' })
    expect(await taskOf(id)).toMatchObject({ parameter_values: { URL: 'https://new.example' } })
  })
})

test('a task that runs once runs by the clock that was chosen, and its list names it', async () => {
  await post('task/add', { name: '平安夜', work: { action: 'reboot' }, ...nightly })
  await open('/services/timedtasks', '平安夜')
  await dialog().locator('select[name="repeat"]').selectOption({ label: '只执行一次' })
  await dialog().getByRole('group', { name: '时区' }).getByRole('button').click()
  await page.getByRole('textbox', { name: '查找时区' }).fill('Los Angeles')
  await page.getByRole('option', { name: /America\/Los Angeles/ }).click()
  await write('执行时间', '2031-12-24T04:00')
  await dialog().getByText('本地时间 2031年12月24日 周三 20:00').waitFor() // In Shanghai.
  await save()
  await dialog().waitFor({ state: 'detached' })
  const { rows } = await sql<{ clock: string }>`
    select to_char(to_timestamp(once_at / 1000) at time zone 'America/Los_Angeles', 'YYYY-MM-DD HH24:MI') as clock
    from tasks where name = '平安夜'`.execute(store.db)
  expect(rows).toEqual([{ clock: '2031-12-24 04:00' }])
  await row('平安夜').getByText('2031-12-24 04:00 · America/Los_Angeles').waitFor()
})

test('a row that somebody else has deleted leaves the list once it is tried, and the selection', async () => {
  const { id } = await script('多余的')
  await script('留下的')
  await page.goto(`${server.url}/services/list`)
  await row('多余的').waitFor()
  await post('script/del', { ids: [id] })
  await row('多余的').getByRole('button', { name: '⋯' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: /^删除/ }).click()
  await dialog().getByText('脚本不存在').waitFor()
  await dialog().getByText('关闭', { exact: true }).click()
  await row('多余的').waitFor({ state: 'detached' })
  await row('留下的').waitFor()
})

test('rows whose deletion was answered to nobody leave the list, too', async () => {
  await script('已删而不知')
  await page.goto(`${server.url}/services/list`)
  await page.route('**/v2/script/del', loseAnswer, { times: 1 })
  await row('已删而不知').getByRole('button', { name: '⋯' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: /^删除/ }).click()
  await dialog().getByText('网络连接失败').waitFor()
  await dialog().getByText('关闭', { exact: true }).click()
  await row('已删而不知').waitFor({ state: 'detached' })
})
