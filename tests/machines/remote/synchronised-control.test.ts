import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { codes } from '../../../domain/codes.ts'
import type { ControlMessage } from '../../../domain/stream-protocol.ts'
import { ApiError } from '../../../src/api/errors.ts'
import type { Holder, StreamPoint, WallEntry } from '../../../src/api/remote.ts'
import type { RelayOrder, RelayReport } from '../../../src/api/relay-connection.ts'
import { remoteSessionMachine, type RemoteNotice } from '../../../src/machines/remote/remote-session.ts'
import { synchronisedControlMachine } from '../../../src/machines/remote/synchronised-control.ts'
import { answeredByHand, settled } from '../../support/chart-model.ts'
import { textReason } from '../../../domain/reason.ts'
import { silentFleet } from '../../support/silent-fleet.ts'

const entry = (id: number): WallEntry => ({
  id,
  name: `B01-0${id}`,
  resolution: '360x640',
  status: 'idle',
  in_use_by: null,
  environment: null,
})
const wang: Holder = { id: 7, user_name: 'wang', mayBeInterrupted: true }
const back: ControlMessage = { type: 'back' }
const patched = (id: number, status: string) => ({
  type: 'patched' as const,
  patch: { type: 'device' as const, id, at: 1, changed: { status } },
})

/** A group whose server and relay are the test's. Phones in `held` are somebody else's. */
function stage({ held = [] as readonly number[] } = {}) {
  const asked: [id: number, mode: string, takeOver: boolean][] = []
  const orders = new Map<number, RelayOrder[]>()
  const relays = new Map<number, (report: RelayReport) => void>()
  const notices: RemoteNotice[] = []
  const looked: (readonly number[])[] = []
  const found = answeredByHand<readonly WallEntry[]>()
  let missPatches: (() => void) | undefined
  const session = remoteSessionMachine.provide({
    guards: { 'the browser decodes video': () => true },
    actors: {
      askStreamPoint: fromPromise(({ input: { deviceId, mode, takeOver } }) => {
        asked.push([deviceId, mode, takeOver])
        if (held.includes(deviceId) && !takeOver) throw new ApiError(codes.stateForbids, 'held')
        const point: StreamPoint = { relay_url: `/relay/${deviceId}`, ticket: '', expires_at: 0, mode }
        return Promise.resolve(point)
      }),
      askController: fromPromise(() => Promise.resolve<Holder | null>(wang)),
      networkWatch: fromCallback(() => undefined),
      relay: fromCallback(({ input, sendBack, receive }) => {
        const id = Number(input.relayUrl.slice('/relay/'.length))
        orders.set(id, [])
        relays.set(id, sendBack)
        receive((order) => orders.get(id)?.push(order))
        return () => void relays.delete(id)
      }),
    },
  })
  const actor = createActor(
    synchronisedControlMachine.provide({
      actors: {
        session,
        fleetListener: fromCallback(({ sendBack }) => {
          missPatches = () => sendBack({ type: 'patches missed' })
        }),
        loadWall: fromPromise(({ input: { ids } }) => {
          looked.push(ids)
          return found.call()
        }),
      },
    }),
    { clock: new SimulatedClock(), input: { fleet: silentFleet, tell: (notice) => notices.push(notice) } },
  ).start()
  const comesLive = (id: number): void => {
    const report = relays.get(id)
    report?.({
      type: 'announced',
      announcement: {
        type: 'state',
        stream: 'streaming',
        reason: null,
        mode: 'control',
        controller: null,
        observers: 0,
      },
    })
    report?.({ type: 'video began' })
  }
  const begin = async (...ids: number[]): Promise<void> => {
    actor.send({ type: 'choose' })
    for (const id of ids) actor.send({ type: 'toggle', phone: entry(id) })
    actor.send({ type: 'start' })
    await settled()
    await settled()
    for (const id of ids) comesLive(id)
  }
  const member = (id: number) => actor.getSnapshot().context.members.find((each) => each.id === id)
  const gesturesTo = (id: number) =>
    (orders.get(id) ?? []).flatMap((order) => (order.type === 'send' ? [order.message] : []))
  return {
    looked,
    found,
    missPatches: () => missPatches?.(),
    actor,
    asked,
    relays,
    notices,
    orders,
    comesLive,
    begin,
    member,
    gesturesTo,
  }
}

