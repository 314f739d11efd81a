import { assign, fromPromise, setup } from 'xstate'
import { messageOf } from '../../api/errors.ts'

interface OneAnswerInput<Answer> {
  ask: (signal: AbortSignal) => Promise<Answer>
}

/** One question to the server, asked at once: its answer, or why there is none. */
export function oneAnswerMachine<Answer>() {
  return setup({
    types: {
      input: {} as OneAnswerInput<Answer>,
      context: {} as OneAnswerInput<Answer> & { answer: Answer | undefined; failure: string },
      events: {} as { type: 'AGAIN' },
    },
    actors: {
      ask: fromPromise<Answer, OneAnswerInput<Answer>>(({ input, signal }) => input.ask(signal)),
    },
  }).createMachine({
    id: 'oneAnswer',
    context: ({ input }) => ({ ...input, answer: undefined, failure: '' }),
    initial: 'asking',
    states: {
      asking: {
        description: 'The server is being asked; an earlier answer stays until then.',
        invoke: {
          id: 'ask',
          src: 'ask',
          input: ({ context }) => context,
          onDone: { target: 'answered', actions: assign({ answer: ({ event }) => event.output, failure: '' }) },
          onError: { target: 'failed', actions: assign({ failure: ({ event }) => messageOf(event.error) }) },
        },
      },
      answered: {
        description: 'The answer is there.',
        on: { AGAIN: 'asking' },
      },
      failed: {
        description: 'There is none, and it is known why.',
        on: { AGAIN: 'asking' },
      },
    },
  })
}
