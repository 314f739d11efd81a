import { sql, type Kysely, type Selectable } from 'kysely'
import type { Reason } from '../../domain/reason.ts'
import { seesEverything } from '../../domain/roles.ts'
import type { RunPartState } from '../../domain/runs.ts'
import { isWithin } from './owner-tree.ts'
import type { RunPartsTable, Tables } from './tables.ts'
import { countRows, totalBeside } from './totals.ts'
import type { Person } from './users.ts'

export type RunPartRow = Selectable<RunPartsTable>

/** A part before its run begins: a phone, or an environment. */
export type NewRunPart = Pick<RunPartRow, 'device_id' | 'device_name' | 'environment_id' | 'environment_name'>

/** A part begins: what the box's agent knows its work by, or what its phone is at. */
export type RunPartBegun = Partial<Pick<RunPartRow, 'work_id' | 'operation_id' | 'device_id' | 'device_name'>>

export interface RunPartEnd {
  state: RunPartState
  ended_at: number
  exit_code: number | null
  reason: Reason | null
  truncated: boolean
  file_id?: number
}

/** Rows of one statement that adds them. */
const chunk = 1_000

/** Of a part, its environment; null where that was deleted. */
const environmentLeft = sql<number | null>`(
  select environments.id from environments where environments.id = run_parts.environment_id)`

