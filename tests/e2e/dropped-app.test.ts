import type { Browser, JSHandle, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApk } from '../phone/shell/apk-under-test.ts'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let watched: WatchedPage
let page: Page
let token: string
let name: string

beforeAll(async () => {
  server = await startServer({ phones: 1 })
  token = await server.signIn('admin')
  const [phone] = await idlePhones(server, token, 1)
  name = phone?.name ?? ''
  browser = await openBrowser()
  watched = await signedInPage(browser, server.url, 'admin', '/device/list')
  page = watched.page
  await page.getByRole('row', { name }).getByText('⋯').click()
  await page.getByRole('menuitem', { name: '应用' }).hover()
  await page.getByRole('menuitem', { name: '安装应用' }).click()
  await dialog().waitFor()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const dialog = () => page.locator('.bp6-dialog')
const begin = () => dialog().getByRole('button', { name: '开始' })
const apk = makeApk('com.example.dropped', 1, '2.0')

/** A file as the desktop hands it over. */
const dragged = (file: string, content: Buffer): Promise<JSHandle<DataTransfer>> =>
  page.evaluateHandle(
    ([called, bytes]) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], called))
      return data
    },
    [file, content.toString('base64')] as const,
  )

/** Lets go of a file over the dialog's title: it takes it anywhere. */
async function drop(file: string, content: Buffer): Promise<void> {
  const dataTransfer = await dragged(file, content)
  const title = dialog().getByRole('heading').first()
  await title.dispatchEvent('dragover', { dataTransfer })
  await dialog().getByText('松开即可上传').waitFor()
  await title.dispatchEvent('drop', { dataTransfer })
}

const jobCount = async (): Promise<number> => (await server.call('v2/job/list', { token })).data.total

test('what is no app is refused by its name, and is not sent', async () => {
  await drop('合同.pdf', Buffer.from('no app'))
  await dialog().getByRole('alert').getByText('“合同.pdf”不是 APK，不能安装').waitFor()
  expect((await server.call('v2/file/list', { token })).data.total).toBe(0)
})

test('an app that the server refuses is told of, and is sent again when that is asked for', async () => {
  await page.route('**/file/upload*', (route) =>
    route.fulfill({ status: 413, json: { code: 41_300, message: '空间不足', data: null } }),
  )
  await drop('dropped.apk', apk)
  expect(await dialog().getByRole('alert').count()).toBe(0)
  const upload = dialog().getByRole('group', { name: 'dropped.apk' })
  await upload.getByText('失败：空间不足').waitFor()
  await page.unroute('**/file/upload*')
  await upload.getByRole('button', { name: '重试' }).click()
  await upload.getByText('上传完成').waitFor()
  await dialog().getByRole('button', { name: 'dropped.apk' }).waitFor()
})

test('nothing is run before all of it is there, and then it is installed', async () => {
  const held = Promise.withResolvers<void>()
  await page.route('**/file/upload/**', async (route) => {
    await held.promise
    await route.continue()
  })
  await drop('second.apk', apk)
  const upload = dialog().getByRole('group', { name: 'second.apk' })
  await begin().click()
  await dialog().getByText('上传完成后才能执行').waitFor()
  expect(await jobCount()).toBe(0)

  held.resolve()
  await upload.getByText('上传完成').waitFor()
  await dialog().getByRole('button', { name: 'second.apk' }).waitFor()
  await begin().click()
  await page.getByRole('dialog', { name: '任务记录' }).getByText('1 / 1 台').first().waitFor()
  await page
    .getByRole('dialog', { name: '任务记录' })
    .getByRole('button', { name: `${name} 成功` })
    .waitFor()
  expect(await jobCount()).toBe(1)
})
