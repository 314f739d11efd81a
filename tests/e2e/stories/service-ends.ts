import type { Story, Walk } from '../../support/stories/story.ts'

const who = 'xiaohua'
/** Seconds that are left when the page is opened. */
const first = 14
const week = 7 * 86_400

/** Lets the service end so many seconds from now. */
async function serveFor(length: number, server: Walk['server'], store: Walk['store']): Promise<void> {
  const token = await server.signIn('agent')
  const { id } = await store.user(who)
  const body = { id, expires_at: Date.now() + length * 1_000 }
  const { message } = await server.call('v2/user/edit', { token, body })
  if (message !== 'ok') throw new Error(message)
}

export const serviceEnds: Story = {
  name: 'service-ends',
  title: 'A service runs out, and is renewed',
  shows: ['§2 Navbar', '§3 User', '§3 User session', '§4 Subscription display'],
  wants:
    'The operator wants to know how long the service still runs. The navbar counts down, once a second, in days and hours; when expiration plus timestamp has passed it says 已过期 and stops. Whoever is above renews it, and it counts again, without a reload.',
  chart: 'subscription',
  cast: ['subscription', 'session', 'console', 'deviceCounts', 'userSocket'],
  quiet: ['after second'],
  screen: 'src/screens/shell/SubscriptionBadge.tsx',
  noun: 'server/people',
  who,
  from: '/dashboard',
  prepare: ({ server, store }) => serveFor(first, server, store),
  async walk({ page, server, store, step }) {
    const navbar = page.getByRole('banner')
    await page.locator('main h2').first().waitFor()
    await page.waitForLoadState('networkidle')
    await step('It still runs', 'Looks at the navbar.', () => navbar.getByText(/^剩余 \d+ 天 \d+ 小时$/).waitFor())
    await step('It has run out', 'Goes on working, while the last seconds pass.', () =>
      navbar.getByText('已过期').waitFor(),
    )
    await step('It is renewed', 'Has written to the agent, who adds a week. The websocket tells it.', async () => {
      await serveFor(week, server, store)
      await navbar.getByText(/^剩余 \d+ 天 \d+ 小时$/).waitFor()
    })
  },
}
