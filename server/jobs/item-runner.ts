import type { FastifyBaseLogger } from 'fastify'
import type { Reason } from '../../domain/reason.ts'
import type { TransferredBytes } from '../../domain/phone-work.ts'
import type { Transfers } from '../files/transfers.ts'
import type { EnvironmentOpenings } from '../environments/openings.ts'
import type { PhoneCare } from '../devices/care.ts'
import type { PhoneWorks } from '../devices/phone-works.ts'
import type { RunPartEnd } from '../store/job-item-queries.ts'
import type { RunRow } from '../store/job-queries.ts'
import type { Store } from '../store/store.ts'
import type { UserRow } from '../store/users.ts'
import type { Screenshots } from './screenshots.ts'

/** What runs are carried out with. */
export interface RunPorts {
  store: Store
  works: PhoneWorks
  transfers: Transfers
  care: PhoneCare
  openings: EnvironmentOpenings
  screenshots: Screenshots
  log: FastifyBaseLogger
}

/** A part of a run that has not ended. */
export type OpenPart = Awaited<ReturnType<Store['runParts']['open']>>[number]

/** How a part ends. */
export type PartEnd = Omit<RunPartEnd, 'ended_at'>

/** What a phone's work sent; null where nothing came whole. */
export interface SentPicture {
  workId: string
  transfer: TransferredBytes | null
}

/** A part under way. */
export interface RunningPart {
  /** Ends it before its time, as far as that is possible. */
  cancel(): void
  /** Lets go of it, which goes on, once everything heard is written down. */
  release(): Promise<void>
}

/** The run whose parts are carried out, and what is to be told of them. */
export interface RunContext {
  run: RunRow
  /** Who started it, as that was when the run was taken up. */
  starter: UserRow | undefined
  ports: RunPorts
  /** Aborted once no part is to begin any more. */
  noMore: AbortSignal
  /** There is news of the run. */
  changed: () => void
  /** Writes down why a part can't begin; it has ended with that. */
  refuse: (part: OpenPart, why: Reason) => Promise<undefined>
  /** Writes down how a part under way has ended; never rejects: what can't be written down is taken up again with the run. */
  end: (part: OpenPart, end: PartEnd, sent?: SentPicture) => Promise<void>
}

/** Carries out the parts of a run. */
export interface PartRunner {
  /** How often to look how things stand. Milliseconds. */
  readonly lookInterval: number
  /** Looks how parts under way stand, where nobody tells. */
  look(): void
  /** Begins a part; undefined where it has ended with that, or was called off meanwhile. */
  begin(part: OpenPart): Promise<RunningPart | undefined>
  /** Goes on with a part where another server, or this one, left it. */
  takeUp(part: OpenPart): RunningPart
}

export const succeeded: PartEnd = { state: 'succeeded', exit_code: null, reason: null, truncated: false }
export const calledOff: PartEnd = { ...succeeded, state: 'cancelled' }
export const failedWith = (reason: Reason | null): PartEnd => ({ ...succeeded, state: 'failed', reason })
