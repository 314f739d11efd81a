import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { openEmbeddedData } from './embedded/data.ts'
import type { FirstAccount } from './store/seed.ts'

export interface RunningServer {
  /** As a browser on this machine would write it. */
  url: string
  firstAccounts: FirstAccount[] | undefined
  /** Rejects when a part of it ends without having been asked. */
  died: Promise<never>
  stop(): Promise<void>
}

const never = new Promise<never>(() => {})

/** Starts a server. What had been started is stopped again where a later part fails. */
export async function startServer(config: Config): Promise<RunningServer> {
  await using cleanup = new AsyncDisposableStack()
  const app = await createApp(config)
  // PostgreSQL starts while the rest of the server loads: either takes about as long.
  const [database, { startControlPlane }] = await Promise.all([
    config.databaseUrl === undefined
      ? openEmbeddedData(config.dataDir, app.log, cleanup)
      : { url: config.databaseUrl, died: never },
    import('./control-plane.ts'),
  ])
  const started = await startControlPlane(config, app, database, cleanup)
  const running = cleanup.move()
  return { ...started, died: database.died, stop: () => running.disposeAsync() }
}
