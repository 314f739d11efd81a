import type { components } from '../../generated/contract-types.ts'
import { api, dataOf } from './client.ts'

/** The fleet at a glance. */
export type Summary = components['schemas']['DashboardSummary']

export const fetchSummary = (signal: AbortSignal): Promise<Summary> =>
  dataOf(api.GET('/api/restful/v2/dashboard/summary', { signal }))
