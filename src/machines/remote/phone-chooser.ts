import { assign, setup } from 'xstate'
import { messageOf } from '../../api/errors.ts'
import { loadPhones } from '../../api/remote.ts'
import { fleetListener, patchedPhones, type FleetReport, type FleetSource } from '../../api/phone-patches.ts'
import type { Device } from '../../api/devices.ts'

/** Phones on offer at once; whoever has more searches. */
const pageSize = 48

/** A choice of phones: searched by name, serial number or address, and kept current by live changes. */
export const phoneChooserMachine = setup({
  types: {
    input: {} as { fleet: FleetSource },
    context: {} as {
      readonly fleet: FleetSource
      keyword: string
      phones: readonly Device[]
      total: number
      reason: string
    },
    events: {} as FleetReport | { type: 'search'; keyword: string } | { type: 'retry' },
  },
  actors: { loadPhones, fleetListener },
  delays: {
    /** A keyword is looked for when its typing pauses. */
    typingPause: 200,
  },
  actions: {
    'keep the keyword': assign({
      keyword: ({ context, event }) => (event.type === 'search' ? event.keyword : context.keyword),
    }),
    'apply the patch': assign({
      phones: ({ context, event }) =>
        event.type === 'patched' ? patchedPhones(context.phones, event.patch) : context.phones,
    }),
  },
}).createMachine({
  id: 'phoneChooser',
  context: ({ input: { fleet } }) => ({ fleet, keyword: '', phones: [], total: 0, reason: '' }),
  invoke: { src: 'fleetListener', input: ({ context: { fleet } }) => ({ fleet }) },
  on: {
    patched: { actions: 'apply the patch' },
    search: { target: '.typing', actions: 'keep the keyword' },
  },
  initial: 'loading',
  states: {
    loading: {
      description: 'The phones that match are being asked for.',
      invoke: {
        src: 'loadPhones',
        input: ({ context: { keyword, fleet } }) => ({ keyword, limit: pageSize, fleet }),
        onDone: {
          target: 'ready',
          actions: assign({ phones: ({ event }) => event.output.phones, total: ({ event }) => event.output.total }),
        },
        onError: { target: 'failed', actions: assign({ reason: ({ event }) => messageOf(event.error) }) },
      },
    },
    typing: {
      description: 'The operator is typing; what was found before stays.',
      after: { typingPause: 'loading' },
    },
    ready: {
      description: 'The phones are there and follow live changes.',
      on: { 'patches missed': 'loading' },
    },
    failed: {
      description: 'They could not be loaded; the operator may ask again.',
      on: { retry: 'loading', 'patches missed': 'loading' },
    },
  },
})
