import type { Story } from '../../support/stories/story.ts'

export const phoneUsage: Story = {
  name: 'phone-usage',
  title: 'Who used the phones on a day, and from which addresses',
  shows: ['§2 Routes', '§3 Device'],
  wants:
    'An agent looks after the bill: on which day were phones used most, by whom, and does each of them reach the internet by an address of its own? The system report sums up by day, user, agent or market; the IP report says of each phone its address, and who shares it. Both are lists like any other: what is asked stands in the address, and becomes a file.',
  chart: 'resourceList',
  cast: ['listScreen', 'systemReport', 'resourceList', 'fileExport'],
  quiet: ['rows changed'],
  screen: 'src/screens/reports/IpReport.tsx',
  noun: 'server/reports',
  who: 'agent',
  from: '/statistics/record',
  async walk({ page, step }) {
    const cell = (name: string | RegExp) => page.getByRole('gridcell', { name })
    await cell(/^\d{4}-\d\d-\d\d/)
      .first()
      .waitFor()
    await page.waitForLoadState('networkidle')
    await step('A row a day', 'Opens the system report: the last thirty days, the newest first.', async () => {
      await page.getByRole('slider').first().waitFor()
    })
    await step('By user', 'Picks 按用户查看这一天 from the menu of a day.', async () => {
      await cell(/^\d{4}-\d\d-\d\d/)
        .nth(1)
        .click({ button: 'right' })
      await page.getByRole('menuitem', { name: '按用户查看这一天' }).click()
      await page.waitForURL(/group=user/)
      await cell('manager').waitFor()
    })
    await step('As a file', 'Presses 导出 CSV: what is looked at, and nothing else, is downloaded.', async () => {
      const kept = page.waitForEvent('download')
      await page.getByRole('button', { name: '导出 CSV' }).click()
      await kept
    })
    await step('Which address has each phone?', 'Goes to the IP report.', async () => {
      await page.getByRole('link', { name: 'IP报表' }).click()
      await page.waitForURL(/\/report\/list/)
      await page.getByText('独享').first().waitFor()
    })
    await step('Are any shared?', 'Narrows it to 仅共用地址: no, each has one of its own.', async () => {
      await page.getByRole('button', { name: /^共用/ }).click()
      await page.getByRole('option', { name: '仅共用地址' }).click()
      await page.keyboard.press('Escape')
      await page.waitForURL(/shared=true/)
      await page.getByText('独享').first().waitFor({ state: 'hidden' })
    })
    await step('Whose is this one?', 'Takes that back, and looks for B01-04.', async () => {
      await page.goto(new URL('/report/list', page.url()).href)
      await page.getByRole('main').getByRole('searchbox').fill('B01-04')
      await page.waitForURL(/keyword=B01-04/)
      await cell('B01-05').waitFor({ state: 'hidden' })
      await page.getByText('独享').first().waitFor()
    })
  },
}
