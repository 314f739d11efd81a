import { fromPromise } from 'xstate'
import type { components } from '../../generated/contract-types.ts'
import { api, dataOf } from './client.ts'
import { fetchRegions, type Device, type DeviceQuery, type Region } from './devices.ts'
import { patchedPhone, patchedPhones, withChanges, withPresence, type FleetSource } from './phone-patches.ts'

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

export type RemoteSessionReport = components['schemas']['RemoteSession']

/** Asks who controls and who watches a phone. */
export const askRemoteSession = (id: number, signal: AbortSignal): Promise<RemoteSessionReport> =>
  dataOf(api.GET('/api/restful/v2/device/remotesession', { signal, params: { query: { id } } }))

/** Who controls a phone. */
export interface Holder extends Person {
  /** Whether the operator may take control from it. */
  mayBeInterrupted: boolean
}

/** Asks who controls a phone; null when nobody does. */
export const askController = fromPromise<Holder | null, { deviceId: number }>(
  async ({ input: { deviceId }, signal }) => {
    const { controller, may_take_over } = await askRemoteSession(deviceId, signal)
    return controller && { ...controller, mayBeInterrupted: may_take_over }
  },
)

export type TerminalPoint = components['schemas']['TerminalPoint']

/** Asks where to open a phone's shell. */
export const fetchTerminalPoint = (id: number, signal: AbortSignal): Promise<TerminalPoint> =>
  dataOf(api.GET('/api/restful/v2/device/terminal/point', { params: { query: { id } }, signal }))

export interface PhonePage {
  phones: readonly Device[]
  /** How many phones match, loaded or not. */
  total: number
}

/** Where changes are heard that come while something is asked for. */
interface Heard {
  fleet: FleetSource
}

export interface PhoneQuery {
  box_id?: number
  keyword?: string
  limit: number
}

/** The first phones, by name, that match. */
export const loadPhones = fromPromise<PhonePage, PhoneQuery & Heard>(({ input: { fleet, ...input }, signal }) => {
  const query = { ...input, keyword: input.keyword?.trim() || undefined }
  const ask = async () => {
    const { items, total } = await dataOf(api.GET('/api/restful/v3/device/list', { params: { query }, signal }))
    return { phones: items, total }
  }
  return withChanges<PhonePage>(fleet, ask, (page, patch) => ({ ...page, phones: patchedPhones(page.phones, patch) }))
})

async function fetchPhone(id: number, signal: AbortSignal): Promise<Device | null> {
  const { items } = await dataOf(
    api.GET('/api/restful/v3/device/list', { params: { query: { id, limit: 1 } }, signal }),
  )
  return items[0] ?? null
}

/** One phone; null when there is none that the operator may see. */
export const loadPhone = fromPromise<Device | null, { id: number } & Heard>(({ input: { id, fleet }, signal }) =>
  withChanges(
    fleet,
    () => fetchPhone(id, signal),
    (phone, patch) => phone && patchedPhone(phone, patch),
  ),
)

/** The regions that phones are in. */
export const loadRegions = fromPromise<readonly Region[]>(({ signal }) => fetchRegions(signal))

/** Which phones a wall shows that names none, as the list's call takes it. */
export type WallFilter = DeviceQuery

/** What a wall says of a phone. */
export interface WallEntry {
  id: number
  /** Empty when the operator may not see the phone. */
  name: string
  /** As the phone reports it: `360x640`; empty when unknown. */
  resolution: string
  status: Device['status']
  in_use_by: Device['in_use_by']
  /** The shop that is open on it, for those who may know. */
  environment: Device['environment']
}

const entryFor = ({ id, name, resolution, status, in_use_by, environment }: Device): WallEntry => ({
  id,
  name,
  resolution,
  status,
  in_use_by,
  environment,
})

async function entryOf(id: number, signal: AbortSignal): Promise<WallEntry> {
  const phone = await fetchPhone(id, signal)
  return phone
    ? entryFor(phone)
    : { id, name: '', resolution: '', status: 'offline', in_use_by: null, environment: null }
}

/** The named phones, in that order; or, where none is named, the first ones that a filter lets through. */
export const loadWall = fromPromise<
  readonly WallEntry[],
  { ids: readonly number[]; filter: WallFilter; known: readonly WallEntry[] | undefined; limit: number } & Heard
>(async ({ input: { ids, filter, known, limit, fleet }, signal }) => {
  const ask = async (): Promise<readonly WallEntry[]> => {
    if (ids.length > 0) return Promise.all(ids.slice(0, limit).map((id) => entryOf(id, signal)))
    const query = { ...filter, limit }
    const { items } = await dataOf(api.GET('/api/restful/v3/device/list', { params: { query }, signal }))
    return items.map(entryFor)
  }
  return known?.slice(0, limit) ?? withChanges(fleet, ask, withPresence)
})
