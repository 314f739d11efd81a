import { fromPromise } from 'xstate'
import { api, dataOf } from '../../api/client.ts'
import type { components } from '../../../generated/contract-types.ts'

export type StreamPoint = components['schemas']['StreamPoint']
export type Person = components['schemas']['Person']
export type StreamMode = StreamPoint['mode']

/** Asks where to watch or control a phone. What is refused stands with the phone, and nowhere else. */
export const askStreamPoint = fromPromise<StreamPoint, { deviceId: number; mode: StreamMode; takeOver: boolean }>(
  ({ input: { deviceId: id, mode, takeOver }, signal }) =>
    dataOf(
      api.GET('/api/restful/v2/device/stream/point', {
        params: { query: { id, mode, take_over: takeOver } },
        signal,
      }),
    ),
)

/** Asks who controls a phone; null when nobody does. */
export const askController = fromPromise<Person | null, { deviceId: number }>(
  async ({ input: { deviceId: id }, signal }) => {
    const session = await dataOf(api.GET('/api/restful/v2/device/remotesession', { params: { query: { id } }, signal }))
    return session.controller
  },
)
