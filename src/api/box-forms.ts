import { bodyRules } from '../../generated/body-rules.ts'
import type { Box, BoxToken, Tunnel } from './boxes.ts'
import { api, dataOf } from './client.ts'
import type { RecordFormInput } from './form-description.ts'

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
