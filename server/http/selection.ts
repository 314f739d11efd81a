import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { invalidFields } from './refusal.ts'

/** Rows that one call changes at most. */
export const maxMatching = 50_000

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
  throw invalidFields({ ids: reason('call.idsOrMatching') })
}

/** The same as lists know it. */
export function filterOf<Filter>(asked: Asked<Filter>): { ids: number[] } | Filter {
  const selection = selectionOf(asked)
  return 'ids' in selection ? selection : selection.matching
}

/** What matches, unless it is more than one call changes; it has been asked for one more. */
export function notTooMany<Row>(found: Row[], text: Reason = reason('call.tooManyMatching')): Row[] {
  if (found.length > maxMatching) throw invalidFields({ matching: text })
  return found
}
