import type { Story } from '../../support/stories/story.ts'

const group = '大促'
const shops = ['TEMU-B-01', 'TEMU-B-02', 'TEMU-B-03']

export const groupShops: Story = {
  name: 'group-shops',
  title: 'Shops are put in a group, and the group goes again',
  shows: ['§2 Routes', '§3 Market modules'],
  wants:
    'A manager wants to find the shops of a sale by one press. A market’s groups are its tags: a name and a colour, in an order of the team’s own. A shop may be in several. To delete a group says what stays: the shops do.',
  chart: 'listScreen',
  cast: ['listScreen', 'recordForm', 'optionSearch', 'batchAction', 'resourceList'],
  quiet: ['rows changed'],
  screen: 'src/screens/environments/GroupList.tsx',
  noun: 'server/environments',
  who: 'manager',
  from: '/temu/tag',
  async walk({ page, step }) {
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    const dialog = page.getByRole('dialog')
    const menuOf = async (name: string, action: string) => {
      await row(name).getByText('⋯').click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    }
    await row('半托管').waitFor()
    await page.waitForLoadState('networkidle')
    await step('A name and a colour', `Presses 新建分组, and writes ${group}.`, async () => {
      await page.getByRole('button', { name: '新建分组' }).first().click()
      await dialog.getByLabel('分组名称').fill(group)
    })
    await step('It is the last', 'Saves it: it stands behind the others, with nothing in it.', async () => {
      await dialog.getByRole('button', { name: '保存' }).click()
      await row(group).waitFor()
    })
    await step('Its place', 'Picks 上移 from its menu, and it changes places with the one before.', async () => {
      await menuOf(group, '上移')
      await page.waitForFunction((name) => {
        const rows = [...document.querySelectorAll<HTMLElement>('[role=row]')]
        const at = (text: string) => rows.find((one) => one.innerText.includes(text))?.getBoundingClientRect().y ?? 0
        return at(name) < at('半托管')
      }, group)
    })
    await step(
      'Which shops?',
      'Goes to the shops, chooses three, presses 移动到分组 and picks the group.',
      async () => {
        await page.goto(new URL('/temu/list?keyword=TEMU-B', page.url()).href)
        await row(shops[0] ?? '')
          .locator('[data-select]')
          .click()
        await row(shops[2] ?? '')
          .locator('[data-select]')
          .click({ modifiers: ['Shift'] })
        await page.getByRole('toolbar').getByRole('button', { name: '移动到分组' }).click()
        await dialog.getByLabel('分组').click()
        await page.getByRole('option', { name: group }).click()
        await page.keyboard.press('Tab')
      },
    )
    await step('They are in it', 'Confirms it: each row says so by name and colour.', async () => {
      await dialog.getByRole('button', { name: '移动到分组' }).click()
      for (const name of shops) await row(name).getByText(group).waitFor()
    })
    await step('By one press', 'Goes back to the groups, and presses the number of its shops.', async () => {
      await page.getByRole('link', { name: '分组管理' }).filter({ visible: true }).first().click()
      await row(group).getByRole('button', { name: '3', exact: true }).click()
      await page.waitForURL(/\/temu\/list\?tag=\d+/)
      await row(shops[0] ?? '').waitFor()
    })
    await step('What stays is named', 'Picks 删除 from the menu of the group, once the sale is over.', async () => {
      await page.getByRole('link', { name: '分组管理' }).filter({ visible: true }).first().click()
      await menuOf(group, '删除')
      await page.getByRole('alertdialog').getByText('其中的 3 个环境会保留').waitFor()
    })
    await step('It is gone', 'Confirms it.', async () => {
      await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
      await row(group).waitFor({ state: 'detached' })
    })
  },
}
