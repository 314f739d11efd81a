import { describe } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { codes } from '../../../domain/codes.ts'
import { closeCodes, maxTextLength } from '../../../domain/stream-protocol.ts'
import { ApiError } from '../../../src/api/errors.ts'
import type { Person, PhonePage, StreamPoint, WallEntry, WallFilter } from '../../../src/api/remote.ts'
import type { Device, Region } from '../../../src/api/devices.ts'
import { phoneChooserMachine } from '../../../src/machines/remote/phone-chooser.ts'
import { remoteDeskMachine } from '../../../src/machines/remote/remote-desk.ts'
import { remoteSessionMachine } from '../../../src/machines/remote/remote-session.ts'
import { remoteWallMachine } from '../../../src/machines/remote/remote-wall.ts'
import { answeredByHand, testEveryShortestPath } from '../../support/chart-model.ts'
import { silentFleet } from '../../support/silent-fleet.ts'

const no = new Error('no')
const patched = (id: number, status: string) => ({
  type: 'patched',
  patch: { type: 'device', id, at: 1, changed: { status } },
})
const done = (actor: string, output: unknown) => ({ type: `xstate.done.actor.${actor}`, output })
const failed = (actor: string, error: unknown = no) => ({ type: `xstate.error.actor.${actor}`, error })

const wang: Person = { id: 7, user_name: 'wang' }
const point: StreamPoint = { relay_url: '/relay/viewer', ticket: 'a ticket', expires_at: 0, mode: 'control' }
const announced = (stream: string) => ({
  type: 'announced',
  announcement: { type: 'state', stream, reason: null, mode: 'control', controller: null, observers: 0 },
})
const aboutToEnd = {
  type: 'announced',
  announcement: {
    type: 'state',
    stream: 'streaming',
    mode: 'control',
    reason: null,
    controller: null,
    observers: 0,
    idle_ends_in: 60_000,
  },
}
const silent = {
  type: 'announced',
  announcement: {
    type: 'state',
    stream: 'streaming',
    mode: 'control',
    reason: null,
    controller: null,
    observers: 0,
    silent_for: 2_000,
  },
}
const closed = (code: number) => ({ type: 'closed', code, reason: null })

/** A session whose peers say nothing by themselves, and which gives up after the second failure instead of the eighth. */
const quietSession = (decodes = true) =>
  remoteSessionMachine.provide({
    guards: {
      'the browser decodes video': () => decodes,
      'failures are used up': ({ context }) => context.failures > 1,
    },
    actors: {
      askStreamPoint: fromPromise(() => new Promise<StreamPoint>(() => undefined)),
      askController: fromPromise(() => new Promise<Person | null>(() => undefined)),
      relay: fromCallback(() => undefined),
      networkWatch: fromCallback(() => undefined),
    },
  })

const after = (delay: string, state: string) => ({ type: `xstate.after.${delay}.remoteSession.${state}` })

