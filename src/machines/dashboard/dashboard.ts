import { assign, fromCallback, fromPromise, setup, stateIn } from 'xstate'
import type { DeviceStatus } from '../../../domain/device-lifecycle.ts'
import type { FleetPatch } from '../../../domain/fleet-topics.ts'
import { fetchSummary, type Summary } from '../../api/dashboard-summary.ts'
import { messageOf } from '../../api/errors.ts'

/** Hears of every change of the fleet until the answered function is called. */
type HearPatches = (listener: (patch: FleetPatch) => void) => () => void

/** Hears whenever the line to the fleet is there, at first or again, until the answered function is called. */
type HearReturns = (listener: () => void) => () => void

/** A phone is in another state now, or something else of the fleet changed that the dashboard shows. */
type Change = { type: 'phone changed'; id: number; status: DeviceStatus } | { type: 'fleet changed' }

interface Lines {
  hearPatches: HearPatches
  hearReturns: HearReturns
}

/** The counts of states with one phone moved from one to another. */
function recounted(statuses: Summary['statuses'], before: DeviceStatus, after: DeviceStatus): Summary['statuses'] {
  const moved = statuses.map((one) => {
    const change = (one.status === after ? 1 : 0) - (one.status === before ? 1 : 0)
    return change === 0 ? one : { ...one, phones: one.phones + change }
  })
  const known = moved.some(({ status }) => status === after)
  return known ? moved : [...moved, { status: after, phones: 1 }]
}

/** The summary with one phone in another state; the same where its boxes don't show that phone, or show it so already. */
export function withPhone(summary: Summary, id: number, status: DeviceStatus): Summary {
  const box = summary.boxes.items.find(({ phones }) => phones.some((phone) => phone.id === id))
  const phone = box?.phones.find((one) => one.id === id)
  if (box === undefined || phone === undefined || phone.status === status) return summary
  const changed = { ...box, phones: box.phones.map((one) => (one === phone ? { ...one, status } : one)) }
  return {
    ...summary,
    statuses: recounted(summary.statuses, phone.status, status),
    boxes: { ...summary.boxes, items: summary.boxes.items.map((one) => (one === box ? changed : one)) },
  }
}

/**
 * The dashboard: the fleet at a glance, kept current. A phone that it shows changes at once; what it only counts is looked
 * at again, changes of a second together. What no change tells of, as what was done, is looked at every minute.
 */
export const dashboardMachine = setup({
  types: {
    input: {} as Lines,
    context: {} as Lines & { summary: Summary | undefined; failure: string },
    events: {} as { type: 'refresh' } | Change,
  },
  actors: {
    'look at the fleet': fromPromise<Summary>(({ signal }) => fetchSummary(signal)),
    patches: fromCallback<{ type: 'none' }, Lines>(({ input, sendBack }) => {
      const stopPatches = input.hearPatches(({ type, id, changed }) => {
        if (type === 'device' && 'status' in changed)
          // A patch carries fields of the contract's Device (domain/fleet-topics.ts).
          sendBack({ type: 'phone changed', id, status: changed.status as DeviceStatus })
        else if (type === 'box' && 'online' in changed) sendBack({ type: 'fleet changed' })
      })
      // What changed while it was away was missed.
      const stopReturns = input.hearReturns(() => sendBack({ type: 'fleet changed' }))
      return () => {
        stopPatches()
        stopReturns()
      }
    }),
  },
  delays: { gatheringTime: 1_000, refreshInterval: 60_000 },
  guards: { 'something changed since': stateIn({ looking: 'outdated' }) },
  actions: {
    'take the picture': assign((_, { summary }: { summary: Summary }) => ({ summary, failure: '' })),
    'keep why': assign((_, { failure }: { failure: unknown }) => ({ failure: messageOf(failure) })),
    'move the phone': assign(({ context: { summary }, event }) =>
      summary === undefined || event.type !== 'phone changed'
        ? {}
        : { summary: withPhone(summary, event.id, event.status) },
    ),
  },
}).createMachine({
  id: 'dashboard',
  context: ({ input }) => ({ ...input, summary: undefined, failure: '' }),
  invoke: { id: 'patches', src: 'patches', input: ({ context }) => context },
  initial: 'looking',
  states: {
    looking: {
      description: 'The server is being asked; what was there before stays on the screen.',
      invoke: {
        id: 'look',
        src: 'look at the fleet',
        onDone: [
          {
            guard: 'something changed since',
            target: 'gathering',
            actions: { type: 'take the picture', params: ({ event }) => ({ summary: event.output }) },
          },
          {
            target: 'current',
            actions: { type: 'take the picture', params: ({ event }) => ({ summary: event.output }) },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'keep why', params: ({ event }) => ({ failure: event.error }) },
        },
      },
      initial: 'fresh',
      states: {
        fresh: {
          description: 'Nothing has changed since we asked.',
          on: {
            'fleet changed': 'outdated',
            'phone changed': { target: 'outdated', actions: 'move the phone' },
          },
        },
        outdated: {
          description: 'Something changed since we asked, so we shall look again.',
          on: { 'phone changed': { actions: 'move the phone' } },
        },
      },
    },
    current: {
      description: 'What is shown is how it is.',
      after: { refreshInterval: 'looking' },
      on: {
        'fleet changed': 'gathering',
        'phone changed': { target: 'gathering', actions: 'move the phone' },
        refresh: 'looking',
      },
    },
    gathering: {
      description: 'Something changed; whatever else changes now is looked at with it.',
      after: { gatheringTime: 'looking' },
      on: { 'phone changed': { actions: 'move the phone' }, refresh: 'looking' },
    },
    failed: {
      description:
        'The server did not answer; the operator may ask again, and whatever comes of the fleet does, or a minute.',
      after: { refreshInterval: 'looking' },
      on: {
        refresh: 'looking',
        'fleet changed': 'gathering',
        'phone changed': { target: 'gathering', actions: 'move the phone' },
      },
    },
  },
})
