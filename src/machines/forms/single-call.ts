import { assign, emit, fromPromise, setup } from 'xstate'

/** A call that changes something; rejects with the failure, which the client has announced by then. */
export type Change<Answer> = (signal: AbortSignal) => Promise<Answer>

type Context<Answer, About> = {
  change: Change<Answer> | undefined
  /** What the operator is asked about; undefined while nobody is asked. */
  about: About | undefined
}

/**
 * One change at a time, as a button makes it: there is no second press while the first is under way. Where something is lost by it the
 * operator is asked first.
 */
export function singleCallMachine<Answer, About = undefined>() {
  return setup({
    types: {
      context: {} as Context<Answer, About>,
      events: {} as
        | { type: 'CALL'; change: Change<Answer> }
        | { type: 'ASK'; change: Change<Answer>; about: About }
        | { type: 'CONFIRM' }
        | { type: 'CANCEL' },
      emitted: {} as { type: 'done'; answer: Answer },
    },
    actors: {
      change: fromPromise<Answer, Pick<Context<Answer, About>, 'change'>>(({ input: { change }, signal }) =>
        change === undefined ? Promise.reject(new Error('there is no change')) : change(signal),
      ),
    },
    actions: {
      'note the change': assign({ change: (_, { change }: { change: Change<Answer> }) => change }),
    },
  }).createMachine({
    id: 'singleCall',
    context: { change: undefined, about: undefined },
    initial: 'idle',
    states: {
      idle: {
        description: 'Nothing is under way.',
        on: {
          CALL: {
            target: 'calling',
            actions: { type: 'note the change', params: ({ event: { change } }) => ({ change }) },
          },
          ASK: {
            target: 'asking',
            actions: [
              { type: 'note the change', params: ({ event: { change } }) => ({ change }) },
              assign({ about: ({ event }) => event.about }),
            ],
          },
        },
      },
      asking: {
        description: 'What is lost by it is named; nothing has happened yet.',
        on: { CONFIRM: 'calling', CANCEL: 'idle' },
        exit: assign({ about: undefined }),
      },
      calling: {
        description: 'The server is being asked.',
        invoke: {
          id: 'change',
          src: 'change',
          input: ({ context: { change } }) => ({ change }),
          onDone: { target: 'idle', actions: emit(({ event }) => ({ type: 'done' as const, answer: event.output })) },
          onError: 'idle',
        },
      },
    },
  })
}
