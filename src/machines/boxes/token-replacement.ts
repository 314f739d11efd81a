import { assign, fromPromise, setup } from 'xstate'
import { messageOf } from '../../api/errors.ts'
import type { BoxToken } from '../../api/boxes.ts'

interface Input {
  replace: (signal: AbortSignal) => Promise<BoxToken>
}

/** The token of a box is replaced, once the operator has read that this cuts off the agent that runs with it. */
export const tokenReplacementMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Input & { token: BoxToken | undefined; failure: string },
    events: {} as { type: 'CONFIRM' } | { type: 'CANCEL' },
  },
  actors: {
    replace: fromPromise<BoxToken, Input>(({ input, signal }) => input.replace(signal)),
  },
}).createMachine({
  id: 'tokenReplacement',
  context: ({ input }) => ({ ...input, token: undefined, failure: '' }),
  initial: 'asking',
  states: {
    asking: {
      description: 'What is lost by it is named; nothing has happened yet.',
      on: { CONFIRM: 'replacing', CANCEL: 'kept' },
    },
    replacing: {
      description: 'The server is asked.',
      invoke: {
        id: 'replace',
        src: 'replace',
        input: ({ context }) => context,
        onDone: { target: 'replaced', actions: assign({ token: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => messageOf(event.error) }) },
      },
    },
    replaced: { type: 'final', description: 'The new token is shown, once.' },
    failed: { type: 'final', description: 'The old token still holds, and it is said why.' },
    kept: { type: 'final', description: 'The operator thought better of it.' },
  },
})
