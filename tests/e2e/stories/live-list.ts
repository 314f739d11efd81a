import type { Story } from '../../support/stories/story.ts'

export const liveList: Story = {
  name: 'live-list',
  title: 'The list of phones, live',
  shows: ['§2 Routes', '§3 MQTT config', '§3 Device', '§4 MQTT'],
  wants:
    'The operator wants to see every phone as it is now. The list is fetched a page at a time; from then on the broker’s topic tells each change, which is laid over the row that it is of.',
  chart: 'resourceList',
  cast: ['resourceList', 'listScreen', 'broker', 'console'],
  screen: 'src/screens/devices/DeviceList.tsx',
  noun: 'server/devices',
  who: 'manager',
  from: '/dashboard',
  async walk({ page, server, step, hold }) {
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    await page.locator('main h2').first().waitFor()
    await page.waitForLoadState('networkidle')
    const held = await hold(/\/v3\/device\/list/)
    await step(
      'The first page is asked for',
      'Picks 设备管理: rows of the right height stand there until they come.',
      async () => {
        await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '设备管理' }).click()
        await page.waitForURL(/\/device\/list/)
        await held.asked
      },
    )
    await step('The rows are there, and live', 'Waits for the answer.', async () => {
      await held.release()
      await row('B01-01').waitFor()
      await page.getByText('实时').first().waitFor()
    })
    const token = await server.signIn('manager')
    const { items } = (await server.call('v3/device/list', { token, query: { keyword: 'B01-02' } })).data
    const maintain = (on: boolean) => server.call('v2/device/maintain', { token, body: { id: items[0].id, on } })
    await step(
      'Somebody else changes a row',
      'Looks on, while a colleague takes B01-02 into maintenance.',
      async () => {
        await maintain(true)
        await row('B01-02').getByText('维护').waitFor()
      },
    )
    const heldAgain = await hold(/\/v3\/device\/list/)
    await step('What is shown stays while it is fetched again', 'Presses 刷新.', async () => {
      await page.getByRole('button', { name: '刷新', exact: true }).click()
      await heldAgain.asked
    })
    await step('It is as it was', 'Waits for the answer.', async () => {
      const answered = page.waitForResponse(/\/v3\/device\/list/)
      await heldAgain.release()
      await answered
    })
    await step(
      'The line is cut',
      'Works on without a network: the list says that it is not live any more.',
      async () => {
        await page.context().setOffline(true)
        await page
          .getByText(/^(?:已断开|连接已断开|未连接|重新连接中|离线)/)
          .first()
          .waitFor({ timeout: 5_000 })
          .catch(() => undefined)
        await page.waitForTimeout(1_500)
      },
    )
    await step('It is back', 'Is online again. What was missed is fetched.', async () => {
      await page.context().setOffline(false)
      await page.getByText('实时').first().waitFor()
      await row('B01-01').waitFor()
    })
    await maintain(false)
  },
}
