import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { OwnerPath } from '../../domain/fleet-topics.ts'
import type { Market } from '../../domain/markets.ts'
import type { Reason } from '../../domain/reason.ts'
import { seesEverything } from '../../domain/roles.ts'
import { visibleTo } from './device-list.ts'
import { digestOf } from './keyset.ts'
import { isAbout, shortName } from './operation-log-list.ts'
import { isWithin } from './owner-tree.ts'
import type { StateKind, Tables } from './tables.ts'
import { teamOf } from './team.ts'
import { expectedRows, few } from './totals.ts'
import type { Person } from './users.ts'

/** What the stream has: states of machines, what phones have done of jobs, and what people did. */
export type EventKind = StateKind | 'job' | 'action'

/** Whoever asks, and what it may ask for elsewhere. */
export interface Viewer extends Person {
  /** Whether it may list boxes. */
  seesBoxes: boolean
  /** Whether it may read the operation log. */
  readsLog: boolean
}

export type SubjectKind = 'device' | 'environment' | 'box' | 'user'

export interface EventSubject {
  kind: SubjectKind
  id: number
}

interface SubjectName {
  name: string
  /** Of a shop. */
  market: Market | null
}

interface EventFilter {
  /** Whose timeline; the caller's whole branch where it is left out. */
  subject: EventSubject | undefined
  kinds: readonly EventKind[]
  /** Unix time in milliseconds. */
  from: number | undefined
  /** Not included. */
  to: number | undefined
}

export interface EventEntry {
  id: number
  at: number
  kind: EventKind
  until: number | null
  device_id: number | null
  device_name: string
  box_id: number | null
  box_name: string
  environment_id: number | null
  environment_name: string
  market: Market | null
  user_id: number | null
  user_name: string
  reason: Reason | null
  /** Of the operation log, or a job's. */
  action: string | null
  /** Of the operation log: `<kind>:<id>`. */
  target: string | null
  /** What the target, or the job, was called. */
  target_name: string
  /** Of an action or an item of a job. */
  result: string | null
}

interface OfflineSpan {
  from: number
  to: number
  box_id: number | undefined
  /** The code of the reason. */
  cause: string | undefined
}

interface OfflineCause {
  reason: Reason | null
  phones: number
  outages: number
  ms: number
}

interface OfflinePhone {
  id: number
  name: string
  box_id: number
  box_name: string
  ms: number
  count: number
  is_offline: boolean
  /** The newest few. */
  outages: { at: number; until: number | null; reason: Reason | null; user_name: string }[]
}

/** Each source numbers its rows; in the stream those of each lie above those of the one before. */
const idsOfSource = 1_000_000_000_000_000

/** States of what at most so many have are merged from the newest of each: a walk would pass those of everybody else. */
const maxMerged = 40

/** Outages that a summary looks at, and phones that it names. */
const outagesAtMost = 20_000
const staleAtMost = 5_000
const phonesAtMost = 200
const outagesOfPhone = 5
/** An outage that began longer before is found only while it goes on. Milliseconds. */
const lookBack = 7 * 86_400_000

interface Place {
  at: number
  id: number
}

/** Reads a cursor; undefined when it is none, or of other filters. */
function openCursor(text: string, digest: string): Place | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(parts) || parts.length !== 3 || parts[0] !== digest) return undefined
    const [, at, id] = parts as unknown[]
    return Number.isSafeInteger(at) && Number.isSafeInteger(id) ? { at: Number(at), id: Number(id) } : undefined
  } catch {
    return undefined // What is no JSON is no cursor.
  }
}

const cursorOf = (digest: string, { at, id }: Place): string =>
  Buffer.from(JSON.stringify([digest, at, id])).toString('base64url')

/** The shops that a caller may see: a team's, of which an element has its own; above teams, those of the branch. */
function visibleShops(caller: Person): RawBuilder<boolean> {
  if (caller.role === 'agent') return isWithin(sql.ref('shops.owner_path'), caller.path)
  const ofTeam = sql<boolean>`shops.manager_id = ${teamOf(caller)}`
  return caller.role === 'element' ? sql<boolean>`(${ofTeam} and shops.owner_id = ${caller.id})` : ofTeam
}

const isBox = (viewer: Viewer): RawBuilder<boolean> =>
  viewer.seesBoxes
    ? sql<boolean>`subject_id = any (array(select id from boxes where ${isWithin(sql.ref('boxes.owner_path'), viewer.path)}))`
    : sql<boolean>`false`

