import { assign, fromPromise, setup } from 'xstate'

/** A small shop's checkout, as a stranger to this package might write it. */
export const machine = setup({
  types: {
    context: {} as { items: number; password: string; receipt: string },
    events: {} as
      | { type: 'add' }
      | { type: 'empty' }
      | { type: 'pay' }
      | { type: 'sign in'; password: string }
      | { type: 'cancel' }
      | { type: 'again' },
  },
  actors: {
    'charge the card': fromPromise(
      () => new Promise<string>((done) => void setTimeout(() => done('receipt 7'), 1_000)),
    ),
  },
  guards: { 'something is in the cart': ({ context }) => context.items > 0 },
  actions: {
    'put it in': assign({ items: ({ context }) => context.items + 1 }),
    'take all out': assign({ items: 0 }),
    'keep the receipt': assign({ receipt: (_, { receipt }: { receipt: string }) => receipt }),
  },
  delays: { patience: 20_000 },
}).createMachine({
  id: 'checkout',
  context: { items: 0, password: '', receipt: '' },
  initial: 'shopping',
  states: {
    shopping: {
      description: 'The cart is filled and emptied.',
      on: {
        add: { actions: 'put it in' },
        empty: { guard: 'something is in the cart', actions: 'take all out' },
        pay: { guard: 'something is in the cart', target: 'paying' },
      },
    },
    paying: {
      initial: 'signing in',
      on: { cancel: 'shopping' },
      states: {
        'signing in': {
          description: 'Nobody pays without a password.',
          on: { 'sign in': { target: 'charging', actions: assign({ password: ({ event }) => event.password }) } },
        },
        charging: {
          description: 'The bank is asked for the money.',
          invoke: {
            src: 'charge the card',
            onDone: {
              target: '#checkout.paid',
              actions: { type: 'keep the receipt', params: ({ event }) => ({ receipt: event.output }) },
            },
            onError: '#checkout.refused',
          },
          after: { patience: '#checkout.refused' },
        },
      },
    },
    refused: { description: 'The bank said no, or nothing.', on: { pay: 'paying', cancel: 'shopping' } },
    paid: { description: 'The receipt is there.', on: { again: { target: 'shopping', actions: 'take all out' } } },
  },
})
