import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Broker } from '../../server/broker/broker.ts'
import type { FileStorage } from '../../server/files/file-storage.ts'
import { Files } from '../../server/files/files.ts'
import { openLog } from '../../server/start/logging.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

test('servers remove all that is unwanted, each object once, and what fails is left alone', async () => {
  const objects = Array.from({ length: 250 }, () => randomUUID())
  await store.db
    .insertInto('unwanted_objects')
    .values(objects.map((object) => ({ object, at: 1 })))
    .execute()
  const [stubborn = ''] = objects.toSorted()
  const removed: string[] = []
  const remove = async (object: string): Promise<void> => {
    await pause(5)
    if (object === stubborn) throw new Error('the bucket refuses')
    removed.push(object)
  }
  const storage = { objects: { remove } } as unknown as FileStorage // No more is asked of it.
  const removing = () => new Files(storage, store, {} as Broker, openLog({ logLevel: 'error' })).forgetObjects()
  await Promise.all([removing(), removing()])
  expect(removed.toSorted()).toEqual(objects.filter((object) => object !== stubborn).toSorted())
  const left = await store.db.selectFrom('unwanted_objects').select('object').where('object', 'in', objects).execute()
  expect(left).toEqual([{ object: stubborn }])
})
