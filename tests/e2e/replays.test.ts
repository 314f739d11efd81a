import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'
import { storyOf } from '../support/walk/console-walk.ts'
import { readReplay, replay, replays, type Replay } from '../support/walk/replay.ts'
import { openWorld, serverOf, withBrokerLine, type OwnWorld } from '../support/walk/world.ts'

// What walks found, and how they got there: `npm run soak -- console-walk` writes a file of `replays` of each. It stays when it is mended.

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** A server is a process where it is to be killed; on this thread it starts in a second. */
async function worldOf({ fleet, steps }: Replay): Promise<OwnWorld> {
  if (steps.some(({ does }) => does === 'kill the server')) return openWorld(browser, fleet)
  const server = await startServer(serverOf(fleet))
  const line = await withBrokerLine(server.url)
  const stop = async () => {
    await line.brokerLine.close()
    await server.stop()
  }
  return { browser, ...line, stop }
}

test.concurrent.each(replays())('what a walk found is not found any more: %s', { retry: 0 }, async (name) => {
  const found = readReplay(name)
  const world = await worldOf(found)
  try {
    const again = await replay(world, found)
    expect(again.wrong, storyOf(found.role, again)).toBeUndefined()
    // A step that can not be taken any more leaves the replay without its point: it has to be written anew.
    expect(again.steps).toEqual(found.steps)
    expect(again.standing).toEqual(found.standing)
  } finally {
    await world.stop()
  }
})
