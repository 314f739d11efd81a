import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reason } from '../../texts/reason.ts'
import { makeApk } from '../phone/shell/apk-under-test.ts'
import { openBrowser, signedInPage, type WatchedPage } from '../support/browser.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { upload } from '../support/upload.ts'

let server: TestServer
let store: TestStore
let browser: Browser
let watched: WatchedPage
let page: Page
/** The element's phones, by name. */
let names: string[]

beforeAll(async () => {
  server = await startServer({ phones: 3 })
  store = openTestStore(server)
  const admin = await server.signIn('admin')
  const phones = await idlePhones(server, admin, 3)
  names = phones.map(({ name }) => name)
  await store.devices.handOver(
    phones.map(({ id }) => id),
    await store.user('element'),
  )
  const token = await server.signIn('element')
  await upload(server, token, '价格.csv', new TextEncoder().encode('a,1\n'))
  await upload(server, token, 'shop.apk', new Uint8Array(makeApk('com.example.shop', 3, '1.3')))
  await upload(server, token, 'notes.txt', new TextEncoder().encode('no app'))
  browser = await openBrowser()
  watched = await signedInPage(browser, server.url, 'element')
  page = watched.page
})
afterAll(async () => {
  await browser.close()
  await store.close()
  await server.stop()
})

const openList = async () => {
  await page.goto(`${server.url}/device/list`)
  await page.getByRole('gridcell', { name: names[0] ?? '' }).waitFor()
}
const jobs = () => page.getByRole('dialog', { name: '任务记录' })

/** Chooses an uploaded file in the dialog that is open, and begins. */
async function withFile(file: string): Promise<void> {
  await page.getByRole('button', { name: '选择文件' }).click()
  await page.getByRole('option', { name: file }).click()
  await page.getByRole('button', { name: '开始' }).click()
}

test('an element pushes a file to all its phones and sees each of them done', async () => {
  await openList()
  await page.getByRole('checkbox', { name: '选择已加载的全部行' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: '操作', exact: true }).click()
  await page.getByRole('menuitem', { name: '推送文件' }).click()
  await page.getByRole('dialog', { name: '推送文件 · 3 台设备' }).waitFor()
  await page.getByRole('button', { name: '开始' }).click()
  await page.getByText('必填项').waitFor()
  await withFile('价格.csv')
  await jobs().getByText('3 / 3 台').first().waitFor()
  for (const name of names)
    await jobs()
      .getByRole('button', { name: `${name} 成功` })
      .waitFor()
  expect(await jobs().getByLabel('输出', { exact: true }).textContent()).toContain('/sdcard/Download/价格.csv')
})

test('installs an app on one phone, is told why a text is none, and finds both jobs again', async () => {
  await openList()
  const begin = async (file: string) => {
    await page
      .getByRole('row', { name: names[0] ?? '' })
      .getByText('⋯')
      .click()
    await page.getByRole('menuitem', { name: '应用' }).hover()
    await page.getByRole('menuitem', { name: '安装应用' }).click()
    await page.getByRole('dialog', { name: `安装应用 · ${names[0]}` }).waitFor()
    await withFile(file)
  }
  await begin('shop.apk')
  await jobs()
    .getByRole('button', { name: `${names[0]} 成功` })
    .waitFor()
  await page.keyboard.press('Escape')
  await jobs().waitFor({ state: 'detached' })

  await begin('notes.txt')
  await jobs()
    .getByText(/文件不是有效的安装包（Failure/)
    .last()
    .waitFor()
  await page.keyboard.press('Escape')
  await jobs().waitFor({ state: 'detached' })

  await page.getByRole('button', { name: '任务记录' }).click()
  await jobs()
    .getByRole('button', { name: /安装应用 · shop\.apk/ })
    .click()
  await jobs()
    .getByRole('button', { name: `${names[0]} 成功` })
    .waitFor()
})

