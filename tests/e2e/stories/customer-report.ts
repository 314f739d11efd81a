import type { Story } from '../../support/stories/story.ts'

const customer = 'manager'

export const customerReport: Story = {
  name: 'customer-report',
  title: 'A report for a customer, on paper',
  shows: ['§2 Routes'],
  wants:
    'An agent wants to show a customer what the phones were used for, and which addresses they had. The system report is a picture over a table, narrowed by what is asked of it; each narrowing is another question. What is printed is what was looked at: it does not go on while it is read.',
  chart: 'systemReport',
  cast: ['listScreen', 'systemReport', 'oneAnswer', 'resourceList'],
  quiet: ['rows changed'],
  screen: 'src/screens/reports/SystemReport.tsx',
  noun: 'server/reports',
  who: 'agent',
  from: '/statistics/record',
  async walk({ page, step }) {
    const paper = page.getByRole('article')
    const preview = async () => {
      await page.getByRole('button', { name: '打印报告' }).click()
      await paper.waitFor()
    }
    await page.getByRole('slider').first().waitFor()
    await page.waitForLoadState('networkidle')
    await step('Another measure of the same answer', 'Presses 操作 above the picture.', async () => {
      await page.getByRole('radio', { name: /操作/ }).click()
      await page.getByRole('slider', { name: /^操作/ }).waitFor()
    })
    await step('Only that customer', `Filters for the user ${customer}: the server is asked anew.`, async () => {
      await page.getByRole('button', { name: '用户: 全部' }).click()
      await page.getByRole('option', { name: customer }).first().click()
      await page.waitForURL(/user_id=\d+/)
      await page.keyboard.press('Escape')
      await page.waitForLoadState('networkidle')
      await page.getByRole('slider').first().waitFor()
    })
    await step(
      'As it will be on paper',
      'Presses 打印报告: sheets of A4, with nothing of the console on them.',
      preview,
    )
    await step(
      'And the addresses',
      'Closes it, and does the same at the IP report: which phone reaches the internet from which address, and who shares one.',
      async () => {
        await page.keyboard.press('Escape')
        await paper.waitFor({ state: 'detached' })
        await page.getByRole('link', { name: 'IP报表' }).click()
        await page.waitForURL(/\/report\/list/)
        await page.getByRole('row').nth(2).waitFor()
        await preview()
      },
    )
  },
}
