import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, signedInPage } from '../support/browser.ts'
import { loseAnswer } from '../support/lose-answer.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let page: Page
let manager: string

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  manager = await server.signIn('manager')
  ;({ page } = await signedInPage(browser, server.url, 'manager'))
})
afterEach(() => page.context().setOffline(false))
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const popups = () => page.getByRole('region', { name: /^(通知|Notifications)$/ }).getByRole('alert')
const popup = (text: string) => popups().filter({ hasText: text })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const noConnection = '网络连接失败，请检查网络后重试'

/** A dialog that is filled in, and ready to be saved. */
const newGroup = async (name: string) => {
  await page.goto(`${server.url}/amazon/tag`)
  await button('新建分组').first().click()
  await page.getByRole('dialog').getByLabel('名称').fill(name)
}
const save = () => page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click()

describe('a call that fails', () => {
  test('pops up in the words of its operator, and leaves what was filled in', async () => {
    await newGroup('欧洲')
    await page.context().setOffline(true)
    await save()
    await popup(noConnection).waitFor()
    expect(await page.getByRole('dialog').getByLabel('名称').inputValue()).toBe('欧洲')
    expect(await page.getByText('Failed to fetch').count()).toBe(0)
    await page.context().setOffline(false)
    await save()
    await row('欧洲').waitFor()
  })

  test('after it was done says that it may have been, and not to try again unseen', async () => {
    await newGroup('非洲')
    await page.route('**/group/add', loseAnswer, { times: 1 })
    await save()
    await popup('可能已经完成').waitFor()
    expect(await popup(noConnection).count()).toBe(0)
    const { data } = await server.call('v2/group/list', { token: manager, query: { market: 'amazon' } })
    expect(data.items.filter(({ name }: { name: string }) => name === '非洲')).toHaveLength(1)
  })

  test('over one of its fields says so at that field alone', async () => {
    await server.call('v2/group/add', { token: manager, body: { market: 'amazon', name: '北美' } })
    await newGroup('北美')
    await save()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('已有同名分组').waitFor()
    expect(await popups().filter({ hasText: '已有同名分组' }).count()).toBe(0)
  })

  test('pops up where what it is about is gone', async () => {
    const { data } = await server.call('v2/group/add', { token: manager, body: { market: 'amazon', name: '短命' } })
    await page.goto(`${server.url}/amazon/tag`)
    await row('短命').getByRole('button', { name: '编辑' }).click()
    const { code, message } = await server.call('v2/group/del', { token: manager, body: { ids: [data.id] } })
    expect({ code, message }).toMatchObject({ code: 20000 })
    await page.getByRole('dialog').getByLabel('名称').fill('无')
    await save()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    const text = (await page.getByRole('dialog').getByRole('alert').textContent()) ?? ''
    expect(text).not.toBe('')
    await popup(text).waitFor()
  })

  test('pops up where a batch could not be asked for', async () => {
    await page.goto(`${server.url}/user/list`)
    await row('element').click({ button: 'right' })
    await page.getByRole('menuitem', { name: '停用', exact: true }).click()
    await page.context().setOffline(true)
    await page.getByRole('alertdialog').getByRole('button', { name: '停用' }).click()
    await popup(noConnection).waitFor()
  })

  test('pops up where a file could not be fetched, in English for who reads English', async () => {
    await page.goto(`${server.url}/user/list`)
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.reload()
    await page.getByRole('button', { name: 'Export' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Export' }).click()
    await popup('The server can’t be reached').waitFor()
  })
})
