import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { openBrowser, signedInPage } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

// What is no list and has nothing in it, on a server that has nothing: it says the next step, of whoever looks.

let server: TestServer
let browser: Browser

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

test('a wall without phones sends whoever adds boxes to the boxes, and others to whoever is above', async () => {
  const agent = await signedInPage(browser, server.url, 'agent', '/remote/observe')
  await agent.page.getByText('没有可以观察的手机').waitFor()
  expect(await violationsOf(agent.page)).toEqual([])
  await agent.page.getByRole('link', { name: '添加盒子' }).click()
  await agent.page.waitForURL(`${server.url}/box/`)

  const manager = await signedInPage(browser, server.url, 'manager', '/remote/observe')
  await manager.page.getByText('由您的上级添加或分配给您，需要时请联系上级。').waitFor()
  await manager.page.getByText('agent', { exact: true }).waitFor()
  expect(await manager.page.getByRole('link', { name: '添加盒子' }).count()).toBe(0)
  expect([...agent.complaints, ...manager.complaints]).toEqual([])
  await Promise.all([agent.page.context().close(), manager.page.context().close()])
})

test('a wall that is narrowed to nothing is made wide again by one button', async () => {
  const { page } = await signedInPage(browser, server.url, 'agent', '/remote/observe?keyword=nothing')
  await page.getByText('没有符合条件的内容').waitFor()
  await page.getByRole('button', { name: '清除筛选条件' }).click()
  await page.getByText('没有可以观察的手机').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.context().close()
})

test('a history without jobs says how the first one begins, to those who may begin one', async () => {
  const manager = await signedInPage(browser, server.url, 'manager', '/device/list')
  const panel = (page: typeof manager.page) => page.getByRole('dialog', { name: '任务' })
  await manager.page.getByRole('button', { name: '任务记录' }).click()
  await panel(manager.page).getByText('在列表中选中设备，再用「操作」开始').waitFor()
  expect(await violationsOf(manager.page)).toEqual([])
  await panel(manager.page).getByRole('button', { name: '去选择' }).click()
  await panel(manager.page).waitFor({ state: 'detached' })

  const security = await signedInPage(browser, server.url, 'security', '/device/list')
  await security.page.getByRole('button', { name: '任务记录' }).click()
  await panel(security.page).getByText('您的角色不在设备上执行任务').waitFor()
  expect(await panel(security.page).getByRole('button', { name: '去选择' }).count()).toBe(0)
  await Promise.all([manager.page.context().close(), security.page.context().close()])
})

test('a script that has never run is run from its empty history', async () => {
  await server.call('v2/script/add', { token: await server.signIn('admin'), body: { name: '清理', body: 'true' } })
  const { page } = await signedInPage(browser, server.url, 'admin', '/services/list')
  await page.getByRole('gridcell', { name: '清理', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '执行记录' }).click()
  const panel = page.getByRole('dialog', { name: /执行记录/ })
  await panel.getByText('还没有执行过').waitFor()
  await panel.getByRole('button', { name: '运行' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '开始执行' }).waitFor()
  await page.context().close()
})
