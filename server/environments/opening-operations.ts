import { codes } from '../../domain/codes.ts'
import { maxItemsOfJob, type EnvironmentAction } from '../../domain/jobs.ts'
import type { EnvironmentOpenings } from './openings.ts'
import { defineOperations } from '../http/contract.ts'
import { filterOf } from './batch.ts'
import { extentOf } from '../log/kept-changes.ts'
import { Refusal } from '../http/refusal.ts'
import type { Transaction } from '../store/store.ts'
import type { Person } from '../store/users.ts'
import { targetsOf } from '../store/operation-log.ts'
import { reason } from '../../texts/reason.ts'

/** Which of all that match a job is about: those with which there is something to do. */
const isOpenFor: Record<EnvironmentAction, boolean | undefined> = { open: false, close: true, restore: undefined }

/** What the operation log calls each action. */
const logged = { open: 'environment.open', close: 'environment.close', restore: 'record.restore' } as const

/** Begins to open or close environments, as a job, with the transaction; answers its id. */
export type BeginJob = (
  tx: Transaction,
  person: Person,
  action: EnvironmentAction,
  environments: readonly { id: number; name: string }[],
) => Promise<number>

interface Ports {
  openings: EnvironmentOpenings
  beginJob: BeginJob
}

export const environmentOpeningOperations = defineOperations(({ openings, beginJob }: Ports) => ({
  environmentOpen: ({ caller, body, store, client }) => {
    return store.transaction(async (tx) => {
      const where = { given: body.device_id, except: body.except_device_id }
      const { device } = await openings.open(tx, { caller, ip: client.ip }, body.id, where)
      return { device_id: device.id, device_name: device.name }
    })
  },

  /** Opens an environment on another phone than the one that it is open on, which is lost. */
  environmentReopen: ({ caller, body, store, client }) => {
    return store.transaction(async (tx) => {
      const { device } = await openings.reopen(tx, { caller, ip: client.ip }, body.id, { given: body.device_id })
      return { device_id: device.id, device_name: device.name }
    })
  },

  environmentClose: ({ caller, body, store, client }) => {
    return store.transaction(async (tx) => {
      await openings.closeEnvironment(tx, { caller, ip: client.ip }, body.id)
      return null
    })
  },

  /** Opens or closes environments or puts their records back, as a job; each is looked at when its turn comes. */
  environmentRun: ({ caller, body, store, note }) => {
    const { market, action, ids, matching } = body
    const open = isOpenFor[action]
    const isNone = open !== undefined && matching?.open !== undefined && matching.open !== open
    const filter = { ...filterOf(body), ...(matching && open !== undefined && { open }) }
    return store.transaction(async (tx) => {
      const meant = isNone ? [] : await tx.environments.named(caller, filter, maxItemsOfJob + 1)
      if (meant.length === 0)
        throw ids === undefined
          ? new Refusal(codes.stateForbids, reason('jobs.reason.noEnvironments'))
          : new Refusal(codes.notFound, reason('environments.reason.noSuchEnvironment'))
      const job_id = await beginJob(tx, caller, action, meant)
      await note(tx, logged[action], {
        ...targetsOf('environment', meant, market),
        detail: { after: { job_id, ...extentOf(meant) } },
      })
      const found = new Set(meant.map(({ id }) => id))
      return { job_id, missing: [...new Set(ids)].filter((id) => !found.has(id)) }
    })
  },

  environmentRecords: async ({ caller, query, store }) => {
    const environment = await store.environments.visible(caller, query.market, query.id)
    if (environment === undefined) throw new Refusal(codes.notFound, reason('environments.reason.noSuchEnvironment'))
    const records = await store.environmentRecords.ofEnvironment(environment.id)
    const items = records.map(({ environment_id: _environment, object: _object, ...record }) => record)
    return { items, restored_next: environment.record_id }
  },

  recordRestore: ({ caller, body, store, client }) => {
    return store.transaction(async (tx) => {
      const { environment_id, record_id } = body
      const onPhone = await openings.restore(tx, { caller, ip: client.ip }, environment_id, record_id)
      return { device_id: onPhone?.device.id ?? null }
    })
  },
}))
