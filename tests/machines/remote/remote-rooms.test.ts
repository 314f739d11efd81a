import { createActor, fromCallback, fromPromise, SimulatedClock, type EventObject, type InputFrom } from 'xstate'
import { describe, expect, it } from 'vitest'
import type { FleetPatch } from '../../../domain/fleet-topics.ts'
import type { PhonePage, PhoneQuery, StreamPoint, WallEntry, WallFilter } from '../../../src/api/remote.ts'
import type { Device, Region } from '../../../src/api/devices.ts'
import type { FleetReport, FleetSource } from '../../../src/api/phone-patches.ts'
import { phaseOf } from '../../../src/screens/remote/remote-phase.ts'
import { phoneChooserMachine } from '../../../src/machines/remote/phone-chooser.ts'
import { remoteDeskMachine } from '../../../src/machines/remote/remote-desk.ts'
import { remoteSessionMachine } from '../../../src/machines/remote/remote-session.ts'
import { movedTo, remoteWallMachine } from '../../../src/machines/remote/remote-wall.ts'
import { silentFleet } from '../../support/silent-fleet.ts'

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const phone = (id: number, changed: Partial<Device> = {}): Device => ({
  id,
  name: `B01-0${id}`,
  serial: `PD${id}`,
  box_id: 3,
  box_name: 'B01',
  slot: id,
  owner_id: 4,
  owner_name: 'manager',
  region: 'us-west',
  model: 'Pixel 6',
  android_version: '13',
  resolution: '360x640',
  status: 'idle',
  status_reason: null,
  battery: 80,
  temperature: 30,
  cpu: 1,
  memory: 2,
  storage: 3,
  egress_ip: null,
  egress_country: null,
  egress_isp: null,
  proxy: null,
  environment: null,
  in_use_by: null,
  in_use_since: null,
  last_seen_at: null,
  note: '',
  start_settings: {},
  ...changed,
})
const patched = (id: number, changed: Partial<Device>): FleetReport => ({
  type: 'patched',
  patch: { type: 'device', id, at: 0, changed } satisfies FleetPatch,
})

/** The live changes, as the test tells them. */
function fleetOfTest() {
  let report: ((news: FleetReport) => void) | undefined
  const listener = fromCallback<EventObject, { fleet: FleetSource }, FleetReport>(({ sendBack }) => {
    report = sendBack
  })
  return { listener, tell: (news: FleetReport) => report?.(news) }
}

/** Sessions whose server answers no question, so that they stay where the test finds them. */
const idleSession = remoteSessionMachine.provide({
  guards: { 'the browser decodes video': () => true },
  actors: { askStreamPoint: fromPromise(() => new Promise<StreamPoint>(() => undefined)) },
})
const refusedSession = remoteSessionMachine.provide({ guards: { 'the browser decodes video': () => false } })

const entry = (id: number): WallEntry => ({
  id,
  name: `B01-0${id}`,
  resolution: '360x640',
  status: 'idle',
  in_use_by: null,
  environment: null,
})

/** Whoever sees what is open on a phone and no more. */
const noShop = { worksInShops: false, section: undefined, opened: () => undefined, left: () => undefined }

function desk({ found = phone(1) }: { found?: Device | null } = {}) {
  const fleet = fleetOfTest()
  const asked: PhoneQuery[] = []
  let loads = 0
  const actor = createActor(
    remoteDeskMachine.provide({
      actors: {
        session: idleSession,
        fleetListener: fleet.listener,
        loadPhone: fromPromise(() => {
          loads += 1
          return Promise.resolve(found)
        }),
        loadPhones: fromPromise(({ input }) => {
          asked.push(input)
          return Promise.resolve<PhonePage>({ phones: [phone(1), phone(2)], total: 40 })
        }),
        loadRegions: fromPromise(() => Promise.resolve<readonly Region[]>([])),
      },
    }),
    {
      clock: new SimulatedClock(), // With the real one, sessions would give up their questions while other files run.
      input: {
        deviceId: 1,
        mode: 'control',
        quality: 'automatic',
        fleet: silentFleet,
        tell: () => undefined,
        shop: noShop,
      },
    },
  ).start()
  return { actor, fleet, asked, loads: () => loads }
}

interface WallOfTest {
  ids?: readonly number[]
  filter?: WallFilter
  entries?: readonly WallEntry[]
  watchesSeen?: boolean
  watchChoice?: InputFrom<typeof remoteWallMachine>['watchChoice']
}

