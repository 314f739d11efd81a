import { useSearchParams } from 'react-router-dom'

export const reportGroups = ['day', 'user', 'agent', 'market'] as const
export type ReportGroup = (typeof reportGroups)[number]
/** By what a report is summed up unless the address says otherwise, as the server does. */
export const usualGroup: ReportGroup = 'day'

/** What a row of the report is: the columns depend on it before the query is read. */
export function useReportGroup(): ReportGroup {
  const [params] = useSearchParams()
  return reportGroups.find((group) => group === params.get('group')) ?? usualGroup
}