describe('synchronised control', () => {
  test('takes two phones at least, and the first leads unless another is chosen', () => {
    const { actor } = stage()
    actor.send({ type: 'choose' })
    actor.send({ type: 'toggle', phone: entry(1) })
    expect(actor.getSnapshot().can({ type: 'start' })).toBe(false)
    actor.send({ type: 'toggle', phone: entry(2) })
    expect(actor.getSnapshot().can({ type: 'start' })).toBe(true)
    expect(actor.getSnapshot().context.leader).toBe(1)
    actor.send({ type: 'lead', id: 2 })
    actor.send({ type: 'lead', id: 9 })
    expect(actor.getSnapshot().context.leader).toBe(2)
    actor.send({ type: 'toggle', phone: entry(2) })
    expect(actor.getSnapshot().context.leader).toBe(1)
  })

  test('is led by a phone that is there and free, whichever was chosen first', () => {
    const { actor } = stage()
    const leader = () => actor.getSnapshot().context.leader
    const dead: WallEntry = { ...entry(1), status: 'offline' }
    const held: WallEntry = { ...entry(2), status: 'in_use', in_use_by: wang }
    actor.send({ type: 'choose' })
    actor.send({ type: 'choose these', phones: [dead, held, entry(3)] })
    expect(leader()).toBe(3)
    actor.send({ type: 'choose these', phones: [dead, held] })
    expect(leader()).toBe(2)
    actor.send({ type: 'choose these', phones: [] })
    actor.send({ type: 'toggle', phone: dead })
    expect(leader()).toBe(1)
    actor.send({ type: 'toggle', phone: entry(4) })
    expect(leader()).toBe(4)
  })

  test('judges who leads by what becomes of the phones while they are chosen, and again at the start', async () => {
    const { actor, asked } = stage()
    const leader = () => actor.getSnapshot().context.leader
    actor.send({ type: 'choose' })
    actor.send({ type: 'choose these', phones: [entry(1), entry(2), entry(3)] })
    expect(leader()).toBe(1)
    actor.send(patched(1, 'offline'))
    expect(leader()).toBe(2)
    actor.send({ type: 'patched', patch: { type: 'device', id: 2, at: 1, changed: { in_use_by: wang } } })
    expect(leader()).toBe(3)
    actor.send(patched(9, 'offline'))
    actor.send({ type: 'lead', id: 1 })
    expect(leader()).toBe(1)
    actor.send({ type: 'start' })
    expect(leader()).toBe(3)
    await settled()
    expect(asked.map(([id]) => id).toSorted((one, other) => one - other)).toEqual([1, 2, 3])
  })

  test('looks anew at what became of the phones where changes were missed, and judges then who leads', async () => {
    const { actor, missPatches, looked, found } = stage()
    const leader = () => actor.getSnapshot().context.leader
    actor.send({ type: 'choose' })
    actor.send({ type: 'choose these', phones: [entry(1), entry(2)] })
    missPatches()
    actor.send({ type: 'toggle', phone: entry(3) })
    expect({ looked, leader: leader() }).toEqual({ looked: [[1, 2]], leader: 1 })
    await found.answer([{ ...entry(1), status: 'offline' }, entry(2)])
    expect(leader()).toBe(2)
    expect(actor.getSnapshot().context.chosen.map(({ id, status }) => [id, status])).toEqual([
      [1, 'offline'],
      [2, 'idle'],
      [3, 'idle'],
    ])
    missPatches()
    await found.fail(new Error('away'))
    expect(leader()).toBe(2)
  })

  test('hands over where its leader went away while changes were missed', async () => {
    const { begin, actor, missPatches, looked, found, notices } = stage()
    await begin(1, 2, 3)
    missPatches()
    expect(looked).toEqual([[1, 2, 3]])
    await found.answer([{ ...entry(1), status: 'offline' }, entry(2), entry(3)])
    expect(actor.getSnapshot().context.leader).toBe(2)
    expect(notices).toEqual([{ type: 'leader left', name: 'B01-01', successor: 'B01-02' }])
    missPatches()
    await found.fail(new Error('away'))
    expect(actor.getSnapshot().context.leader).toBe(2)
  })

  test('is led by a phone that somebody else holds where the operator says so', () => {
    const { actor } = stage()
    actor.send({ type: 'choose' })
    actor.send({ type: 'choose these', phones: [entry(1), { ...entry(2), status: 'in_use', in_use_by: wang }] })
    actor.send({ type: 'lead', id: 2 })
    actor.send({ type: 'toggle', phone: entry(3) })
    actor.send({ type: 'start' })
    expect(actor.getSnapshot().context.leader).toBe(2)
  })

  test('hands over to a phone that is there when its leader goes away, fingers up, and says so', async () => {
    const { actor, relays, notices, begin, member, gesturesTo } = stage()
    await begin(1, 2, 3, 4)
    const leader = () => actor.getSnapshot().context.leader
    const down: ControlMessage = { type: 'touch', action: 'down', pointer: 0, x: 0.5, y: 0.5 }
    actor.send({ type: 'gesture', message: down })
    actor.send({ type: 'pause', id: 2 })
    relays.get(3)?.({ type: 'closed', code: 1006, reason: textReason('cut') })
    actor.send(patched(3, 'offline'))
    expect(leader()).toBe(1)
    actor.send(patched(1, 'offline'))
    expect(leader()).toBe(4)
    expect(gesturesTo(4)).toEqual([down, { ...down, action: 'cancel' }])
    expect(member(4)?.session.getSnapshot().context.quality).toBe('balanced')
    expect(notices).toEqual([{ type: 'leader left', name: 'B01-01', successor: 'B01-04' }])
    actor.send(patched(1, 'idle'))
    expect(leader()).toBe(4)
  })

  test('goes on without a leader that is there until another one is, or it comes back', async () => {
    const { actor, relays, notices, begin, comesLive } = stage()
    await begin(1, 2)
    const leader = () => actor.getSnapshot().context.leader
    relays.get(2)?.({ type: 'closed', code: 1006, reason: null })
    actor.send(patched(2, 'offline'))
    actor.send(patched(1, 'offline'))
    expect(leader()).toBe(1)
    actor.send({ type: 'retry', id: 2 })
    await settled()
    comesLive(2)
    actor.send(patched(2, 'in_use'))
    expect(leader()).toBe(2)
    expect(notices).toEqual([{ type: 'leader left', name: 'B01-01', successor: 'B01-02' }])
  })

  test('asks for control of each, and for a large video of the leader only', async () => {
    const { asked, begin, member } = stage()
    await begin(1, 2, 3)
    expect(asked).toEqual([
      [1, 'control', false],
      [2, 'control', false],
      [3, 'control', false],
    ])
    expect([1, 2, 3].map((id) => member(id)?.session.getSnapshot().context.quality)).toEqual([
      'balanced',
      'thumbnail',
      'thumbnail',
    ])
  })

  test('goes on with each whose control is about to end', async () => {
    const { actor, relays, orders, begin } = stage()
    await begin(1, 2, 3)
    const streaming = { type: 'state', stream: 'streaming', reason: null, mode: 'control', controller: null } as const
    for (const id of [1, 3])
      relays.get(id)?.({
        type: 'announced',
        announcement: { ...streaming, observers: 0, idle_ends_in: 60_000 },
      })
    for (const sent of orders.values()) sent.length = 0
    actor.send({ type: 'go on' })
    expect([1, 2, 3].map((id) => orders.get(id))).toEqual([[{ type: 'present' }], [], [{ type: 'present' }]])
  })

  test('gives every gesture to all in the same tick', async () => {
    const { actor, begin, gesturesTo } = stage()
    await begin(1, 2, 3)
    const down: ControlMessage = { type: 'touch', action: 'down', pointer: 0, x: 0.25, y: 0.75 }
    actor.send({ type: 'gesture', message: down })
    actor.send({ type: 'gesture', message: { ...down, action: 'up' } })
    actor.send({ type: 'gesture', message: { type: 'text', text: '你好' } })
    for (const id of [1, 2, 3])
      expect(gesturesTo(id)).toEqual([down, { ...down, action: 'up' }, { type: 'text', text: '你好' }])
  })

  test('leaves out who is paused, whose finger comes up, and who has no video, which is counted', async () => {
    const { actor, relays, begin, member, gesturesTo } = stage()
    await begin(1, 2, 3)
    const down: ControlMessage = { type: 'touch', action: 'down', pointer: 0, x: 0.5, y: 0.5 }
    actor.send({ type: 'gesture', message: down })
    actor.send({ type: 'pause', id: 2 })
    relays.get(3)?.({ type: 'closed', code: 1006, reason: textReason('cut') })
    actor.send({ type: 'gesture', message: { ...down, action: 'up' } })
    actor.send({ type: 'gesture', message: back })
    expect(gesturesTo(1)).toEqual([down, { ...down, action: 'up' }, back])
    expect(gesturesTo(2)).toEqual([down, { ...down, action: 'cancel' }])
    expect([member(1)?.missed, member(2)?.missed, member(3)?.missed]).toEqual([0, 0, 1])
    expect(member(3)?.session.getSnapshot().context.reason).toEqual(textReason('cut'))
    actor.send({ type: 'resume', id: 2 })
    actor.send({ type: 'gesture', message: back })
    expect(gesturesTo(2).at(-1)).toEqual(back)
  })

  test('never pauses the leader, and who becomes it goes on', async () => {
    const { actor, begin, member } = stage()
    await begin(1, 2)
    actor.send({ type: 'pause', id: 1 })
    expect(member(1)?.isPaused).toBe(false)
    actor.send({ type: 'pause', id: 2 })
    actor.send({ type: 'lead', id: 2 })
    expect(member(2)?.isPaused).toBe(false)
    expect(member(2)?.session.getSnapshot().context.quality).toBe('balanced')
    expect(member(1)?.session.getSnapshot().context.quality).toBe('thumbnail')
  })

  test('takes over what somebody else controls only after it was confirmed', async () => {
    const { actor, asked, begin, comesLive, member } = stage({ held: [2, 3] })
    await begin(1, 2, 3)
    expect(member(2)?.session.getSnapshot().context.holder).toEqual(wang)
    actor.send({ type: 'take over', ids: [1] })
    expect(actor.getSnapshot().matches({ controlling: { hands: 'operating' } })).toBe(true)
    actor.send({ type: 'take over', ids: [1, 2, 3] })
    expect(actor.getSnapshot().context.contested).toEqual([2, 3])
    actor.send({ type: 'cancel' })
    expect(asked.filter(([, , takeOver]) => takeOver)).toEqual([])
    actor.send({ type: 'take over', ids: [2] })
    actor.send({ type: 'confirm' })
    await settled()
    comesLive(2)
    expect(asked.filter(([, , takeOver]) => takeOver)).toEqual([[2, 'control', true]])
    expect(member(2)?.session.getSnapshot().matches({ attached: 'live' })).toBe(true)
    expect(member(3)?.session.getSnapshot().matches({ contested: 'refused' })).toBe(true)
  })

  test('keeps what the relay objects to with the phone, and tells once what all would tell', async () => {
    const { actor, relays, notices, begin, member } = stage()
    await begin(1, 2)
    relays.get(2)?.({ type: 'objected', reason: textReason('the phone is away') })
    expect(member(2)).toMatchObject({ missed: 1, objection: textReason('the phone is away') })
    actor.send({ type: 'gesture', message: { type: 'text', text: 'x'.repeat(20_001) } })
    expect(notices).toEqual([{ type: 'text too long', limit: 20_000 }])
  })

  test('keeps its options within bounds', async () => {
    const { actor, begin } = stage()
    await begin(1, 2)
    actor.send({ type: 'set', options: { delay: 99_999 } })
    actor.send({ type: 'set', options: { offset: -3 } })
    expect(actor.getSnapshot().context.options).toEqual({ delay: 5_000, offset: 0 })
  })

  test('tells a phone that returned, and tries again when asked to', async () => {
    const { actor, relays, asked, begin } = stage()
    await begin(1, 2)
    relays.get(2)?.({ type: 'closed', code: 1006, reason: null })
    actor.send({ type: 'retry', id: 2 })
    await settled()
    expect(asked.filter(([id]) => id === 2)).toHaveLength(2)
  })

  test('hangs up on every phone when it is left', async () => {
    const { actor, relays, begin } = stage()
    await begin(1, 2)
    expect(relays.size).toBe(2)
    actor.send({ type: 'leave' })
    expect(relays.size).toBe(0)
    expect(actor.getSnapshot()).toMatchObject({ value: 'resting', context: { members: [], chosen: [], leader: null } })
  })
})