function wall({ ids = [], filter = {}, entries = [], watchesSeen = false, watchChoice }: WallOfTest = {}) {
  const clock = new SimulatedClock()
  const fleet = fleetOfTest()
  const asked: unknown[] = []
  let fails = false
  const actor = createActor(
    remoteWallMachine.provide({
      actors: {
        session: refusedSession,
        fleetListener: fleet.listener,
        loadWall: fromPromise(({ input }) => {
          asked.push(input)
          if (fails) return Promise.reject(new Error('no network'))
          return Promise.resolve(input.ids.length > 0 ? input.ids.map(entry) : entries)
        }),
      },
    }),
    { clock, input: { fleet: silentFleet, ids, filter, watchesSeen, watchChoice } },
  ).start()
  const watched = () => actor.getSnapshot().context.phones.flatMap(({ id, session }) => (session === null ? [] : [id]))
  const sessionOf = (id: number) => actor.getSnapshot().context.phones.find((each) => each.id === id)?.session
  const failFromNow = (): void => {
    fails = true
  }
  return { actor, clock, fleet, asked, watched, sessionOf, failFromNow }
}

function chooser() {
  const clock = new SimulatedClock()
  const fleet = fleetOfTest()
  const asked: PhoneQuery[] = []
  let fails = false
  const actor = createActor(
    phoneChooserMachine.provide({
      actors: {
        fleetListener: fleet.listener,
        loadPhones: fromPromise(({ input }) => {
          asked.push(input)
          return fails ? Promise.reject(new Error('no network')) : Promise.resolve({ phones: [phone(1)], total: 1 })
        }),
      },
    }),
    { clock, input: { fleet: silentFleet } },
  ).start()
  const failFromNow = (value: boolean): void => {
    fails = value
  }
  return { actor, clock, fleet, asked, failFromNow }
}

describe('the desk around an operated phone', () => {
  it('begins the session without waiting for anything else', () => {
    const { actor } = desk()
    expect(phaseOf(actor.getSnapshot().context.session.getSnapshot())).toBe('asking')
    expect(actor.getSnapshot().context.phone).toBeNull()
  })

  it('shows the phone and the first twelve of its box', async () => {
    const { actor, asked } = desk()
    await tick()
    expect(actor.getSnapshot().value).toBe('ready')
    expect(asked).toEqual([{ box_id: 3, limit: 12, fleet: silentFleet }])
    expect(actor.getSnapshot().context).toMatchObject({
      phone: { id: 1 },
      group: [{ id: 1 }, { id: 2 }],
      groupTotal: 40,
    })
  })

  it('follows live changes of the phone and of its neighbours, and of nobody else', async () => {
    const { actor, fleet } = desk()
    await tick()
    fleet.tell(patched(1, { battery: 55 }))
    fleet.tell(patched(2, { status: 'offline' }))
    fleet.tell(patched(9, { status: 'offline' }))
    const { phone, group } = actor.getSnapshot().context
    expect(phone?.battery).toBe(55)
    expect(group.map(({ battery, status }) => [battery, status])).toEqual([
      [55, 'idle'],
      [80, 'offline'],
    ])
  })

  it('loads anew when changes were missed', async () => {
    const { actor, fleet, loads } = desk()
    await tick()
    fleet.tell({ type: 'patches missed' })
    await tick()
    expect(loads()).toBe(2)
    expect(actor.getSnapshot().value).toBe('ready')
  })

  it('leaves it to the session to say that there is no such phone', async () => {
    const { actor } = desk({ found: null })
    await tick()
    expect(actor.getSnapshot().value).toBe('missing')
  })
})

