import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { reason } from '../../texts/reason.ts'
import type { Schemas } from '../../server/http/contract.ts'
import { connectBox, inventory, readyPhone, type FakeBox } from '../support/fake-box.ts'
import { idlePhones } from '../support/idle-phones.ts'
import type { CallOptions } from '../support/server.ts'
import { startTeam, type Team } from '../support/team.ts'

type Event = Schemas['Event']

const serials = ['A', 'B', 'C']

let team: Team
let box: FakeBox
let admin: string
let security: string
let agent: string
/** The ids of the phones, by serial number; A and B are the manager's, C the stranger's. */
const phones: Record<string, number> = {}

const call = (token: string, query: CallOptions['query'] = {}) => team.server.call('v2/event/list', { token, query })
const list = async (token: string, query: CallOptions['query'] = {}): Promise<Event[]> =>
  (await call(token, query)).data.items
const offline = async (token: string, query: CallOptions['query'] = {}) =>
  (await team.server.call('v2/event/offline', { token, query })).data
const kinds = (events: readonly Event[]): string[] => events.map(({ kind }) => kind)

const phone = async (serial: string) =>
  (await team.server.call('v2/device/list', { token: admin, query: { id: phones[serial] } })).data.items[0]
const become = (serial: string, status: string) => expect.poll(async () => (await phone(serial)).status).toBe(status)

const report = (...there: string[]) => box.report(inventory(there.map((serial) => readyPhone(serial))))
const run = (statement: string) => sql.raw(statement).execute(team.store.db)

const shopsOf = (events: readonly Event[]) =>
  events.flatMap(({ kind, environment }) => (kind === 'shop' ? [String(environment?.name)] : [])).toSorted()

const phonesIn = async (token: string) => {
  const events = await list(token, { kind: ['offline', 'fault'], limit: 500 })
  return new Set(events.map(({ device }) => device?.id))
}

const lengthOf = ({ at, until }: Event): number => (until ?? Number.NaN) - at

const idsOffline = async (token: string) => (await offline(token)).phones.map(({ id }: { id: number }) => id)

beforeAll(async () => {
  team = await startTeam('amazon')
  const { server, store } = team
  ;[admin, security, agent] = [
    await server.signIn('admin'),
    await server.signIn('security'),
    await server.signIn('agent'),
  ]
  box = await connectBox(server, store)
  await report(...serials)
  for (const { id, serial } of await idlePhones(server, admin, serials.length)) phones[serial] = id
  const [manager, stranger] = [await store.user('manager'), await store.user('stranger')]
  await store.devices.handOver([phones.A ?? 0, phones.B ?? 0], manager)
  await store.devices.handOver([phones.C ?? 0], stranger)
})
afterAll(async () => {
  await box.close()
  await team.stop()
})

describe('a phone that goes away', () => {
  test('has an event from when it was lost until it is back, with why', async () => {
    const before = Date.now()
    await report('B', 'C')
    await become('A', 'offline')
    const { status_reason } = await phone('A')
    const [going] = await list(team.manager, { device_id: phones.A })
    expect(going).toMatchObject({
      kind: 'offline',
      until: null,
      reason: status_reason,
      device: { id: phones.A, name: 'B01-01' },
      box: { id: box.id },
      environment: null,
      user: null,
    })
    expect(going?.at).toBeGreaterThanOrEqual(before)

    await report(...serials)
    await become('A', 'idle')
    const [over] = await list(team.manager, { device_id: phones.A })
    expect(over?.id).toBe(going?.id)
    expect(over?.until).toBeGreaterThan(going?.at ?? 0)
    expect(over?.until).toBeLessThanOrEqual(Date.now())
  })

  test('is told once, however often it is seen or missed', async () => {
    const before = await list(team.manager, { device_id: phones.A })
    await report(...serials)
    await report(...serials)
    await report('C')
    await report('C')
    await become('B', 'offline')
    await report(...serials)
    await become('B', 'idle')
    await become('A', 'idle')
    const after = await list(team.manager, { device_id: phones.A })
    expect(after).toHaveLength(before.length + 1)
    expect(after.filter(({ until }) => until === null)).toEqual([])
  })

  test('says what adb says of it, as far as it is known later', async () => {
    await box.report({ type: 'phone_lost', serial: 'A' })
    await become('A', 'offline')
    await box.report(
      inventory(
        ['B', 'C'].map((serial) => readyPhone(serial)),
        [{ serial: 'A', reason: 'unauthorized' }],
      ),
    )
    const why = reason('boxes.refused.reasons.unauthorized')
    await expect.poll(async () => (await phone('A')).status_reason).toEqual(why)
    expect((await list(team.manager, { device_id: phones.A }))[0]).toMatchObject({ until: null, reason: why })
    await report(...serials)
    await become('A', 'idle')
  })

  test('that starts anew says so, and who restarted it', async () => {
    await box.report({ type: 'phones', phones: [{ ...readyPhone('A'), state: 'starting' }] })
    await become('A', 'booting')
    expect((await list(team.manager, { device_id: phones.A }))[0]).toMatchObject({
      reason: reason('events.reason.restarting'),
      user: null,
    })
    await report(...serials)
    await become('A', 'idle')

    const body = { action: 'reboot', ids: [phones.A] }
    expect(await team.server.call('v2/device/run', { token: team.manager, body })).toMatchObject({ code: codes.ok })
    const command = await box.phoneCommand()
    expect(command).toMatchObject({ type: 'reboot', serial: 'A' })
    await box.report({ type: 'phone_lost', serial: 'A' })
    await become('A', 'offline')
    const manager = await team.store.user('manager')
    expect((await list(team.manager, { device_id: phones.A, kind: ['offline'] }))[0]).toMatchObject({
      reason: reason('events.reason.restarting'),
      user: { id: manager.id, user_name: 'manager' },
    })
    await report(...serials)
    await become('A', 'idle')
  })
})