/**
 * Whether the caller may see whose state it is, as things are now. Limits have each phone and shop looked up by its id: PostgreSQL
 * would read all of them; boxes are few.
 */
const visibleStates = (viewer: Viewer): RawBuilder<boolean> =>
  seesEverything(viewer.role)
    ? sql<boolean>`true`
    : sql<boolean>`case events.kind
        when 'shop' then (select true from environment_rows as shops where shops.id = subject_id and ${visibleShops(viewer)} limit 1)
        when 'box' then ${isBox(viewer)}
        else (select true from devices where devices.id = subject_id and ${visibleTo(viewer)} limit 1) end`

const columnOf = { device: 'device_id', environment: 'environment_id', box: 'box_id', user: 'user_id' } as const

const states = ['offline', 'fault', 'box', 'shop'] as const satisfies readonly StateKind[]

const stateKeys = { at: 'events.at', id: 'events.id', first: idsOfSource }

/** The newest rows of a source behind a place, where its ids begin at `first`. */
const cutOf = (source: { at: string; id: string; first: number }, after: Place | undefined, limit: number) => {
  const [at, id] = [sql.ref(source.at), sql.ref(source.id)]
  const behind = after && sql`and (${at}, ${id}) < (${after.at}, ${after.id - source.first})`
  return sql`${behind ?? sql``} order by ${at} desc, ${id} desc limit ${limit}`
}

