import { codes, type Code } from '../../domain/codes.ts'
import { ApiError, TransportError } from './errors.ts'

/** There were too many calls, or the database is away. */
const passingCodes: ReadonlySet<number> = new Set([codes.tooManyTries, codes.databaseAway])

/** Whether a call that failed may come to something by its next try, without anybody's doing; `also` is what else passes for this one. */
export const mayPass = (failure: unknown, also: Code): boolean =>
  failure instanceof TransportError ||
  (failure instanceof ApiError && (failure.code === also || passingCodes.has(failure.code)))
