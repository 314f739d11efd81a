import type { components, operations } from '../../generated/contract-types.ts'
import { api, dataOf } from './client.ts'

export type Event = components['schemas']['Event']
export type EventKind = components['schemas']['EventKind']
export type OfflineSummary = components['schemas']['OfflineSummary']
type OfflineQuery = NonNullable<operations['eventOffline']['parameters']['query']>

/** Whose timeline it is; all that the operator may see where none is named. */
export interface TimelineOf {
  device_id?: number
  environment_id?: number
  box_id?: number
  user_id?: number
}

export interface EventPage {
  items: Event[]
  /** Null behind the last event. */
  next_cursor: string | null
}

/** Events of a page. */
const pageSize = 50

/** A page of events, the newest first; of these kinds alone where any are named. */
export const fetchEvents = (
  of: TimelineOf,
  kinds: readonly EventKind[],
  cursor: string | null,
  signal: AbortSignal,
): Promise<EventPage> =>
  dataOf(
    api.GET('/api/restful/v2/event/list', {
      signal,
      params: {
        query: { ...of, limit: pageSize, cursor: cursor ?? undefined, kind: kinds.length > 0 ? [...kinds] : undefined },
      },
    }),
  )

/** What the subject of a timeline is called. */
export type TimelineSubject = NonNullable<
  operations['eventList']['responses'][200]['content']['application/json']['data']['subject']
>

/** Whose timeline it is, by name. */
export async function fetchSubject(of: TimelineOf, signal: AbortSignal): Promise<TimelineSubject | null> {
  const page = await dataOf(api.GET('/api/restful/v2/event/list', { signal, params: { query: { ...of, limit: 1 } } }))
  return page.subject
}

/** Which phones were offline, for how long, and why. */
export const fetchOffline = (query: OfflineQuery, signal: AbortSignal): Promise<OfflineSummary> =>
  dataOf(api.GET('/api/restful/v2/event/offline', { signal, params: { query } }))
