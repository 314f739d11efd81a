import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { LogKey } from '../store/operation-hashes.ts'
import type { Store } from '../store/store.ts'
import { LogChaining } from './chaining.ts'
import { LogChecks } from './checks.ts'
import { LogHeads } from './heads.ts'
import { undoTime } from './kept-changes.ts'
import { logOperations } from './operations.ts'
import type { Undos } from './put-back.ts'
import { undoOperations } from './undo-operations.ts'

interface Ports {
  config: Pick<Config, 'dataDir'>
  store: Store
  logKey: LogKey
  undos: Undos
  log: FastifyBaseLogger
  cleanup: AsyncDisposableStack
}

/** How long an entry waits at least to be chained, in milliseconds: what comes meanwhile is chained with it. */
const chainingInterval = 250

/** The operation log, and what can be undone of what it tells. */
export function startOperationLog({ config, store, logKey, undos, log, cleanup }: Ports) {
  const logHeads = new LogHeads(config.dataDir, store, log)
  const chaining = new LogChaining(store, logKey, log)
  const checks = new LogChecks(store, logKey, log)
  cleanup.defer(() => checks.stop())
  return {
    problem: () => chaining.problem(),
    sweeps: [
      { name: 'chain of the log', every: chainingInterval, run: () => chaining.run() },
      { name: 'unchained entries', every: 60_000, run: () => chaining.warn() },
      { name: 'log heads', every: 60_000, run: () => logHeads.publish() },
      { name: 'undos', every: 60_000, run: () => store.undos.forget(Date.now() - undoTime) },
    ],
    operations: { ...logOperations({ logHeads, checks }), ...undoOperations({ undos }) },
  }
}
