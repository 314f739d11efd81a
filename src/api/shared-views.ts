import type { components } from '../../generated/contract-types.ts'
import { api, dataOf } from './client.ts'

/** A view of a list that somebody shares with the team. */
export type TeamView = components['schemas']['SharedView']

/** A view that is to be shared; by its id, one that is shared gets this name and query. */
interface ViewToShare {
  id?: number | undefined
  name: string
  search: string
}

/** What can be done with the views that are shared of a list. */
export interface ViewSharing {
  ask: (signal: AbortSignal) => Promise<readonly TeamView[]>
  share: (view: ViewToShare, signal: AbortSignal) => Promise<unknown>
  unshare: (id: number, signal: AbortSignal) => Promise<unknown>
}

/** The shared views of a list, which is called as in its user's browser. */
export const viewSharing = (list: string): ViewSharing => ({
  ask: async (signal) =>
    (await dataOf(api.GET('/api/restful/v2/view/list', { signal, params: { query: { list } } }))).items,
  share: ({ search: query, ...view }, signal) =>
    dataOf(api.POST('/api/restful/v2/view/share', { signal, body: { ...view, list, query } })),
  unshare: (id, signal) => api.POST('/api/restful/v2/view/unshare', { signal, body: { id } }),
})
