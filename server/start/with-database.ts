import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { at } from '../config/bad-surroundings.ts'
import { BadConfig } from '../config/config.ts'
import { DatabaseAway } from '../store/database-away.ts'

/** SQLSTATEs of a database whose machine fails it: no room, no memory, a disk that fails. */
const ofItsMachine = /^(53|58)/
/** How long after its last connection a database is waited for that ends. Milliseconds. */
const endTimeout = 2_000

/** What is done with a database at the start; where its machine fails it, or it ends, that is told as `at` does. */
export async function withDatabase<T>(variable: string, died: Promise<never>, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    if (cause instanceof DatabaseError && ofItsMachine.test(cause.code ?? ''))
      throw new BadConfig(`${variable}: ${cause.message}${cause.hint ? ` (${cause.hint})` : ''}`, { cause: error })
    if (error instanceof DatabaseAway || cause instanceof DatabaseAway)
      await at(variable, Promise.race([died, pause(endTimeout)]))
    throw error
  }
}