describe("an operator's session with a phone", () => {
  const input = { deviceId: 1, mode: 'control' } as const
  const perform = (decodes?: boolean) => ({
    actor: createActor(quietSession(decodes), { clock: new SimulatedClock(), input }).start(),
  })
  const unsupported = 'remoteSession.unsupported'
  const awaiting = 'remoteSession.awaiting'
  const asked = '0.remoteSession.asking'
  const identified = '0.remoteSession.identifying'

  describe('in a browser that decodes video', () => {
    testEveryShortestPath(
      {
        machine: quietSession(),
        input,
        events: [
          done(asked, point),
          ...[codes.notAllowed, codes.notFound, codes.stateForbids, codes.tokenExpired, codes.serverError].map((code) =>
            failed(asked, new ApiError(code, 'no')),
          ),
          done(identified, wang),
          done(identified, null),
          failed(identified, new ApiError(codes.tokenExpired, 'no')),
          failed(identified),
          done('0.remoteSession.contested.takenOver', wang),
          failed('0.remoteSession.contested.takenOver'),
          after('backoff', 'reconnecting'),
          after('answerLimit', 'asking'),
          after('answerLimit', 'identifying'),
          after('answerLimit', 'attached.connecting'),
          after('frameLimit', 'attached.waiting'),
          after('settling', 'attached.live'),
          after('second', 'attached.live.warned'),
          after('second', 'attached.live.silent'),
          silent,
          aboutToEnd,
          closed(closeCodes.idle),
          after('returnLimit', 'attached.interrupted'),
          after('recheck', 'unavailable'),
          announced('waiting'),
          announced('streaming'),
          announced('lost'),
          { type: 'video began' },
          { type: 'video stumbled', message: 'no key frame' },
          { type: 'video resized', size: { width: 360, height: 640 } },
          { type: 'measured', figures: null },
          { type: 'copied', text: '你好' },
          { type: 'objected', message: 'too fast' },
          { type: 'quality', quality: 'thumbnail' },
          { type: 'control', message: { type: 'back' } },
          { type: 'control', message: { type: 'text', text: 'x'.repeat(maxTextLength + 1) } },
          closed(1006),
          closed(closeCodes.takenOver),
          closed(closeCodes.signedOut),
          ...[
            'observe',
            'take control',
            'go on',
            'take over',
            'confirm',
            'cancel',
            'retry',
            'phone returned',
            'network returned',
          ].map((type) => ({ type })),
        ],
        reaches: (id) => id !== unsupported && id !== awaiting,
        keep: ({ failures, mode, announcement }) => [failures, mode, announcement?.mode],
      },
      perform,
    )
  })

  describe('at a desk, which tells what the phone is at', () => {
    const told = { ...input, isTold: true }
    const places = new Set(
      ['awaiting', 'asking', 'attached.connecting', 'reconnecting'].map((name) => `remoteSession.${name}`),
    )
    testEveryShortestPath(
      {
        machine: quietSession(),
        input: told,
        events: [
          { type: 'phone known', isBusy: true },
          { type: 'phone known', isBusy: false },
          { type: 'observe' },
          done(asked, point),
          closed(1006),
          after('answerLimit', 'awaiting'),
          after('backoff', 'reconnecting'),
        ],
        reaches: (id) => places.has(id),
        keep: ({ failures, mode, isBusy }) => [failures, mode, isBusy],
      },
      () => ({ actor: createActor(quietSession(), { clock: new SimulatedClock(), input: told }).start() }),
    )
  })

  describe('in a browser that does not', () => {
    testEveryShortestPath(
      { machine: quietSession(false), input, events: [], reaches: (id) => id === unsupported },
      () => perform(false),
    )
  })
})

/** Whoever sees what is open on a phone and no more. */
const noShop = { worksInShops: false, section: undefined, opened: () => undefined, left: () => undefined }

const deskOfTest = () => {
  const load = answeredByHand<Device | null>()
  const group = answeredByHand<PhonePage>()
  const names = answeredByHand<readonly Region[]>()
  const machine = remoteDeskMachine.provide({
    actors: {
      session: quietSession(),
      fleetListener: fromCallback(() => undefined),
      controlWatch: fromCallback(() => undefined),
      loadPhone: fromPromise(() => load.call()),
      loadPhones: fromPromise(() => group.call()),
      loadRegions: fromPromise(() => names.call()),
    },
  })
  return { machine, load, group, names }
}

describe('the desk around an operated phone', () => {
  const input = {
    deviceId: 1,
    mode: 'control',
    quality: 'automatic',
    fleet: silentFleet,
    tell: () => undefined,
    shop: noShop,
  } as const
  const phone = { id: 1, box_id: 3, status: 'idle' } as Device // What the desk reads of it.
  const page: PhonePage = { phones: [phone], total: 1 }
  const found = '0.remoteDesk.loadingPhone'
  const grouped = '0.remoteDesk.loadingGroup'
  const regions = '2.remoteDesk'

  testEveryShortestPath(
    {
      machine: deskOfTest().machine,
      input,
      events: [
        done(found, phone),
        done(found, null),
        failed(found),
        done(grouped, page),
        failed(grouped),
        done(regions, []),
        failed(regions),
        patched(1, 'idle'),
        patched(1, 'preparing'),
        patched(2, 'offline'),
        { type: 'patches missed' },
        { type: 'control changed' },
        { type: 'retry' },
      ],
    },
    () => {
      const { machine, load, group, names } = deskOfTest()
      return {
        actor: createActor(machine, { input }).start(),
        play: {
          [`xstate.done.actor.${found}`]: ({ output }) => load.answer(output === null ? null : phone),
          [`xstate.error.actor.${found}`]: ({ error }) => load.fail(error),
          [`xstate.done.actor.${grouped}`]: () => group.answer(page),
          [`xstate.error.actor.${grouped}`]: ({ error }) => group.fail(error),
          [`xstate.done.actor.${regions}`]: () => names.answer([]),
          [`xstate.error.actor.${regions}`]: ({ error }) => names.fail(error),
        },
      }
    },
  )
})

