import type { Story } from '../../support/stories/story.ts'

const text = '今晚 20:00 直播，请各位提前半小时打开环境并检查出口 IP。'

export const siteMessages: Story = {
  name: 'site-messages',
  title: 'A site message, from the corner to 已读',
  shows: ['§2 Site-message bell and dialog', '§3 Site message', '§4 Site messages'],
  wants:
    'An unread message appears as a notification at the bottom right. A click on it opens the dialog and loads the message, which confirms it; 已读 closes. The bell keeps the list, with a red dot at what is unread.',
  chart: 'siteMessages',
  cast: ['siteMessages', 'console', 'userSocket'],
  screen: 'src/screens/messages/MessageBell.tsx',
  noun: 'server/messages',
  who: 'xiaomei',
  from: '/dashboard',
  async walk({ page, server, store, step, hold }) {
    const bell = page.getByRole('button', { name: /^站点信息(，|$)/ })
    const dialog = page.getByRole('dialog', { name: '站点信息' })
    await page.locator('main h2').first().waitFor()
    await page.waitForLoadState('networkidle')
    await step(
      'A message arrives',
      'Does nothing: somebody above sends a message, and the server pushes it over the websocket.',
      async () => {
        const token = await server.signIn('agent')
        const { id } = await store.user('xiaomei')
        await server.call('v2/user/message/send', { token, body: { msg_text: text, to: { user_ids: [id] } } })
        await page.getByRole('button', { name: /今晚 20:00 直播/ }).waitFor()
      },
    )
    const held = await hold(/\/message\/confirm/)
    await step('It is opened', 'Clicks the notification. To load a message is to confirm it.', async () => {
      await page.getByRole('button', { name: /今晚 20:00 直播/ }).click()
      await dialog.waitFor()
    })
    await step(
      'It can be read',
      'Waits for the answer. The list is asked for again, since one less is unread.',
      async () => {
        await held.release()
        await dialog.getByText(text).waitFor()
      },
    )
    await step('已读 closes it', 'Presses 已读.', async () => {
      await dialog.getByRole('button', { name: '已读' }).click()
      await dialog.waitFor({ state: 'detached' })
    })
    await step('The bell keeps it', 'Opens the bell: five messages a page, none of them unread.', async () => {
      await bell.click()
      await page.getByRole('list', { name: '站点信息' }).getByRole('button').first().waitFor()
    })
  },
}
