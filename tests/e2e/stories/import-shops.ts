import type { Story } from '../../support/stories/story.ts'

/** As another program wrote it: words of its own for regions, a group that there is not, one name twice. */
const file = [
  '店铺名称,站点,分组,备注',
  ...Array.from({ length: 14 }, (_, at) => {
    const number = String(at + 1).padStart(2, '0')
    const site = ['美国西部', '西岸一区', '美东'][at % 3] ?? ''
    return `样店-${at === 9 ? '04' : number},${site},${at % 2 === 0 ? '旺店' : ''},${at === 3 ? '双十一主推' : ''}`
  }),
].join('\n')

export const importShops: Story = {
  name: 'import-shops',
  title: 'Importing shops from somebody else’s file',
  shows: ['§2 Routes', '§3 Market modules'],
  wants:
    'A manager has a list of shops that somebody else’s program wrote, and wants them in the console. What the file’s columns and words mean is decided once each, good lines go first, and nothing typed is lost.',
  chart: 'environmentImport',
  cast: ['listScreen', 'environmentImport', 'resourceList'],
  quiet: ['rows changed'],
  screen: 'src/screens/environments/ImportDialog.tsx',
  noun: 'server/environments',
  who: 'manager',
  from: '/tiktok/list',
  async prepare({ server }) {
    const token = await server.signIn('manager')
    const { data } = await server.call('v2/environment/list', {
      token,
      query: { market: 'tiktok', keyword: '样店-', limit: 500 },
    })
    const ids = data.items.map(({ id }: { id: number }) => id)
    if (ids.length > 0) await server.call('v2/environment/del', { token, body: { market: 'tiktok', ids } })
  },
  async walk({ page, step, hold }) {
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: '导入', exact: true }).first().waitFor()
    await step('Which file?', 'Presses 导入 above the list of shops.', async () => {
      await page.getByRole('button', { name: '导入', exact: true }).first().click()
      await dialog.locator('input[type=file]').waitFor({ state: 'attached' })
    })
    await step(
      'What does it say?',
      'Drops the file. What its columns and words mean is found out; what nobody knows is asked.',
      async () => {
        const buffer = Buffer.from(file)
        await dialog.locator('input[type=file]').setInputFiles({ name: 'shops.csv', mimeType: 'text/csv', buffer })
        await dialog.getByRole('combobox', { name: '地区 西岸一区', exact: true }).waitFor()
      },
    )
    await step(
      'Decided, once each',
      'Says which region 西岸一区 is, and that 旺店 is a new group: each once, for all lines.',
      async () => {
        await dialog.getByRole('combobox', { name: '地区 西岸一区', exact: true }).selectOption('us-west')
        await dialog.getByRole('button', { name: /^新建分组“旺店”/ }).click()
        await dialog.getByRole('button', { name: '先导入可用的 13 行' }).waitFor()
      },
    )
    const held = await hold(/\/environment\/import/)
    await step(
      'The good lines go first',
      'Presses 先导入可用的 13 行: the group is made, then the shops.',
      async () => {
        await dialog.getByRole('button', { name: '先导入可用的 13 行' }).click()
        await held.asked
      },
    )
    await step(
      'What is left can be mended',
      'Waits for the answer: one line is left, and says at its cell that there is such a name already.',
      async () => {
        await held.release()
        await dialog.getByText('已导入 13 行').waitFor()
      },
    )
  },
}
