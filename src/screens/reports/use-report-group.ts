import { useSearchParams } from 'react-router-dom'

export const reportGroups = ['day', 'user', 'agent', 'market'] as const
export type ReportGroup = (typeof reportGroups)[number]

/** What a row of the report is: the columns depend on it before the query is read. */
export function useReportGroup(): ReportGroup {
  const [params] = useSearchParams()
  return reportGroups.find((group) => group === params.get('group')) ?? 'day'
}
