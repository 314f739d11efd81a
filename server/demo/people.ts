import type { Kysely } from 'kysely'
import { markets, type Market } from '../../domain/markets.ts'
import type { Role } from '../../domain/roles.ts'
import { hashOfUnknownPassword } from '../people/passwords.ts'
import type { Tables } from '../store/tables.ts'
import { sampleQueries } from '../store/samples.ts'
import { userQueries, type UserRow } from '../store/users.ts'
import { day } from './days.ts'

/** Somebody of the demo fleet, below one of the first accounts or somebody before it in the list. */
interface DemoPerson {
  user_name: string
  role: Role
  parent: string
  modules: readonly Market[]
  /** Phones it may use at once. */
  thread_number: number
  /** Service bought, in days, and how many of them are gone. */
  days: { bought: number; gone: number }
  note: string
  contact_name: string
  disabled?: true
}

/** A reseller with its customers and their teams, and the colleagues of the first manager and element. */
const demoPeople: readonly DemoPerson[] = [
  {
    user_name: '值班安全',
    role: 'security',
    parent: 'admin',
    modules: [],
    thread_number: 0,
    days: { bought: 0, gone: 0 },
    note: '平台值班',
    contact_name: '周毅',
  },
  {
    user_name: '华南代理',
    role: 'agent',
    parent: 'admin',
    modules: markets,
    thread_number: 60,
    days: { bought: 0, gone: 0 },
    note: '广东、福建客户',
    contact_name: '林嘉',
  },
  {
    user_name: '林氏优选',
    role: 'manager',
    parent: '华南代理',
    modules: ['amazon', 'tiktok', 'temu'],
    thread_number: 8,
    days: { bought: 365, gone: 120 },
    note: '家居、厨具',
    contact_name: '林晓',
  },
  {
    user_name: '林氏-亚马逊',
    role: 'element',
    parent: '林氏优选',
    modules: ['amazon'],
    thread_number: 3,
    days: { bought: 365, gone: 120 },
    note: '',
    contact_name: '陈雨',
  },
  {
    user_name: '林氏-短视频',
    role: 'element',
    parent: '林氏优选',
    modules: ['tiktok'],
    thread_number: 3,
    days: { bought: 365, gone: 120 },
    note: '',
    contact_name: '黄可',
  },
  {
    user_name: '海星贸易',
    role: 'manager',
    parent: '华南代理',
    modules: ['walmart', 'walmartcad'],
    thread_number: 6,
    days: { bought: 90, gone: 84 },
    note: '续费中',
    contact_name: '吴海',
  },
  {
    user_name: '海星-一组',
    role: 'element',
    parent: '海星贸易',
    modules: ['walmart'],
    thread_number: 2,
    days: { bought: 90, gone: 84 },
    note: '',
    contact_name: '郑一',
  },
  {
    user_name: '北岸工作室',
    role: 'manager',
    parent: 'agent',
    modules: ['rednote', 'depop'],
    thread_number: 4,
    days: { bought: 30, gone: 27 },
    note: '',
    contact_name: '何北',
  },
  {
    user_name: '北岸-小满',
    role: 'element',
    parent: '北岸工作室',
    modules: ['rednote', 'depop'],
    thread_number: 2,
    days: { bought: 30, gone: 27 },
    note: '',
    contact_name: '满月',
  },
  {
    user_name: '旧客户',
    role: 'manager',
    parent: 'agent',
    modules: ['amazon'],
    thread_number: 2,
    days: { bought: 180, gone: 201 },
    note: '已到期，未续',
    contact_name: '孙老板',
    disabled: true,
  },
  {
    user_name: '店铺-日间',
    role: 'element',
    parent: 'manager',
    modules: ['amazon', 'tiktok', 'temu'],
    thread_number: 3,
    days: { bought: 90, gone: 20 },
    note: '早班 9–17 点',
    contact_name: '李想',
  },
  {
    user_name: '店铺-夜间',
    role: 'element',
    parent: 'manager',
    modules: ['amazon', 'tiktok', 'walmart'],
    thread_number: 3,
    days: { bought: 90, gone: 20 },
    note: '晚班 17–1 点',
    contact_name: '赵宁',
  },
]

/**
 * Adds the people of the demo fleet to a first start. They have been there for a while, and nobody knows their passwords:
 * whoever wants to be one of them resets it.
 */
export async function addDemoPeople(tx: Kysely<Tables>, first: readonly UserRow[], now: number): Promise<UserRow[]> {
  const users = userQueries(tx)
  const password_hash = await hashOfUnknownPassword()
  const known = new Map(first.map((user) => [user.user_name, user]))
  for (const person of demoPeople) {
    const parent = known.get(person.parent)
    if (parent === undefined) throw new Error(`${person.user_name} stands before ${person.parent}`)
    const { days } = person
    const user = await users.add({
      user_name: person.user_name,
      password_hash,
      role: person.role,
      parent,
      modules: [...person.modules],
      thread_number: person.thread_number,
      expiration: days.bought * (day / 1_000),
      authorization_at: Math.floor((now - days.gone * day) / 1_000),
    })
    const beyond = {
      note: person.note,
      contact_name: person.contact_name,
      enabled: person.disabled !== true,
      created_at: now - Math.max(days.gone, 30) * day,
    }
    await tx.updateTable('users').set(beyond).where('id', '=', user.id).execute()
    known.set(user.user_name, { ...user, ...beyond })
  }
  const people = [...known.values()]
  await sampleQueries(tx).mark(
    'user',
    people.slice(first.length).map(({ id }) => id),
  )
  return people
}