describe('a box that goes away', () => {
  test('has an event of its own, and its phones say that it was the box', async () => {
    // Also one that somebody has just restarted.
    const body = { action: 'reboot', ids: [phones.B] }
    await team.server.call('v2/device/run', { token: team.manager, body })
    await box.phoneCommand()
    await box.vanish()
    for (const serial of serials) await become(serial, 'offline')
    const [first] = await list(agent, { box_id: box.id, kind: ['box'] })
    expect(first).toMatchObject({ kind: 'box', until: null, box: { id: box.id }, device: null })
    const lost = await list(agent, { box_id: box.id, kind: ['offline'], limit: 3 })
    expect(lost.map(({ device, until }) => [device?.id, until])).toEqual(
      expect.arrayContaining(serials.map((serial) => [phones[serial], null])),
    )
    for (const event of lost) expect(event.reason).toEqual(reason('devices.reason.agentLost'))

    box = await connectBox(team.server, team.store)
    await report(...serials)
    for (const serial of serials) await become(serial, 'idle')
    const [over] = await list(agent, { box_id: box.id, kind: ['box'] })
    expect(over?.id).toBe(first?.id)
    expect(over?.until).toBeGreaterThan(first?.at ?? 0)
    // Its id goes with a kind that managers may not list.
    expect(kinds(await list(team.manager, { kind: ['box'] }))).toEqual([])
    expect(await call(team.manager, { box_id: box.id })).toMatchObject({ code: codes.notFound })
  })
})

describe('a fault', () => {
  test('lasts until the phone is recovered, also while it is away', async () => {
    const why = JSON.stringify(reason('devices.late.changing_ip'))
    await run(`update devices set status = 'faulty', status_reason = '${why}' where id = ${phones.B}`)
    await report('A', 'C')
    await become('B', 'offline')
    const [away, fault] = await list(team.manager, { device_id: phones.B, limit: 2 })
    expect([away?.kind, away?.until]).toEqual(['offline', null])
    expect(fault).toMatchObject({ kind: 'fault', until: null, reason: reason('devices.late.changing_ip') })
    await report(...serials)
    await become('B', 'faulty')
    expect((await list(team.manager, { device_id: phones.B, kind: ['fault'] }))[0]?.until).toBeNull()
    await run(`update devices set status = 'idle', status_reason = null where id = ${phones.B}`)
    expect((await list(team.manager, { device_id: phones.B, kind: ['fault'] }))[0]?.until).toBeGreaterThan(0)
    expect(
      await list(team.manager, { device_id: phones.B, kind: ['offline', 'fault'], limit: 500 }),
    ).not.toContainEqual(expect.objectContaining({ until: null }))
  })
})

/** Opens a shop on a phone as its row says it, and closes it. */
async function useShop(id: number, serial: string, user: string): Promise<void> {
  const { id: userId } = await team.store.user(user)
  await run(`update environment_rows set device_id = ${phones[serial]}, opened_by = ${userId} where id = ${id}`)
  await run(`update environment_rows set device_id = null, opened_by = null where id = ${id}`)
}

