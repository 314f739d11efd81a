import type { PhoneWorkCommand, WorkEnded } from '../../../domain/phone-work.ts'
import type { DeviceRow } from '../../store/devices.ts'
import type { EnvironmentRow } from '../../store/environments.ts'
import type { PhoneOperationRow } from '../../store/workflow-queries.ts'
import type { Queries, Transaction } from '../../store/store.ts'

/** What an agent is told to do on a phone. */
export type WorkStart = Extract<PhoneWorkCommand, { serial: string }>

/** What a step works with, as it stands when the step begins. */
export interface StepPlace {
  operation: PhoneOperationRow
  device: DeviceRow
  environment: EnvironmentRow | undefined
}

/** One thing that is done on a phone; doing it twice comes to the same as doing it once. */
export interface Step {
  /** As people read it where it fails. */
  name: string
  /** What the agent is to do; undefined where there is nothing to do. */
  command(place: StepPlace, store: Queries): Promise<WorkStart | undefined>
  /** Exit codes that are answers, beside 0. */
  answers?: readonly number[]
  /** Writes down what came of it, with the transaction that goes on: to the next step, or to the one of this name. */
  done?(place: StepPlace, came: { ended: WorkEnded; output: string }, tx: Transaction): Promise<string | void>
}
