import { codes } from '../../domain/codes.ts'
import { mayCareForPhones } from '../../domain/roles.ts'
import { retriable } from '../../domain/jobs.ts'
import type { Jobs } from './jobs.ts'
import { shownScript } from './shown-script.ts'
import { defineOperations, type Schemas } from '../http/contract.ts'
import { badCursor, Refusal } from '../http/refusal.ts'
import type { JobItemRow } from '../store/job-item-queries.ts'
import type { Store } from '../store/store.ts'
import type { Person } from '../store/users.ts'
import { reason } from '../../texts/reason.ts'

const toItem = (
  row: JobItemRow & Pick<Schemas['JobItem'], 'device_status' | 'environment_market'>,
): Schemas['JobItem'] => ({
  id: row.id,
  device_id: row.device_id,
  device_name: row.device_name,
  device_status: row.device_status,
  environment_id: row.environment_id,
  environment_name: row.environment_name,
  environment_market: row.environment_market,
  state: row.state,
  started_at: row.started_at,
  ended_at: row.ended_at,
  exit_code: row.exit_code,
  reason: row.reason,
  output_length: row.output_length,
  output_key: row.output_key,
  truncated: row.truncated,
  file_id: row.file_id,
})

async function visibleJob(store: Store, caller: Person, id: number) {
  const job = await store.jobs.visible(caller, id)
  if (job === undefined) throw new Refusal(codes.notFound, reason('jobs.reason.noSuchJob'))
  return job
}

export const jobOperations = defineOperations(({ jobs }: { jobs: Jobs }) => ({
  jobList: async ({ caller, query, store }) => {
    const filter = { state: query.state, script_id: query.script_id }
    const page = await store.jobs.byCursor(caller, filter, { limit: query.limit, cursor: query.cursor })
    if (page === undefined) throw badCursor()
    return page
  },

  jobDetail: async ({ caller, query, store }) => {
    const job = await visibleJob(store, caller, query.id)
    const { item_state: state, like, limit, skip } = query
    const items = await store.jobItems.list(job.id, { state, like }, { limit, skip }, caller)
    const recoverable = await store.jobItems.countFaulty(job.id, retriable, caller)
    const script = shownScript(await store.jobs.scriptOf(job.id))
    return { job, script, items, recoverable }
  },

  jobOutcomes: async ({ caller, query, store }) => {
    const { id } = await visibleJob(store, caller, query.id)
    return store.jobItems.outcomes(id)
  },

  jobOutput: async ({ caller, query, store }) => {
    const job = await visibleJob(store, caller, query.id)
    const row = await store.jobItems.byId(job.id, query.item_id, caller)
    if (row === undefined) throw new Refusal(codes.notFound, reason('jobs.reason.noSuchJob'))
    const offset = Math.min(query.offset, row.output.length)
    return { item: toItem(row), offset, output: row.output.slice(offset) }
  },

  jobCancel: ({ caller, body, store, note }) =>
    store.transaction(async (tx) => {
      await jobs.cancel(tx, caller, body.id)
      await note(tx, 'job.cancel', { target: `job:${body.id}` })
      return null
    }),

  jobRetry: async ({ caller, body, store, client, note }) => {
    const { recover = false, like } = body
    if (recover && !mayCareForPhones(caller.role)) throw new Refusal(codes.notAllowed, reason('call.notAllowed'))
    return store.transaction(async (tx) => {
      const job_id = await jobs.retry(tx, { caller, ip: client.ip }, body.id, { recover, like })
      const detail = { after: { job_id, ...(recover && { recover }), ...(like !== undefined && { like }) } }
      await note(tx, 'job.retry', { target: `job:${body.id}`, detail })
      return { job_id }
    })
  },
}))
