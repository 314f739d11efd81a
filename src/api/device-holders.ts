import type { operations } from '../../generated/contract-types.ts'
import { api, dataOf } from './client.ts'
import type { DeviceQuery } from './devices.ts'
import { selectionOf, type BatchTarget } from './list-calls.ts'

/** Who has phones, as far as they are named, and how many phones somebody has. */
export type DeviceHolders = operations['deviceHolders']['responses'][200]['content']['application/json']['data']

/** Who has phones that something is about to be done with. */
export const fetchHolders = (target: BatchTarget<DeviceQuery>, signal: AbortSignal): Promise<DeviceHolders> =>
  dataOf(api.POST('/api/restful/v2/device/holders', { signal, body: selectionOf(target) }))
