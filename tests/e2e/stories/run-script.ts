import type { Story } from '../../support/stories/story.ts'

const name = '检查空间'

/** Every other phone says something else. */
const body = `used=$(( $(getprop ro.serialno | tail -c 2) % 2 ))
[ "$used" -gt 0 ] && echo "more than $LIMIT MB" || echo "less than $LIMIT MB"`

export const runScript: Story = {
  name: 'run-script',
  title: 'A script with a parameter, run on phones, and what some of them said otherwise',
  shows: ['§2 Routes'],
  wants:
    'What is done again and again is written down once, with a name for whatever differs. It is run now or by a timed task; what came of each run stays for 30 days, phone by phone, and what some said otherwise than most did is found at once. This chart says which run is looked at, and what of it.',
  chart: 'jobHistory',
  cast: ['listScreen', 'recordForm', 'jobHistory', 'followedAnswer'],
  quiet: ['rows changed', 'received', 'moved on', 'MOVED'],
  screen: 'src/screens/jobs/ScriptList.tsx',
  noun: 'server/jobs',
  who: 'admin',
  from: '/services/list',
  async walk({ page, server, step }) {
    const dialog = page.locator('.bp6-dialog')
    const row = page.getByRole('row').filter({ hasText: name })
    const history = page.getByRole('dialog', { name: `执行记录 · ${name}` })
    const phones = history.getByRole('list', { name: '设备列表' })
    const token = await server.signIn('admin')
    await page.getByRole('button', { name: '新建脚本' }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await step('It is written', 'Presses 新建脚本, writes it, and gives it a parameter.', async () => {
      await page.getByRole('button', { name: '新建脚本' }).first().click()
      await dialog.getByLabel('名称', { exact: true }).fill(name)
      await dialog.getByLabel('脚本内容').fill(body)
      await dialog.getByRole('button', { name: '添加参数' }).click()
      await dialog.getByLabel('变量名 1').fill('LIMIT')
      await dialog.getByLabel('显示名称 1').fill('上限')
      await dialog.getByText('必填', { exact: true }).click()
    })
    await step('It is to run', 'Presses 保存, and in its row 运行: where, and with what.', async () => {
      await dialog.getByRole('button', { name: '保存' }).click()
      await row.waitFor()
      await row.getByRole('button', { name: '运行' }).click()
      await dialog.locator('select[name="choice"]').selectOption({ label: '按条件' })
      await dialog.getByLabel('关键字').fill('B01-0')
      await dialog.getByLabel('上限').fill('200')
    })
    await step('It has run', 'Presses 开始执行. The run is looked at that was just begun.', async () => {
      await dialog.getByRole('button', { name: '开始执行' }).click()
      await history.getByText('已完成').first().waitFor()
      await phones.getByRole('button').first().waitFor()
    })
    await step('What four of them said otherwise', 'Presses 4 不同.', async () => {
      await history.getByRole('button', { name: /^\d+ 不同$/ }).click()
      await phones.getByRole('button').nth(4).waitFor({ state: 'detached' })
      await history.getByText('more than 200 MB').first().waitFor()
    })
    const { data } = await server.call('v2/script/list', { token, query: { keyword: name } })
    for (const { id } of data.items) await server.call('v2/script/del', { token, body: { ids: [id] } })
  },
}
