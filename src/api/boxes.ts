import type { Role } from '../../domain/roles.ts'
import { bodyRules } from '../../generated/body-rules.ts'
import type { components, operations } from '../../generated/contract-types.ts'
import { mayCall } from '../permissions.ts'
import { api, dataOf } from './client.ts'
import { fetchRegions, type Region } from './devices.ts'
import type { RecordFormInput } from './form-description.ts'
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
const mostUsers = 500

export async function fetchBoxChoices(role: Role, signal: AbortSignal): Promise<BoxChoices> {
  const users = { params: { query: { limit: mostUsers, sort: 'user_name' as const } }, signal }
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

/** What a box is described with. */
export type BoxValues = {
  name: string
  code: string
  region: string
  slots: number | null
  address: string
  owner_id: number | null
  phone_owner_id: number | null
  note: string
}

const required = <T>(value: T | null): T => {
  if (value === null) throw new Error('the form lets nothing through that is required')
  return value
}

/** The form that adds a box. */
export const newBoxForm = (): RecordFormInput<BoxValues, BoxToken> => ({
  of: 'new record',
  rules: bodyRules.boxAdd,
  values: {
    name: '',
    code: '',
    region: '',
    slots: 60,
    address: '',
    owner_id: null,
    phone_owner_id: null,
    note: '',
  },
  save({ values: { owner_id, slots, ...values } }, signal) {
    const body = { ...values, slots: required(slots), ...(owner_id !== null && { owner_id }) }
    return dataOf(api.POST('/api/restful/v2/box/add', { body, signal }))
  },
})

/** The form that changes a box; its code stays. */
export const boxForm = (box: Box): RecordFormInput<Omit<BoxValues, 'code'>, Box> => ({
  of: 'existing record',
  rules: bodyRules.boxEdit,
  values: {
    name: box.name,
    region: box.region,
    slots: box.slots,
    address: box.address,
    owner_id: box.owner_id,
    phone_owner_id: box.phone_owner_id,
    note: box.note,
  },
  save({ changes: { owner_id, slots, ...changes } }, signal) {
    const given = { ...(owner_id !== undefined && { owner_id: required(owner_id) }) }
    const body = { id: box.id, ...changes, ...given, ...(slots !== undefined && { slots: required(slots) }) }
    return dataOf(api.POST('/api/restful/v2/box/edit', { body, signal }))
  },
})

export const replaceToken = (id: number, signal: AbortSignal): Promise<BoxToken> =>
  dataOf(api.POST('/api/restful/v2/box/token', { body: { id }, signal }))

export const removeBoxes = oneByOne<BoxQuery>((id, signal) =>
  api.POST('/api/restful/v2/box/del', { body: { id }, signal }),
)

/** What a tunnel is opened with. */
export type TunnelValues = {
  server_address: string
  server_port: number | null
  token: string
  remote_port: number | null
  local_port: number | null
}

/** The form that opens a box's tunnel. A token that is left empty stays as it was. */
export const tunnelForm = ({ id, frp }: Box): RecordFormInput<TunnelValues, Tunnel> => ({
  of: 'new record',
  rules: bodyRules.maintainFrp,
  values: {
    server_address: frp?.server_address ?? '',
    server_port: frp?.server_port ?? 7000,
    token: '',
    remote_port: frp?.remote_port ?? null,
    local_port: frp?.local_port ?? 22,
  },
  // The contract can not require what it lets stay as it was.
  check: ({ server_address, server_port, remote_port, local_port }) => ({
    ...(server_address === '' && { server_address: { rule: 'required' } }),
    ...(server_port === null && { server_port: { rule: 'required' } }),
    ...(remote_port === null && { remote_port: { rule: 'required' } }),
    ...(local_port === null && { local_port: { rule: 'required' } }),
  }),
  save({ values: { token, server_address, ...ports } }, signal) {
    const body = {
      box_id: id,
      enabled: true,
      server_address,
      server_port: required(ports.server_port),
      remote_port: required(ports.remote_port),
      local_port: required(ports.local_port),
      ...(token !== '' && { token }),
    }
    return dataOf(api.POST('/api/restful/v2/maintain/frp', { body, signal }))
  },
})

export const closeTunnels = oneByOne<BoxQuery>((id, signal) =>
  api.POST('/api/restful/v2/maintain/frp', { body: { box_id: id, enabled: false }, signal }),
)
