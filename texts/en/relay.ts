import type { relay as chinese } from '../zh-CN/relay.ts'
import type { Shape } from '../shape.ts'

/** What the relay says to those who watch or control a phone, or have a shell on it. */
export const relay = {
  lateBox: 'The box did not answer in time',
  deafBox: 'The box cannot be reached: {{said}}',
  lostBox: 'The connection to the box was lost',
  malformedBox: 'The box sent data that cannot be read',
  malformed: 'The message cannot be read',
  tooManyMalformed: 'Too many messages could not be read',
  tooManyMessages: 'Too many messages',
  observerOnly: 'Only who controls the phone may touch it',
  noPhone: 'The phone is not connected',
  silent: 'No picture was acknowledged for a long time',
  takenOver: 'Somebody else has taken control',
  controlLost: 'Control was lost',
  idle: 'Nothing was done for a long time; control was released',
  signedOut: 'The session has ended',
  noTicketInTime: 'No ticket was shown in time',
  ticketExpected: 'A ticket is expected first',
  badTicket: 'The ticket is not valid or has expired',
  tryAgain: 'The server is not available; try again later',
  crowded: 'As many watch as may',
  terminalIdle: 'The terminal was closed: nothing was typed for 15 minutes',
  terminalTooLong: 'The terminal was closed after 8 hours, as each is',
  tooManyOwnTerminals: 'You have too many terminals open; close others first',
  tooManyPhoneTerminals: 'The phone has too many terminals open',
  heldByOther: 'Somebody else uses the phone now',
  noLongerYours: 'You may no longer use this phone',
  stopping: 'The server is stopping',
} as const satisfies Shape<typeof chinese>
