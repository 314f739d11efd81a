import { sql, type Kysely, type Selectable } from 'kysely'
import type { Reason } from '../../domain/reason.ts'
import type { WorkflowsTable, Tables } from './tables.ts'

export type WorkflowRow = Selectable<WorkflowsTable>

export type NewWorkflow = Pick<
  WorkflowRow,
  'kind' | 'device_id' | 'environment_id' | 'record_id' | 'user_id' | 'ip' | 'saves' | 'claimed_until'
>

export const workflowQueries = (db: Kysely<Tables>) => ({
  async add(workflow: NewWorkflow): Promise<number> {
    const { id } = await db.insertInto('workflows').values(workflow).returning('id').executeTakeFirstOrThrow()
    return id
  },

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

  /** Takes over workflows whose server has not said so long that it goes on; answers their ids. */
  async claim(now: number, until: number): Promise<number[]> {
    const unclaimed = db
      .selectFrom('workflows')
      .select('id')
      .where('state', '=', 'going')
      .where('claimed_until', '<', now)
      .forUpdate()
      .skipLocked()
    const rows = await db
      .updateTable('workflows')
      .set({ claimed_until: until })
      .where('id', 'in', unclaimed)
      .returning('id')
      .execute()
    return rows.map(({ id }) => id)
  },

  async keep(ids: readonly number[], until: number): Promise<void> {
    await db
      .updateTable('workflows')
      .set({ claimed_until: until })
      .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
      .where('state', '=', 'going')
      .execute()
  },

  /** Notes where a workflow is; false where it has ended, or another server was faster. */
  async proceed(
    from: Pick<WorkflowRow, 'id' | 'step' | 'attempts'>,
    to: Pick<WorkflowRow, 'step' | 'attempts' | 'command_id'>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('workflows')
      .set(to)
      .where('id', '=', from.id)
      .where('state', '=', 'going')
      .where('step', '=', from.step)
      .where('attempts', '=', from.attempts)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  },

  async end(id: number, state: 'done' | 'failed', reason: Reason | null, at: number): Promise<void> {
    await db.updateTable('workflows').set({ state, reason, ended_at: at }).where('id', '=', id).execute()
  },
})
