import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { allowedBy, charts, subjectKinds } from '../../domain/charts.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { settingQueries } from './settings.ts'
import type { Tables } from './tables.ts'

const setting = 'allowed transitions'

/** To find all that they allow takes a start longer than to look whether they are the same as before. */
const digestOfCharts = (): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(Object.values(charts).map(({ text, states, causes }) => [text, states, causes])))
    .digest()

/**
 * Gives the database what the charts allow, as this program has them, so that each transition is held against them where it is
 * written. Nothing is written where it has the same.
 */
export async function settleAllowedTransitions(db: Kysely<Tables>): Promise<void> {
  const digest = digestOfCharts()
  const isThere = async (on: Kysely<Tables>): Promise<boolean> =>
    (await settingQueries(on).read(setting))?.equals(digest) ?? false
  if (await isThere(db)) return
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.allowedTransitions})`.execute(tx)
    if (await isThere(tx)) return // Another server was faster.
    await tx.deleteFrom('allowed_transitions').execute()
    for (const kind of subjectKinds) {
      const allowed = [...allowedBy(charts[kind])]
      await tx
        .insertInto('allowed_transitions')
        .values(allowed.map(({ from, cause, facts, to }) => ({ kind, from_state: from, cause, facts, to_state: to })))
        .execute()
    }
    await settingQueries(tx).write(setting, digest)
  })
}
