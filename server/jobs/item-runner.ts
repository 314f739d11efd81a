import type { FastifyBaseLogger } from 'fastify'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import type { Transfers } from '../files/transfers.ts'
import type { EnvironmentOpenings } from '../environments/openings.ts'
import type { PhoneCare } from '../devices/care.ts'
import type { PhoneCommands } from '../devices/phone-commands.ts'
import type { JobItemEnd } from '../store/job-item-queries.ts'
import type { JobRow } from '../store/job-queries.ts'
import type { Store } from '../store/store.ts'
import type { UserRow } from '../store/users.ts'
import type { Screenshots } from './screenshots.ts'

/** What jobs are carried out with. */
export interface JobPorts {
  store: Store
  commands: PhoneCommands
  transfers: Transfers
  care: PhoneCare
  openings: EnvironmentOpenings
  screenshots: Screenshots
  log: FastifyBaseLogger
}

/** An item of a job that has not ended. */
export type OpenItem = Awaited<ReturnType<Store['jobItems']['open']>>[number]

/** How an item ends. */
export type ItemEnd = Omit<JobItemEnd, 'ended_at'>

/** An item under way. */
export interface RunningItem {
  /** Ends it before its time, as far as that is possible. */
  cancel(): void
  /** Lets go of it, which goes on, once everything heard is written down. */
  release(): Promise<void>
}

/** The job whose items are carried out, and what is to be told of them. */
export interface JobContext {
  job: JobRow
  /** Who started it, as that was when the job was taken up. */
  starter: UserRow | undefined
  ports: JobPorts
  /** Aborted once no item is to begin any more. */
  noMore: AbortSignal
  /** The job has moved on. */
  changed: () => void
  /** Writes down why an item can't begin; it has ended with that. */
  refuse: (item: OpenItem, why: Reason) => Promise<undefined>
  /** Writes down how an item under way has ended; never rejects: what can't be written down is taken up again with the job. */
  end: (item: OpenItem, end: ItemEnd, commandId?: string) => Promise<void>
}

/** Carries out the items of a job. */
export interface ItemRunner {
  /** How often to look how things stand. Milliseconds. */
  readonly lookInterval: number
  /** Looks how items under way stand, where nobody tells. */
  look(): void
  /** Begins an item; undefined where it has ended with that, or was called off meanwhile. */
  begin(item: OpenItem): Promise<RunningItem | undefined>
  /** Goes on with an item where another server, or this one, left it. */
  takeUp(item: OpenItem): RunningItem
}

export const succeeded: ItemEnd = { state: 'succeeded', exit_code: null, reason: null, truncated: false }
export const calledOff: ItemEnd = { ...succeeded, state: 'cancelled' }
/** Its phone has come to somebody else. */
export const phoneLost: ItemEnd = { ...calledOff, reason: reason('relay.noLongerYours') }
export const timedOut: ItemEnd = { ...succeeded, state: 'timed_out' }
export const failedWith = (reason: Reason | null): ItemEnd => ({ ...succeeded, state: 'failed', reason })
