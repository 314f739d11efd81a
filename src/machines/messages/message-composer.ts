import { assign, fromPromise, setup } from 'xstate'
import { roles, type Role } from '../../../domain/roles.ts'
import { messageOf } from '../../api/errors.ts'
import { sendMessage, type SiteMessageDraft } from '../../api/messages.ts'

/** The longest site message, in characters. */
export const longestMessage = 2_000

/** The roles that a sender reaches: its own and those below; admin and security reach all. */
export const reachedBy = (role: Role): readonly Role[] =>
  role === 'admin' || role === 'security' ? roles : roles.slice(roles.indexOf(role))

/** Sends a site message to everybody of some roles; what was written stays until it is sent. */
export const messageComposerMachine = setup({
  types: {
    context: {} as {
      draft: SiteMessageDraft
      missing: { text: boolean; roles: boolean }
      failure: string
      /** How many it was sent to. */
      count: number
    },
    events: {} as { type: 'submit' } & SiteMessageDraft,
  },
  actors: {
    'send it': fromPromise<{ count: number }, SiteMessageDraft>(({ input, signal }) => sendMessage(input, signal)),
  },
  guards: {
    'something is missing': ({ event }) =>
      event.type === 'submit' && (event.msg_text.trim() === '' || event.roles.length === 0),
  },
  actions: {
    'point out what is missing': assign({
      missing: ({ event }) => ({ text: event.msg_text.trim() === '', roles: event.roles.length === 0 }),
      failure: '',
    }),
    'take the draft': assign({
      draft: ({ event }) => ({ msg_text: event.msg_text.trim(), roles: event.roles }),
      missing: { text: false, roles: false },
      failure: '',
    }),
  },
}).createMachine({
  id: 'messageComposer',
  context: { draft: { msg_text: '', roles: [] }, missing: { text: false, roles: false }, failure: '', count: 0 },
  initial: 'editing',
  states: {
    editing: {
      description: 'The operator writes, and chooses to whom.',
      on: {
        submit: [
          { guard: 'something is missing', actions: 'point out what is missing' },
          { target: 'sending', actions: 'take the draft' },
        ],
      },
    },
    sending: {
      description: 'The server is asked; there is no second try meanwhile.',
      invoke: {
        id: 'send',
        src: 'send it',
        input: ({ context }) => context.draft,
        onDone: { target: 'sent', actions: assign({ count: ({ event }) => event.output.count }) },
        onError: { target: 'editing', actions: assign({ failure: ({ event }) => messageOf(event.error) }) },
      },
    },
    sent: { type: 'final', description: 'It is on its way; the dialog closes.' },
  },
})
