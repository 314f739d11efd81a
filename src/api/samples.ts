import type { components } from '../../generated/contract-types.ts'
import { api, dataOf } from './client.ts'

/** How much of the sample data goes, and how much of it stays. */
export type Samples = components['schemas']['Samples']

/** What would go. */
export const countSamples = (signal: AbortSignal): Promise<Samples> =>
  dataOf(api.GET('/api/restful/v2/sample/list', { signal }))

/** Takes it away. */
export const clearSamples = (signal: AbortSignal): Promise<Samples> =>
  dataOf(api.POST('/api/restful/v2/sample/clear', { signal }))