export const eventQueries = (db: Kysely<Tables>) => {
  const statesOf = (viewer: Viewer, { subject, kinds, from, to }: EventFilter) => {
    let query = db.selectFrom('events').where(visibleStates(viewer))
    if (subject !== undefined) query = query.where(`events.${columnOf[subject.kind]}`, '=', subject.id)
    else if (!seesEverything(viewer.role)) query = query.where(isWithin(sql.ref('events.owner_path'), viewer.path))
    const wanted = states.filter((kind) => kinds.includes(kind))
    if (wanted.length < states.length) query = query.where('events.kind', 'in', wanted)
    if (from !== undefined) query = query.where('events.at', '>=', from)
    if (to !== undefined) query = query.where('events.at', '<', to)
    return query
  }

  const actionsOf = (viewer: Viewer, { subject, from, to }: EventFilter) => {
    let query = db.selectFrom('operation_log')
    if (!seesEverything(viewer.role)) query = query.where(isWithin(sql.ref('operation_log.user_path'), viewer.path))
    if (subject?.kind === 'user') query = query.where('operation_log.user_id', '=', subject.id)
    else if (subject !== undefined) query = query.where(isAbout(String(subject.id), subject.kind))
    if (from !== undefined) query = query.where('operation_log.at', '>=', from)
    if (to !== undefined) query = query.where('operation_log.at', '<', to)
    return query
  }

  /** What came of jobs on a phone; elsewhere the operation log tells that they were begun. */
  const itemsOf = (viewer: Viewer, id: number, { from, to }: EventFilter) => {
    let query = db
      .selectFrom('job_items')
      .innerJoin('jobs', 'jobs.id', 'job_items.job_id')
      .innerJoin('users', 'users.id', 'jobs.created_by')
      .where('job_items.device_id', '=', id)
      .where('job_items.ended_at', 'is not', null)
    if (viewer.role !== 'admin')
      query = query.where(
        sql<boolean>`exists (select from job_viewers where job_viewers.job_id = jobs.id and user_id = ${viewer.id})`,
      )
    if (from !== undefined) query = query.where('job_items.ended_at', '>=', from)
    if (to !== undefined) query = query.where('job_items.ended_at', '<', to)
    return query
  }

  /** The rows that match, found first where they are few: a walk of the order would pass too many others. */
  const foundFirst = async (
    name: 'events' | 'operation_log',
    query: ReturnType<typeof statesOf> | ReturnType<typeof actionsOf>,
    isFew: boolean,
  ): Promise<RawBuilder<unknown>> => {
    const rows = query as ReturnType<typeof statesOf>
    const all = rows.selectAll(name as 'events')
    return isFew || (await expectedRows(rows)) <= few
      ? sql`(with ${sql.raw(name)} as materialized (${all}) select * from ${sql.raw(name)})`
      : sql`(${all})`
  }

  /** Of whom in a branch there are states, if they are not too many: from each the index leads to the next. */
  const ownersIn = async (branch: OwnerPath): Promise<OwnerPath[] | undefined> => {
    const within = isWithin(sql.ref('events.owner_path'), branch)
    const { rows } = await sql<{ owner_path: OwnerPath }>`
      with recursive owners as (
        (select owner_path from events where ${within} order by owner_path limit 1)
        union all
        select next.owner_path from owners cross join lateral (
          select owner_path from events where ${within} and events.owner_path > owners.owner_path
          order by owner_path limit 1) as next
      )
      select owner_path from owners limit ${maxMerged + 1}`.execute(db)
    return rows.length > maxMerged ? undefined : rows.map(({ owner_path }) => owner_path)
  }

  /** The newest states of each in the caller's branch; undefined where that is not the way to them. */
  const mergedStates = async (viewer: Viewer, filter: EventFilter, after: Place | undefined, limit: number) => {
    if (filter.subject !== undefined || seesEverything(viewer.role)) return undefined
    const owners = await ownersIn(viewer.path)
    if (owners === undefined) return undefined
    const ofOne = statesOf(viewer, { ...filter, kinds: states })
      .where(sql<boolean>`events.owner_path = merged.path and events.kind = merged.kind`)
      .selectAll('events')
    const kinds = states.filter((kind) => filter.kinds.includes(kind))
    return sql`(
      select events.* from (
        select path, kind from unnest(${owners}::text[]) as path cross join unnest(${kinds}::text[]) as kind) as merged
      cross join lateral (select * from ${ofOne} as events where true ${cutOf(stateKeys, after, limit)}) as events)`
  }

  const partsOf = async (viewer: Viewer, filter: EventFilter, after: Place | undefined, limit: number) => {
    const { subject, kinds } = filter
    const parts: RawBuilder<unknown>[] = []
    if (states.some((kind) => kinds.includes(kind))) {
      const from =
        (await mergedStates(viewer, filter, after, limit)) ??
        (await foundFirst('events', statesOf(viewer, filter), false))
      parts.push(sql`
        select id + ${sql.lit(idsOfSource)} as id, at, kind, until, device_id, device_name, box_id, box_name,
               environment_id, environment_name, market, user_id, user_name, reason, null::text as action,
               null::text as target, '' as target_name, null::text as result
        from ${from} as events where true ${cutOf(stateKeys, after, limit)}`)
    }
    if (viewer.readsLog && kinds.includes('action')) {
      const isAboutOne = subject !== undefined && subject.kind !== 'user'
      const from = await foundFirst('operation_log', actionsOf(viewer, filter), isAboutOne)
      parts.push(sql`
        select id, at, 'action' as kind, null::bigint as until, null::bigint as device_id, '' as device_name,
               null::bigint as box_id, '' as box_name, null::bigint as environment_id, '' as environment_name,
               null::text as market, user_id, user_name, null::jsonb as reason, action, target,
               ${shortName} as target_name, result
        from ${from} as operation_log where true
        ${cutOf({ at: 'operation_log.at', id: 'operation_log.id', first: 0 }, after, limit)}`)
    }
    if (subject?.kind === 'device' && kinds.includes('job'))
      parts.push(sql`
        select id + ${sql.lit(2 * idsOfSource)} as id, at, 'job' as kind, null::bigint as until, device_id, device_name,
               null::bigint as box_id, '' as box_name, environment_id, environment_name, null::text as market,
               user_id, user_name, reason, action, null::text as target, target_name, result
        from ${itemsOf(viewer, subject.id, filter).select([
          'job_items.id',
          'job_items.ended_at as at',
          'job_items.device_id',
          sql<string>`coalesce(job_items.device_name, '')`.as('device_name'),
          'job_items.environment_id',
          sql<string>`coalesce(job_items.environment_name, '')`.as('environment_name'),
          'jobs.created_by as user_id',
          'users.user_name',
          'job_items.reason',
          'jobs.action',
          'jobs.name as target_name',
          'job_items.state as result',
        ])} as items where true ${cutOf({ at: 'items.at', id: 'items.id', first: 2 * idsOfSource }, after, limit)}`)
    return parts
  }

  /** The outages of a span that the caller may see. */
  const outagesIn = async (viewer: Viewer, { from, to, box_id, cause }: OfflineSpan) => {
    const kinds = ['offline'] as const
    const narrowed = (begins: number | undefined, ends: number) => {
      let query = statesOf(viewer, { subject: undefined, kinds, from: begins, to: ends })
      if (box_id !== undefined) query = query.where('events.box_id', '=', box_id)
      if (cause !== undefined) query = query.where(sql<boolean>`coalesce(events.reason ->> 'code', '') = ${cause}`)
      return query
    }
    const recent = await foundFirst('events', narrowed(from - lookBack, to), false)
    const stale = narrowed(undefined, from - lookBack).where('events.until', 'is', null)
    return sql`
      (select * from ${recent} as events order by at desc, id desc limit ${outagesAtMost + 1})
      union all (${stale.selectAll('events').limit(staleAtMost)})`
  }

  return {
    /** What the subject of a timeline is called, and of which market; undefined where the caller may not look at it. */
    async subject(viewer: Viewer, { kind, id }: EventSubject): Promise<SubjectName | undefined> {
      const isWhole = seesEverything(viewer.role)
      const all = sql<boolean>`true`
      const within = (path: string) => (isWhole ? all : isWithin(sql.ref(path), viewer.path))
      const from = {
        device: sql`name, null as market from devices where id = ${id} and removed_at is null and ${visibleTo(viewer)}`,
        environment: sql`name, market from environment_rows as shops where id = ${id} and ${isWhole ? all : visibleShops(viewer)}`,
        box: sql`name, null as market from boxes where id = ${id} and ${viewer.seesBoxes ? within('boxes.owner_path') : sql`false`}`,
        user: sql`user_name as name, null as market from users where id = ${id} and ${within('users.path')}`,
      }[kind]
      const { rows } = await sql<SubjectName>`select ${from}`.execute(db)
      return rows[0]
    },

    /** A page of the stream, the newest first; undefined where the cursor is none of these filters. */
    async page(viewer: Viewer, filter: EventFilter, { limit, cursor }: { limit: number; cursor: string | undefined }) {
      const digest = digestOf(filter)
      const after = cursor === undefined ? undefined : openCursor(cursor, digest)
      if (cursor !== undefined && after === undefined) return undefined
      const parts = await partsOf(viewer, filter, after, limit + 1) // One more tells whether there is a next page.
      if (parts.length === 0) return { items: [], next_cursor: null }
      const { rows } = await sql<EventEntry>`
        select * from (${sql.join(
          parts.map((part) => sql`(${part})`),
          sql` union all `,
        )}) as stream order by at desc, id desc limit ${limit + 1}`.execute(db)
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      return { items, next_cursor: rows.length > limit && last !== undefined ? cursorOf(digest, last) : null }
    },

    /** Which phones were offline in a span, for how long and why: those that were for the longest first. */
    async offline(viewer: Viewer, span: OfflineSpan, now: number) {
      const { from, to } = span
      const outages = await outagesIn(viewer, span)
      const { rows } = await sql<{
        looked_at: number
        phone_count: number
        causes: OfflineCause[] | null
        phones: OfflinePhone[] | null
      }>`
        with outages as materialized (${outages}),
        inside as (
          select *, least(coalesce(until, ${now}), ${to}::bigint) - greatest(at, ${from}::bigint) as ms
          from outages where coalesce(until, ${now}) > ${from}::bigint
        ),
        causes as (
          select (array_agg(reason order by at desc))[1] as reason, count(distinct subject_id) as phones,
                 count(*) as outages, sum(ms)::bigint as ms
          from inside group by coalesce(reason ->> 'code', '')
        ),
        phones as (
          select subject_id as id, (array_agg(device_name order by at desc))[1] as name,
                 (array_agg(box_id order by at desc))[1] as box_id, (array_agg(box_name order by at desc))[1] as box_name,
                 sum(ms)::bigint as ms, count(*) as count, bool_or(until is null) as is_offline,
                 to_jsonb((array_agg(jsonb_build_object('at', at, 'until', until, 'reason', reason, 'user_name', user_name)
                           order by at desc))[:${sql.lit(outagesOfPhone)}]) as outages
          from inside group by subject_id
        )
        select (select count(*) from outages) as looked_at, (select count(*) from phones) as phone_count,
               (select jsonb_agg(causes order by ms desc) from causes) as causes,
               (select jsonb_agg(longest order by ms desc, id)
                from (select * from phones order by ms desc, id limit ${phonesAtMost}) as longest) as phones`.execute(
        db,
      )
      const { looked_at = 0, phone_count = 0, causes, phones } = rows[0] ?? {}
      return {
        causes: causes ?? [],
        phones: phones ?? [],
        phone_count,
        is_cut: looked_at > outagesAtMost || phone_count > phonesAtMost,
      }
    },
  }
}
