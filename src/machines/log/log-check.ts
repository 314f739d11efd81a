import { assign, fromPromise, setup } from 'xstate'
import { messageOf } from '../../api/errors.ts'
import { beginLogCheck, fetchLogCheck, type LogCheck } from '../../api/log.ts'

/**
 * The check of the operation log's chain: begun when the dialog opens, followed while the server reads, and its result. It goes
 * on at the server when the dialog closes, and one that goes on is joined.
 */
export const logCheckMachine = setup({
  types: {
    context: {} as { check: LogCheck | undefined; failure: string },
    events: {} as { type: 'AGAIN' },
  },
  actors: {
    begin: fromPromise<LogCheck>(({ signal }) => beginLogCheck(signal)),
    ask: fromPromise<LogCheck, { id: number }>(({ input, signal }) => fetchLogCheck(input.id, signal)),
  },
  delays: {
    /** How often the server is asked how far it is, in milliseconds. */
    pause: 500,
  },
  guards: {
    'it goes on': ({ context }) => context.check?.state === 'running',
    'it is done': ({ context }) => context.check?.state === 'done',
  },
  actions: {
    'forget the last one': assign({ check: undefined, failure: '' }),
    'take what is known': assign({ check: (_, { check }: { check: LogCheck }) => check }),
    'keep why': assign({ failure: (_, { failure }: { failure: unknown }) => messageOf(failure) }),
  },
}).createMachine({
  id: 'logCheck',
  context: { check: undefined, failure: '' },
  initial: 'beginning',
  states: {
    beginning: {
      description: 'The server is asked to begin, or to say which check goes on.',
      entry: 'forget the last one',
      invoke: {
        id: 'begin',
        src: 'begin',
        onDone: {
          target: 'looking',
          actions: { type: 'take what is known', params: ({ event }) => ({ check: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keep why', params: ({ event }) => ({ failure: event.error }) },
        },
      },
    },
    looking: {
      description: 'What has become of it?',
      always: [
        { guard: 'it goes on', target: 'waiting' },
        { guard: 'it is done', target: 'done' },
        { target: 'interrupted' },
      ],
    },
    waiting: {
      description: 'The server reads; how far it was is shown.',
      after: { pause: 'asking' },
    },
    asking: {
      description: 'The server is asked how far it is; what is known stays in sight.',
      invoke: {
        id: 'ask',
        src: 'ask',
        input: ({ context }) => ({ id: context.check?.id ?? 0 }),
        onDone: {
          target: 'looking',
          actions: { type: 'take what is known', params: ({ event }) => ({ check: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keep why', params: ({ event }) => ({ failure: event.error }) },
        },
      },
    },
    done: {
      description: 'What was found is shown.',
      on: { AGAIN: 'beginning' },
    },
    interrupted: {
      description: 'The server that read has ended before it was done.',
      on: { AGAIN: 'beginning' },
    },
    failed: {
      description: 'The server could not be asked, and it is known why.',
      on: { AGAIN: 'beginning' },
    },
  },
})
