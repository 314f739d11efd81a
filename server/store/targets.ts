import type { Kysely } from 'kysely'
import type { TaskTargets } from '../../domain/jobs.ts'
import { visibleTo } from './device-list.ts'
import { hasKeyword, phoneTexts } from './keyword.ts'
import type { Tables } from './tables.ts'
import { countRows } from './totals.ts'
import type { Person } from './users.ts'

/** Which phones targets name, among those that a person may see. */
export const targetQueries = (db: Kysely<Tables>) => {
  const matching = (person: Person, { device_ids, box_ids, owner_ids, filter }: TaskTargets) => {
    let query = db.selectFrom('devices').where('devices.removed_at', 'is', null).where(visibleTo(person))
    if (device_ids) query = query.where('devices.id', 'in', device_ids)
    if (box_ids) query = query.where('devices.box_id', 'in', box_ids)
    if (owner_ids) query = query.where('devices.owner_id', 'in', owner_ids)
    if (filter?.region) query = query.where('devices.region', '=', filter.region)
    if (filter?.keyword) query = query.where(hasKeyword(phoneTexts, filter.keyword))
    return query
  }

  return {
    /** At most `limit` of them, by name. */
    phones: (person: Person, targets: TaskTargets, limit: number) =>
      matching(person, targets)
        .select(['devices.id', 'devices.name'])
        .orderBy('devices.name')
        .orderBy('devices.id')
        .limit(limit)
        .execute(),

    /** All of them, by id alone. */
    async ids(person: Person, targets: TaskTargets): Promise<number[]> {
      const rows = await matching(person, targets).select('devices.id').execute()
      return rows.map(({ id }) => id)
    },

    count: (person: Person, targets: TaskTargets): Promise<number> => countRows(matching(person, targets)),
  }
}
