import { answerTo, api, dataOf } from './client.ts'
import type { Device, DeviceQuery } from './devices.ts'
import { firstScreen, neededByFirstScreen } from './first-screen.ts'
import { pageSize, type PageRequest } from './list-calls.ts'
import type { RowPage } from './row-store.ts'

/** Asks for one page of phones (v3: by cursor). */
const askFor = (
  { query, cursor, limit }: PageRequest<DeviceQuery>,
  how: { signal?: AbortSignal; fetch?: typeof answerTo },
): Promise<RowPage<Device>> =>
  dataOf(
    api.GET('/api/restful/v3/device/list', {
      ...how,
      params: { query: { ...query, limit, cursor: cursor ?? undefined } },
    }),
  )

/** What the list opens with, where its address says nothing else. */
export const opening = { query: { sort: 'name' }, cursor: null, limit: pageSize } as const

/** That page, where it was asked for before there was a list; undefined where it could not be had. */
let ahead: Promise<RowPage<Device> | undefined> | undefined

/** Asks for the page that the list opens with while its code is still on its way. Only the first screen may take it. */
export function fetchDevicesAhead(): void {
  // Who waits for it asks again where it fails, and is told then.
  ahead = neededByFirstScreen(askFor(opening, { fetch: answerTo })).catch(() => undefined)
  void firstScreen().then(() => (ahead = undefined))
}

/** Asks for one page of phones, unless it is at hand already. */
export async function fetchDevices(asked: PageRequest<DeviceQuery>, signal: AbortSignal): Promise<RowPage<Device>> {
  const taken = JSON.stringify(asked) === JSON.stringify(opening) ? ahead : undefined
  ahead = undefined
  return (await taken) ?? askFor(asked, { signal })
}
