import { api, dataOf } from '../../api/client.ts'
import type { DeviceQuery } from './device-list.ts'
import { oneByOne } from '../lists/one-by-one.ts'

// With one phone; with several it is a job (phone-actions.ts).

export const deleteDevice = oneByOne<DeviceQuery>((id, signal) =>
  dataOf(api.POST('/api/restful/v2/device/del', { signal, body: { id } })),
)

export const recoverDevice = oneByOne<DeviceQuery>((id, signal) =>
  dataOf(api.POST('/api/restful/v2/device/recover', { signal, body: { id } })),
)

export const maintainDevice = (on: boolean) =>
  oneByOne<DeviceQuery>((id, signal) =>
    dataOf(api.POST('/api/restful/v2/device/maintain', { signal, body: { id, on } })),
  )

export const freeDevice = oneByOne<DeviceQuery>((id, signal) =>
  dataOf(api.GET('/api/restful/v2/device/freed', { signal, params: { query: { id } } })),
)
