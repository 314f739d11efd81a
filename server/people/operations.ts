import { codes } from '../../domain/codes.ts'
import { defineOperations, type Query } from '../http/contract.ts'
import { csvFile, csvTime, type CsvColumn } from '../http/csv.ts'
import { messages } from '../http/messages.ts'
import { Refusal } from '../http/refusal.ts'
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
  { header: { zh: 'ID', en: 'Id' }, cell: ({ id }) => id },
  { header: { zh: '用户名', en: 'User name' }, cell: ({ user_name }) => user_name },
  { header: { zh: '角色', en: 'Role' }, cell: ({ role }) => role },
  { header: { zh: '上级', en: 'Above' }, cell: ({ parent_name }) => parent_name },
  { header: { zh: '启用', en: 'Enabled' }, cell: ({ enabled }) => (enabled ? 1 : 0) },
  { header: { zh: '模块', en: 'Modules' }, cell: ({ modules }) => modules.join(' ') },
  { header: { zh: '到期时间', en: 'Expires' }, cell: (user) => csvTime(expiryOf(user)) },
  { header: { zh: '可同时使用设备', en: 'Phones at once' }, cell: ({ thread_number }) => thread_number },
  { header: { zh: '名下设备', en: 'Phones' }, cell: ({ device_count }) => device_count },
  { header: { zh: '直属下级', en: 'Right below' }, cell: ({ subordinate_count }) => subordinate_count },
  { header: { zh: '联系人', en: 'Contact' }, cell: ({ contact_name }) => contact_name },
  { header: { zh: '电话', en: 'Phone' }, cell: ({ phone }) => phone },
  { header: { zh: '邮箱', en: 'E-mail' }, cell: ({ email }) => email },
  { header: { zh: '最后登录', en: 'Last sign-in' }, cell: ({ last_login_at }) => csvTime(last_login_at) },
  { header: { zh: '创建时间', en: 'Created' }, cell: ({ created_at }) => csvTime(created_at) },
  { header: { zh: '备注', en: 'Note' }, cell: ({ note }) => note },
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
    if (found === undefined)
      throw new Refusal(codes.invalidInput, messages.invalidInput, { cursor: messages.badCursor })
    return { ...found, items: found.items.map(toUser) }
  },

  userExport: async ({ caller, query, store, language }) => {
    const people = store.users.walk(caller, filterOf(query), sortOrder(query.sort))
    return csvFile('users', exported, people, language)
  },
}))
