import type { components, operations } from '../../generated/contract-types.ts'
import { api, dataOf } from './client.ts'
import { messageOf } from './errors.ts'
import type { FetchPage } from './list-calls.ts'

export type LogEntry = components['schemas']['LogEntry']
export type LogDetail = components['schemas']['LogDetail']
export type LogCheck = components['schemas']['LogCheck']
export type LogVerdict = components['schemas']['LogVerdict']

/** What the operation log is sorted by and narrowed to, as the call takes it. */
export type LogQuery = NonNullable<operations['logExport']['parameters']['query']>

export const fetchLog: FetchPage<LogEntry, LogQuery> = ({ query, cursor, limit }, signal) =>
  dataOf(
    api.GET('/api/restful/v2/log/list', {
      signal,
      params: { query: { ...query, limit, cursor: cursor ?? undefined } },
    }),
  )

/** One entry with what was changed. */
export const fetchLogDetail = (id: number, signal: AbortSignal): Promise<LogDetail> =>
  dataOf(api.GET('/api/restful/v2/log/detail', { signal, params: { query: { id } } }))

/** Undoes what an entry tells of; answers what became of each row. */
export const undoEntry = async (id: number) =>
  (await dataOf(api.POST('/api/restful/v2/log/undo', { body: { id } }))).results

/** The same; that the call failed, which may go another time, is answered as a row that was refused. */
export const tryToUndoEntry = (id: number) =>
  undoEntry(id).catch((error: unknown) => [{ ok: false, message: messageOf(error) }])

/** Has the server begin to follow the chain of the whole log, or answer the check that goes on. */
export const beginLogCheck = (signal: AbortSignal): Promise<LogCheck> =>
  dataOf(api.POST('/api/restful/v2/log/verify', { signal, body: {} }))

/** How far a check is, or what it has found. */
export const fetchLogCheck = (id: number, signal: AbortSignal): Promise<LogCheck> =>
  dataOf(api.GET('/api/restful/v2/log/verify', { signal, params: { query: { id } } }))
