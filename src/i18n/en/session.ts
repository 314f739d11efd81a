import type { session as chinese } from '../zh-CN/session.ts'
import type { Shape } from '../shape.ts'

/** What the session and its connections say. */
export const session = {
  hasError: 'Has Error',
  nothingCameBack: 'Verification failed, please Login again.',
  signedOut: 'Signed out',
  forcedOut: 'Your session has ended, please sign in again',
  socketLost: 'The websocket is disconnected, please refresh the page',
  brokerFailed: 'The mqtt service could not be reached',
} as const satisfies Shape<typeof chinese>
