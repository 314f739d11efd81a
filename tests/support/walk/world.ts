import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { Cable } from '../cable.ts'
import { spawnServer } from '../server-process.ts'

/** Where a walk takes place. */
export interface World {
  browser: Browser
  url: string
  /** To the broker alone, of every page that is opened here. */
  brokerLine: Pick<Cable, 'isInUse' | 'refused' | 'unplug' | 'plugIn'>
  /** Kills the server and starts it again; left out where it must not be. */
  killServer?: () => Promise<void>
}

/** A world that ends. */
export interface OwnWorld extends World {
  stop(): Promise<void>
}

/** How a websocket to the broker begins, which is a connection of its own in every browser. */
const brokersRequest = /^GET \/mqtt[ ?]/

/** A way to a server that can lose the broker, and only that. */
export async function withBrokerLine(serverUrl: string): Promise<{ url: string; brokerLine: Cable }> {
  const brokerLine = await Cable.to(Number(new URL(serverUrl).port), brokersRequest)
  return { url: `http://127.0.0.1:${brokerLine.port}`, brokerLine }
}

/** What a server has when it starts: the demo's fleet, people and shops, or the five accounts and their phones. */
export type Fleet = 'demo' | 'accounts'

/** What a server of a world is started with. */
export const serverOf = (fleet: Fleet) => ({ phones: 6, env: { DEMO: fleet === 'demo' ? '1' : 'accounts' } })

/** A world with a server of its own, which is a process, so that it can be killed. */
export async function openWorld(browser: Browser, fleet: Fleet): Promise<OwnWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'phonedeck-walk-'))
  const { phones, env } = serverOf(fleet)
  let server = await spawnServer({ phones, dataDir, env })
  const { port } = new URL(server.url)
  const line = await withBrokerLine(server.url)
  return {
    browser,
    ...line,
    async killServer() {
      await server.kill()
      server = await spawnServer({ phones, dataDir, env: { ...env, PORT: port } })
    },
    async stop() {
      await line.brokerLine.close()
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
