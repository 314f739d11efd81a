import { sql, type Kysely } from 'kysely'
import { subjectKinds, type SubjectKind } from '../../domain/charts.ts'
import type { Standing, MadeTransition } from '../../domain/transition-check.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { monthQueries } from './monthly-tables.ts'
import { settingQueries } from './settings.ts'
import type { Tables } from './tables.ts'
import { tryLock } from './try-lock.ts'

/** A transition as it is told of. */
interface WrittenTransition extends MadeTransition {
  id: number
  at: number
}

/** Rows that are read at once. */
const page = 20_000
/** Deviations that are told at once. */
const toldAtOnce = 20
const day = 86_400_000
/** Up to which one deviations have been told, and when people heard of any: two numbers in digits. */
const setting = 'deviations told'

/** Where everything of a kind stands by its own row, and since when there is one. */
const standings: Record<SubjectKind, string> = {
  device: `select id, device_state(status, status_before) as state, created_at from devices`,
  opening: `select id, opening_state(device_id, loaded) as state, created_at from environment_rows`,
  lease: `select devices.id, case when control_leases.id is null then 'free' else 'held' end as state, devices.created_at
    from devices left join control_leases on control_leases.device_id = devices.id`,
  job: `select id, job_state(state, ended_at) as state, created_at from jobs`,
  job_item: `select job_items.id, job_items.state, jobs.created_at from job_items join jobs on jobs.id = job_id`,
}

/** Rows in the order of their ids, some at a time. */
async function* walk<Row extends { id: number }>(
  rowsAfter: (id: number) => Promise<Row[]>,
): AsyncGenerator<Row, void, void> {
  let rows: Row[]
  let last = 0
  do {
    rows = await rowsAfter(last)
    yield* rows
    last = rows.at(-1)?.id ?? last
  } while (rows.length === page)
}

export const transitionQueries = (db: Kysely<Tables>) => ({
  /** All that are kept, those of each subject in the order in which they were made. */
  walk: (): AsyncGenerator<WrittenTransition, void, void> =>
    walk(async (id) => {
      const { rows } = await sql<WrittenTransition>`
          select id, at, kind, subject_id as subject, from_state as from, cause, facts, to_state as to
          from transitions where id > ${id} order by id limit ${page}`.execute(db)
      return rows
    }),

  /** Where everything stands. Whatever was there before the first month that is kept has lost its beginning. */
  async *standings(): AsyncGenerator<Standing, void, void> {
    const [first] = await monthQueries(db, 'transitions').made()
    const begins = first === undefined ? 0 : Date.parse(`${first.slice(-7).replace('_', '-')}-01`)
    const { rows: applied } = await sql<{ at: number }>`
        select (extract(epoch from timestamp::timestamptz) * 1000)::bigint as at
        from kysely_migration where name = '0047-transitions'`.execute(db)
    const since = Math.max(begins, applied[0]?.at ?? 0)
    for (const kind of subjectKinds)
      yield* walk(async (id) => {
        const { rows } = await sql<Standing & { id: number }>`
            select ${kind} as kind, id, id as subject, state, created_at > ${since} as "isWhole"
            from (${sql.raw(standings[kind])}) as standing where id > ${id} order by id limit ${page}`.execute(db)
        return rows
      })
  },

  /** How many were written since then that no chart allowed. */
  async deviating(since: number): Promise<{ kind: SubjectKind; count: number }[]> {
    const { rows } = await sql<{ kind: SubjectKind; count: number }>`
        select kind, count(*) as count from transitions where deviates and at >= ${since} group by kind`.execute(db)
    return rows
  },

  /**
   * The newest that no chart allowed and that have not been told, which they are with this; none where another server is at it.
   * People are to hear of them once a day.
   */
  async tellDeviating(now: number): Promise<{ found: WrittenTransition[]; isForPeople: boolean }> {
    if (!(await tryLock(db, advisoryLocks.judgedTransitions))) return { found: [], isForPeople: false }
    const settings = settingQueries(db)
    const [told = 0, peopleToldAt = 0] = (await settings.read(setting))?.toString().split(' ').map(Number) ?? []
    const { rows: found } = await sql<WrittenTransition>`
        select id, at, kind, subject_id as subject, from_state as from, cause, facts, to_state as to
        from transitions where deviates and id > ${told} order by id desc limit ${toldAtOnce}`.execute(db)
    const [newest] = found
    const isForPeople = newest !== undefined && now - peopleToldAt > day
    if (newest === undefined) return { found, isForPeople }
    await settings.write(setting, Buffer.from(`${newest.id} ${isForPeople ? now : peopleToldAt}`))
    return { found, isForPeople }
  },
})
