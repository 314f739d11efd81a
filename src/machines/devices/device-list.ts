import { api, dataOf } from '../../api/client.ts'
import type { components, operations } from '../../../generated/contract-types.ts'
import type { FetchPage } from '../lists/page-flight.ts'
import type { BatchTarget } from '../lists/resource-list.ts'

export type Device = components['schemas']['Device']
export type DeviceStatus = components['schemas']['DeviceStatus']

/** What the list of phones is sorted by and narrowed to, as the call takes it. */
export type DeviceQuery = NonNullable<operations['deviceExport']['parameters']['query']>

/** Asks for one page of phones (v3: by cursor). */
export const fetchDevices: FetchPage<Device, DeviceQuery> = ({ query, cursor, limit }, signal) =>
  dataOf(
    api.GET('/api/restful/v3/device/list', {
      signal,
      params: { query: { ...query, limit, cursor: cursor ?? undefined } },
    }),
  )

/** What calls on phones take: ids, or the filters without the sort. */
export function selectionOf(target: BatchTarget<DeviceQuery>) {
  if ('ids' in target) return { ids: [...target.ids] }
  const { sort: _sort, ...matching } = target.matching
  return { matching }
}
