import { sql, type Kysely, type Selectable } from 'kysely'
import type { Reason } from '../../domain/reason.ts'
import { nowOfStatement } from './now-of-statement.ts'
import type { WorkflowsTable, Tables } from './tables.ts'

export type WorkflowRow = Selectable<WorkflowsTable>

export type NewWorkflow = Pick<
  WorkflowRow,
  'kind' | 'device_id' | 'environment_id' | 'record_id' | 'user_id' | 'ip' | 'saves'
>

/** Whose a workflow is: a server's that has claimed it and renewed that in time, by the number of its claim (0057-claims-of-workflows). */
export type Claim = Pick<WorkflowRow, 'id' | 'claim'>

/** A server that has not said so long that it goes on with a workflow has lost it. Milliseconds. */
const claimDuration = 15_000
const inAClaimDuration = sql<number>`${nowOfStatement} + ${sql.lit(claimDuration)}`

const isOf = (claims: readonly Claim[]) =>
  sql<boolean>`(id, claim) in (
    select * from unnest(${claims.map(({ id }) => id)}::bigint[], ${claims.map(({ claim }) => claim)}::integer[]))`

export const workflowQueries = (db: Kysely<Tables>) => ({
  /** Begins it, claimed. */
  add: (workflow: NewWorkflow): Promise<Claim> =>
    db
      .insertInto('workflows')
      .values({ ...workflow, claimed_until: inAClaimDuration })
      .returning(['id', 'claim'])
      .executeTakeFirstOrThrow(),

  byId: (id: number): Promise<WorkflowRow | undefined> =>
    db.selectFrom('workflows').selectAll().where('id', '=', id).executeTakeFirst(),

  /** What a phone is at, locked until the transaction ends. Lock the phone first. */
  lockGoing: (deviceId: number): Promise<WorkflowRow | undefined> =>
    db
      .selectFrom('workflows')
      .selectAll()
      .where('device_id', '=', deviceId)
      .where('state', '=', 'going')
      .forUpdate()
      .executeTakeFirst(),

  /** Of these, the ones that have ended. */
  ended: (ids: readonly number[]): Promise<WorkflowRow[]> =>
    db
      .selectFrom('workflows')
      .selectAll()
      .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
      .where('state', '<>', 'going')
      .execute(),

  /** Takes over workflows whose server has not said so long that it goes on. */
  claim(): Promise<Claim[]> {
    const unclaimed = db
      .selectFrom('workflows')
      .select('id')
      .where('state', '=', 'going')
      .where('claimed_until', '<', nowOfStatement)
      .forUpdate()
      .skipLocked()
    return db
      .updateTable('workflows')
      .set({ claimed_until: inAClaimDuration })
      .where('id', 'in', unclaimed)
      .returning(['id', 'claim'])
      .execute()
  },

  /** Renews claims; answers those that hold. One that has run out is lost, whether or not somebody else has the workflow by now. */
  async keep(claims: readonly Claim[]): Promise<Claim[]> {
    if (claims.length === 0) return []
    return db
      .updateTable('workflows')
      .set({ claimed_until: inAClaimDuration })
      .where(isOf(claims))
      .where('state', '=', 'going')
      .where('claimed_until', '>=', nowOfStatement)
      .returning(['id', 'claim'])
      .execute()
  },

  /** Gives claims up, for others to take. */
  async letGo(claims: readonly Claim[]): Promise<void> {
    await db
      .updateTable('workflows')
      .set({ claimed_until: 0 })
      .where(isOf(claims))
      .where('state', '=', 'going')
      .execute()
  },

  /** Notes where a workflow is; false where it is not where it was read to be: it has ended, or another server has it. */
  async proceed(
    from: Pick<WorkflowRow, 'id' | 'claim' | 'step' | 'attempts' | 'command_id'>,
    to: Pick<WorkflowRow, 'step' | 'attempts' | 'command_id'>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('workflows')
      .set(to)
      .where('id', '=', from.id)
      .where('state', '=', 'going')
      .where('claim', '=', from.claim)
      .where('step', '=', from.step)
      .where('attempts', '=', from.attempts)
      .where('command_id', 'is not distinct from', from.command_id)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  },

  async end(id: number, state: 'done' | 'failed', reason: Reason | null, at: number): Promise<void> {
    await db.updateTable('workflows').set({ state, reason, ended_at: at }).where('id', '=', id).execute()
  },
})