const wallOfTest = () => {
  const clock = new SimulatedClock()
  const load = answeredByHand<readonly WallEntry[]>()
  const machine = remoteWallMachine.provide({
    actors: {
      session: quietSession(),
      fleetListener: fromCallback(() => undefined),
      loadWall: fromPromise(() => load.call()),
    },
  })
  return { machine, load, clock }
}

describe('the wall', () => {
  const filter: WallFilter = { status: ['idle'] }
  const input = { fleet: silentFleet, ids: [], filter }
  const loaded = '0.remoteWall.loading'
  const entry: WallEntry = {
    id: 1,
    name: 'B01-01',
    resolution: '360x640',
    status: 'idle',
    in_use_by: null,
    environment: null,
  }

  testEveryShortestPath(
    {
      machine: wallOfTest().machine,
      input,
      events: [
        done(loaded, [entry]),
        done(loaded, []),
        failed(loaded),
        patched(1, 'idle'),
        { type: 'patches missed' },
        { type: 'enlarge', id: 1 },
        { type: 'shrink' },
        { type: 'retry' },
        { type: 'moved', id: 1, place: 0 },
        { type: 'seen', ids: [1] },
        { type: 'look again' },
        { type: 'show', ids: [], filter },
        { type: 'show', ids: [1], filter: {} },
        { type: 'show', ids: [2], filter: {} },
        { type: 'xstate.after.scrollingPause.remoteWall.watching.scrolling' },
      ],
      keep: ({ ids, isStale, isShown }) => ({ ids, isStale, isShown }),
    },
    () => {
      const { machine, load, clock } = wallOfTest()
      return {
        actor: createActor(machine, { clock, input }).start(),
        play: {
          'xstate.after.scrollingPause.remoteWall.watching.scrolling': () => clock.increment(150),
          [`xstate.done.actor.${loaded}`]: ({ output }) => load.answer((output as []).length === 0 ? [] : [entry]),
          [`xstate.error.actor.${loaded}`]: ({ error }) => load.fail(error),
        },
      }
    },
  )
})

const chooserOfTest = () => {
  const clock = new SimulatedClock()
  const load = answeredByHand<PhonePage>()
  const machine = phoneChooserMachine.provide({
    actors: { fleetListener: fromCallback(() => undefined), loadPhones: fromPromise(() => load.call()) },
  })
  return { machine, load, clock }
}

describe('the choice of phones', () => {
  const input = { fleet: silentFleet }
  const loaded = '0.phoneChooser.loading'
  const typingPause = 200
  const page: PhonePage = { phones: [], total: 0 }

  testEveryShortestPath(
    {
      machine: chooserOfTest().machine,
      input,
      events: [
        done(loaded, page),
        failed(loaded),
        { type: 'xstate.after.typingPause.phoneChooser.typing' },
        patched(1, 'idle'),
        { type: 'patches missed' },
        { type: 'search', keyword: 'B01' },
        { type: 'retry' },
      ],
    },
    () => {
      const { machine, load, clock } = chooserOfTest()
      return {
        actor: createActor(machine, { clock, input }).start(),
        play: {
          [`xstate.done.actor.${loaded}`]: () => load.answer(page),
          [`xstate.error.actor.${loaded}`]: ({ error }) => load.fail(error),
          'xstate.after.typingPause.phoneChooser.typing': () => clock.increment(typingPause),
        },
      }
    },
  )
})
