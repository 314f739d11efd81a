import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { LogArchives } from '../../server/log/archives.ts'
import { LogChaining } from '../../server/log/chaining.ts'
import { verifyChain } from '../../server/log/verification.ts'
import { openObjectFolder } from '../../server/files/object-folder.ts'
import { openLog } from '../../server/start/logging.ts'
import { openKeys } from '../../server/start/keys.ts'
import { openDatabase } from '../../server/store/database.ts'
import type { ObjectStorage } from '../../server/files/object-storage.ts'
import type { LogKey } from '../../server/store/operation-hashes.ts'
import type { Entry } from '../../server/store/operation-log.ts'
import { openStore, type Store } from '../../server/store/store.ts'
import { newDatabase } from './database.ts'

/** An operation log whose servers are the test: nothing chains what is written but what the test starts. */
export async function openLogDatabase() {
  const database = await newDatabase({ isSeeded: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'phonedeck-log-'))
  const db = openDatabase(database, () => {})
  const other = openDatabase(database, () => {})
  const logKey: LogKey = (await openKeys(db, { dataDir, secretKey: undefined })).log
  const log: FastifyBaseLogger = openLog({ logLevel: 'error' }, { write() {} })
  const chainingOf = (store: Store) => new LogChaining(store, logKey, log)
  const store = openStore(db, logKey)
  const objects = await openObjectFolder(join(dataDir, 'files'))
  const archivesOf = (store: Store, storage: ObjectStorage = objects, days = 400) =>
    new LogArchives({ store, objects: storage, logKey, days, log })
  const archives = archivesOf(store)
  return {
    db,
    store,
    log,
    logKey,
    chainingOf,
    chaining: chainingOf(store),
    /** That of another server. */
    otherChaining: chainingOf(openStore(other, logKey)),
    dataDir,
    objects,
    archives,
    archivesOf,
    otherStore: openStore(other, logKey),
    verdict: () => verifyChain({ chain: store.operationChain, archives, logKey, receipts: [] }),
    async close() {
      await db.destroy()
      await other.destroy()
      await database.drop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

export type LogDatabase = Awaited<ReturnType<typeof openLogDatabase>>

/** An entry that says no more than which one it is. */
export const entryNamed = (name: string): Entry => ({
  user: null,
  action: 'notice.edit',
  target: 'notice:*',
  names: [name],
  ip: '',
})
