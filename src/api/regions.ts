import { api, dataOf, token } from './client.ts'
import type { components } from '../../generated/contract-types.ts'

export type Region = components['schemas']['Region']

/** What the server said, and to which session. */
let said: { session: string | undefined; regions: readonly Region[] } | undefined

/** Where phones may be, as far as this session has asked already. */
export const regionsSoFar = (): readonly Region[] =>
  said !== undefined && said.session === token.read() ? said.regions : []

/** Where phones may be. A session asks once: they change with the server's own settings only. */
export async function fetchRegions(signal: AbortSignal): Promise<readonly Region[]> {
  const session = token.read()
  if (said !== undefined && said.session === session) return said.regions
  const { items } = await dataOf(api.GET('/api/restful/v2/config/region', { signal }))
  said = { session, regions: items }
  return items
}
