import type { JobOutcome } from '../../api/jobs.ts'
import type { ShownOfJob } from '../../machines/jobs/job-history.ts'

const idIn = (params: URLSearchParams, name: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : undefined

/** The job that an address names, and what of it. */
export const jobIn = (params: URLSearchParams): { id: number | undefined; shown: ShownOfJob } => ({
  id: idIn(params, 'id'),
  shown: { item: idIn(params, 'item'), like: idIn(params, 'like'), isCompared: params.has('compare') },
})

/** The address of a job, and of what of it is looked at. */
export function addressOf(id: number, { item, like, isCompared }: ShownOfJob): string {
  const params = new URLSearchParams({ id: String(id) })
  if (item !== undefined) params.set('item', String(item))
  if (like !== undefined) params.set('like', String(like))
  if (isCompared === true) params.set('compare', '1')
  return `/job?${params.toString()}`
}

/** The output that most items of a job have in common. */
export interface Majority {
  item_id: number
  output_key: string
  count: number
}

/** What most items said, where at least two said the same. */
export function majorityOf(outcomes: readonly JobOutcome[]): Majority | undefined {
  const outputs = Map.groupBy(
    outcomes.flatMap((outcome) => outcome.outputs),
    ({ output_key }) => output_key,
  )
  let most: Majority | undefined
  for (const [output_key, said] of outputs) {
    const count = said.reduce((sum, one) => sum + one.count, 0)
    const [first] = said
    if (output_key === null || first === undefined || count < 2 || count <= (most?.count ?? 0)) continue
    most = { item_id: first.item_id, output_key, count }
  }
  return most
}
