import type { Story } from '../../support/stories/story.ts'

export const sidebar: Story = {
  name: 'sidebar',
  title: 'The sidebar, at a desk and in the hand',
  shows: ['§2 Layout', '§2 Routes', '§3 Market modules', '§3 Sidebar state', '§4 Sidebar'],
  wants:
    'The operator wants room. The sidebar is open or collapsed, which a cookie remembers; below 992 px it is a drawer that closes on navigation. The sections of markets are those of the user’s modules.',
  chart: 'sidebar',
  cast: ['sidebar', 'console', 'session'],
  screen: 'src/screens/shell/Sidebar.tsx',
  noun: 'server/people',
  who: 'element',
  from: '/dashboard',
  async walk({ page, step }) {
    await page.locator('main h2').first().waitFor()
    const narrow = { width: 800, height: 900 }
    await step(
      'Open, 200 px wide',
      'Signs in: it is open by default, and shows the markets that the user’s modules name.',
      () => page.getByRole('navigation', { name: '主导航' }).waitFor(),
    )
    await step('Collapsed', 'Presses 收起菜单. The cookie says 0 from now on.', () =>
      page.getByRole('button', { name: '收起菜单' }).first().click(),
    )
    await step('A narrow window has a drawer instead', 'Makes the window 800 px wide.', () =>
      page.setViewportSize(narrow),
    )
    await step('The drawer lies over the page', 'Presses 展开菜单.', async () => {
      await page.getByRole('button', { name: '展开菜单' }).click()
      await page.getByRole('navigation', { name: '主导航' }).waitFor()
    })
    await step('A navigation closes it', 'Picks 设备管理.', async () => {
      await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '设备管理' }).click()
      await page.waitForURL(/\/device\/list/)
      await page.getByRole('navigation', { name: '主导航' }).waitFor({ state: 'detached' })
      await page.getByRole('grid').getByRole('row').nth(2).waitFor()
    })
    await step(
      'A wide one takes up what the cookie says',
      'Makes the window wide again: it was collapsed, and is.',
      () => page.setViewportSize({ width: 1_440, height: 900 }),
    )
  },
}
