import {
  assign,
  enqueueActions,
  forwardTo,
  fromCallback,
  sendTo,
  setup,
  type ActorRefFrom,
  type EventObject,
} from 'xstate'
import { messageOf } from '../../api/errors.ts'
import { loadPhone, loadPhones, loadRegions, type StreamMode } from '../../api/remote.ts'
import type { Device, Region } from '../../api/devices.ts'
import {
  fleetListener,
  patchedPhone,
  patchedPhones,
  returnedPhone,
  type FleetReport,
  type FleetSource,
} from '../../api/phone-patches.ts'
import { videoRecordingMachine, type VideoRecording } from './video-recording.ts'
import { screenshotMachine, type Screenshot } from './screenshot.ts'
import { firstQuality, qualityGovernorMachine, type QualityChoice, type QualityGovernor } from './quality-governor.ts'
import { remoteSessionMachine, type RemoteNotice, type RemoteSession } from './remote-session.ts'
import { shopDeskMachine, type ShopDesk, type ShopDeskInput } from './shop-desk.ts'

/** How many phones of the same box stand beside the one that is operated. */
const groupSize = 12

interface RemoteDeskInput {
  deviceId: number
  mode: StreamMode
  /** How good a video the operator wants. */
  quality: QualityChoice
  fleet: FleetSource
  tell: (notice: RemoteNotice) => void
  shop: Omit<ShopDeskInput, 'fleet'>
}

interface RemoteDeskContext {
  readonly deviceId: number
  readonly fleet: FleetSource
  readonly session: RemoteSession
  readonly governor: QualityGovernor
  readonly shot: Screenshot
  readonly recording: VideoRecording
  /** What is open on the phone. */
  readonly shop: ShopDesk
  phone: Device | null
  group: readonly Device[]
  groupTotal: number
  /** Empty until they are loaded; a phone's region is then told by its code. */
  regions: readonly Region[]
  reason: string
}

/**
 * Reports when control of the phone goes from one to another, which the session hears from the relay at once: what was
 * loaded before no longer holds, and the change itself may have passed before anybody listened.
 */
const controlWatch = fromCallback<EventObject, { session: RemoteSession }, { type: 'control changed' }>(
  ({ input: { session }, sendBack }) => {
    let controller: number | null = null
    const watching = session.subscribe(({ context: { announcement } }) => {
      if (announcement === null || announcement.controller?.id === (controller ?? undefined)) return
      controller = announcement.controller?.id ?? null
      sendBack({ type: 'control changed' })
    })
    return () => watching.unsubscribe()
  },
)

/** Whether the server is at work on the phone: it is made ready for a shop, given another address, or saved and wiped. */
const isWorkedOn = ({ status }: Device): boolean =>
  status === 'preparing' || status === 'changing_ip' || status === 'releasing'

/**
 * The page around one operated phone: its session, what is known of it, and the other phones of its box, all kept
 * current by live changes. The session waits until the phone is known, and until the server has done with it.
 */
