import { DatabaseError } from 'pg'

/** The database can't be reached, or can't do for now what was asked of it, with which nothing is wrong. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'

  constructor(cause: unknown) {
    super(`the database is away: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** A database that another is to take the place of, or has: it answers and keeps nothing. */
const readOnly = '25006'
/**
 * The SQLSTATEs with which PostgreSQL ends a connection (class 08, and 57P01 to 57P05), or has no room for what was asked (class 53),
 * and that of one which only reads.
 */
const passing = /^(08...|25006|53...|57P0[1-5])$/
/** How pg tells that no answer came in time. */
const unanswered = 'Query read timeout'
/** And how that a connection has ended; it has no codes for either. */
const ended = /^(Connection terminated|Client has encountered a connection error|Client was closed)/

/** An error of a statement as it is to be passed on: one that is due to its connection is a `DatabaseAway`. */
export function statementError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const isAway =
    error instanceof DatabaseError
      ? passing.test(error.code ?? '')
      : 'syscall' in error || error.message === unanswered || ended.test(error.message)
  return isAway ? new DatabaseAway(error) : error
}

/** Whether the next statement had better go to another connection: this one is to a database that only reads, or is silent. */
export const isOutOfDate = (error: unknown): boolean =>
  error instanceof DatabaseError ? error.code === readOnly : error instanceof Error && error.message === unanswered