describe('a shop', () => {
  let own: number
  let ofElement: number
  let foreign: number
  beforeAll(async () => {
    own = await team.add('AMZ-CA-03')
    ofElement = await team.add('AMZ-CA-04', {}, team.element)
    foreign = await team.add('AMZ-US-99', {}, team.stranger)
    await useShop(own, 'A', 'manager')
    await useShop(ofElement, 'A', 'element')
    await useShop(foreign, 'A', 'stranger')
  })

  test('tells on which phone it was open, by whom, and until when', async () => {
    const [opened] = await list(team.manager, { environment_id: own, kind: ['shop'] })
    expect(opened).toMatchObject({
      environment: { id: own, name: 'AMZ-CA-03' },
      market: 'amazon',
      device: { id: phones.A, name: 'B01-01' },
      user: { user_name: 'manager' },
      reason: null,
    })
    expect(opened?.until).toBeGreaterThanOrEqual(opened?.at ?? 0)
  })

  test('is told with its phone to those alone who may see it', async () => {
    const ofPhone = { device_id: phones.A, kind: ['shop'] }
    expect(shopsOf(await list(team.manager, ofPhone))).toEqual(['AMZ-CA-03', 'AMZ-CA-04'])
    for (const token of [admin, security, agent])
      expect(shopsOf(await list(token, ofPhone))).toEqual(['AMZ-CA-03', 'AMZ-CA-04', 'AMZ-US-99'])
    await run(
      `update devices set in_use_by = (select id from users where user_name = 'element') where id = ${phones.A}`,
    )
    expect(shopsOf(await list(team.element, ofPhone))).toEqual(['AMZ-CA-04'])
    await run(`update devices set in_use_by = null where id = ${phones.A}`)
    expect(await call(team.element, ofPhone)).toMatchObject({ code: codes.notFound })
  })

  test('is told with its person to those alone who may see both', async () => {
    const { id } = await team.store.user('element')
    expect(shopsOf(await list(team.manager, { user_id: id }))).toEqual(['AMZ-CA-04'])
    expect(shopsOf(await list(team.element, { user_id: id }))).toEqual(['AMZ-CA-04'])
    expect(await call(team.stranger, { user_id: id })).toMatchObject({ code: codes.notFound })
    expect(await call(team.element, { user_id: (await team.store.user('manager')).id })).toMatchObject({
      code: codes.notFound,
    })
  })

  test('of others has no timeline', async () => {
    for (const token of [team.manager, team.element])
      expect(await call(token, { environment_id: foreign })).toMatchObject({ code: codes.notFound })
    expect(await call(team.element, { environment_id: own })).toMatchObject({ code: codes.notFound })
    expect(shopsOf(await list(team.stranger, { environment_id: foreign }))).toEqual(['AMZ-US-99'])
  })
})

describe('the stream of a branch', () => {
  test('has nothing of other branches', async () => {
    expect(await phonesIn(team.manager)).toEqual(new Set([phones.A, phones.B]))
    expect(await phonesIn(team.stranger)).toEqual(new Set([phones.C]))
    expect(await phonesIn(team.element)).toEqual(new Set())
    expect(await phonesIn(agent)).toEqual(new Set([phones.A, phones.B, phones.C]))
    expect(await phonesIn(security)).toEqual(await phonesIn(admin))
  })

  test('has nothing of a phone that was handed over, whose own timeline goes along', async () => {
    const { store, manager, stranger } = team
    const own = { device_id: phones.B, kind: ['offline', 'fault'], limit: 500 }
    const before = await list(manager, own)
    expect(before.length).toBeGreaterThan(0)
    await store.devices.handOver([phones.B ?? 0], await store.user('stranger'))
    expect(await phonesIn(manager)).toEqual(new Set([phones.A]))
    expect(await phonesIn(stranger)).toEqual(new Set([phones.C]))
    expect(await call(manager, own)).toMatchObject({ code: codes.notFound })
    expect(await list(stranger, own)).toEqual(before)
    await store.devices.handOver([phones.B ?? 0], await store.user('manager'))
  })

  test('has what people did as the operation log has it, and nothing of it for those who may not read that', async () => {
    for (const token of [admin, agent, team.manager]) {
      const { items } = (await team.server.call('v2/log/list', { token, query: { limit: 500 } })).data
      const actions = await list(token, { kind: ['action'], limit: 500 })
      expect(actions.map(({ id, at, action }) => [id, at, action])).toEqual(
        items.map(({ id, at, action }: { id: number; at: number; action: string }) => [id, at, action]),
      )
    }
    expect(kinds(await list(team.element, { limit: 500 }))).not.toContain('action')
  })

  test('names what things were done to, and never says their kind and number', async () => {
    const added = (await list(team.manager, { kind: ['action'], limit: 500 })).find(
      ({ action }) => action === 'environment.add',
    )
    expect(added).toMatchObject({ target_kind: 'environment', target_name: expect.stringMatching(/^AMZ-CA-0[34]$/) })
    expect(JSON.stringify(await list(admin, { limit: 500 }))).not.toMatch(/"(device|environment|box|user):\d+"/)
  })

  test('comes page by page, each event once, whatever it is of', async () => {
    for (const query of [{}, { device_id: phones.A }, { kind: ['offline', 'action'] }]) {
      const whole = await list(team.manager, { ...query, limit: 500 })
      expect(whole.length).toBeGreaterThan(3)
      expect(whole.map(({ at }) => at)).toEqual(whole.map(({ at }) => at).toSorted((a, b) => b - a))
      const paged: Event[] = []
      for (let cursor: string | null | undefined; cursor !== null && paged.length <= whole.length;) {
        const answer = await call(team.manager, { ...query, limit: 2, cursor })
        expect(answer).toMatchObject({ code: codes.ok })
        const { data } = answer
        paged.push(...data.items)
        cursor = data.next_cursor
      }
      expect(paged).toEqual(whole)
    }
    const { data } = await call(team.manager, { limit: 1 })
    expect(await call(team.manager, { limit: 1, kind: ['shop'], cursor: data.next_cursor })).toMatchObject({
      code: codes.invalidInput,
    })
  })

  test('is of one subject at a time, and of the days that are asked for', async () => {
    expect(await call(admin, { device_id: phones.A, box_id: box.id })).toMatchObject({ code: codes.invalidInput })
    const events = await list(team.manager, { kind: ['offline'] })
    const [newest, next] = events
    expect(await list(team.manager, { kind: ['offline'], from: newest?.at })).toEqual([newest])
    expect((await list(team.manager, { kind: ['offline'], to: newest?.at }))[0]).toEqual(next)
  })
})

