import { DatabaseError } from 'pg'

/** The database can't be reached, or the connection to it was lost: nothing is wrong with what was asked of it. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'

  constructor(cause: unknown) {
    super(`the database is away: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** The SQLSTATEs with which PostgreSQL ends a connection: class 08, and 57P01 to 57P05. */
const ending = /^(08...|57P0[1-5])$/
/** How pg tells that a connection has ended; it has no codes for it. */
const ended = /^(Connection terminated|Client has encountered a connection error|Client was closed)/

/** An error of a statement as it is to be passed on: one that is due to its connection is a `DatabaseAway`. */
export function statementError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const isAway =
    error instanceof DatabaseError ? ending.test(error.code ?? '') : 'syscall' in error || ended.test(error.message)
  return isAway ? new DatabaseAway(error) : error
}