describe('the wall', () => {
  it('asks for a hundred phones at most, and gives each an observing session', async () => {
    const { actor, asked } = wall({ ids: [1, 2], entries: [entry(1), entry(2)] })
    await tick()
    expect(asked).toEqual([{ ids: [1, 2], filter: {}, known: undefined, limit: 100, fleet: silentFleet }])
    const { phones } = actor.getSnapshot().context
    expect(phones.map(({ session }) => session?.getSnapshot().context)).toMatchObject([
      { deviceId: 1, mode: 'observe' },
      { deviceId: 2, mode: 'observe' },
    ])
  })

  it('says that there is nothing to look at', async () => {
    const { actor } = wall()
    await tick()
    expect(actor.getSnapshot().value).toBe('empty')
  })

  it('enlarges one phone at a time', async () => {
    const { actor } = wall({ entries: [entry(1), entry(2)] })
    await tick()
    actor.send({ type: 'enlarge', id: 1 })
    actor.send({ type: 'enlarge', id: 2 })
    expect(actor.getSnapshot().context.enlarged).toBe(2)
    actor.send({ type: 'shrink' })
    expect(actor.getSnapshot().context.enlarged).toBeNull()
  })

  it('asks only phones in sight for a video, and not those that are scrolled past', async () => {
    const { actor, clock, watched, sessionOf } = wall({ ids: [1, 2, 3], watchesSeen: true })
    await tick()
    expect(watched()).toEqual([])
    actor.send({ type: 'seen', ids: [1] })
    clock.increment(149)
    actor.send({ type: 'seen', ids: [2, 3] })
    clock.increment(150)
    expect(watched()).toEqual([2, 3])
    const left = sessionOf(2)
    actor.send({ type: 'seen', ids: [3] })
    clock.increment(150)
    expect(watched()).toEqual([3])
    expect(left?.getSnapshot().status).toBe('stopped')
  })

  it('goes on watching the enlarged phone when it is scrolled away, and asks for a better video of it', async () => {
    const { actor, clock, watched, sessionOf } = wall({ ids: [1, 2], watchesSeen: true })
    await tick()
    actor.send({ type: 'seen', ids: [1, 2] })
    clock.increment(150)
    const qualityOf = (id: number) => sessionOf(id)?.getSnapshot().context.quality
    expect([qualityOf(1), qualityOf(2)]).toEqual(['thumbnail', 'thumbnail'])
    actor.send({ type: 'enlarge', id: 1 })
    actor.send({ type: 'seen', ids: [] })
    clock.increment(150)
    expect(watched()).toEqual([1])
    expect(qualityOf(1)).toBe('balanced')
    actor.send({ type: 'shrink' })
    expect(watched()).toEqual([])
  })

  it('takes another order without asking, and keeps every session', async () => {
    const { actor, asked, sessionOf } = wall({ entries: [entry(1), entry(2), entry(3)] })
    await tick()
    const before = [1, 2, 3].map(sessionOf)
    actor.send({ type: 'show', ids: movedTo([1, 2, 3], 3, 0), filter: {} })
    expect(actor.getSnapshot().context.phones.map(({ id }) => id)).toEqual([3, 1, 2])
    expect([1, 2, 3].map(sessionOf)).toEqual(before)
    expect(asked).toHaveLength(1)
  })

  it('keeps the sessions of phones that stay when others are chosen, and ends those of the rest', async () => {
    const { actor, sessionOf } = wall({ ids: [1, 2] })
    await tick()
    const [first, second] = [1, 2].map(sessionOf)
    actor.send({ type: 'show', ids: [2, 3], filter: {} })
    await tick()
    expect(sessionOf(2)).toBe(second)
    expect(first?.getSnapshot().status).toBe('stopped')
    expect(sessionOf(3)).toBeDefined()
  })

  it('follows whoever tells what is chosen, for as long as it runs', async () => {
    const listeners = new Set<(choice: { ids: readonly number[]; filter: WallFilter }) => void>()
    const { actor, asked } = wall({
      ids: [1],
      watchChoice: (listener) => {
        listeners.add(listener)
        listener({ ids: [1], filter: {} })
        return () => listeners.delete(listener)
      },
    })
    await tick()
    expect(asked).toHaveLength(1)
    for (const tell of listeners) tell({ ids: [2, 3], filter: {} })
    await tick()
    expect(actor.getSnapshot().context.phones.map(({ id }) => id)).toEqual([2, 3])
    actor.stop()
    expect(listeners.size).toBe(0)
  })

  it('asks nobody when it is shown what it shows', async () => {
    const { actor, asked } = wall({ ids: [1, 2] })
    actor.send({ type: 'show', ids: [1, 2], filter: {} })
    await tick()
    actor.send({ type: 'show', ids: [1, 2], filter: {} })
    expect(asked).toHaveLength(1)
  })

  it('of a group looks again a second after environments of it were opened or closed, and once for all of them', async () => {
    const { actor, clock, fleet, asked, sessionOf } = wall({ filter: { tag: 7 }, entries: [entry(1)] })
    await tick()
    const kept = sessionOf(1)
    fleet.tell(patched(1, { battery: 50 }))
    clock.increment(1_000)
    expect(asked).toHaveLength(1)
    for (const id of [2, 3]) fleet.tell(patched(id, { environment: { id, name: 'opened', market: 'temu' } }))
    fleet.tell({ type: 'patched', patch: { type: 'environment', id: 5, at: 1, changed: { tags: [7] } } })
    clock.increment(999)
    expect(asked).toHaveLength(1)
    clock.increment(1)
    await tick()
    expect(asked).toHaveLength(2)
    expect(sessionOf(1)).toBe(kept)
    expect(actor.getSnapshot().value).toEqual({ watching: 'still' })
  })

  it('can be used as before while it looks again', async () => {
    const { actor, clock, fleet, asked } = wall({ filter: { status: ['idle'] }, entries: [entry(1), entry(2)] })
    await tick()
    fleet.tell(patched(3, { status: 'idle' }))
    clock.increment(1_000)
    expect(asked).toHaveLength(2)
    actor.send({ type: 'enlarge', id: 2 })
    await tick()
    expect(actor.getSnapshot().context.enlarged).toBe(2)
  })

  it('goes on showing what it shows where it could not look again, and looks with the next change', async () => {
    const filter = { status: ['idle' as const] }
    const { actor, clock, fleet, asked, failFromNow, sessionOf } = wall({ filter, entries: [entry(1)] })
    await tick()
    const kept = sessionOf(1)
    failFromNow()
    for (const times of [2, 3]) {
      fleet.tell(patched(1, { status: 'offline' }))
      clock.increment(1_000)
      await tick()
      expect(asked).toHaveLength(times)
      expect(actor.getSnapshot().value).toEqual({ watching: 'still' })
      expect(sessionOf(1)).toBe(kept)
    }
  })

  it('of chosen phones does not look again, whatever becomes of them', async () => {
    const { clock, fleet, asked } = wall({ ids: [1, 2] })
    await tick()
    fleet.tell(patched(1, { environment: null, status: 'idle' }))
    fleet.tell({ type: 'patches missed' })
    clock.increment(1_000)
    expect(asked).toHaveLength(1)
  })

  it('ends all sessions when it is left', async () => {
    const { actor } = wall({ entries: [entry(1), entry(2)] })
    await tick()
    const { phones } = actor.getSnapshot().context
    actor.stop()
    expect(phones.map(({ session }) => session?.getSnapshot().status)).toEqual(['stopped', 'stopped'])
  })
})

