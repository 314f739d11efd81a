import { assign, setup } from 'xstate'

/** What the sign-in screen shows (SPEC §2, /login): the form to sign in, or the one to register with an invite code, which leads back to it. */
export const entranceMachine = setup({
  types: {
    input: {} as {
      /** As the address names it; otherwise empty. */
      userName: string
    },
    context: {} as {
      /** Of whoever has just registered, or comes by an address that names them; otherwise empty. */
      userName: string
    },
    events: {} as { type: 'register' } | { type: 'back' } | { type: 'registered'; userName: string },
  },
}).createMachine({
  id: 'entrance',
  context: ({ input }) => input,
  initial: 'signingIn',
  states: {
    signingIn: {
      description: 'The form to sign in is shown.',
      on: { register: 'registering' },
    },
    registering: {
      description: 'The form to register is shown.',
      on: {
        back: 'signingIn',
        registered: { target: 'signingIn', actions: assign({ userName: ({ event }) => event.userName }) },
      },
    },
  },
})
