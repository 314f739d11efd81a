import { assign, fromPromise, setup, stateIn } from 'xstate'
import { fetchDeviceCounts, type DeviceCounts } from '../../api/device-totals.ts'

/**
 * How many phones there are and are in use (SPEC §2 navbar). A click refreshes them. Changes of the fleet do so too, but
 * not one by one: those that come within a second, or while the answer is under way, are counted together.
 */
export const deviceCountsMachine = setup({
  types: {
    context: {} as { counts: DeviceCounts | undefined },
    events: {} as
      | { type: 'refresh' }
      /** Phones changed their state, or patches may have been missed. */
      | { type: 'fleet changed' },
  },
  actors: {
    'count the phones': fromPromise<DeviceCounts>(({ signal }) => fetchDeviceCounts(signal)),
  },
  delays: { gatheringTime: 1_000, untilNextTry: 30_000 },
  guards: { 'something changed since': stateIn({ counting: 'outdated' }) },
  actions: {
    'take the counts': assign({ counts: (_, { counts }: { counts: DeviceCounts }) => counts }),
  },
}).createMachine({
  id: 'deviceCounts',
  context: { counts: undefined },
  initial: 'counting',
  states: {
    counting: {
      description: 'The server is being asked; the counts before stay on the screen.',
      invoke: {
        id: 'count',
        src: 'count the phones',
        onDone: [
          {
            guard: 'something changed since',
            target: 'gathering',
            actions: { type: 'take the counts', params: ({ event }) => ({ counts: event.output }) },
          },
          {
            target: 'resting',
            actions: { type: 'take the counts', params: ({ event }) => ({ counts: event.output }) },
          },
        ],
        // The client tells why.
        onError: 'failed',
      },
      initial: 'fresh',
      states: {
        fresh: {
          description: 'Nothing has changed since we asked.',
          on: { 'fleet changed': 'outdated' },
        },
        outdated: { description: 'Something changed since we asked, so we shall ask again.' },
      },
    },
    resting: {
      description: 'The counts are up to date, as far as we know.',
      on: { refresh: 'counting', 'fleet changed': 'gathering' },
    },
    failed: {
      description: 'They could not be counted: the counts before stay, and another try follows by itself.',
      after: { untilNextTry: 'counting' },
      on: { refresh: 'counting', 'fleet changed': 'gathering' },
    },
    gathering: {
      description: 'Something changed; whatever else changes now is counted with it.',
      after: { gatheringTime: 'counting' },
      on: { refresh: 'counting' },
    },
  },
})
