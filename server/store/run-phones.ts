import { sql, type Kysely, type Selectable } from 'kysely'
import type { RunPhoneState } from '../../domain/runs.ts'
import type { RunPhonesTable, Tables } from './tables.ts'

export type RunPhoneRow = Selectable<RunPhonesTable>

export interface RunPhoneEnd {
  state: RunPhoneState
  ended_at: number
  exit_code: number | null
  reason: string
  truncated: boolean
  file_id?: number
}

/** Rows of one statement that adds them. */
const chunk = 1_000

export const runPhoneQueries = (db: Kysely<Tables>) => {
  const one = (runId: number, deviceId: number) =>
    db.updateTable('run_phones').where('run_id', '=', runId).where('device_id', '=', deviceId)

  return {
    async add(runId: number, phones: readonly { id: number; name: string; box_id: number; serial: string }[]) {
      for (let start = 0; start < phones.length; start += chunk)
        await db
          .insertInto('run_phones')
          .values(
            phones.slice(start, start + chunk).map(({ id, name, box_id, serial }) => ({
              run_id: runId,
              device_id: id,
              device_name: name,
              box_id,
              serial,
              state: 'waiting' as const,
            })),
          )
          .execute()
    },

    /** Every phone that has not ended; what it said stays where it is. */
    open: (runId: number) =>
      db
        .selectFrom('run_phones')
        .select([
          'run_phones.device_id',
          'run_phones.device_name',
          'run_phones.box_id',
          'run_phones.serial',
          'run_phones.state',
          'run_phones.work_id',
          'run_phones.operation_id',
          'run_phones.output_length',
        ])
        .where('run_id', '=', runId)
        .where('run_phones.state', 'in', ['waiting', 'running'])
        .orderBy('run_phones.device_name')
        .orderBy('run_phones.device_id')
        .execute(),

    /** A page of a run's phones, by name, and how many there are in all. */
    async list(runId: number, state: RunPhoneState[] | undefined, page: { limit: number; skip: number }) {
      const matching = () => {
        const query = db.selectFrom('run_phones').where('run_id', '=', runId)
        return state === undefined || state.length === 0 ? query : query.where('state', 'in', state)
      }
      const items = await matching()
        .select([
          'device_id',
          'device_name',
          'state',
          'started_at',
          'ended_at',
          'exit_code',
          'reason',
          'output_length',
          'truncated',
          'file_id',
        ])
        .orderBy('device_name')
        .orderBy('device_id')
        .limit(page.limit)
        .offset(page.skip)
        .execute()
      const { total } = await matching()
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { items, total }
    },

    byId: (runId: number, deviceId: number): Promise<RunPhoneRow | undefined> =>
      db
        .selectFrom('run_phones')
        .selectAll()
        .where('run_id', '=', runId)
        .where('device_id', '=', deviceId)
        .executeTakeFirst(),

    /** The phones that a retry takes up again, as they are now. */
    withState: (runId: number, states: readonly RunPhoneState[]) =>
      db
        .selectFrom('run_phones')
        .innerJoin('devices', 'devices.id', 'run_phones.device_id')
        .select(['devices.id', 'devices.name', 'devices.box_id', 'devices.serial'])
        .where('run_id', '=', runId)
        .where('run_phones.state', 'in', states)
        .execute(),

    /** A phone begins; false where it was called off meanwhile. */
    async begin(runId: number, deviceId: number, as: { work_id?: string }, at: number): Promise<boolean> {
      const { numUpdatedRows } = await one(runId, deviceId)
        .where('state', '=', 'waiting')
        .set({ state: 'running', ...as, started_at: at })
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    /** Notes what a phone that has begun is at. */
    async noteOperation(runId: number, deviceId: number, operation_id: number): Promise<void> {
      await one(runId, deviceId).set({ operation_id }).execute()
    },

    /** The last that a phone said; empty where it said nothing. */
    async lastOutput(runId: number, deviceId: number, length: number): Promise<string> {
      const { last } = await db
        .selectFrom('run_phones')
        .select(sql<string>`right(output, ${length}::integer)`.as('last'))
        .where('run_id', '=', runId)
        .where('device_id', '=', deviceId)
        .executeTakeFirstOrThrow()
      return last.trim()
    },

    /** Adds what a phone said, where it follows on what there is; true where it did. */
    async append(runId: number, deviceId: number, offset: number, text: string): Promise<boolean> {
      const { numUpdatedRows } = await one(runId, deviceId)
        .set({ output: sql`output || ${text}`, output_length: offset + text.length })
        .where('output_length', '=', offset)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    async end(runId: number, deviceId: number, end: RunPhoneEnd): Promise<void> {
      await one(runId, deviceId).set(end).where('ended_at', 'is', null).execute()
    },

    /** Calls off the phones that have not begun. */
    async callOffWaiting(runId: number, at: number): Promise<void> {
      await db
        .updateTable('run_phones')
        .set({ state: 'cancelled', ended_at: at })
        .where('run_id', '=', runId)
        .where('state', '=', 'waiting')
        .execute()
    },
  }
}
