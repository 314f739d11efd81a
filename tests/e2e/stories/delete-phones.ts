import type { Story } from '../../support/stories/story.ts'

export const deletePhones: Story = {
  name: 'delete-phones',
  title: 'A phone leaves the fleet, and comes back',
  shows: ['§3 Device', '§4 Device lifecycle'],
  wants:
    'The operator wants a phone out of the list, and later back in it. What would be lost is named first; a phone that cannot be deleted just now says why, and the action can be tried again for it alone.',
  chart: 'batchAction',
  cast: ['listScreen', 'batchAction', 'resourceList'],
  quiet: ['rows changed'],
  screen: 'src/screens/lists/BatchDialog.tsx',
  noun: 'server/devices',
  who: 'manager',
  from: '/device/list?keyword=B01-1',
  async walk({ page, server, step, hold }) {
    const row = page.getByRole('row').filter({ hasText: 'B01-10' })
    const act = async (name: string) => {
      await row.getByText('⋯').click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await row.getByText('空闲').waitFor()
    await page.getByText('实时').first().waitFor()
    await page.waitForLoadState('networkidle')
    await step('What would be lost is named', 'Picks 删除 from the menu of B01-10.', async () => {
      await act('删除')
      await page.getByRole('alertdialog').waitFor()
    })
    const token = await server.signIn('manager')
    const { items } = (await server.call('v3/device/list', { token, query: { keyword: 'B01-10' } })).data
    const held = await hold(/\/device\/del/)
    const set = (on: boolean) => server.call('v2/device/maintain', { token, body: { id: items[0].id, on } })
    await step(
      'The server is asked',
      'Confirms it. At the same moment a colleague takes the phone into maintenance.',
      async () => {
        await page.getByRole('alertdialog').getByRole('button', { name: /删除/ }).last().click()
        await held.asked
        await set(true)
      },
    )
    await step('It failed, and says why', 'Reads what kept the phone.', async () => {
      await held.release()
      await page.getByRole('button', { name: /重试/ }).waitFor()
    })
    await step('Tried again', 'Has the colleague give the phone back, and presses 重试.', async () => {
      await set(false)
      await page.getByRole('button', { name: /重试/ }).click()
      await row.waitFor({ state: 'detached' })
    })
    await step(
      'It comes back',
      'Filters for 已删除, and picks 恢复: nothing is lost by that, so that nobody asks.',
      async () => {
        await page.getByRole('button', { name: '状态: 全部' }).click()
        await page.getByRole('option', { name: '已删除' }).click()
        await page.keyboard.press('Escape')
        await row.getByText('已删除').waitFor()
        await act('恢复')
        await row.waitFor({ state: 'detached' })
      },
    )
  },
}
