import type { components, operations } from '../../generated/contract-types.ts'
import { api, dataOf } from './client.ts'
import { pagesByOffset, type FetchPage } from './list-calls.ts'

export type SystemReport = components['schemas']['SystemReport']
export type ReportRow = SystemReport['items'][number]
export type ReportMeasure = keyof components['schemas']['ReportMeasures']

/** What the report is of, as the call takes it. */
export type ReportQuery = NonNullable<operations['reportExport']['parameters']['query']>

/** Rows that the picture has lines of (the contract's most). */
const linesDrawn = 6

/** Rows of the report, behind so many. */
export const fetchReportRows = pagesByOffset<ReportRow, ReportQuery>(({ query, skip, limit }, signal) =>
  dataOf(api.GET('/api/restful/v2/report/system', { signal, params: { query: { ...query, skip, limit } } })),
)

/** What the report's picture is drawn of: its days, its totals, and the rows that used phones most. */
export const fetchReportPicture = (query: ReportQuery, signal: AbortSignal): Promise<SystemReport> =>
  dataOf(
    api.GET('/api/restful/v2/report/system', {
      signal,
      params: { query: { ...query, sort: '-use_ms', limit: linesDrawn } },
    }),
  )

/** Rows of a printed report, which somebody reads: the most that one call answers. Whoever wants all of more exports the file. */
const rowsPrinted = 500

/** What is printed of a report: its picture, and the first of its rows as they are sorted on the screen. */
export interface PrintedReport {
  picture: SystemReport
  rows: readonly ReportRow[]
  /** Rows that there are. */
  total: number
  /** Unix time, milliseconds. */
  made_at: number
}

/** Asks for everything that is printed of a report. */
export async function fetchPrintedReport(query: ReportQuery, signal: AbortSignal): Promise<PrintedReport> {
  const first = { query, cursor: null, limit: rowsPrinted }
  const [picture, { items, total }] = await Promise.all([
    fetchReportPicture(query, signal),
    fetchReportRows(first, signal),
  ])
  return { picture, rows: items, total, made_at: Date.now() }
}

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

/** What is printed of the IP report: the first of its rows as they are sorted on the screen. */
export interface PrintedAddressRows {
  rows: readonly IpReportRow[]
  /** Rows that there are. */
  total: number
  /** Unix time, milliseconds. */
  made_at: number
}

/** Asks for everything that is printed of the IP report. */
export async function fetchPrintedAddresses(query: IpReportQuery, signal: AbortSignal): Promise<PrintedAddressRows> {
  const { items, total } = await fetchAddresses({ query, cursor: null, limit: rowsPrinted }, signal)
  return { rows: items, total, made_at: Date.now() }
}
