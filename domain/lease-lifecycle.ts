import { setup } from 'xstate'

/** How the control lease of a phone ends. */
export type LeaseEnd =
  /** Whoever has it leaves, or its session ends. */
  | 'released'
  /** Nobody has renewed it. */
  | 'expired'
  /** Somebody else takes it, and was asked whether to. */
  | 'taken over'
  /** What is open on the phone is closed, or opened on another one. */
  | 'closed'
  /** The phone is taken out of the fleet. */
  | 'deleted'

export type LeaseEvent = { type: 'taken' } | { type: LeaseEnd }

/** The control lease of a phone: one operator controls it at a time (DESIGN, video). */
export const leaseLifecycle = setup({ types: { events: {} as LeaseEvent } }).createMachine({
  id: 'leaseLifecycle',
  initial: 'free',
  states: {
    free: { description: 'Nobody controls the phone.', on: { taken: 'held' } },
    held: {
      description: 'One session controls the phone.',
      on: { released: 'free', expired: 'free', 'taken over': 'free', closed: 'free', deleted: 'free' },
    },
  },
})
