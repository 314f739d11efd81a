import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../server/store/database.ts'
import { openStore, type Store } from '../../server/store/store.ts'
import type { Claim } from '../../server/store/workflow-queries.ts'
import { newDatabase, type TestDatabase } from '../support/database.ts'
import type { TestStore } from '../support/test-store.ts'

let database: TestDatabase
let db: TestStore['db']
let store: Store
/** Of a workflow that has been begun. */
let claim: Claim
beforeEach(async () => {
  database = await newDatabase({ isSeeded: true })
  db = openDatabase(database, () => {})
  store = openStore(db)
  await sql`
    insert into devices (id, box_id, slot, serial, name, owner_id, owner_path, region) overriding system value
      select 1, id, 1, 'S1', 'Phone', owner_id, owner_path, region from boxes limit 1`.execute(db)
  const about = { device_id: 1, environment_id: null, record_id: null, user_id: 1, ip: '', saves: false }
  claim = await store.workflows.add({ kind: 'change_ip', ...about })
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
})

/** As if its server had not been heard of for a second longer than it may. */
const runsOut = () => sql`update workflows set claimed_until = now_ms() - 1000`.execute(db)
/** As a server of before 0057 takes up what was lost, by its own clock. */
const takenByAnOldServer = () =>
  sql`update workflows set claimed_until = ${Date.now() + 15_000} where claimed_until < ${Date.now()}`.execute(db)

const goesOn = async (by: Claim): Promise<boolean> => {
  const read = await store.workflows.byId(by.id)
  if (read === undefined) throw new Error('there is no workflow')
  return store.workflows.proceed({ ...read, ...by }, { step: 0, attempts: 0, command_id: 'a command' })
}

test('a claim that is renewed in time holds, and nobody else gets the workflow', async () => {
  expect(await store.workflows.claim()).toEqual([])
  expect(await store.workflows.keep([claim])).toEqual([claim])
  expect(await goesOn(claim)).toBe(true)
})

test('a claim that has run out is lost, also where nobody has taken it', async () => {
  await runsOut()
  expect(await store.workflows.keep([claim])).toEqual([])
  const [next] = await store.workflows.claim()
  expect(next).toEqual({ id: claim.id, claim: claim.claim + 1 })
})

test.each([
  ['another server', () => store.workflows.claim()],
  ['a server of before', takenByAnOldServer],
])(
  'what %s has taken up is left to it: the claim of before renews, lets go of and does nothing',
  async (_who, take) => {
    await runsOut()
    await take()
    const taken = await store.workflows.byId(claim.id)
    expect(await store.workflows.keep([claim])).toEqual([])
    await store.workflows.letGo([claim])
    expect(await goesOn(claim)).toBe(false)
    expect(await store.workflows.byId(claim.id)).toEqual(taken)
  },
)

test('a command is not written down in the place of one that was', async () => {
  const read = await store.workflows.byId(claim.id)
  if (read === undefined) throw new Error('there is no workflow')
  const to = { step: 0, attempts: 0 }
  expect(await store.workflows.proceed(read, { ...to, command_id: 'first' })).toBe(true)
  expect(await store.workflows.proceed(read, { ...to, command_id: 'second' })).toBe(false)
  expect((await store.workflows.byId(claim.id))?.command_id).toBe('first')
})
