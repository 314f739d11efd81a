import type { Browser, Page } from 'playwright'
import { Adb } from '../../tests/support/adb.ts'
import { launchBrowser, signInThroughPage } from '../../tests/support/browser.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { spawnServer } from '../../tests/support/server-process.ts'
import { noteVideoFrames } from './video-clock.ts'
import { readyPhones } from './ready-phones.ts'

/** A whole fleet and a browser to look at it with. */
export interface Fleet {
  server: TestServer
  browser: Browser
  adb: Adb
  /** A page of an agent, who sees every phone of the box; it notes when frames are drawn. */
  page(): Promise<Page>
  /** Ids of the phones that are ready, once there are as many. */
  phones(count: number): Promise<number[]>
}

/** Runs a benchmark against a fleet of its own. */
export async function withFleet<T>(phones: number, measure: (fleet: Fleet) => Promise<T>): Promise<T> {
  await using started = new AsyncDisposableStack()
  const server = started.adopt(await spawnServer({ phones }), async (one) => void (await one.stop()))
  const adb = started.adopt(await Adb.start(), (one) => one.stop())
  const browser = started.adopt(await launchBrowser(), (one) => one.close())
  return await measure({
    server,
    browser,
    adb,
    async page() {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const page = await context.newPage()
      await noteVideoFrames(page)
      await signInThroughPage(page, server.url, 'agent')
      return page
    },
    phones: (count) => readyPhones(server, count),
  })
}
