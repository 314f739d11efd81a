import type { Role } from '../../domain/roles.ts'
import type { components, operations } from '../../generated/contract-types.ts'
import { i18n } from '../i18n/i18n.ts'
import { mayCall } from '../permissions.ts'
import { api, dataOf } from './client.ts'
import {
  maxFound,
  selectionOf,
  wantedId,
  wantedText,
  type BatchCall,
  type FetchPage,
  type FindOptions,
} from './list-calls.ts'

export type User = components['schemas']['User']
export type ServiceState = components['schemas']['ServiceState']

/** What the list of users is sorted by and narrowed to, as the call takes it. */
export type UserQuery = NonNullable<operations['userExport']['parameters']['query']>

/** Asks for one page of users. */
export const fetchUsers: FetchPage<User, UserQuery> = ({ query, cursor, limit }, signal) =>
  dataOf(
    api.GET('/api/restful/v2/user/list', {
      signal,
      params: { query: { ...query, limit, cursor: cursor ?? undefined, show_device: true } },
    }),
  )

export const switchUsers =
  (enabled: boolean): BatchCall<UserQuery> =>
  async (target, signal) => {
    const body = { ...selectionOf(target), enabled }
    return dataOf(api.POST('/api/restful/v2/user/switch', { body, signal }))
  }

export const renewUsers =
  (days: number): BatchCall<UserQuery> =>
  async (target, signal) => {
    const body = { ...selectionOf(target), days }
    return dataOf(api.POST('/api/restful/v2/user/renew', { body, signal }))
  }

export const deleteUsers: BatchCall<UserQuery> = async (target, signal) =>
  dataOf(api.POST('/api/restful/v2/user/del', { body: selectionOf(target), signal }))

/** Where a user signs in, with its name filled in. */
export const signInAddress = (userName: string): string =>
  `${location.origin}/login?${new URLSearchParams({ user_name: userName })}`

/** One step of the way down to a user. */
export interface Ancestor {
  id: number
  user_name: string
}

/** The way down to a user, as far as the operator may see it: those above it, from the top, and itself at the end. */
export async function wayDown(id: number, signal: AbortSignal): Promise<readonly Ancestor[]> {
  const way: Ancestor[] = []
  for (let next: number | null = id; next !== null;) {
    const query: { id: number } = { id: next }
    const { items } = await dataOf(api.GET('/api/restful/v2/user/list', { signal, params: { query } }))
    const [user] = items
    if (user !== undefined) way.unshift({ id: user.id, user_name: user.user_name })
    next = user?.parent_id ?? null
  }
  return way
}

/** Finds users that the operator may see, some of them. */
async function usersLike(
  wanted: Parameters<FindOptions>[0],
  narrowed: Pick<UserQuery, 'role'> & { show_device?: boolean },
  signal: AbortSignal,
): Promise<readonly User[]> {
  const like = { limit: maxFound, id: wantedId(wanted), user_name: wantedText(wanted), sort: 'user_name' as const }
  const query = { ...like, ...narrowed }
  return (await dataOf(api.GET('/api/restful/v2/user/list', { signal, params: { query } }))).items
}

const named = ({ id, user_name }: User) => ({ value: String(id), text: user_name })

/** Users that the operator may see, by name. */
export const findUsers: FindOptions = async (wanted, signal) => (await usersLike(wanted, {}, signal)).map(named)

/** Users by name, and how many phones each has beside how many it may use at once: who is about to be given some. */
export const findOwners: FindOptions = async (wanted, signal) =>
  (await usersLike(wanted, { show_device: true }, signal)).map(
    ({ id, user_name: name, device_count, thread_number: quota }) => ({
      value: String(id),
      text: i18n.t('people.owns', { name, owned: device_count ?? 0, quota }),
    }),
  )

/** Agents that the operator may see, by name. */
export const findAgents: FindOptions = async (wanted, signal) =>
  (await usersLike(wanted, { role: ['agent'] }, signal)).map(named)

/** Who may be given an environment. */
export interface Member {
  id: number
  user_name: string
}

/** The most that is asked for at once, which is more than a team has. */
const maxMembers = 500

/** Everybody whom the operator may give something. */
export async function fetchMembers(role: Role, signal: AbortSignal): Promise<readonly Member[]> {
  if (!mayCall(role, 'userList')) return [] // An element keeps what it has.
  const query = { limit: maxMembers, sort: 'user_name' as const }
  return (await dataOf(api.GET('/api/restful/v2/user/list', { signal, params: { query } }))).items
}

export type ContactCard = components['schemas']['ContactCard']

/** What the account's card asks for. */
export interface AccountFacts {
  /** Whom to turn to; null for those above whom there is nobody. */
  contact: ContactCard | null
  /** Undefined for those who may invite nobody. */
  inviteCode: string | undefined
}

/** Whom to turn to, and, where the operator invites, the code with which others register below. */
export async function fetchAccount(invites: boolean, signal: AbortSignal): Promise<AccountFacts> {
  const [contact, code] = await Promise.all([
    dataOf(api.GET('/api/restful/v2/user/contact', { signal })),
    invites ? dataOf(api.GET('/api/restful/v2/user/invitecode', { signal })) : undefined,
  ])
  return { contact, inviteCode: code?.invite_code }
}

/** Has another code made for the operator; nobody registers with the one before any more. */
export const renewInviteCode = async (signal: AbortSignal): Promise<void> => {
  await dataOf(api.POST('/api/restful/v2/user/invitecode/renew', { signal }))
}
