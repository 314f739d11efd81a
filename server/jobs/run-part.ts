import type { RunPhoneEnd } from '../store/run-phones.ts'

/** How a phone's part in a run ends. */
export type PhoneEnd = Omit<RunPhoneEnd, 'ended_at'>

/** One phone's part in a run. */
export interface RunPart {
  /** Has a look how things stand, where nobody tells. */
  look(): void
  /** Takes it up where another server, or this one, left it. */
  ask(): void
  /** Ends it before its time. */
  cancel(): void
  /** Ends it for a reason that the phone had no part in. */
  fail(reason: string): void
  /** Lets go of it, which goes on, once everything heard is written down. */
  release(): Promise<void>
}

export const succeeded: PhoneEnd = { state: 'succeeded', exit_code: null, reason: '', truncated: false }

export const failedWith = (reason: string): PhoneEnd => ({
  state: 'failed',
  exit_code: null,
  reason,
  truncated: false,
})
