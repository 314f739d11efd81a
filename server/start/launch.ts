import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { settleDemoFleet } from '../demo/demo-fleet.ts'
import { keepBases } from '../embedded/base-backup.ts'
import { EmbeddedFleet } from '../embedded/fleet.ts'
import { Departure } from '../http/departure.ts'
import { drawCaptcha } from '../people/captcha-picture.ts'
import type { DatabaseAddress } from '../store/database.ts'
import { type TellAccounts, tellFirstAccounts } from './first-accounts.ts'
import { listen } from './listen.ts'
import { startNouns } from './nouns.ts'
import { serve } from './serve.ts'
import { startDatabase } from './start-database.ts'
import { startSweeps } from './sweeps.ts'

/** How often it is asked whether a base is due. Milliseconds. */
const baseInterval = 10 * 60_000

/** Starts everything that a server is made of, on its HTTP server and its database. */
export async function launch(
  config: Config,
  app: FastifyInstance,
  address: DatabaseAddress,
  tell: TellAccounts,
  cleanup: AsyncDisposableStack,
): Promise<{ url: string; departure: Departure }> {
  const { log } = app
  const departure = new Departure(app)
  const database = await startDatabase(config, address, log, cleanup)
  const nouns = await startNouns(config, database, log, cleanup)
  const { store, sessions, broker } = nouns
  await serve(app, config, database, nouns, departure)
  void broker.problem().then((problem) => problem && log.error({ problem }, 'the broker is of little use'))
  cleanup.defer(() => app.close())
  const url = await listen(app, config)
  const fleet = new EmbeddedFleet({
    phones: config.phones,
    dataDir: config.dataDir,
    serverUrl: url,
    tls: config.tls !== undefined,
    store,
    broker,
    log,
  })
  cleanup.defer(() => fleet.stop())
  await fleet.start()
  const demo = settleDemoFleet({ app, store, sessions, fleet })
  cleanup.defer(() => demo.stop())
  cleanup.defer(() => departure.begin()) // Calls that are under way may need all of it.
  const { walArchive: archive, dataDir } = config
  if (archive !== undefined && 'socketDir' in address) {
    const place = { archive, dataDir, socketDir: address.socketDir }
    const run = async (signal: AbortSignal): Promise<void> => {
      const base = await keepBases(place, signal)
      if (base) log.info({ base }, 'took a base of the database into WAL_ARCHIVE')
    }
    const bases = startSweeps([{ name: 'bases', every: baseInterval, run }], log)
    cleanup.defer(() => bases.stop())
  }
  if (config.captcha) void drawCaptcha('').catch((error: unknown) => log.error({ err: error }, 'captchas fail'))
  await tellFirstAccounts(database.db, config.seedPassword, tell)
  return { url, departure }
}
