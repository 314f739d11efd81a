import type { components } from '../../generated/contract-types.ts'
import { api, dataOf } from './client.ts'

// Apart from devices.ts, which comes with the first list: the console counts from the first page on.

export type DeviceCounts = components['schemas']['DeviceCounts']

/** How many phones there are and are in use. */
export const fetchDeviceCounts = (signal: AbortSignal): Promise<DeviceCounts> =>
  dataOf(api.GET('/api/restful/v3/device/thread', { signal }))
