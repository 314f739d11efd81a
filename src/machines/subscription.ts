import { assign, setup } from 'xstate'
import { toMillis } from '../../domain/timestamps.ts'

/** Counts a subscription down, once a second, until it has run out (SPEC §4 Subscription display). */
export const subscriptionMachine = setup({
  types: {
    input: {} as { expiration: number; timestamp: number; now: () => number },
    context: {} as { endsAt: number; left: number; now: () => number },
  },
  delays: { second: 1_000 },
  guards: { 'time is up': ({ context }) => context.left <= 0 },
  actions: { 'look at the clock': assign({ left: ({ context }) => context.endsAt - context.now() }) },
}).createMachine({
  id: 'subscription',
  context: ({ input }) => {
    const endsAt = toMillis(input.timestamp) + input.expiration * 1_000
    return { endsAt, left: endsAt - input.now(), now: input.now }
  },
  initial: 'running',
  states: {
    running: {
      description: 'There is time left.',
      always: { guard: 'time is up', target: 'expired' },
      after: { second: { target: 'running', reenter: true, actions: 'look at the clock' } },
    },
    expired: { type: 'final', description: 'It has run out; the clock is looked at no more.' },
  },
})
