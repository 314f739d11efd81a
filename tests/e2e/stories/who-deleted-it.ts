import type { Story } from '../../support/stories/story.ts'

const shop = '小梅的童装店'
const market = 'temu'

export const whoDeletedIt: Story = {
  name: 'who-deleted-it',
  title: 'Who deleted the shop, and having it back',
  shows: ['§2 Routes', '§3 Market modules'],
  wants:
    'A shop is gone, and the manager wants to know who did that, and to have it back. The operation log has every change, with what was there before; what can be undone says so, and is undone from there. Whatever is asked once and shown, as the details of an entry, is this chart.',
  chart: 'oneAnswer',
  cast: ['listScreen', 'oneAnswer', 'resourceList'],
  quiet: ['rows changed'],
  screen: 'src/screens/log/LogDrawer.tsx',
  noun: 'server/log',
  who: 'manager',
  from: '/log/list',
  async prepare({ server, store }) {
    const token = await server.signIn('manager')
    const { id: owner_id } = await store.user('element')
    const { data } = await server.call('v2/environment/add', { token, body: { market, name: shop, owner_id } })
    await server.call('v2/environment/del', { token: await server.signIn('element'), body: { market, ids: [data.id] } })
  },
  async walk({ page, step }) {
    const row = page.getByRole('row').filter({ hasText: '删除环境' }).filter({ hasText: shop })
    const drawer = page.getByRole('dialog', { name: /^记录 #/ })
    await page.getByText('实时').or(page.getByRole('gridcell').first()).first().waitFor()
    await page.waitForLoadState('networkidle')
    await step('Who deleted it?', 'Filters for 删除环境. There it is: element, just now.', async () => {
      await page.getByRole('button', { name: '操作: 全部' }).click()
      await page.getByRole('option', { name: '删除环境', exact: true }).click()
      await page.keyboard.press('Escape')
      await row.waitFor()
    })
    await step('What was there', 'Presses 详情: each field as it was, and that it can be undone.', async () => {
      await row.getByRole('button', { name: '详情', exact: true }).click()
      await drawer.getByRole('button', { name: '撤销' }).waitFor()
      await drawer.locator('table').waitFor()
    })
    await step('Undone', 'Presses 撤销. The entry is asked for again, and says that it is undone.', async () => {
      await drawer.getByRole('button', { name: '撤销' }).click()
      await drawer.getByText('已经撤销').waitFor()
    })
    await step('It is back', 'Closes it, and finds the shop where it was.', async () => {
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'detached' })
      await page.locator('summary', { hasText: 'Temu' }).click()
      await page.locator(`a[href$="/${market}/list"]`).first().click()
      await page.getByRole('gridcell', { name: shop, exact: true }).waitFor()
    })
  },
}
