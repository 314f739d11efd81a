import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectBox, inventory, readyPhone, type FakeBox } from '../support/fake-box.ts'
import { idlePhones } from '../support/idle-phones.ts'
import { startTeam, type Team } from '../support/team.ts'

const [here, there] = ['104.28.12.7', '104.28.12.8']

let team: Team
let box: FakeBox
let phones: readonly { id: number; name: string }[]

beforeAll(async () => {
  team = await startTeam('amazon')
  box = await connectBox(team.server, team.store)
  await box.report(inventory(['A', 'B', 'C', 'D'].map((serial) => readyPhone(serial))))
  phones = await idlePhones(team.server, await team.server.signIn('admin'), 4)
  const ids = phones.map(({ id }) => id)
  await team.store.devices.handOver(ids, await team.store.user('manager'))
})
afterAll(async () => {
  await box.close()
  await team.stop()
})
beforeEach(async () => {
  await team.store.db.updateTable('devices').set({ status: 'idle', environment_id: null, in_use_since: null }).execute()
})

interface Opened {
  at: number
  name: string
  address: string
  since?: number
  fields?: object
}
/** A shop that is open on a phone, which reaches the internet from there. */
async function open({ at, name, address, since = 1_000 + at, fields = {} }: Opened): Promise<void> {
  const environment_id = await team.add(name, fields)
  const { id: in_use_by } = await team.store.user('manager')
  const held = { status: 'in_use', environment_id, in_use_by, in_use_since: since, egress_ip: address } as const
  await team.store.db
    .updateTable('devices')
    .set(held)
    .where('id', '=', phones[at]?.id ?? 0)
    .execute()
}
const shared = async (token = team.manager) =>
  (await team.server.call('v2/dashboard/summary', { token })).data.shared.items

test('shops of one market behind one address stand together, whoever is there the longest first', async () => {
  await open({ at: 0, name: 'late', address: here, since: 2_000 })
  await open({ at: 1, name: 'early', address: here, since: 1_000 })
  await open({ at: 2, name: 'elsewhere', address: there })
  expect(await shared()).toMatchObject([
    {
      address: here,
      market: 'amazon',
      shops: [
        { name: 'early', device_id: phones[1]?.id, device_name: phones[1]?.name, proxied: false },
        { name: 'late', device_id: phones[0]?.id, proxied: false },
      ],
    },
  ])
})

test('one behind a proxy of its own comes first: another address of its phone would not help it', async () => {
  const proxy = { type: 'socks5', host: 'gw.example.com', port: 1080, user_name: '', password: '' }
  await open({ at: 0, name: 'bare', address: here, since: 1_000 })
  await open({ at: 1, name: 'proxied', address: here, since: 2_000, fields: { proxy } })
  const [{ shops }] = await shared()
  expect(shops).toMatchObject([
    { name: 'proxied', proxied: true },
    { name: 'bare', proxied: false },
  ])
})

test('shops of different markets disturb each other as little as a phone without one', async () => {
  await open({ at: 0, name: 'one market', address: here })
  await open({ at: 1, name: 'other market', address: here, fields: { market: 'temu' } })
  await team.store.db
    .updateTable('devices')
    .set({ egress_ip: here })
    .where('id', '=', phones[2]?.id ?? 0)
    .execute()
  expect(await shared()).toEqual([])
})

test('nobody is told of phones of another branch', async () => {
  await open({ at: 0, name: 'mine', address: here })
  await open({ at: 1, name: 'mine too', address: here })
  expect(await shared()).toHaveLength(1)
  expect(await shared(team.stranger)).toEqual([])
  expect(await shared(team.element)).toEqual([])
  await team.store.devices.handOver([phones[1]?.id ?? 0], await team.store.user('stranger'))
  expect(await shared()).toEqual([])
  expect(await shared(await team.server.signIn('agent'))).toHaveLength(1)
  await team.store.devices.handOver([phones[1]?.id ?? 0], await team.store.user('manager'))

  // Also to whoever has shops open, and is looked for.
  const theirs = phones.slice(2, 4).map(({ id }) => id)
  await team.store.devices.handOver(theirs, await team.store.user('stranger'))
  await open({ at: 2, name: 'theirs', address: there })
  await open({ at: 3, name: 'theirs too', address: '104.28.12.9' })
  expect(await shared(team.stranger)).toEqual([])
  expect(await shared()).toHaveLength(1)
  await team.store.devices.handOver(theirs, await team.store.user('manager'))
})
