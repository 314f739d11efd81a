import { api, dataOf } from '../api/client.ts'
import type { components, operations } from '../api/schema.ts'
import type { FetchPage } from './page-flight.ts'
import { resourceListMachine } from './resource-list.ts'

export type Device = components['schemas']['Device']
export type DeviceStatus = components['schemas']['DeviceStatus']
type DeviceParameters = NonNullable<operations['deviceListByCursor']['parameters']['query']>
export type DeviceSort = NonNullable<DeviceParameters['sort']>

/** What the list of phones is sorted by and narrowed to; empty values narrow nothing. */
export interface DeviceQuery {
  sort: DeviceSort
  keyword: string
  status: readonly DeviceStatus[]
  box: number | null
  region: string
}

/** Asks for one page of phones (v3: by cursor). */
export const fetchDevices: FetchPage<Device, DeviceQuery> = (
  { query: { sort, keyword, status, box, region }, cursor, limit },
  signal,
) =>
  dataOf(
    api.GET('/api/restful/v3/device/list', {
      signal,
      params: {
        query: {
          limit,
          sort,
          cursor: cursor ?? undefined,
          keyword: keyword === '' ? undefined : keyword,
          status: status.length === 0 ? undefined : [...status],
          box_id: box ?? undefined,
          region: region === '' ? undefined : region,
        },
      },
    }),
  )

export const letsAllDevicesThrough = ({ keyword, status, box, region }: DeviceQuery): boolean =>
  keyword === '' && status.length === 0 && box === null && region === ''

export const deviceListMachine = resourceListMachine<Device, DeviceQuery>()
