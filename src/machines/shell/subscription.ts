import { assign, setup } from 'xstate'
import { toMillis } from '../../../domain/timestamps.ts'

interface Service {
  /** Seconds. */
  expiration: number
  timestamp: number
}

const endOf = ({ expiration, timestamp }: Service): number => toMillis(timestamp) + expiration * 1_000

/** Counts a subscription down, once a second, until it has run out (SPEC §4 Subscription display) or is another one. */
export const subscriptionMachine = setup({
  types: {
    input: {} as Service & { now: () => number },
    context: {} as { endsAt: number; left: number; now: () => number },
    /** It was renewed, or cut. */
    events: {} as { type: 'changed'; service: Service },
  },
  delays: { second: 1_000 },
  guards: { 'time is up': ({ context }) => context.left <= 0 },
  actions: { 'look at the clock': assign({ left: ({ context }) => context.endsAt - context.now() }) },
}).createMachine({
  id: 'subscription',
  context: ({ input }) => {
    const endsAt = endOf(input)
    return { endsAt, left: endsAt - input.now(), now: input.now }
  },
  on: {
    changed: {
      target: '.running',
      reenter: true,
      actions: [assign({ endsAt: ({ event }) => endOf(event.service) }), 'look at the clock'],
    },
  },
  initial: 'running',
  states: {
    running: {
      description: 'There is time left.',
      always: { guard: 'time is up', target: 'expired' },
      after: { second: { target: 'running', reenter: true, actions: 'look at the clock' } },
    },
    expired: { description: 'It has run out; the clock is looked at no more.' },
  },
})
