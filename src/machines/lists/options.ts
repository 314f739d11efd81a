import { assign, fromCallback, fromPromise, setup, stateIn, type EventObject } from 'xstate'

interface Input<Options> {
  /** What is known of them already. */
  options: Options
  ask: (signal: AbortSignal) => Promise<Options>
  /** Hears that they were changed, until the answered function is called. */
  hear?: (listener: () => void) => () => void
}

/**
 * What rows can be given and narrowed to: regions, groups, people. They come anew when they were changed; what is there stays
 * meanwhile. A failure is told by the client, and another try follows.
 */
export function optionsMachine<Options>() {
  return setup({
    types: {
      input: {} as Input<Options>,
      context: {} as Input<Options>,
      events: {} as { type: 'REFRESH' },
    },
    actors: {
      changes: fromCallback<EventObject, Pick<Input<Options>, 'hear'>>(({ input: { hear }, sendBack }) =>
        hear?.(() => sendBack({ type: 'REFRESH' })),
      ),
      ask: fromPromise<Options, Pick<Input<Options>, 'ask'>>(({ input: { ask }, signal }) => ask(signal)),
    },
    delays: { untilNextTry: 30_000 },
    guards: { 'something changed since': stateIn({ loading: 'outdated' }) },
    actions: { 'take the options': assign({ options: (_, { options }: { options: Options }) => options }) },
  }).createMachine({
    id: 'options',
    context: ({ input }) => input,
    invoke: { src: 'changes', input: ({ context }) => context },
    initial: 'loading',
    states: {
      loading: {
        description: 'The server is being asked.',
        invoke: {
          id: 'ask',
          src: 'ask',
          input: ({ context }) => context,
          onDone: [
            {
              guard: 'something changed since',
              target: 'loading',
              reenter: true,
              actions: { type: 'take the options', params: ({ event }) => ({ options: event.output }) },
            },
            {
              target: 'ready',
              actions: { type: 'take the options', params: ({ event }) => ({ options: event.output }) },
            },
          ],
          onError: 'failed',
        },
        initial: 'fresh',
        states: {
          fresh: {
            description: 'Nothing has changed since it was asked.',
            on: { REFRESH: 'outdated' },
          },
          outdated: { description: 'Something has, so that it is asked again.' },
        },
      },
      ready: {
        description: 'The options are there.',
        on: { REFRESH: 'loading' },
      },
      failed: {
        description: 'They could not be had; what was there before stays, and another try follows by itself.',
        after: { untilNextTry: 'loading' },
        on: { REFRESH: 'loading' },
      },
    },
  })
}
