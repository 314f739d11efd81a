import { fromPromise } from 'xstate'
import { api, dataOf } from '../../api/client.ts'
import type { components, operations } from '../../../generated/contract-types.ts'
import type { BatchCall } from '../lists/batch-action.ts'
import type { FetchPage } from '../lists/page-flight.ts'
import type { BatchTarget } from '../lists/resource-list.ts'

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

/** A batch's target as the calls take it: a filter has no order. */
function chosen(target: BatchTarget<UserQuery>) {
  if ('ids' in target) return { ids: [...target.ids] }
  const { sort: _order, ...matching } = target.matching
  return { matching }
}

export const switchUsers =
  (enabled: boolean): BatchCall<UserQuery> =>
  async (target, signal) => {
    const body = { ...chosen(target), enabled }
    return dataOf(api.POST('/api/restful/v2/user/switch', { body, signal }))
  }

export const renewUsers =
  (days: number): BatchCall<UserQuery> =>
  async (target, signal) => {
    const body = { ...chosen(target), days }
    return dataOf(api.POST('/api/restful/v2/user/renew', { body, signal }))
  }

export const deleteUsers: BatchCall<UserQuery> = async (target, signal) =>
  dataOf(api.POST('/api/restful/v2/user/del', { body: chosen(target), signal }))

/** One step of the way down to a user. */
export interface Ancestor {
  id: number
  user_name: string
}

/** The way down to a user, as far as the operator may see it: those above it, from the top, and itself at the end. */
export const wayDown = fromPromise<Ancestor[], { id: number }>(async ({ input, signal }) => {
  const way: Ancestor[] = []
  for (let next: number | null = input.id; next !== null;) {
    const query: { id: number } = { id: next }
    const { items } = await dataOf(api.GET('/api/restful/v2/user/list', { signal, params: { query } }))
    const [user] = items
    if (user !== undefined) way.unshift({ id: user.id, user_name: user.user_name })
    next = user?.parent_id ?? null
  }
  return way
})
