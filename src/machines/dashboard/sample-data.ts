import { assign, fromPromise, setup } from 'xstate'
import { messageOf } from '../../api/errors.ts'
import { clearSamples, countSamples, type Samples } from '../../api/samples.ts'

/** The end of the sample data: what goes is counted when somebody wants it gone, asked about, and taken away. */
export const sampleDataMachine = setup({
  types: {
    context: {} as { samples: Samples | undefined; failure: string },
    events: {} as { type: 'CLEAR' } | { type: 'CONFIRM' } | { type: 'CANCEL' },
  },
  actors: {
    'count the samples': fromPromise<Samples>(({ signal }) => countSamples(signal)),
    'clear the samples': fromPromise<Samples>(({ signal }) => clearSamples(signal)),
  },
  actions: {
    'keep why': assign({ failure: (_, { error }: { error: unknown }) => messageOf(error) }),
  },
}).createMachine({
  id: 'sampleData',
  context: { samples: undefined, failure: '' },
  initial: 'offered',
  states: {
    offered: {
      description: 'It can be cleared; why that failed is said until it is tried again.',
      on: { CLEAR: 'counting' },
    },
    counting: {
      description: 'The server is asked what would go.',
      invoke: {
        id: 'count',
        src: 'count the samples',
        onDone: { target: 'asked', actions: assign({ samples: ({ event }) => event.output, failure: '' }) },
        onError: {
          target: 'offered',
          actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    asked: {
      description: 'What goes and what stays is read.',
      on: { CONFIRM: 'clearing', CANCEL: 'offered' },
    },
    clearing: {
      description: 'It is being taken away.',
      invoke: {
        id: 'clear',
        src: 'clear the samples',
        onDone: 'cleared',
        onError: {
          target: 'offered',
          actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    cleared: {
      description: 'It is gone.',
      type: 'final',
    },
  },
})
