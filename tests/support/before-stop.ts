import type { DatabaseAddress } from '../../server/store/database.ts'

/** What is looked at in the database of a server that is asked to stop; tests of one folder have something there (conforms.ts). */
export const beforeStop: ((database: DatabaseAddress) => Promise<void>)[] = []

export async function lookBeforeStop(database: DatabaseAddress): Promise<void> {
  for (const look of beforeStop) await look(database)
}
