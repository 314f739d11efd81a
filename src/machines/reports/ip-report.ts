import { api, dataOf } from '../../api/client.ts'
import type { components, operations } from '../../../generated/contract-types.ts'
import type { FetchPage } from '../lists/page-flight.ts'

export type IpReportRow = components['schemas']['IpReportRow']

/** What the IP report is sorted by and narrowed to, as the call takes it. */
export type IpReportQuery = NonNullable<operations['reportIpExport']['parameters']['query']>

/** Asks for one page of addresses. */
export const fetchAddresses: FetchPage<IpReportRow, IpReportQuery> = ({ query, cursor, limit }, signal) =>
  dataOf(
    api.GET('/api/restful/v2/report/ip', {
      signal,
      params: { query: { ...query, limit, cursor: cursor ?? undefined } },
    }),
  )
