import type { WebSocketRoute } from 'playwright'
import type { Story } from '../../support/stories/story.ts'

let isCut = false
let socket: WebSocketRoute | undefined

export const lostWebsocket: Story = {
  name: 'lost-websocket',
  title: 'The websocket breaks off, and is given up',
  shows: ['§4 Websocket'],
  wants:
    'The operator wants to be told what the server pushes. The websocket beats with task type 10 while it is open and reconnects while the failure count is at most 2; after that it says websocket连接断开，请刷新页面.',
  chart: 'userSocket',
  cast: ['userSocket', 'console', 'notifications'],
  screen: 'src/screens/shell/Shell.tsx',
  noun: 'server/messages',
  who: 'element',
  from: '/dashboard',
  isToldFromTheStart: true,
  async prepare({ page }) {
    isCut = false
    await page.routeWebSocket(/\/ws\/user/, async (route) => {
      socket = route
      if (isCut) await route.close()
      else route.connectToServer()
    })
  },
  async walk({ page, step }) {
    await step('Open, and beating', 'Signs in: the websocket opens, and says at once that it is there.', async () => {
      await page.locator('main h2').first().waitFor()
      await page.waitForLoadState('networkidle')
    })
    await step(
      'It breaks off',
      'Notices nothing: a proxy on the way has closed the line, and keeps it closed.',
      async () => {
        isCut = true
        await socket?.close()
        await page.waitForTimeout(300)
      },
    )
    await step('Two more tries', 'Still notices nothing: it is tried again after one second, and after two.', () =>
      page.waitForTimeout(1_600),
    )
    await step('Given up', 'Is told, once, and in these words.', async () => {
      await page.getByText('websocket连接断开，请刷新页面').waitFor()
    })
  },
}
