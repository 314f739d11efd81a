import type { DestinationStream } from 'pino'
import { type Config, databasePlace } from '../config/config.ts'
import { openEmbeddedData, type EmbeddedData } from '../embedded/data.ts'
import { openLog } from './logging.ts'
import type { DatabaseAddress } from '../store/database.ts'
import type { TellAccounts } from './first-accounts.ts'
import { refuseUnfinishedRestore } from './unfinished-restore.ts'
import { withDatabase } from './with-database.ts'

export interface RunningServer {
  /** As a browser on this machine would write it. */
  url: string
  /** Rejects when a part of it ends without having been asked. */
  died: Promise<never>
  /** Says that it is about to end, and goes on for as long as balancers need to notice. */
  leave(): Promise<void>
  stop(): Promise<void>
}

const never = new Promise<never>(() => {})

/**
 * Starts a server. What had been started is stopped again where a later part fails.
 *
 * @param logTo where its log goes; standard output where it is left out
 */
export async function startServer(
  config: Config,
  tell: TellAccounts,
  logTo?: DestinationStream,
): Promise<RunningServer> {
  await using cleanup = new AsyncDisposableStack()
  const log = openLog(config, logTo)
  refuseUnfinishedRestore(config.dataDir)
  // PostgreSQL starts while the rest of the server loads: either takes about as long.
  const opening: Promise<Pick<EmbeddedData, 'died'> & DatabaseAddress> =
    config.databaseUrl === undefined
      ? openEmbeddedData(config, log, cleanup)
      : Promise.resolve({ url: config.databaseUrl, died: never })
  const loading = Promise.all([
    import('./launch.ts'),
    import('../http/app.ts').then(({ createApp }) => createApp(config, log)),
  ])
  await Promise.allSettled([opening, loading]) // Where one fails, the other can be stopped only once it is there.
  const database = await opening
  const [{ launch }, app] = await loading
  const { url, departure } = await withDatabase(
    databasePlace(config),
    database.died,
    launch(config, app, database, tell, cleanup),
  )
  const running = cleanup.move()
  return {
    url,
    died: database.died,
    leave: () => departure.announce(config.drainSeconds),
    stop: () => running.disposeAsync(),
  }
}
