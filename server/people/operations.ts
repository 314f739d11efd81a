import { defineOperations, type Query } from '../http/contract.ts'
import { csvFile, timeColumn, type CsvColumn } from '../http/csv.ts'
import { badCursor } from '../http/refusal.ts'
import { sortOrder } from '../http/sort-order.ts'
import type { UserEntry, UserFilter } from '../store/user-list.ts'
import { expiryOf, toUser } from './shown.ts'

const filterOf = (query: Query<'userExport'> & { id?: number | undefined }): UserFilter => ({
  id: query.id,
  role: query.role,
  user_name: query.user_name,
  enabled: query.enabled,
  service: query.service,
  parent_id: query.parent_id,
})

/** What the exported file shows of each user. */
const exported: CsvColumn<UserEntry>[] = [
  { header: 'people.field.id', cell: ({ id }) => id },
  { header: 'people.field.user_name', cell: ({ user_name }) => user_name },
  { header: 'people.field.role', cell: ({ role }) => role },
  { header: 'people.field.parent_name', cell: ({ parent_name }) => parent_name },
  { header: 'people.enabled', cell: ({ enabled }) => (enabled ? 1 : 0) },
  { header: 'people.field.modules', cell: ({ modules }) => modules.join(' ') },
  timeColumn('exports.people.expires_at', (user) => expiryOf(user)),
  { header: 'exports.people.thread_number', cell: ({ thread_number }) => thread_number },
  { header: 'exports.people.device_count', cell: ({ device_count }) => device_count },
  { header: 'people.field.subordinate_count', cell: ({ subordinate_count }) => subordinate_count },
  { header: 'people.field.contact_name', cell: ({ contact_name }) => contact_name },
  { header: 'people.field.phone', cell: ({ phone }) => phone },
  { header: 'people.field.email', cell: ({ email }) => email },
  timeColumn('people.field.last_login_at', ({ last_login_at }) => last_login_at),
  timeColumn('people.field.created_at', ({ created_at }) => created_at),
  { header: 'people.field.note', cell: ({ note }) => note },
]

export const userOperations = defineOperations(() => ({
  /** The caller and everyone below; admin and security see all. */
  userList: async ({ caller, query, store }) => {
    const { limit, skip, cursor, show_device: countDevices = false } = query
    const order = sortOrder(query.sort)
    const found =
      skip > 0
        ? await store.users.byOffset(caller, filterOf(query), order, { limit, skip, countDevices })
        : await store.users.byCursor(caller, filterOf(query), order, { limit, cursor, countDevices })
    if (found === undefined) throw badCursor()
    return { ...found, items: found.items.map(toUser) }
  },

  userExport: async ({ caller, query, store, language }) => {
    const people = store.users.walk(caller, filterOf(query), sortOrder(query.sort))
    return csvFile('users', exported, people, language)
  },
}))