describe('a phone moved to another place', () => {
  it.each([
    [3, 0, [3, 1, 2]],
    [1, 2, [2, 3, 1]],
    [1, 9, [2, 3, 1]],
    [2, -1, [2, 1, 3]],
    [9, 0, [1, 2, 3]],
  ])('%i to %i', (moved, place, expected) => {
    expect(movedTo([1, 2, 3], moved, place)).toEqual(expected)
  })
})

describe('the choice of phones', () => {
  it('looks for a keyword when the typing pauses, and not at every letter', async () => {
    const { actor, clock, asked } = chooser()
    await tick()
    actor.send({ type: 'search', keyword: 'B' })
    clock.increment(199)
    actor.send({ type: 'search', keyword: 'B01' })
    clock.increment(200)
    await tick()
    expect(asked.map(({ keyword }) => keyword)).toEqual(['', 'B01'])
    expect(actor.getSnapshot().value).toBe('ready')
  })

  it('follows live changes', async () => {
    const { actor, fleet } = chooser()
    await tick()
    fleet.tell(patched(1, { status: 'in_use' }))
    expect(actor.getSnapshot().context.phones[0]?.status).toBe('in_use')
  })

  it('says why it could not be loaded, and tries again', async () => {
    const { actor, clock, failFromNow } = chooser()
    await tick()
    failFromNow(true)
    actor.send({ type: 'search', keyword: '' })
    clock.increment(200)
    await tick()
    expect(actor.getSnapshot()).toMatchObject({ value: 'failed', context: { reason: 'no network' } })
    failFromNow(false)
    actor.send({ type: 'retry' })
    await tick()
    expect(actor.getSnapshot().value).toBe('ready')
  })
})
