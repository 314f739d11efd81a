import { signInAt } from '../../support/server.ts'
import { readAll } from '../../support/stories/recorded-walk.ts'
import type { Story } from '../../support/stories/story.ts'

const loadingUser = /\/user\/info/

export const session: Story = {
  name: 'session',
  title: 'A session, from its first navigation to a sign-out in another tab',
  shows: ['§2 Route guard', '§3 User session', '§4 Session'],
  wants:
    'The token is a cookie that all tabs share. The first navigation with it and without roles loads the user, opens the websocket and is then redone; whoever signs out in one tab is signed out in all.',
  chart: 'session',
  cast: ['session', 'console', 'userSocket', 'broker', 'notifications'],
  screen: 'src/screens/session/SignedIn.tsx',
  noun: 'server/people',
  who: undefined,
  from: '/device/list',
  isToldFromTheStart: true,
  prepare: ({ server }) => readAll(server, 'element'),
  async walk({ page, server, step, hold }) {
    const name = page.getByLabel('用户名')
    await step('Without a token every address leads to /login', 'Opens the list of phones, by a bookmark.', () =>
      name.waitFor(),
    )
    const held = await hold(loadingUser)
    await step(
      'There is a token: the user is loaded',
      'Has signed in elsewhere, in another tab, and goes on here.',
      async () => {
        const value = await signInAt(server.url, 'element')
        await page.context().addCookies([{ name: 'token', value, url: server.url, sameSite: 'Strict' }])
        await page.evaluate(() => {
          history.pushState(null, '', '/device/list')
          dispatchEvent(new PopStateEvent('popstate'))
        })
        await held.asked
      },
    )
    await step(
      'Signed in, and the navigation is redone',
      'Waits for the answer. What belongs to a user begins with it: websocket, broker, counts.',
      async () => {
        await held.release()
        await page.getByRole('grid').getByRole('row').nth(2).waitFor()
        await page.getByText('实时').first().waitFor()
      },
    )
    await step(
      'Somewhere else, with the same token',
      'Goes to the dashboard. Each navigation brings along what the cookie holds; nothing is loaded anew.',
      async () => {
        await page.getByRole('link', { name: '首页' }).first().click()
        await page.locator('main h2').first().waitFor()
      },
    )
    await step('Signed out in another tab', 'Signs out in a second tab, and looks at this one.', async () => {
      const other = await page.context().newPage()
      await other.goto(`${server.url}/dashboard`)
      await other.getByRole('button', { name: /用户菜单/ }).click()
      await other.getByRole('menuitem', { name: 'Log Out' }).click()
      await page.bringToFront()
      await page.waitForURL(/\/login$/)
      await other.close()
      await name.waitFor()
    })
  },
}
