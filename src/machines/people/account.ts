import { assign, fromPromise, setup } from 'xstate'
import type { Role } from '../../../domain/roles.ts'
import { messageOf } from '../../api/errors.ts'
import { fetchAccount, type AccountFacts } from '../../api/people.ts'

/** Whether there are roles that this one may invite (DESIGN, people). */
export const mayInvite = (role: Role): boolean => role === 'admin' || role === 'agent' || role === 'manager'

/** The account's card: whom to turn to, and the code with which others register below. */
export const accountMachine = setup({
  types: {
    input: {} as { invites: boolean },
    context: {} as { invites: boolean; facts: AccountFacts | undefined; failure: string },
    events: {} as { type: 'retry' },
  },
  actors: {
    'load the facts': fromPromise<AccountFacts, { invites: boolean }>(({ input, signal }) =>
      fetchAccount(input.invites, signal),
    ),
  },
}).createMachine({
  id: 'account',
  context: ({ input }) => ({ invites: input.invites, facts: undefined, failure: '' }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The server is being asked.',
      invoke: {
        id: 'facts',
        src: 'load the facts',
        input: ({ context }) => ({ invites: context.invites }),
        onDone: { target: 'shown', actions: assign({ facts: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => messageOf(event.error) }) },
      },
    },
    shown: { description: 'Contact and invite code can be read.' },
    failed: {
      description: 'The server did not answer; the operator may ask again.',
      on: { retry: 'loading' },
    },
  },
})
