import { api, dataOf } from '../api/client.ts'
import { messageOf } from '../api/errors.ts'
import type { BatchCall } from './batch-action.ts'
import type { DeviceQuery } from './device-list.ts'
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

/** Frees phones; the call is for one, so that each has its own. */
export const freeDevices: BatchCall<DeviceQuery> = async (target, signal) => {
  const results = []
  for (const id of idsOf(target))
    try {
      await dataOf(api.GET('/api/restful/v2/device/freed', { signal, params: { query: { id } } }))
      results.push({ id, ok: true })
    } catch (error) {
      results.push({ id, ok: false, message: messageOf(error) })
    }
  return results
}
