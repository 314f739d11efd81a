import { sql, type Kysely } from 'kysely'
import { mayCareForPhones, roles, seesEverything } from '../../domain/roles.ts'
import { expiringDays } from '../../domain/service.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { isLeftFailed } from './job-queries.ts'
import type { AlertKind, Tables } from './tables.ts'
import { tryLock } from './try-lock.ts'

/** Something that somebody has not been told of. */
export interface Alert {
  user_id: number
  /** Whoever is above that user. */
  above: string | null
  kind: AlertKind
  /** The phone, the job, or whose service it is. */
  subject_id: number
  name: string
  /** When the phone became faulty or went away, the job ended or the service ends. */
  since: number
}

const minute = 60_000
const day = 86_400_000
/** What is over before that needs nobody: a phone that recovers, a job that somebody tries again. */
const patience = 5 * minute
/** A phone that was not seen for so long is away, and not only starting anew. */
export const away = day
/** Whoever was told of such a thing is not told of another of the kind before that: what comes meanwhile comes together. */
const quiet = 60 * minute
/** What began longer ago is not told any more: a phone changes hands, a server was off. */
const lookBack = 2 * day
/** What somebody was told of is remembered for longer than anything is looked for. */
const kept = (expiringDays + 1) * day
const rowsAtOnce = 10_000

const caringRoles = sql.join(roles.filter(mayCareForPhones).map((role) => sql.lit(role)))
const unservedRoles = sql.join(roles.filter(seesEverything).map((role) => sql.lit(role)))

/** Phones whose state goes on since then: their owner is told, and where that one may not take care of it, whoever is above. */
const phones = (kind: 'fault' | 'offline', status: 'faulty' | 'offline', from: number, to: number) => sql`
  select told.id as user_id, ${kind} as kind, devices.id as subject_id, devices.name, events.at as since
  from events join devices on devices.id = events.subject_id
  join users as owners on owners.id = devices.owner_id
  join users as told on told.id = owners.id or (told.id = owners.parent_id and owners.role not in (${caringRoles}))
  where events.kind = ${kind} and events.until is null and events.at > ${from} and events.at <= ${to}
    and devices.status = ${status} and devices.removed_at is null`

/** Whoever began them is told of jobs. */
const jobs = (from: number, to: number) => sql`
  select jobs.created_by, 'job', jobs.id, '#' || jobs.id || ' ' || jobs.name, jobs.ended_at
  from jobs where jobs.ended_at > ${from} and jobs.ended_at <= ${to} and ${isLeftFailed}`

/** Services that end soon: their users are told, and whoever is above and renews them. */
const services = (now: number) => sql`
  select told.id, case when told.id = users.id then 'own_service' else 'service' end, users.id, users.user_name,
    (users.authorization_at + users.expiration) * 1000
  from users join users as told on told.id in (users.id, users.parent_id)
  where users.expiration > 0 and users.enabled and users.deleted_at is null and users.role not in (${unservedRoles})
    and (users.authorization_at + users.expiration) * 1000 > ${now}
    and (users.authorization_at + users.expiration) * 1000 <= ${now + expiringDays * day}`

export const alertQueries = (db: Kysely<Tables>) => ({
  /** What people are to be told of now; nothing where another server is at it. */
  async due(now: number): Promise<Alert[]> {
    if (!(await tryLock(db, advisoryLocks.alerts))) return []
    const { rows } = await sql<Alert>`
      with troubles as (
        ${phones('fault', 'faulty', now - lookBack, now - patience)}
        union all ${phones('offline', 'offline', now - away - lookBack, now - away)}
        union all ${jobs(now - lookBack, now - patience)}
        union all ${services(now)}
      )
      select troubles.*, parents.user_name as above
      from troubles join users on users.id = troubles.user_id left join users as parents on parents.id = users.parent_id
      where users.enabled and users.deleted_at is null
        and not exists (
          select from alerts where alerts.user_id = troubles.user_id and alerts.kind = troubles.kind
            and (alerts.told_at > ${now - quiet}
              or (alerts.subject_id = troubles.subject_id
                and (alerts.since = troubles.since or alerts.told_at > ${now - day}))))
      order by user_id, kind, troubles.name, subject_id
      limit ${rowsAtOnce}`.execute(db)
    return rows
  },

  /** Somebody is being told of these. */
  async tell(alerts: readonly Alert[], told_at: number): Promise<void> {
    await db
      .insertInto('alerts')
      .columns(['user_id', 'kind', 'subject_id', 'since', 'told_at'])
      .expression(
        sql`select user_id, kind, subject_id, since, ${told_at}::bigint
          from jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb)
            as told (user_id bigint, kind text, subject_id bigint, since bigint)`,
      )
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'kind', 'subject_id'])
          .doUpdateSet({ since: sql`excluded.since`, told_at: sql`excluded.told_at` }),
      )
      .execute()
  },

  /** Forgets of what people were told that nobody looks for any more. */
  async forget(now: number): Promise<void> {
    await db
      .deleteFrom('alerts')
      .where('told_at', '<', now - kept)
      .execute()
  },
})
