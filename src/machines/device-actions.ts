import { api, dataOf, quietApi } from '../api/client.ts'
import type { BatchCall } from './batch-action.ts'
import { inTurns } from './in-turns.ts'
import type { DeviceQuery } from './device-list.ts'
import { oneByOne } from './one-by-one.ts'

/** Phones that one call acts on; more are acted on in turns. */
const atOnce = 500

type Act = (ids: number[], signal: AbortSignal) => ReturnType<BatchCall<DeviceQuery>>

const batchOf =
  (act: Act): BatchCall<DeviceQuery> =>
  (target, signal) =>
    inTurns(target, atOnce, (ids) => act(ids, signal))

export const deleteDevices = batchOf(
  async (ids, signal) => (await dataOf(api.POST('/api/restful/v2/device/del', { signal, body: { ids } }))).results,
)

export const recoverDevices = batchOf(
  async (ids, signal) => (await dataOf(api.POST('/api/restful/v2/device/recover', { signal, body: { ids } }))).results,
)

export const maintainDevices = (on: boolean) =>
  batchOf(
    async (ids, signal) =>
      (await dataOf(api.POST('/api/restful/v2/device/maintain', { signal, body: { ids, on } }))).results,
  )

export const freeDevices = oneByOne<DeviceQuery>((id, signal) =>
  dataOf(quietApi.GET('/api/restful/v2/device/freed', { signal, params: { query: { id } } })),
)
