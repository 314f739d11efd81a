import { api, dataOf, quietApi } from '../api/client.ts'
import type { BatchCall } from './batch-action.ts'
import type { DeviceQuery } from './device-list.ts'
import { oneByOne } from './one-by-one.ts'
import type { BatchTarget } from './resource-list.ts'

/** Phones that one call acts on; more are acted on in turns. */
const atOnce = 500

/** What is done with phones one by one wants to know which. */
const idsOf = (target: BatchTarget<DeviceQuery>): number[] => ('ids' in target ? [...target.ids] : [])

type Act = (ids: number[], signal: AbortSignal) => ReturnType<BatchCall<DeviceQuery>>

const inTurns =
  (act: Act): BatchCall<DeviceQuery> =>
  async (target, signal) => {
    const ids = idsOf(target)
    const results = []
    for (let from = 0; from < ids.length; from += atOnce)
      results.push(...(await act(ids.slice(from, from + atOnce), signal)))
    return results
  }

export const changeIps = inTurns(
  async (ids, signal) => (await dataOf(api.POST('/api/restful/v2/device/changeip', { signal, body: { ids } }))).results,
)

export const deleteDevices = inTurns(
  async (ids, signal) => (await dataOf(api.POST('/api/restful/v2/device/del', { signal, body: { ids } }))).results,
)

export const recoverDevices = inTurns(
  async (ids, signal) => (await dataOf(api.POST('/api/restful/v2/device/recover', { signal, body: { ids } }))).results,
)

export const maintainDevices = (on: boolean) =>
  inTurns(
    async (ids, signal) =>
      (await dataOf(api.POST('/api/restful/v2/device/maintain', { signal, body: { ids, on } }))).results,
  )

export const freeDevices = oneByOne<DeviceQuery>((id, signal) =>
  dataOf(quietApi.GET('/api/restful/v2/device/freed', { signal, params: { query: { id } } })),
)
