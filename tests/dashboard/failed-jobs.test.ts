import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { JobItemState, JobState } from '../../domain/jobs.ts'
import type { Schemas } from '../../server/http/contract.ts'
import { startTeam, type Team } from '../support/team.ts'

const hour = 60 * 60_000

let team: Team

beforeAll(async () => {
  team = await startTeam('amazon')
})
afterAll(() => team.stop())
beforeEach(() => team.store.db.deleteFrom('jobs').execute())

interface Ended {
  name: string
  by?: string
  ago?: number
  state?: JobState
  items?: readonly JobItemState[]
  shop?: number
}
/** A job that has ended so; its id. */
async function ended({ name, by = 'element', ago = hour, state = 'done', items = ['failed'], shop }: Ended) {
  const { db, jobs } = team.store
  const ended_at = Date.now() - ago
  const action = shop === undefined ? ('reboot' as const) : ('open' as const)
  const fields = { name, action, arguments: {}, script: '', state, timeout_seconds: 60, concurrency: 1, ended_at }
  const id = await jobs.add({ ...fields, total: items.length }, await team.store.user(by))
  const about = shop === undefined ? { device_name: 'P' } : { environment_id: shop, environment_name: 'shop' }
  const rows = items.map((one) => ({ job_id: id, state: one, ...about }))
  if (rows.length > 0) await db.insertInto('job_items').values(rows).execute()
  return id
}
const failed = async (token: string): Promise<Schemas['DashboardSummary']['failed_jobs']> =>
  (await team.server.call('v2/dashboard/summary', { token })).data.failed_jobs
const names = async (token: string) => (await failed(token)).items.map(({ name }) => name)

test('a job in which something failed is told to whoever began it and to everybody above, and to nobody else', async () => {
  const id = await ended({ name: 'cleaning', items: ['failed', 'timed_out', 'succeeded', 'cancelled'] })
  for (const token of [
    team.element,
    team.manager,
    await team.server.signIn('agent'),
    await team.server.signIn('admin'),
  ])
    expect(await failed(token)).toEqual({
      total: 1,
      items: [
        { id, name: 'cleaning', action: 'reboot', created_by_name: 'element', ended_at: expect.any(Number), failed: 2 },
      ],
    })
  for (const token of [team.stranger, await team.server.signIn('security')])
    expect(await failed(token)).toEqual({ total: 0, items: [] })
  await ended({ name: 'the manager’s', by: 'manager' })
  expect(await names(team.element)).toEqual(['cleaning'])
})

test('those of the last day are told, the latest first, five of them with how many there are', async () => {
  await ended({ name: 'old', ago: 25 * hour })
  for (const ago of [7, 3, 5, 1, 2, 6, 4]) await ended({ name: `${ago}`, ago: ago * hour })
  expect(await names(team.element)).toEqual(['1', '2', '3', '4', '5'])
  expect((await failed(team.element)).total).toBe(7)
})

test('one that went well, was called off or goes on is nothing to look at', async () => {
  await ended({ name: 'well', items: ['succeeded', 'cancelled'] })
  await ended({ name: 'called off', state: 'cancelled' })
  await ended({ name: 'skipped', state: 'skipped', items: [] })
  expect(await names(team.element)).toEqual([])
})

test('one whose failed shops are gone can’t be tried again', async () => {
  const [stays, goes] = [await team.add('stays'), await team.add('goes')]
  await ended({ name: 'of the one', shop: stays })
  await ended({ name: 'of the other', shop: goes })
  await team.post('environment/del', { ids: [goes] })
  expect(await names(team.element)).toEqual(['of the one'])
})

test('one that somebody tries again is told no more, and the retry is where that fails, too', async () => {
  const first = await ended({ name: 'first' })
  const again = await ended({ name: 'again', items: ['running'] })
  const become = (change: object) => team.store.db.updateTable('jobs').set(change).where('id', '=', again).execute()
  await become({ retry_of: first, state: 'running', ended_at: null })
  expect(await names(team.element)).toEqual([])
  await team.store.db.updateTable('job_items').set({ state: 'failed' }).where('job_id', '=', again).execute()
  await become({ state: 'done', ended_at: Date.now() })
  expect(await names(team.element)).toEqual(['again'])
})
