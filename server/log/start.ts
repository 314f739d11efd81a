import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Files } from '../files/files.ts'
import type { LogKey } from '../store/operation-hashes.ts'
import type { Store } from '../store/store.ts'
import { LogArchives } from './archives.ts'
import { LogChaining } from './chaining.ts'
import { LogChecks } from './checks.ts'
import { LogHeads } from './heads.ts'
import { undoTime } from './kept-changes.ts'
import { logOperations } from './operations.ts'
import type { Undos } from './put-back.ts'
import { undoOperations } from './undo-operations.ts'

interface Ports {
  config: Pick<Config, 'dataDir' | 'keep'>
  store: Store
  files: Pick<Files, 'storage'>
  logKey: LogKey
  undos: Undos
  log: FastifyBaseLogger
  cleanup: AsyncDisposableStack
}

/** How long an entry waits at least to be chained, in milliseconds: what comes meanwhile is chained with it. */
const chainingInterval = 250

/** The operation log, and what can be undone of what it tells. */
export function startOperationLog({ config, store, files, logKey, undos, log, cleanup }: Ports) {
  const { objects } = files.storage
  const archives = new LogArchives({ store, objects, logKey, days: config.keep.log, log })
  const logHeads = new LogHeads(config.dataDir, store, archives, log)
  const chaining = new LogChaining(store, logKey, log)
  const checks = new LogChecks(store, archives, logKey, log)
  cleanup.defer(() => checks.stop())
  return {
    problem: async () => (await chaining.problem()) ?? archives.problem(),
    sweeps: [
      { name: 'chain of the log', every: chainingInterval, run: () => chaining.run() },
      { name: 'unchained entries', every: 60_000, run: () => chaining.warn() },
      { name: 'log heads', every: 60_000, run: () => logHeads.publish() },
      { name: 'archives of the log', every: 600_000, run: (signal: AbortSignal) => archives.run(signal) },
      { name: 'undos', every: 60_000, run: () => store.undos.forget(Date.now() - undoTime) },
    ],
    operations: { ...logOperations({ logHeads, checks }), ...undoOperations({ undos }) },
  }
}
