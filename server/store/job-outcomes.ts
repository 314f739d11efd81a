import { sql, type Kysely } from 'kysely'
import type { JobItemState } from '../../domain/jobs.ts'
import type { Reason } from '../../domain/reason.ts'
import type { Tables } from './tables.ts'

/** Outcomes of a job that are told at most, and outputs of each. */
const maxOutcomes = 50
const maxOutputs = 20

/** An output that items of one outcome have in common. */
interface OutputRow {
  state: JobItemState
  exit_code: number | null
  reason: Reason | null
  output_key: string | null
  output_length: number
  /** Items that said it, and the first of them. */
  count: number
  item_id: number
  /** Items of its outcome, and the first of them. */
  of_outcome: number
  first_item: number
  distinct_outputs: number
  /** The outcome by its place, from 1; and how many there are in all. */
  outcome: number
  outcomes: number
}

/**
 * What the items of a job came to, alike together: the outcome of most items first, and in it the output of most. What was said is
 * told apart by its key, so that no output is read: there may be gigabytes of them.
 */
export async function outcomesOf(db: Kysely<Tables>, jobId: number) {
  const { rows } = await sql<OutputRow>`
    with alike as (
      select state, exit_code, reason, output_key, min(output_length) as output_length, count(*) as count, min(id) as item_id
      from job_items where job_id = ${jobId}
      group by state, exit_code, reason, output_key
    ), ranked as (
      select *, (sum(count) over outcome)::bigint as of_outcome, min(item_id) over outcome as first_item,
        count(*) over outcome as distinct_outputs, row_number() over (outcome order by count desc, item_id) as place
      from alike window outcome as (partition by state, exit_code, reason)
    ), placed as (
      select *, dense_rank() over (order by of_outcome desc, first_item) as outcome from ranked
    )
    select *, (select max(outcome) from placed) as outcomes from placed
    where outcome <= ${maxOutcomes} and place <= ${maxOutputs}
    order by outcome, place`.execute(db)
  const outcomes = Map.groupBy(rows, ({ outcome }) => outcome)
  return {
    total: rows[0]?.outcomes ?? 0,
    outcomes: [...outcomes.values()].flatMap((outputs) => {
      const [first] = outputs
      if (first === undefined) return []
      const { state, exit_code, reason, first_item, of_outcome, distinct_outputs } = first
      return {
        item_id: first_item,
        state,
        exit_code,
        reason,
        count: of_outcome,
        distinct_outputs,
        outputs: outputs.map(({ item_id, output_key, output_length, count }) => ({
          item_id,
          output_key,
          output_length,
          count,
        })),
      }
    }),
  }
}
