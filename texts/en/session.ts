import type { session as chinese } from '../zh-CN/session.ts'
import type { Shape } from '../shape.ts'

/** What the session and its connections say. */
export const session = {
  hasError: 'Has Error',
  nothingCameBack: 'Verification failed, please Login again.',
  signedOut: 'Signed out',
  forcedOut: 'Your session has ended, please sign in again',
  noConnection: 'The server can’t be reached: check the network and try again',
  unanswered: 'No answer came, and it may have been done: look before you try again',
  timedOut: 'The server did not answer within 5 minutes, please try again',
  socketLost: 'The websocket is disconnected, please refresh the page',
  brokerFailed: 'The mqtt service could not be reached',
} as const satisfies Shape<typeof chinese>
