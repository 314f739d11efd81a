import { jobTask, type JobProgress } from '../../domain/user-messages.ts'
import type { components } from '../../generated/contract-types.ts'
import type { ServerMessage } from './browser-socket.ts'
import { api, dataOf } from './client.ts'

export type Job = components['schemas']['Job']
export type JobItem = components['schemas']['JobItem']
export type JobState = Job['state']
export type JobItemState = JobItem['state']

/** A job that has begun, and what is not in it: it is gone, or the operator may not see it any more. */
export interface BegunJob {
  job_id: number
  missing: readonly number[]
}

/** Whose jobs are looked at: a timed task's, a script's, or all that the operator may see. */
export type JobsOf = { task: number } | { script: number } | 'everything'

/** Jobs and items that one call answers at most. */
const maxItems = 500

const fetchJobPage = (of: JobsOf, page: { limit: number; cursor?: string | undefined }, signal: AbortSignal) => {
  if (of !== 'everything' && 'task' in of)
    return dataOf(api.GET('/api/restful/v2/task/jobs', { signal, params: { query: { id: of.task, ...page } } }))
  const query = { ...page, ...(of !== 'everything' && { script_id: of.script }) }
  return dataOf(api.GET('/api/restful/v2/job/list', { signal, params: { query } }))
}

export interface LatestJobs {
  jobs: readonly Job[]
  /** Whether there are earlier ones. */
  isCut: boolean
}

/** So many of the latest jobs of a task or a script, or of all. */
export async function fetchJobs(of: JobsOf, count: number, signal: AbortSignal): Promise<LatestJobs> {
  const jobs: Job[] = []
  let cursor: string | undefined
  do {
    const page = await fetchJobPage(of, { limit: Math.min(maxItems, count - jobs.length), cursor }, signal)
    jobs.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && jobs.length < count)
  return { jobs, isCut: cursor !== undefined }
}

export type JobOutcome = components['schemas']['JobOutcome']
export type JobScript = components['schemas']['JobScript']

export interface JobDetail {
  job: Job
  script: JobScript
  items: { items: readonly JobItem[]; total: number }
  /** Phones that a retry would recover: those that are faulty, so that most of what is tried again fails at once. */
  recoverable: number
}

/** A job with its items; with `like` only those that came to the same as that one. */
export const fetchJob = (id: number, signal: AbortSignal, like?: number): Promise<JobDetail> =>
  dataOf(api.GET('/api/restful/v2/job/detail', { signal, params: { query: { id, limit: maxItems, like } } }))

/** What a job came to, alike together; `total` counts the outcomes. */
export interface JobOutcomes {
  outcomes: readonly JobOutcome[]
  total: number
}

/** A job, what its items came to, and the job that it tries again, which is itself where it is none: that one has all the phones. */
export interface WholeJob extends JobDetail {
  came: JobOutcomes
  first: JobDetail
}

/** A job with its items, and what they came to; of which job it is a retry does not change, and is asked for once. */
export async function fetchWholeJob(id: number, known: WholeJob | undefined, signal: AbortSignal): Promise<WholeJob> {
  const query = { id }
  const [detail, came] = await Promise.all([
    fetchJob(id, signal),
    dataOf(api.GET('/api/restful/v2/job/outcomes', { signal, params: { query } })),
  ])
  if (detail.job.retry_of === null) return { ...detail, came, first: detail }
  let first = known?.first ?? detail
  while (first.job.retry_of !== null) first = await fetchJob(first.job.retry_of, signal)
  return { ...detail, came, first }
}

export interface ItemOutput {
  item: JobItem
  output: string
}

/** What a phone said; of what is known already only the rest is asked for. */
export async function fetchOutput(
  { job, item }: { job: number; item: number },
  known: ItemOutput | undefined,
  signal: AbortSignal,
): Promise<ItemOutput> {
  const query = { id: job, item_id: item, offset: known?.output.length ?? 0 }
  const answer = await dataOf(api.GET('/api/restful/v2/job/output', { signal, params: { query } }))
  return { item: answer.item, output: (known?.output ?? '').slice(0, answer.offset) + answer.output }
}

export const cancelJob = async (id: number, signal: AbortSignal): Promise<undefined> => {
  await api.POST('/api/restful/v2/job/cancel', { signal, body: { id } })
  return undefined
}

/**
 * Runs a job anew where it failed; answers the new job.
 *
 * @param how.recover whether its faulty phones are recovered
 * @param how.like the item that others failed like, where only those are meant
 */
export const retryJob = async (
  id: number,
  how: { recover?: boolean; like?: number },
  signal: AbortSignal,
): Promise<number> => (await dataOf(api.POST('/api/restful/v2/job/retry', { signal, body: { id, ...how } }))).job_id

/** The job that a message of the server tells of; undefined where it tells of none. */
export function jobIn({ task_type, job }: ServerMessage): Pick<JobProgress, 'id' | 'state'> | undefined {
  if (task_type !== jobTask || typeof job !== 'object' || job === null) return undefined
  const { id, state } = job as Partial<JobProgress> // Looked at here.
  return typeof id === 'number' && state !== undefined ? { id, state } : undefined
}
