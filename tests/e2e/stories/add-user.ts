import type { Story } from '../../support/stories/story.ts'

const who = 'xiaoyun'

export const addUser: Story = {
  name: 'add-user',
  title: 'A user is added, and handed phones',
  shows: ['§2 Routes', '§3 User', '§3 Device'],
  wants:
    'An agent takes on somebody who will run shops: a name and a password, how long the service runs, how many phones at once; then the phones themselves. Every form of the console is this chart: what is missing or refused is told at its field, and nothing typed is lost.',
  chart: 'recordForm',
  cast: ['listScreen', 'recordForm', 'optionSearch', 'batchAction', 'resourceList'],
  quiet: ['rows changed'],
  screen: 'src/screens/people/UserAdd.tsx',
  noun: 'server/people',
  who: 'agent',
  from: '/user/add',
  async walk({ page, step }) {
    const field = (name: string) => page.getByLabel(name, { exact: true })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await field('用户名').waitFor()
    await page.waitForLoadState('networkidle')
    await step(
      'Who, for how long, how many phones',
      'Writes a name that there is already, 3 phones, 30 days.',
      async () => {
        await field('用户名').fill('manager')
        await field('设备配额').fill('3')
        await press('+30 天')
      },
    )
    await step('The server refuses, at the field', 'Presses 添加用户. Somebody is called so.', async () => {
      await press('添加用户')
      await page.getByText('用户名已被使用').waitFor()
    })
    await step('Added', 'Writes another name: everything else has stayed.', async () => {
      await field('用户名').fill(who)
      await press('添加用户')
      await page.waitForURL(/\/user\/list/)
      await page.getByText(`已添加用户 ${who}`).waitFor()
      await page.getByRole('gridcell', { name: who, exact: true }).waitFor()
    })
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    await step(
      'Whose phones will they be?',
      'Goes to the phones, chooses B01-10 to B01-12, presses 分配给… and picks the new user.',
      async () => {
        await page.getByRole('link', { name: '设备管理' }).first().click()
        await row('B01-10').locator('[data-select]').click()
        await row('B01-12')
          .locator('[data-select]')
          .click({ modifiers: ['Shift'] })
        await page.getByRole('toolbar').getByRole('button', { name: '分配给…' }).click()
        await page.getByRole('dialog').getByRole('button', { name: '请选择' }).click()
        await page.getByRole('option', { name: who }).click()
      },
    )
    await step(
      'They are handed over',
      'Presses 分配 3 台, and looks at 属性 of one: it is the new user’s.',
      async () => {
        await page.getByRole('dialog').getByRole('button', { name: '分配 3 台' }).click()
        await page.getByText(/已完成 3/).waitFor()
        await row('B01-12').getByRole('button', { name: '⋯' }).click()
        await page.getByRole('menuitem', { name: '属性', exact: true }).click()
        await page.getByRole('dialog').getByText(who).first().waitFor()
      },
    )
  },
}
