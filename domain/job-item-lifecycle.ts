import { setup } from 'xstate'

export type JobItemEvent =
  /** Its phone is given what there is to do. */
  | { type: 'begun' }
  /** It can not begin: its phone is away, held by somebody else, or gone. */
  | { type: 'refused' }
  /** How it has ended, as its phone or its time limit says, or whoever called the job off. */
  | { type: 'succeeded' }
  | { type: 'failed' }
  | { type: 'timed_out' }
  | { type: 'cancelled' }

/** The states of an item of a job: of one phone, or one environment (DESIGN, "Words"; domain/jobs.ts). */
export const jobItemLifecycle = setup({ types: { events: {} as JobItemEvent } }).createMachine({
  id: 'jobItemLifecycle',
  initial: 'waiting',
  states: {
    waiting: {
      description: 'It has its turn still to come.',
      on: { begun: 'running', refused: 'failed', cancelled: 'cancelled' },
    },
    running: {
      description: 'Its phone is at it.',
      on: { succeeded: 'succeeded', failed: 'failed', timed_out: 'timed_out', cancelled: 'cancelled' },
    },
    succeeded: { description: 'It is done.', type: 'final' },
    failed: { description: 'It could not be done, as its reason says.', type: 'final' },
    timed_out: { description: 'It took longer than the job allows.', type: 'final' },
    cancelled: { description: 'It was called off.', type: 'final' },
  },
})
