import type { call as chinese } from '../zh-CN/call.ts'
import type { Shape } from '../shape.ts'

/** Why a call is refused, whatever it is about. */
export const call = {
  invalidInput: 'The input is not valid',
  malformed: 'The request cannot be read',
  tooDeep: 'The request is nested too deeply',
  tooLarge: 'The request is too large',
  tooManyTries: 'Too many tries; try again later',
  tooManyRequests: 'Too many requests; try again later',
  notAllowed: 'You are not allowed to do this',
  noSuchCall: 'There is no such call',
  nothingToChange: 'There is nothing to change',
  badCursor: 'The cursor does not belong to this sort and these filters',
  idsOrMatching: 'Either ids or matching is expected',
  tooManyMatching: 'At most 50,000 can be changed at once',
  serverError: 'Something went wrong on the server',
  databaseAway: 'The database can not be reached at the moment; try again shortly',
} as const satisfies Shape<typeof chinese>