describe('which phones were offline', () => {
  test('is summed up by phone and by cause, from the same outages', async () => {
    const outages = await list(admin, { kind: ['offline'], limit: 500 })
    const found = await offline(admin)
    for (const serial of serials) {
      const its = outages.filter(({ device }) => device?.id === phones[serial])
      expect(found.phones).toContainEqual({
        id: phones[serial],
        name: its[0]?.device?.name,
        box: its[0]?.box,
        count: its.length,
        ms: its.reduce((sum, one) => sum + lengthOf(one), 0),
        is_offline: false,
        outages: its
          .slice(0, 5)
          .map(({ at, until, reason: why, user }) => ({ at, until, reason: why, user_name: user?.user_name ?? '' })),
      })
    }
    const ofBox = outages.filter(({ reason: why }) => why?.code === 'devices.reason.agentLost')
    expect(found.causes).toContainEqual({
      reason: reason('devices.reason.agentLost'),
      phones: 3,
      outages: ofBox.length,
      ms: ofBox.reduce((sum, one) => sum + lengthOf(one), 0),
    })
    expect(found).toMatchObject({ phone_count: 3, is_cut: false })
    const ms = found.phones.map((one: { ms: number }) => one.ms)
    expect(ms).toEqual(ms.toSorted((a: number, b: number) => b - a))
  })

  test('is told of the caller’s own branch alone', async () => {
    expect(new Set(await idsOffline(team.manager))).toEqual(new Set([phones.A, phones.B]))
    expect(await idsOffline(team.stranger)).toEqual([phones.C])
    expect(await idsOffline(team.element)).toEqual([])
  })

  test('counts what lies within the days, and what goes on since long ago', async () => {
    const now = Date.now()
    const day = 86_400_000
    await run(`
      insert into events (at, until, kind, subject_id, owner_path, device_id, device_name, box_id, box_name)
      select ${now - 9 * day}, ${now - 6 * day}, 'offline', id, owner_path, id, 'B01-03', box_id, 'B01' from devices where id = ${phones.C}
      union all
      select ${now - 60 * day}, null, 'offline', id, owner_path, id, 'B01-02', box_id, 'B01' from devices where id = ${phones.B}
      union all
      select ${now - 9 * day}, ${now - 8 * day}, 'offline', id, owner_path, id, 'B01-01', box_id, 'B01' from devices where id = ${phones.A}`)
    const query = { from: now - 7 * day, to: now - 5 * day }
    const { phones: found } = await offline(admin, query)
    expect(
      found.map(({ id, ms, is_offline }: { id: number; ms: number; is_offline: boolean }) => [id, ms, is_offline]),
    ).toEqual([
      [phones.B, 2 * day, true],
      [phones.C, day, false],
    ])
    expect((await offline(admin, { ...query, cause: 'devices.reason.agentLost' })).phones).toEqual([])
    expect((await offline(admin, { ...query, box_id: 999 })).phones).toEqual([])
    await run(`delete from events where at < ${now - 2 * day}`)
    expect((await team.server.call('v2/event/offline', { token: admin, query: { from: 1, to: now } })).code).toBe(
      codes.invalidInput,
    )
  })
})

test('a box that is removed ends what goes on in it', async () => {
  await report('B', 'C')
  await become('A', 'offline')
  await run(`update boxes set deleted_at = 1, online = false where id = ${box.id}`)
  await run(`update devices set removed_at = 1 where box_id = ${box.id}`)
  const events = await list(admin, { kind: ['offline', 'box', 'fault'], limit: 500 })
  expect(events.filter(({ until }) => until === null)).toEqual([])
})
