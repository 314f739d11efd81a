import type { Story } from '../../support/stories/story.ts'

/** Fails on one phone the first time, and leaves a mark there. */
const commandFailingOn = (serial: string): string =>
  `echo begun; [ "$(getprop ro.serialno)" != "${serial}" ] || [ -e /sdcard/seen ] || { touch /sdcard/seen; exit 3; }; echo done`

export const runCommand: Story = {
  name: 'run-command',
  title: 'A command on three phones, and again on the one that failed',
  shows: ['§2 Routes', '§3 Device', '§4 Device lifecycle'],
  wants:
    'The operator wants the same done on many phones, and to know of each what came of it. What is begun on many is a job: it goes on by itself, tells of each phone how it stands and what it printed, and what failed can be tried again alone.',
  chart: 'recordForm',
  cast: ['listScreen', 'recordForm', 'resourceList', 'userSocket', 'console'],
  quiet: ['rows changed', 'received'],
  screen: 'src/screens/devices/ActionDialog.tsx',
  noun: 'server/jobs',
  who: 'manager',
  from: '/device/list?keyword=B01-0',
  async walk({ page, server, step }) {
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    const jobs = page.getByRole('dialog', { name: '任务记录' })
    const token = await server.signIn('manager')
    const { items } = (await server.call('v3/device/list', { token, query: { keyword: 'B01-07' } })).data
    await row('B01-06').waitFor()
    await page.getByText('实时').first().waitFor()
    await page.waitForLoadState('networkidle')
    await step('Three phones, and what to do with them', 'Chooses B01-06 to B01-08, and picks 运行命令.', async () => {
      await row('B01-06').locator('[data-select]').click()
      await row('B01-08')
        .locator('[data-select]')
        .click({ modifiers: ['Shift'] })
      await page.getByRole('toolbar').getByRole('button', { name: '操作', exact: true }).click()
      await page.getByRole('menuitem', { name: '运行命令' }).click()
      await page.getByRole('textbox', { name: '命令' }).waitFor()
    })
    await step('What is missing is pointed out', 'Presses 开始 with no command.', async () => {
      await page.getByRole('dialog').getByRole('button', { name: '开始' }).click()
      await page.getByRole('dialog').getByText('必填项').waitFor()
    })
    await step('It is done on two of them, and failed on one', 'Writes a command, and presses 开始.', async () => {
      await page.getByRole('textbox', { name: '命令' }).fill(commandFailingOn(items[0].serial))
      await page.getByRole('dialog').getByRole('button', { name: '开始' }).click()
      await jobs.getByText('3 / 3 台').first().waitFor()
      await jobs.getByText('退出码 3').first().waitFor()
    })
    await step('Tried again, where it failed', 'Presses 重试: another job, of that phone alone.', async () => {
      await jobs.getByRole('button', { name: /^重试/ }).first().click()
      await jobs.getByText('1 / 1 台').first().waitFor()
    })
  },
}
