import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { OwnerPath } from '../../domain/fleet-topics.ts'
import type { Market } from '../../domain/markets.ts'
import type { Role } from '../../domain/roles.ts'
import { isWithin } from './owner-tree.ts'
import type { Tables } from './tables.ts'

/** What is summed up of a day, a person or a market. */
export interface Measures {
  /** The most phones in use at once. */
  peak: number
  /** Milliseconds. */
  use_ms: number
  operations: number
  failures: number
  tasks: number
  environments: number
}

/** Whose figures are wanted: everybody's, an agent's with all below it, one user's. */
export interface Subject {
  scope: 'all' | 'agent' | 'user'
  id: number
  path: OwnerPath
}

export interface ReportSpan {
  /** `YYYY-MM-DD`, both included. */
  from: string
  to: string
  /** Only what belongs to this market. */
  market: Market | undefined
}

export type ReportGroup = 'day' | 'user' | 'agent' | 'market'
type ReportSort = 'key' | 'peak' | 'use_ms' | 'operations' | 'failures' | 'tasks' | 'environments'

/** A row of the report: a day, or a person, or a market. */
export interface ReportRow extends Measures {
  /** The day, the person's id, or the market; `none` where there is none. */
  key: string
  /** The person's; null for those whom no agent has. */
  user_name: string | null
  role: Role | null
}

interface ReportPage {
  sort: { field: ReportSort; descending: boolean }
  limit: number
  skip: number
}

const measures = ['peak', 'use_ms', 'operations', 'failures', 'tasks', 'environments'] as const

/** Over several days or people: the highest peak, and the sum of all else. */
const summed = sql.join([
  sql`coalesce(max(peak), 0) as peak`,
  ...measures.slice(1).map((name) => sql`coalesce(sum(${sql.id(name)}), 0)::bigint as ${sql.id(name)}`),
])

const between = ({ from, to }: ReportSpan): RawBuilder<boolean> =>
  sql<boolean>`day between ${from}::date and ${to}::date`

const ofSubject = ({ scope, id }: Subject): RawBuilder<boolean> => sql<boolean>`scope = ${scope} and subject_id = ${id}`

/** The people below a subject, itself with them. */
const below = ({ scope, id, path }: Subject): RawBuilder<boolean> => {
  if (scope === 'all') return sql<boolean>`true`
  return scope === 'user' ? sql<boolean>`subject_id = ${id}` : isWithin(sql.ref('report_days.path'), path)
}

/** Which rows of report_days make up a row of the report, and what it is called. */
function grouping(group: ReportGroup, subject: Subject, span: ReportSpan) {
  const market = span.market ?? 'all'
  switch (group) {
    case 'day':
      return { key: sql`to_char(day, 'YYYY-MM-DD')`, rows: sql`${ofSubject(subject)} and market = ${market}` }
    case 'market': {
      const ofMarket = span.market === undefined ? sql`market <> 'all'` : sql`market = ${span.market}`
      return { key: sql`market`, rows: sql`${ofSubject(subject)} and ${ofMarket}` }
    }
    default:
      return {
        key: sql`subject_id`,
        rows: sql`scope = ${group} and market = ${market} and ${below(subject)}`,
      }
  }
}

export const reportQueries = (db: Kysely<Tables>) => {
  /** The rows of the report, and how many there are without the page. */
  async function rows(group: ReportGroup, subject: Subject, span: ReportSpan, page: ReportPage) {
    const { key, rows: wanted } = grouping(group, subject, span)
    const { field, descending } = page.sort
    const direction = sql.raw(descending ? 'desc' : 'asc')
    const people = group === 'user' || group === 'agent'
    const named = people ? sql`users.user_name` : sql`null::text`
    const order = field === 'key' ? (people ? sql`user_name` : sql`key`) : sql.id(field)
    const found = await sql<ReportRow & { total: number }>`
      with sums as (
        select ${key} as key, ${summed} from report_days where ${wanted} and ${between(span)} group by 1
      ),
      placed as (
        select sums.key::text as key, ${sql.join(measures.map((name) => sql.id('sums', name)))},
               ${named} as user_name, ${people ? sql`users.role` : sql`null::text`} as role, count(*) over () as total,
               row_number() over (order by ${order} ${direction}, sums.key ${direction}) as place
        from sums ${people ? sql`left join users on users.id = sums.key` : sql``}
      )
      select key, ${sql.join(measures.map((name) => sql.id(name)))}, user_name, role, total from placed
      where place > ${page.skip} order by place limit ${page.limit}`.execute(db)
    return found.rows
  }

  return {
    rows,

    /** Every day of the span, also those on which nothing happened. */
    async days(subject: Subject, span: ReportSpan): Promise<(Measures & { day: string })[]> {
      const found = await sql<Measures & { day: string }>`
        select to_char(each.day, 'YYYY-MM-DD') as day,
               ${sql.join(measures.map((name) => sql`coalesce(${sql.id(name)}, 0) as ${sql.id(name)}`))}
        from generate_series(${span.from}::date, ${span.to}::date, '1 day') as each (day)
        left join report_days
          on report_days.day = each.day and ${ofSubject(subject)} and market = ${span.market ?? 'all'}
        order by each.day`.execute(db)
      return found.rows
    },

    /** How long phones were in use on each day by some rows of the report; days without use are left out. */
    async useByDay(group: Exclude<ReportGroup, 'day'>, keys: readonly string[], subject: Subject, span: ReportSpan) {
      if (keys.length === 0) return []
      const { key, rows: wanted } = grouping(group, subject, span)
      const found = await sql<{ key: string; day: string; use_ms: number }>`
        select (${key})::text as key, to_char(day, 'YYYY-MM-DD') as day, use_ms
        from report_days
        where ${wanted} and ${between(span)} and ${key} in (${sql.join(group === 'market' ? keys : keys.map(Number))})`.execute(
        db,
      )
      return found.rows
    },

    /** When the figures were last brought up to date; null before the first time. */
    async rolledAt(): Promise<number | null> {
      const { last } = await db
        .selectFrom('report_rolls')
        .select(({ fn }) => fn.max('rolled_at').as('last'))
        .executeTakeFirstOrThrow()
      return last
    },

    /** When today began, as a Unix time in milliseconds. */
    async todayBegan(timeZone: string): Promise<number> {
      const found = await sql<{ at: number }>`
        select (extract(epoch from date_trunc('day', now() at time zone ${timeZone}) at time zone ${timeZone}) * 1000)::bigint as at`.execute(
        db,
      )
      return found.rows[0]?.at ?? Date.now()
    },

    /** Today, in the reports' time zone, and the day so many before it. */
    async lastDays(days: number, timeZone: string): Promise<{ from: string; to: string }> {
      const found = await sql<{ from: string; to: string }>`
        select to_char(today.day, 'YYYY-MM-DD') as to, to_char(today.day - ${days - 1}::int, 'YYYY-MM-DD') as from
        from (select (now() at time zone ${timeZone})::date as day) as today`.execute(db)
      const [span] = found.rows
      if (span === undefined) throw new Error('the database does not know the day')
      return span
    },
  }
}
