import { setup } from 'xstate'

export type JobEvent =
  /** A server takes it up. */
  | { type: 'begun' }
  /** Somebody ends it before its time. */
  | { type: 'called off' }
  /** All of its items have. */
  | { type: 'ended' }

/**
 * The states of a job (DESIGN, "Words"; domain/jobs.ts). One that was skipped never begins, and is none of these.
 *
 * A job that is called off ends only once its items have: what is under way on a phone takes its time.
 */
export const jobLifecycle = setup({ types: { events: {} as JobEvent } }).createMachine({
  id: 'jobLifecycle',
  initial: 'waiting',
  states: {
    waiting: {
      description: 'No server has taken it up.',
      on: { begun: 'running', 'called off': 'cancelling' },
    },
    running: {
      description: 'Its items are begun, so many at a time.',
      on: { 'called off': 'cancelling', ended: 'done' },
    },
    cancelling: {
      description: 'Nothing more begins; what is under way ends.',
      on: { ended: 'cancelled' },
    },
    cancelled: { description: 'It was called off, and all of its items have ended.', type: 'final' },
    done: { description: 'All of its items have ended.', type: 'final' },
  },
})
