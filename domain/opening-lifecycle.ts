import { setup } from 'xstate'

export type OpeningEvent =
  /** A free phone is leased for it. */
  | { type: 'opened' }
  /** All of its data are on the phone. */
  | { type: 'prepared' }
  /** A record of it is whole; what is on the phone is about to be wiped, or overwritten by another record. */
  | { type: 'saved' }
  /** Its phone was reset, or replaced by another. */
  | { type: 'data lost' }
  /** Its phone is wiped. */
  | { type: 'closed' }
  /** Its phone is lost, and it is opened on another one. */
  | { type: 'abandoned' }

/**
 * Whether an environment is open, and whether what is on its phone may become its record (DESIGN, environment: open is to lease
 * a free phone and restore a record, close is to save a record and wipe).
 *
 * What is not whole is never saved: a record of it would take the place of one that is.
 */
export const openingLifecycle = setup({ types: { events: {} as OpeningEvent } }).createMachine({
  id: 'openingLifecycle',
  initial: 'closed',
  states: {
    closed: { description: 'It is on no phone.', on: { opened: 'partial' } },
    partial: {
      description: 'It has a phone, on which not all of it is, or not any more.',
      on: { prepared: 'whole', closed: 'closed', abandoned: 'closed' },
    },
    whole: {
      description: 'It has a phone, and all of it is there.',
      on: { saved: 'partial', 'data lost': 'partial', closed: 'closed', abandoned: 'closed' },
    },
  },
})
