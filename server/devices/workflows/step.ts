import type { CommandEnded, StartCommand } from '../../../domain/command-protocol.ts'
import type { Texts } from '../../../texts/catalogue.ts'
import type { DeviceRow } from '../../store/devices.ts'
import type { EnvironmentRow } from '../../store/environments.ts'
import type { WorkflowRow } from '../../store/workflow-queries.ts'
import type { RecordRow } from '../../store/environment-records.ts'
import type { Queries, Transaction } from '../../store/store.ts'
import type { Person } from '../../store/users.ts'

/** What a step works with, as it stands when the step begins. */
export interface StepPlace {
  workflow: WorkflowRow
  device: DeviceRow
  environment: EnvironmentRow | undefined
}

type StepName = keyof Texts['environments']['step']

/** One thing that is done on a phone; doing it twice comes to the same as doing it once. */
export interface Step {
  name: StepName
  /** What the agent is to do; undefined where there is nothing to do. */
  command(place: StepPlace, store: Queries): Promise<StartCommand | undefined>
  /** Exit codes that are answers, beside 0. */
  answers?: readonly number[]
  /** Writes down what came of it, with the transaction that goes on: to the next step, or to the one of this name. */
  done?(place: StepPlace, came: { ended: CommandEnded; output: string }, tx: Transaction): Promise<StepName | void>
}

/** What knows the environments that are open on phones; phones are locked by the transaction. */
export interface Openings {
  /** Begins to close what is open on the phone; answers the workflow. */
  close(tx: Transaction, actor: { caller: Person; ip: string }, device: DeviceRow): Promise<number>
  /** Begins to wipe a phone whose environment was opened on another; answers the workflow. */
  clean(tx: Transaction, actor: { caller: Person; ip: string }, device: DeviceRow): Promise<number>
  /** Everything is on the phone. */
  opened(tx: Transaction, workflow: WorkflowRow, device: DeviceRow, at: number): Promise<void>
  /** The phone is wiped. */
  closed(tx: Transaction, device: DeviceRow, at: number): Promise<void>
  /** A record is whole; `wanted` is about to be put back. */
  saved(
    tx: Transaction,
    record: Pick<RecordRow, 'environment_id' | 'object' | 'size' | 'sha256' | 'device_id'>,
    wanted: number | null,
  ): Promise<void>
  /** What is on the phone is not the environment. */
  lost(tx: Transaction, environmentId: number, device: DeviceRow): Promise<void>
}
