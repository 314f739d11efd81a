import type { Story } from '../../support/stories/story.ts'

export const navbar: Story = {
  name: 'navbar',
  title: 'The navbar: counts, the notice, the user menu',
  shows: ['§2 Navbar', '§3 Device counts', '§3 Maintenance notice', '§4 Site messages'],
  wants:
    'The operator wants to know how it stands, on every screen. The navbar counts phones that one may use at once and those in use, and a click counts anew; a maintenance notice scrolls there until it is confirmed; the user menu copies the user’s id.',
  chart: 'maintenanceNotice',
  cast: ['deviceCounts', 'maintenanceNotice', 'console', 'notifications', 'session'],
  screen: 'src/screens/shell/Navbar.tsx',
  noun: 'server/messages',
  who: 'element',
  from: '/device/list',
  async walk({ page, server, step }) {
    const notice = page.getByRole('region', { name: '维护公告' })
    await page.getByRole('grid').getByRole('row').nth(2).waitFor()
    await page.waitForLoadState('networkidle')
    await step(
      'A click counts anew',
      'Clicks the two numbers: phones that one may use at once, and those in use.',
      async () => {
        const asked = page.waitForResponse(/v3\/device\/thread/)
        await page.getByTitle('设备配额和我使用中的台数，点击刷新').click()
        await asked
      },
    )
    await step(
      'A notice is written',
      'Looks on: an admin publishes a maintenance notice, and the server pushes it.',
      async () => {
        const token = await server.signIn('admin')
        const content = '今晚 02:00 至 03:00 维护，期间手机会短暂离线，请提前保存。'
        await server.call('v2/maintain/edit', { token, body: { content } })
        await notice.getByText(content).waitFor()
      },
    )
    await step('It is confirmed, for good', 'Presses 知道了.', async () => {
      await notice.getByRole('button', { name: '知道了' }).click()
      await notice.waitFor({ state: 'detached' })
    })
    await step('Each navigation asks for it, and skips what was confirmed', 'Goes to the dashboard.', async () => {
      const asked = page.waitForResponse(/maintain\/notify/)
      await page.getByRole('link', { name: '首页' }).first().click()
      await asked
      await page.locator('main h2').first().waitFor()
    })
    await step('The user’s id is on the clipboard', 'Picks 复制用户 ID from the user menu.', async () => {
      await page.getByRole('button', { name: /用户菜单/ }).click()
      await page.getByRole('menuitem').first().click()
      await page.getByText('复制成功到剪贴板').waitFor()
    })
  },
}
