import type { Story } from '../../support/stories/story.ts'

const name = '早晚重启'

export const timedTask: Story = {
  name: 'timed-task',
  title: 'A timed task, whose schedule is said in words',
  shows: ['§2 Routes'],
  wants:
    'An admin wants phones restarted at certain hours. When is said in words, in a time zone of its own; the server says the next five times while it is being said, and the task is saved as a cron expression.',
  chart: 'scheduleForm',
  cast: ['recordForm', 'scheduleForm', 'schedulePreview', 'resourceList'],
  quiet: ['rows changed'],
  screen: 'src/screens/jobs/TaskForm.tsx',
  noun: 'server/jobs',
  who: 'admin',
  from: '/services/timedtasks',
  async walk({ page, server, step }) {
    const dialog = page.locator('.bp6-dialog')
    const next = dialog.getByRole('list', { name: '接下来五次' })
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
    const token = await server.signIn('admin')
    await page.getByRole('row').nth(2).waitFor()
    await page.waitForLoadState('networkidle')
    await step('A new task begins daily', 'Presses 新建任务, and says what is to be done: 重启设备.', async () => {
      await page.getByRole('button', { name: '新建任务' }).first().click()
      await dialog.getByLabel('名称', { exact: true }).fill(name)
      await dialog.locator('select[name="does"]').selectOption({ label: '重启设备' })
      await dialog.locator('select[name="choice"]').selectOption({ label: '按条件' })
      await next.getByRole('listitem').nth(4).waitFor()
    })
    await step('On certain days of the week', 'Presses 按星期, and leaves 周五 out.', async () => {
      await press('按星期')
      await press('周五')
      await next.getByRole('listitem').nth(4).waitFor()
    })
    await step('As a cron expression', 'Presses 高级, and reads what the words come to.', async () => {
      await press('高级')
      await dialog.getByLabel('Cron 表达式').waitFor()
      await next.getByRole('listitem').nth(4).waitFor()
    })
    await step('Saved', 'Presses 保存: it stands in the list, in words.', async () => {
      await press('保存')
      await page.getByRole('row', { name: new RegExp(name) }).waitFor()
    })
    const { data } = await server.call('v2/task/list', { token, query: { keyword: name } })
    for (const { id } of data.items) await server.call('v2/task/del', { token, body: { ids: [id] } })
  },
}
