import { sql, type Kysely } from 'kysely'
import { waitBriefly } from './lock-patience.ts'
import { advisoryLocks } from './advisory-locks.ts'
import type { Tables } from './tables.ts'
import { tryLock } from './try-lock.ts'

/** What keeps two servers from the same months of a table. */
const locks = { events: advisoryLocks.eventMonths, transitions: advisoryLocks.transitionMonths }

/** The tables that are kept by the month. */
export type MonthlyTable = keyof typeof locks

/** Months that are made before anything happens in them: a server that cannot make one has that long to be helped. */
const monthsAhead = 2

/** What is of no month goes so many rows at a time: only what was there before the first month was made. */
const otherAtOnce = 20_000

interface Month {
  table: string
  begins: number
  ends: number
}

function monthOf(of: MonthlyTable, at: number, later = 0): Month {
  const date = new Date(at)
  const begins = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later)
  const ends = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later + 1)
  return { table: `${of}_${new Date(begins).toISOString().slice(0, 7).replace('-', '_')}`, begins, ends }
}

/** The partitions of a table: a month in UTC each, and one for whatever is of no other. */
export const monthQueries = (db: Kysely<Tables>, of: MonthlyTable) => {
  const lock = locks[of]
  const whole = sql.id(of)
  const other = sql.id(`${of}_other`)

  const made = async (): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = ${of}::regclass and relname <> ${`${of}_other`} order by 1`.execute(db)
    return rows.map(({ name }) => name)
  }

  /** Makes a month's partition, with what happened in it before there was one. */
  const make = async ({ table, begins, ends }: Month): Promise<void> => {
    const name = sql.id(table)
    // Attached, not created in its place: who writes to the table need not wait for it.
    await sql`create table ${name} (like ${whole} including defaults including constraints)`.execute(db)
    await sql`lock table ${other} in access exclusive mode`.execute(db)
    await sql`
      with moved as (delete from ${other} where at >= ${begins} and at < ${ends} returning *)
      insert into ${name} select * from moved`.execute(db)
    await sql`
      alter table ${whole} attach partition ${name} for values from (${sql.lit(begins)}) to (${sql.lit(ends)})`.execute(
      db,
    )
  }

  return {
    made,

    /** Makes what is missing of this month and those ahead, unless another server is at it. */
    async prepare(now: number): Promise<void> {
      if (!(await tryLock(db, lock, 0))) return
      await waitBriefly(db)
      const there = new Set(await made())
      for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
        const month = monthOf(of, now, ahead)
        if (!there.has(month.table)) await make(month)
      }
    },

    /** Removes the months that ended before then, and what is as old and of no month. */
    async forget(before: number): Promise<void> {
      if (!(await tryLock(db, lock, 1))) return
      const current = monthOf(of, before).table
      await waitBriefly(db)
      for (const name of await made()) if (name < current) await sql`drop table ${sql.id(name)}`.execute(db)
      await sql`
        delete from ${other} where ctid = any (array(
          select ctid from ${other} where at < ${before} order by at limit ${otherAtOnce}))`.execute(db)
    },
  }
}
