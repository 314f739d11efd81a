import { fromPromise } from 'xstate'
import { api, dataOf, quietApi } from '../api/client.ts'
import type { components } from '../api/schema.ts'

export type StreamPoint = components['schemas']['StreamPoint']
export type Person = components['schemas']['Person']
export type StreamMode = StreamPoint['mode']

const streamPointFrom = (client: typeof api) =>
  fromPromise<StreamPoint, { deviceId: number; mode: StreamMode; takeOver: boolean }>(
    ({ input: { deviceId: id, mode, takeOver }, signal }) =>
      dataOf(
        client.GET('/api/restful/v2/device/stream/point', {
          params: { query: { id, mode, take_over: takeOver } },
          signal,
        }),
      ),
  )

/** Asks where to watch or control a phone. */
export const askStreamPoint = streamPointFrom(api)

/** The same, for one of many phones: what fails stands with the phone, and nowhere else. */
export const askStreamPointQuietly = streamPointFrom(quietApi)

/** Asks who controls a phone; null when nobody does. */
export const askController = fromPromise<Person | null, { deviceId: number }>(
  async ({ input: { deviceId: id }, signal }) => {
    const session = await dataOf(api.GET('/api/restful/v2/device/remotesession', { params: { query: { id } }, signal }))
    // Where the phone itself is at something, nobody stands in the way.
    return session.status === 'in_use' ? session.controller : null
  },
)