test('takes the screens’ pictures, and downloads one', async () => {
  await openList()
  await page.getByRole('checkbox', { name: '选择已加载的全部行' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: '操作', exact: true }).click()
  await page.getByRole('menuitem', { name: '屏幕' }).hover()
  await page.getByRole('menuitem', { name: '屏幕截图' }).click()
  await jobs().getByText('3 / 3 台').first().waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    jobs().getByRole('button', { name: '下载文件' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^\S+ \d{4}-\d\d-\d\d .*\.png$/)
  expect((await readFile(await file.path())).subarray(1, 4).toString()).toBe('PNG')
  expect(watched.complaints).toEqual([])
})

test('runs a command on all phones, and reads what one of them said', async () => {
  await openList()
  await page.getByRole('checkbox', { name: '选择已加载的全部行' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: '操作', exact: true }).click()
  await page.getByRole('menuitem', { name: '运行命令' }).click()
  const dialog = page.getByRole('dialog', { name: '运行命令 · 3 台设备' })
  await dialog.getByRole('button', { name: '开始' }).click()
  await dialog.getByText('必填项').waitFor()
  await dialog.getByLabel('命令').fill('echo here is $(getprop ro.product.model)')
  await dialog.getByRole('button', { name: '开始' }).click()
  await jobs().getByText('3 / 3 台').first().waitFor()
  await jobs()
    .getByText(/^here is /)
    .waitFor()
  expect(watched.complaints).toEqual([])
})

test('phones leave the fleet as a job, once that is confirmed, and come back as one', async () => {
  const manager = await signedInPage(browser, server.url, 'manager')
  const { page: list } = manager
  const history = list.getByRole('dialog', { name: '任务记录' })
  const chooseAll = async (path: string) => {
    await list.goto(`${server.url}/device/list${path}`)
    await list.getByRole('gridcell', { name: names[0] ?? '' }).waitFor()
    await list.getByRole('checkbox', { name: '选择已加载的全部行' }).click()
  }
  await chooseAll('')
  await list.getByRole('toolbar').getByRole('button', { name: '删除' }).click()
  const question = list.getByRole('alertdialog')
  await question.getByText('设备将从列表中移除，记录会保留，之后可以恢复。').waitFor()
  await question.getByRole('button', { name: '删除设备 · 3 台设备' }).click()
  await history.getByText('3 / 3 台').first().waitFor()
  await list.keyboard.press('Escape')
  await list.getByText('还没有设备').waitFor()

  await chooseAll('?status=deleted')
  await list.getByRole('toolbar').getByRole('button', { name: '恢复' }).click()
  await history.getByText('3 / 3 台').first().waitFor()
  // Deleted ones are not among all; one whose box had just lost it comes back offline.
  await list.goto(`${server.url}/device/list`)
  for (const name of names) await list.getByRole('gridcell', { name }).waitFor()
  expect(manager.complaints).toEqual([])
  await list.context().close()
})

test('a job that leaves phones faulty offers to recover them and try again; so does what is told of one', async () => {
  const manager = await signedInPage(browser, server.url, 'manager')
  const { page: list } = manager
  const [name = ''] = names
  const makeFaulty = () =>
    store.db
      .updateTable('devices')
      .set({ status: 'faulty', status_reason: reason('devices.late.changing_ip') })
      .where('name', '=', name)
      .execute()
  await makeFaulty()
  await list.goto(`${server.url}/device/list`)
  await list.getByRole('row', { name }).getByText('故障').waitFor()
  await list.getByRole('checkbox', { name: '选择已加载的全部行' }).click()
  await list.getByRole('toolbar').getByRole('button', { name: '操作', exact: true }).click()
  await list.getByRole('menuitem', { name: '更换 IP' }).click()
  const history = list.getByRole('dialog', { name: '任务记录' })
  await history.getByRole('button', { name: `${name} 设备故障` }).waitFor()
  await history.getByRole('button', { name: '恢复并重试' }).click()
  await history.getByText(/重试 #\d+/).waitFor()
  await history.getByRole('button', { name: `${name} 成功` }).waitFor()
  await history.getByRole('button', { name: '恢复并重试' }).waitFor({ state: 'detached' })
  await list.keyboard.press('Escape')
  await list.getByRole('row', { name }).getByText('空闲').waitFor()

  await makeFaulty()
  await list.reload()
  await list.getByRole('row', { name }).getByText('故障').waitFor()
  await list.getByRole('row', { name }).getByText('⋯').click()
  await list.getByRole('menuitem', { name: '属性' }).click()
  const panel = list.getByRole('dialog', { name: `${name} 的属性` })
  await panel.getByRole('button', { name: '操作' }).click()
  expect(await list.getByRole('menuitem', { name: '属性' }).count()).toBe(0)
  await list.getByRole('menuitem', { name: '恢复', exact: true }).click()
  await panel.getByText('空闲').waitFor()
  expect(manager.complaints).toEqual([])
  await list.context().close()
})

test('on the page of one phone a dropped app is installed, opened, and removed again', async () => {
  const { id } = (
    await server.call('v2/device/list', { token: await server.signIn('element'), query: { sort: 'name' } })
  ).data.items[0]
  await page.goto(`${server.url}/device1/remotely?id=${id}`)
  await page.getByRole('tab', { name: '应用' }).click()
  await page.getByRole('button', { name: '打开 Amazon' }).waitFor()
  const apk = makeApk('com.example.second', 1, '2.0').toString('base64')
  const dropped = await page.evaluateHandle((content) => {
    const data = new DataTransfer()
    data.items.add(new File([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))], 'second.apk'))
    return data
  }, apk)
  const picture = page.getByRole('img', { name: `${names[0]} 的屏幕` }).first()
  await picture.dispatchEvent('dragover', { dataTransfer: dropped })
  await page.getByText('松开即可放入手机').waitFor()
  await picture.dispatchEvent('drop', { dataTransfer: dropped })
  await page.getByText('如何处理 second.apk？').waitFor()
  await page.getByRole('button', { name: '安装', exact: true }).click()
  await page.getByText('已安装 second.apk').waitFor()

  await page.getByRole('textbox', { name: '名称或包名…' }).fill('second')
  await page.getByRole('button', { name: '打开 com.example.second' }).click()
  await page.getByRole('button', { name: '卸载 com.example.second' }).click()
  await page.getByRole('button', { name: '卸载', exact: true }).click()
  await page.getByText('没有匹配的应用').waitFor()
  expect(watched.complaints).toEqual([])
})

