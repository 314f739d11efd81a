import { emit, fromPromise, setup } from 'xstate'

/** A call that changes something; rejects with the failure, which the client has announced by then. */
export type Change<Answer> = (signal: AbortSignal) => Promise<Answer>

/** One change at a time, as a button makes it: there is no second press while the first is under way. */
export function singleCallMachine<Answer>() {
  return setup({
    types: {
      events: {} as { type: 'CALL'; change: Change<Answer> },
      emitted: {} as { type: 'done'; answer: Answer },
    },
    actors: {
      change: fromPromise<Answer, { change: Change<Answer> }>(({ input, signal }) => input.change(signal)),
    },
  }).createMachine({
    id: 'singleCall',
    initial: 'idle',
    states: {
      idle: {
        description: 'Nothing is under way.',
        on: { CALL: 'calling' },
      },
      calling: {
        description: 'The server is being asked.',
        invoke: {
          id: 'change',
          src: 'change',
          // Only CALL leads here.
          input: ({ event }) => ({ change: (event as { change: Change<Answer> }).change }),
          onDone: { target: 'idle', actions: emit(({ event }) => ({ type: 'done' as const, answer: event.output })) },
          onError: 'idle',
        },
      },
    },
  })
}
