import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export const spentTicketQueries = (db: Kysely<Tables>) => ({
  /** Notes that a ticket is used; false where it was before, at whichever server. */
  async add(ticket: { nonce: string; expires_at: number }): Promise<boolean> {
    const { numInsertedOrUpdatedRows: noted } = await db
      .insertInto('spent_tickets')
      .values(ticket)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return noted === 1n
  },

  async forgetExpired(now: number): Promise<void> {
    await db.deleteFrom('spent_tickets').where('expires_at', '<', now).execute()
  },
})