test('a file on its way to a phone is not lost by a step to another one: whoever takes it is asked', async () => {
  const { items } = (
    await server.call('v2/device/list', { token: await server.signIn('element'), query: { sort: 'name' } })
  ).data
  await page.goto(`${server.url}/device1/remotely?id=${items[0].id}`)
  const [held, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/\/file\/upload/, async (route) => {
    held.resolve()
    await goesOn.promise
    await route.continue()
  })
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['周五对账'], '对账.txt'))
    return data
  })
  const picture = page.getByRole('img', { name: `${names[0]} 的屏幕` }).first()
  await picture.dispatchEvent('dragover', { dataTransfer: dropped })
  await picture.dispatchEvent('drop', { dataTransfer: dropped })
  await held.promise
  const another = page.getByRole('region', { name: '同组设备' }).getByRole('link', { name: names[1] ?? '' })
  await another.click()
  const question = page.getByRole('alertdialog', { name: '文件还没有传完' })
  await question.getByRole('button', { name: '取消' }).click()
  expect(page.url()).toContain(`id=${items[0].id}`)
  await page.getByText(/^正在上传 对账.txt/).waitFor()
  // Whoever leaves the question open goes once the file has come onto the phone.
  await another.click()
  await question.waitFor()
  goesOn.resolve()
  await page.waitForURL(new RegExp(`id=${items[1].id}$`))
  const { data } = await server.call('v2/job/list', { token: await server.signIn('element') })
  expect(data.items[0]).toMatchObject({ action: 'push', succeeded: 1 })
  await page.unroute(/\/file\/upload/)
  expect(watched.complaints).toEqual([])
})
