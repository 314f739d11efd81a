import { assign, fromCallback, fromPromise, setup, stateIn } from 'xstate'
import type { FleetPatch } from '../../domain/fleet-topics.ts'
import { api, dataOf } from '../api/client.ts'
import { messageOf } from '../api/errors.ts'
import type { components } from '../api/schema.ts'

export type Box = components['schemas']['Box']

/** Boxes that the dashboard shows; the rest is a number. */
const boxesShown = 8

/** The fleet at a glance. */
export interface Overview {
  total: number
  in_use: number
  idle: number
  offline: number
  /** Undefined for those who may not list boxes. */
  boxes: { items: Box[]; total: number } | undefined
  /** Region names by their codes. */
  regions: ReadonlyMap<string, string>
}

/** Hears of every change of the fleet until the answered function is called. */
type HearPatches = (listener: (patch: FleetPatch) => void) => () => void

async function countPhones(status: 'in_use' | 'idle' | 'offline' | undefined, signal: AbortSignal): Promise<number> {
  const query = status === undefined ? { limit: 1 } : { limit: 1, status: [status] }
  return (await dataOf(api.GET('/api/restful/v3/device/list', { params: { query }, signal }))).total
}

/** The dashboard: the fleet at a glance, kept current. Changes are gathered for a second before we look again. */
export const dashboardMachine = setup({
  types: {
    input: {} as { listsBoxes: boolean; hearPatches: HearPatches },
    context: {} as {
      listsBoxes: boolean
      hearPatches: HearPatches
      overview: Overview | undefined
      failure: string
    },
    events: {} as { type: 'refresh' } | { type: 'fleet changed' },
  },
  actors: {
    'look at the fleet': fromPromise<Overview, { listsBoxes: boolean }>(async ({ input, signal }) => {
      const query = { limit: boxesShown }
      const [total, in_use, idle, offline, boxes, regions] = await Promise.all([
        countPhones(undefined, signal),
        countPhones('in_use', signal),
        countPhones('idle', signal),
        countPhones('offline', signal),
        input.listsBoxes ? dataOf(api.GET('/api/restful/v2/box/list', { params: { query }, signal })) : undefined,
        dataOf(api.GET('/api/restful/v2/config/region', { signal })),
      ])
      return {
        total,
        in_use,
        idle,
        offline,
        boxes,
        regions: new Map(regions.items.map(({ code, name }) => [code, name])),
      }
    }),
    patches: fromCallback<{ type: 'none' }, { hearPatches: HearPatches }>(({ input, sendBack }) =>
      input.hearPatches(({ type, changed }) => {
        if (type === 'box' || 'status' in changed) sendBack({ type: 'fleet changed' })
      }),
    ),
  },
  delays: { gatheringTime: 1_000 },
  guards: { 'something changed since': stateIn({ looking: 'outdated' }) },
  actions: {
    'take the picture': assign((_, { overview }: { overview: Overview }) => ({ overview, failure: '' })),
    'take the failure': assign((_, { failure }: { failure: unknown }) => ({ failure: messageOf(failure) })),
  },
}).createMachine({
  id: 'dashboard',
  context: ({ input }) => ({ ...input, overview: undefined, failure: '' }),
  invoke: { id: 'patches', src: 'patches', input: ({ context }) => ({ hearPatches: context.hearPatches }) },
  initial: 'looking',
  states: {
    looking: {
      description: 'The server is being asked; what was there before stays on the screen.',
      invoke: {
        id: 'look',
        src: 'look at the fleet',
        input: ({ context }) => ({ listsBoxes: context.listsBoxes }),
        onDone: [
          {
            guard: 'something changed since',
            target: 'gathering',
            actions: { type: 'take the picture', params: ({ event }) => ({ overview: event.output }) },
          },
          {
            target: 'current',
            actions: { type: 'take the picture', params: ({ event }) => ({ overview: event.output }) },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'take the failure', params: ({ event }) => ({ failure: event.error }) },
        },
      },
      initial: 'fresh',
      states: {
        fresh: {
          description: 'Nothing has changed since we asked.',
          on: { 'fleet changed': 'outdated' },
        },
        outdated: { description: 'Something changed since we asked, so we shall look again.' },
      },
    },
    current: {
      description: 'What is shown is how it is.',
      on: { 'fleet changed': 'gathering', refresh: 'looking' },
    },
    gathering: {
      description: 'Something changed; whatever else changes now is looked at with it.',
      after: { gatheringTime: 'looking' },
      on: { refresh: 'looking' },
    },
    failed: {
      description: 'The server did not answer; the operator may ask again, and the next change does.',
      on: { refresh: 'looking', 'fleet changed': 'gathering' },
    },
  },
})