export const runPartQueries = (db: Kysely<Tables>) => {
  const one = (id: number) => db.updateTable('run_parts').where('id', '=', id)

  return {
    /** Adds parts, in the order in which they are listed from then on. */
    async add(runId: number, parts: readonly NewRunPart[]): Promise<void> {
      for (let start = 0; start < parts.length; start += chunk) {
        const rows = parts.slice(start, start + chunk)
        await db
          .insertInto('run_parts')
          .values(rows.map((part) => ({ ...part, run_id: runId, state: 'waiting' as const })))
          .execute()
      }
    },

    /** Every part that has not ended, with where its phone is now; what it said stays where it is. */
    open: (runId: number) =>
      db
        .selectFrom('run_parts')
        .leftJoin('devices', 'devices.id', 'run_parts.device_id')
        .select([
          'run_parts.id',
          'run_parts.device_id',
          'run_parts.device_name',
          'run_parts.environment_id',
          'run_parts.environment_name',
          'run_parts.state',
          'run_parts.work_id',
          'run_parts.operation_id',
          'run_parts.output_length',
          'devices.box_id',
          'devices.serial',
        ])
        .where('run_id', '=', runId)
        .where('run_parts.state', 'in', ['waiting', 'running'])
        .orderBy('run_parts.id')
        .execute(),

    /** A page of a run's parts, and how many there are in all. */
    async list(runId: number, state: RunPartState[] | undefined, page: { limit: number; skip: number }) {
      const matching = () => {
        const query = db.selectFrom('run_parts').where('run_id', '=', runId)
        return state === undefined || state.length === 0 ? query : query.where('run_parts.state', 'in', state)
      }
      const items = await matching()
        .leftJoin('devices', 'devices.id', 'run_parts.device_id')
        .select([
          'run_parts.id',
          'device_id',
          'device_name',
          'devices.status as device_status',
          environmentLeft.as('environment_id'),
          'environment_name',
          'run_parts.state',
          'started_at',
          'ended_at',
          'exit_code',
          'reason',
          'output_length',
          'truncated',
          'file_id',
        ])
        .orderBy('run_parts.id')
        .limit(page.limit)
        .offset(page.skip)
        .execute()
      return { items, total: await totalBeside(items, page, () => countRows(matching())) }
    },

    byId: (runId: number, id: number): Promise<RunPartRow | undefined> =>
      db.selectFrom('run_parts').selectAll().where('run_id', '=', runId).where('id', '=', id).executeTakeFirst(),

    /** The parts that a retry takes up again, as they are now: environments where the run is with them, else phones. */
    async toRetry(runId: number, states: readonly RunPartState[]): Promise<NewRunPart[]> {
      return db
        .selectFrom('run_parts')
        .leftJoin('environments', 'environments.id', 'run_parts.environment_id')
        .leftJoin('devices', 'devices.id', 'run_parts.device_id')
        .select([
          sql<number | null>`case when environment_name is null then devices.id end`.as('device_id'),
          sql<string | null>`case when environment_name is null then devices.name end`.as('device_name'),
          'environments.id as environment_id',
          'environments.name as environment_name',
        ])
        .where('run_id', '=', runId)
        .where('run_parts.state', 'in', states)
        .where((where) => where.or([where('environment_name', 'is', null), where('environments.id', 'is not', null)]))
        .orderBy('run_parts.id')
        .execute()
    },

    /** Of the phones of parts, those that are faulty. */
    async faultyOf(parts: readonly NewRunPart[]): Promise<number[]> {
      const ids = parts.flatMap(({ device_id }) => device_id ?? [])
      const rows = await db
        .selectFrom('devices')
        .select('id')
        .where(sql<boolean>`id = any(${ids}::bigint[])`)
        .where('status', '=', 'faulty')
        .orderBy('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    /** How many faulty phones of a person and everyone below a retry finds. */
    countFaulty(runId: number, states: readonly RunPartState[], person: Person): Promise<number> {
      const faulty = db
        .selectFrom('run_parts')
        .innerJoin('devices', 'devices.id', 'run_parts.device_id')
        .where('run_id', '=', runId)
        .where('run_parts.state', 'in', states)
        .where('environment_name', 'is', null)
        .where('devices.status', '=', 'faulty')
      const isOwn = isWithin(sql.ref('devices.owner_path'), person.path)
      return countRows(seesEverything(person.role) ? faulty : faulty.where(isOwn))
    },

    /** A part begins; false where it was called off meanwhile. */
    async begin(id: number, as: RunPartBegun, at: number): Promise<boolean> {
      const { numUpdatedRows } = await one(id)
        .where('state', '=', 'waiting')
        .set({ state: 'running', ...as, started_at: at })
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    /** A part ends that can't begin; nothing where it was called off meanwhile. */
    async refuse(id: number, end: RunPartEnd): Promise<void> {
      await one(id)
        .where('state', '=', 'waiting')
        .set({ ...end, started_at: end.ended_at })
        .execute()
    },

    /** Notes what the phone of a part that has begun is at. */
    async note(id: number, begun: RunPartBegun): Promise<void> {
      await one(id).set(begun).execute()
    },

    /** The last that a phone said; empty where it said nothing. */
    async lastOutput(id: number, length: number): Promise<string> {
      const { last } = await db
        .selectFrom('run_parts')
        .select(sql<string>`right(output, ${length}::integer)`.as('last'))
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return last.trim()
    },

    /**
     * Adds what a phone said, where it follows on what there is; answers how much there is then. Where nobody heard that it was
     * added, asking again adds nothing.
     */
    async append(id: number, offset: number, text: string): Promise<number> {
      const output_length = offset + text.length
      const { numUpdatedRows } = await one(id)
        .set({ output: sql`output || ${text}`, output_length })
        .where('output_length', '=', offset)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows > 0n) return output_length
      const part = await db.selectFrom('run_parts').select('output_length').where('id', '=', id).executeTakeFirst()
      return part?.output_length ?? output_length
    },

    async end(id: number, end: RunPartEnd): Promise<void> {
      await one(id).set(end).where('ended_at', 'is', null).execute()
    },

    /** Calls off the parts that have not begun. */
    async callOffWaiting(runId: number, at: number): Promise<void> {
      await db
        .updateTable('run_parts')
        .set({ state: 'cancelled', ended_at: at })
        .where('run_id', '=', runId)
        .where('state', '=', 'waiting')
        .execute()
    },
  }
}
