import { codes } from '../../domain/codes.ts'
import { reason } from '../../texts/reason.ts'
import { Refusal } from './refusal.ts'

/** What a batch is about: ids, or all that match a filter. */
export type Selection<Filter> = { ids: number[] } | { matching: Filter }

interface Asked<Filter> {
  ids?: number[] | undefined
  matching?: Filter | undefined
}

/** What a batch is about, without ids that are named twice; refuses what names both ids and a filter, or neither. */
export function selectionOf<Filter>({ ids, matching }: Asked<Filter>): Selection<Filter> {
  if (ids !== undefined && matching === undefined) return { ids: [...new Set(ids)] }
  if (ids === undefined && matching !== undefined) return { matching }
  throw new Refusal(codes.invalidInput, reason('call.invalidInput'), { ids: reason('call.idsOrMatching') })
}
