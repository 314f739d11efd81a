import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signedInPage } from '../support/browser.ts'
import { connectBox, inventory, readyPhone, type FakeBox } from '../support/fake-box.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { startTeam, type Team } from '../support/team.ts'

let team: Team
let browser: Browser
let box: FakeBox
let page: Page

beforeAll(async () => {
  ;[team, browser] = await Promise.all([startTeam('amazon'), openBrowser()])
  box = await connectBox(team.server, team.store)
  await box.report(inventory([readyPhone('LOG1')]))
  page = (await signedInPage(browser, team.server.url, 'manager')).page
})
afterAll(async () => {
  await browser.close()
  await box.close()
  await team.stop()
})

const newest = async (token: string): Promise<number> =>
  (await team.server.call('v2/log/list', { token })).data.items[0].id

/** What an entry's drawer says of each field. */
async function changesOf(id: number): Promise<string[][]> {
  await page.goto(`${team.server.url}/log/list`)
  await page.getByRole('button', { name: '详情' }).first().click()
  const drawer = page.getByRole('dialog', { name: `记录 #${id}` })
  const rows = drawer.locator('tbody tr')
  await rows.first().waitFor()
  return Promise.all((await rows.all()).map((row) => row.locator('th, td').allTextContents()))
}

test('what was changed of a shop is told as forms say it: its owner, groups and region by name', async () => {
  const [live, spring] = [await team.addGroup('直播'), await team.addGroup('春季')]
  const id = await team.add('AMZ-01', { tags: [live], region: 'us-west' })
  const { id: owner } = await team.store.user('element')
  const proxy = { type: 'socks5', host: 'proxy.example', port: 1080, user_name: 'shop', password: 'hush-hush' }
  await team.post('environment/edit', { ids: [id], owner_id: owner, tags: [live, spring], region: 'jp-east', proxy })
  expect(await changesOf(await newest(team.manager))).toEqual([
    ['归属用户', 'manager', 'element'],
    ['分组', '直播', '直播、春季'],
    ['地区', expect.stringMatching(/美国西部$/), expect.stringMatching(/日本$/)],
    ['代理', '—', 'socks5://shop@proxy.example:1080（已设密码）'],
  ])

  await team.post('group/del', { ids: [spring], market: undefined })
  const [, entry] = (await team.server.call('v2/log/list', { token: team.manager })).data.items
  const { data } = await team.server.call('v2/log/detail', { token: team.manager, query: { id: entry.id } })
  const { id: manager } = await team.store.user('manager')
  expect(data.names).toEqual({
    [`user:${owner}`]: 'element',
    [`user:${manager}`]: 'manager',
    [`group:${live}`]: '直播',
  })
})

test('a phone is told by name to whom it is in sight, and by its number alone to others', async () => {
  const admin = await team.server.signIn('admin')
  const [phone] = await idlePhones(team.server, admin, 1)
  if (phone === undefined) throw new Error('there is no phone')
  await team.store.devices.handOver([phone.id], await team.store.user('manager'))
  await team.server.call('v2/device/run', { token: team.manager, body: { action: 'reboot', ids: [phone.id] } })
  const id = await newest(team.manager)
  expect(await changesOf(id)).toContainEqual(['目标设备', `设备：${phone.name}`])

  await team.store.devices.handOver([phone.id], await team.store.user('stranger'))
  const detail = await team.server.call('v2/log/detail', { token: team.manager, query: { id } })
  expect(detail.data.names).toEqual({})
  expect(await changesOf(id)).toContainEqual(['目标设备', `设备：不存在或无权查看（#${phone.id}）`])
})

test('an account is told by its markets and by the moment at which its service ends', async () => {
  page = (await signedInPage(browser, team.server.url, 'agent')).page
  const agent = await team.server.signIn('agent')
  const { id } = await team.store.user('manager')
  const expires_at = new Date(2030, 0, 2, 3, 4, 5).getTime()
  const body = { id, note: '华南', modules: ['amazon', 'rednote'], expires_at }
  await team.server.call('v2/user/edit', { token: agent, body })
  const entry = await newest(agent)
  const changes = await changesOf(entry)
  expect(changes).toContainEqual(['备注', '—', '华南'])
  expect(changes).toContainEqual(['模块', expect.any(String), 'Amazon、小红书'])
  expect(changes).toContainEqual(['到期时间', expect.any(String), '2030-01-02 03:04:05'])
})
