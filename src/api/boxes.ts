import type { Role } from '../../domain/roles.ts'
import type { components, operations } from '../../generated/contract-types.ts'
import { mayCall } from '../permissions.ts'
import { api, dataOf } from './client.ts'
import { fetchRegions, type Region } from './devices.ts'
import { maxFound, oneByOne, pagesByOffset, wantedText, type FindOptions } from './list-calls.ts'

export type Box = components['schemas']['Box']
export type BoxToken = components['schemas']['BoxToken']
export type Tunnel = components['schemas']['Tunnel']
export type TunnelState = components['schemas']['TunnelState']
type User = components['schemas']['User']

type ListQuery = NonNullable<operations['boxList']['parameters']['query']>
/** What the list of boxes is sorted by and narrowed to, as the call takes it. */
export type BoxQuery = Omit<ListQuery, 'limit' | 'skip' | 'id'>

export const fetchBoxes = pagesByOffset<Box, BoxQuery>(({ query, ...page }, signal) =>
  dataOf(api.GET('/api/restful/v2/box/list', { signal, params: { query: { ...query, ...page } } })),
)

/** Boxes that the operator may see, by name or code. */
export const findBoxes: FindOptions = async (wanted, signal) => {
  const query = { limit: 'value' in wanted ? 500 : maxFound, keyword: wantedText(wanted) }
  const { items } = await dataOf(api.GET('/api/restful/v2/box/list', { signal, params: { query } }))
  const options = items.map(({ id, name }) => ({ value: String(id), text: name }))
  return 'value' in wanted ? options.filter(({ value }) => value === wanted.value) : options
}

/** What a form about boxes offers to choose from. */
export interface BoxChoices {
  regions: readonly Region[]
  /** Whom a box may belong to; empty for those who can name nobody but themselves. */
  owners: readonly User[]
  /** Whom its phones may go to. */
  phoneOwners: readonly User[]
}

/** The most users that a form offers. */
const maxUsers = 500

export async function fetchBoxChoices(role: Role, signal: AbortSignal): Promise<BoxChoices> {
  const users = { params: { query: { limit: maxUsers, sort: 'user_name' as const } }, signal }
  const [regions, people] = await Promise.all([
    fetchRegions(signal),
    mayCall(role, 'boxAdd') ? dataOf(api.GET('/api/restful/v2/user/list', users)) : { items: [] },
  ])
  return {
    regions,
    owners: role === 'admin' ? people.items.filter((user) => user.role === 'agent' || user.role === 'admin') : [],
    phoneOwners: people.items.filter((user) => user.role === 'manager' || user.role === 'element'),
  }
}

export const replaceToken = (id: number, signal: AbortSignal): Promise<BoxToken> =>
  dataOf(api.POST('/api/restful/v2/box/token', { body: { id }, signal }))

export const removeBoxes = oneByOne<BoxQuery>((id, signal) =>
  api.POST('/api/restful/v2/box/del', { body: { id }, signal }),
)

export const closeTunnels = oneByOne<BoxQuery>((id, signal) =>
  api.POST('/api/restful/v2/maintain/frp', { body: { box_id: id, enabled: false }, signal }),
)