export const remoteDeskMachine = setup({
  types: {
    input: {} as RemoteDeskInput,
    context: {} as RemoteDeskContext,
    events: {} as FleetReport | { type: 'control changed' } | { type: 'retry' },
  },
  actors: {
    session: remoteSessionMachine,
    governor: qualityGovernorMachine,
    shot: screenshotMachine,
    recording: videoRecordingMachine,
    shop: shopDeskMachine,
    loadPhone,
    loadPhones,
    loadRegions,
    fleetListener,
    controlWatch,
  },
  guards: {
    'there is such a phone': (_, { phone }: { phone: Device | null }) => phone !== null,
    'the phone came back': ({ context, event }) =>
      event.type === 'patched' && returnedPhone(event.patch) === context.deviceId,
    'the phone is at something else': ({ context: { deviceId, phone }, event }) =>
      phone !== null &&
      event.type === 'patched' &&
      event.patch.type === 'device' &&
      event.patch.id === deviceId &&
      event.patch.changed['status'] !== undefined,
  },
  actions: {
    'apply the patch': assign(({ context, event }) =>
      event.type === 'patched'
        ? {
            phone: context.phone && patchedPhone(context.phone, event.patch),
            group: patchedPhones(context.group, event.patch),
          }
        : {},
    ),
    'tell the shop of the phone': enqueueActions(({ context: { phone }, enqueue }) => {
      if (phone !== null) enqueue.sendTo('shop', { type: 'phone', phone })
    }),
    'tell the session what the phone is at': sendTo('session', ({ context: { phone } }) => ({
      type: 'phone known',
      isBusy: phone !== null && isWorkedOn(phone),
    })),
    'tell the session to ask all the same': sendTo('session', { type: 'phone known', isBusy: false }),
    'pass it on to the shop': forwardTo('shop'),
    'keep why': assign({ reason: (_, { error }: { error: unknown }) => messageOf(error) }),
  },
}).createMachine({
  id: 'remoteDesk',
  context: ({ input: { deviceId, mode, quality, fleet, tell, shop }, spawn }) => {
    const session = spawn('session', {
      id: 'session',
      input: { deviceId, mode, quality: firstQuality(quality), isTold: true, tell },
    })
    return {
      deviceId,
      fleet,
      session,
      governor: spawn('governor', { id: 'governor', input: { session, choice: quality } }),
      shot: spawn('shot', { id: 'shot', input: { session, tell } }),
      recording: spawn('recording', { id: 'recording', input: { session, tell } }),
      shop: spawn('shop', { id: 'shop', input: { ...shop, fleet } }),
      phone: null,
      group: [],
      groupTotal: 0,
      regions: [],
      reason: '',
    }
  },
  invoke: [
    { src: 'fleetListener', input: ({ context: { fleet } }) => ({ fleet }) },
    { src: 'controlWatch', input: ({ context: { session } }) => ({ session }) },
    {
      src: 'loadRegions',
      onDone: { actions: assign({ regions: ({ event }) => event.output }) },
      onError: {}, // The client has told of it, and the codes do for names.
    },
  ],
  on: {
    patched: [
      {
        guard: 'the phone came back',
        actions: [
          'apply the patch',
          'tell the shop of the phone',
          'pass it on to the shop',
          'tell the session what the phone is at',
          sendTo('session', { type: 'phone returned' }),
        ],
      },
      {
        guard: 'the phone is at something else',
        actions: [
          'apply the patch',
          'tell the shop of the phone',
          'pass it on to the shop',
          'tell the session what the phone is at',
        ],
      },
      { actions: ['apply the patch', 'tell the shop of the phone', 'pass it on to the shop'] },
    ],
    'patches missed': {
      target: '.loadingPhone',
      actions: ['pass it on to the shop', sendTo('session', { type: 'phone returned' })],
    },
    'control changed': '.loadingPhone',
  },
  initial: 'loadingPhone',
  states: {
    loadingPhone: {
      description: 'The phone itself is being asked for.',
      invoke: {
        src: 'loadPhone',
        input: ({ context: { deviceId: id, fleet } }) => ({ id, fleet }),
        onDone: [
          {
            guard: { type: 'there is such a phone', params: ({ event }) => ({ phone: event.output }) },
            target: 'loadingGroup',
            actions: [
              assign({ phone: ({ event }) => event.output }),
              'tell the shop of the phone',
              'tell the session what the phone is at',
            ],
          },
          { target: 'missing', actions: 'tell the session to ask all the same' },
        ],
        onError: {
          target: 'failed',
          actions: [
            { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
            'tell the session to ask all the same',
          ],
        },
      },
    },
    loadingGroup: {
      description: 'So are the other phones of its box.',
      invoke: {
        src: 'loadPhones',
        input: ({ context: { phone, fleet } }) => ({ box_id: phone?.box_id, limit: groupSize, fleet }),
        onDone: {
          target: 'ready',
          actions: assign({
            group: ({ event }) => event.output.phones,
            groupTotal: ({ event }) => event.output.total,
          }),
        },
        onError: { target: 'failed', actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    ready: { description: 'Everything is there and follows live changes.' },
    missing: { description: 'There is no such phone, as the session says.' },
    failed: {
      description: 'What is known of the phone could not be loaded; its session goes on.',
      on: { retry: 'loadingPhone' },
    },
  },
})

export type RemoteDesk = ActorRefFrom<typeof remoteDeskMachine>
