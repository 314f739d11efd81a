import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { LogKey } from '../store/operation-log.ts'
import type { Store } from '../store/store.ts'
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
}

/** The operation log, and what can be undone of what it tells. */
export function startOperationLog({ config, store, logKey, undos, log }: Ports) {
  const logHeads = new LogHeads(config.dataDir, store, log)
  return {
    sweeps: [
      { name: 'log heads', every: 60_000, run: () => logHeads.publish() },
      { name: 'undos', every: 60_000, run: () => store.undos.forget(Date.now() - undoTime) },
    ],
    operations: { ...logOperations({ logKey, logHeads }), ...undoOperations({ undos }) },
  }
}
