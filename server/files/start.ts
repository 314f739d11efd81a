import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Broker } from '../broker/broker.ts'
import type { Config } from '../config/config.ts'
import type { Sessions } from '../http/sessions.ts'
import type { Store } from '../store/store.ts'
import { openFileStorage } from './file-storage.ts'
import { Files } from './files.ts'
import { fileOperations } from './operations.ts'
import { SessionTransfers } from './session-transfers.ts'
import { serveTransfers, Transfers } from './transfers.ts'
import { serveUploads } from './uploads.ts'

interface Ports {
  config: Pick<Config, 'dataDir' | 's3' | 'fileQuota'>
  store: Store
  secret: Uint8Array
  sessions: Sessions
  broker: Broker
  log: FastifyBaseLogger
  cleanup: AsyncDisposableStack
}

/** Files that people upload, and bytes that go between them and phones. */
export async function startFiles({ config, store, secret, sessions, broker, log, cleanup }: Ports) {
  const files = new Files(await openFileStorage(config), store, broker, log)
  cleanup.defer(() => files.stop())
  const sessionTransfers = new SessionTransfers()
  return {
    files,
    sessionTransfers,
    transfers: new Transfers(secret),
    async serve(app: FastifyInstance): Promise<void> {
      await serveUploads(app, { config, store, files, sessions, sessionTransfers })
      await serveTransfers(app, {
        secret,
        files,
        received: (object, bytes) => store.unwantedObjects.note(object, bytes),
      })
    },
    sweeps: [
      { name: 'checksums', every: 30_000, run: () => files.check() },
      { name: 'unwanted files', every: 60_000, run: () => files.forget() },
      { name: 'unwanted records', every: 60_000, run: () => files.forgetObjects() },
    ],
    operations: fileOperations({ config, files, secret, sessions }),
  }
}
