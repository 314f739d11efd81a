import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roles } from '../../domain/roles.ts'
import { openBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'
import { storyOf, walk } from '../support/walk/console-walk.ts'
import { shrink } from '../support/walk/shrink.ts'
import { withBrokerLine } from '../support/walk/world.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** The same chances in every run; what lies in sight at each step is up to phones and servers. `npm run soak -- console-walk` walks on. */
const seed = 20_261_126

test.concurrent.each(roles)(
  '%s may do whatever comes to hand, and all is well with the page',
  { retry: 0, timeout: 600_000 },
  async (role) => {
    // One of its own: who may delete others may do so.
    const server = await startServer({ phones: 4 })
    const line = await withBrokerLine(server.url)
    try {
      const world = { browser, ...line }
      const walked = await walk(world, role, { seed, steps: 60 })
      const shortest = walked.wrong === undefined ? walked : await shrink(world, role, walked)
      expect(walked.wrong, storyOf(role, shortest)).toBeUndefined()
    } finally {
      await line.brokerLine.close()
      await server.stop()
    }
  },
)
