import { openNotes, tapScreen, untilLive } from '../../support/phone-page.ts'
import type { Story } from '../../support/stories/story.ts'

const shop = '小梅的店'

export const openShop: Story = {
  name: 'open-shop',
  title: 'Opening a shop on a phone, working in it, closing it',
  shows: ['§2 Routes', '§3 Device counts', '§3 Market modules', '§4 Device lifecycle'],
  wants:
    'Somebody who runs shops wants to work in one. A free phone is leased, gets the shop’s address and its saved data, and is shown live; when the shop is closed its data are saved and the phone is wiped.',
  chart: 'shopDesk',
  cast: ['resourceList', 'batchAction', 'remoteDesk', 'shopDesk', 'remoteSession'],
  quiet: ['measured', 'patched', 'rows changed', 'phone'],
  screen: 'src/screens/remote/RemoteOperation.tsx',
  noun: 'server/environments',
  who: 'xiaomei',
  from: '/amazon/list',
  async prepare({ server, store }) {
    const token = await server.signIn('manager')
    const { id } = await store.user('xiaomei')
    const { data } = await server.call('v2/environment/list', { token, query: { market: 'amazon', keyword: shop } })
    if (data.total === 0)
      await server.call('v2/environment/add', { token, body: { market: 'amazon', name: shop, owner_id: id } })
  },
  async walk({ page, step, hold }) {
    const row = page.getByRole('row').filter({ hasText: shop })
    await row.waitFor()
    await page.getByText('实时').first().waitFor()
    await page.waitForLoadState('networkidle')
    const held = await hold(/\/device\/stream\/point/)
    await step(
      'A phone is leased for it',
      'Presses 打开 in the row of the shop, and is led to the phone.',
      async () => {
        await row.getByText('打开', { exact: true }).click()
        await page.waitForURL(/\/amazon\/remotely\?id=\d+/)
        await held.asked
        await page.getByRole('heading', { name: shop }).waitFor()
        await page.getByText('开店检查').waitFor()
      },
    )
    await step(
      'The phone is made ready, then it is live',
      'Waits: its address is set, its record restored; then the relay shows its screen.',
      async () => {
        await held.release()
        await untilLive(page, 60_000)
      },
    )
    await step(
      'Working in it',
      'Opens the notes app and writes something: pointer and keys go to the phone.',
      async () => {
        await openNotes(page)
        await tapScreen(page, { x: 0.5, y: 0.4 })
        await page.keyboard.insertText('补货 20 件')
        await page.waitForTimeout(600)
      },
    )
    await step('Closed, and saved', 'Presses 关闭并保存, and is back at the list.', async () => {
      await page.getByRole('button', { name: '关闭并保存', exact: true }).click()
      await page.waitForURL(/\/amazon\/list/)
      await row.getByText('未打开').waitFor()
    })
  },
}
