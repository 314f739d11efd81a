import type { DeviceEvent } from './device-lifecycle.ts'
import { actionRules, type DeviceAction } from './phone-actions.ts'

/** What scripts and timed tasks are made of, and the states of their jobs (DESIGN, phones, boxes, environments). */

/** What stands in place of a secret, where somebody reads what was run. */
export const secretMask = '***'

/** A parameter of a script: the script reads its value from a variable of that name. */
export interface ScriptParameter {
  name: string
  label: string
  /** What is taken where no value is given. */
  default: string
  required: boolean
}

/**
 * What can be done with environments: each is opened on a free phone, closed on the one that it is on, or gets its newest record
 * back.
 */
export const environmentActions = ['open', 'close', 'restore'] as const
export type EnvironmentAction = (typeof environmentActions)[number]

/** What is done on each phone or with each environment. */
export type JobAction = 'script' | DeviceAction | EnvironmentAction

/** Whether environments are what it is done with. */
export const isWithEnvironments = (action: JobAction): action is EnvironmentAction =>
  environmentActions.some((one) => one === action)

/** The event that the lifecycle of a phone has to allow for it. */
export function eventOf(action: JobAction): DeviceEvent['type'] {
  if (action === 'open' || action === 'restore') return 'opening'
  if (action === 'close') return 'closing'
  return action === 'script' ? 'looked after' : actionRules[action].event
}

/** Which phones, looked up anew for each job: one of these. */
export interface TaskTargets {
  device_ids?: number[]
  box_ids?: number[]
  owner_ids?: number[]
  filter?: { keyword?: string; region?: string }
}

/** `skipped`: its time came while the one before was still going, or while no server ran. */
const jobStates = ['waiting', 'running', 'done', 'cancelled', 'skipped'] as const
export type JobState = (typeof jobStates)[number]

const jobItemStates = ['waiting', 'running', 'succeeded', 'failed', 'timed_out', 'cancelled'] as const
export type JobItemState = (typeof jobItemStates)[number]

/** Whether it goes on. */
export const isGoing = (state: JobState): boolean => state === 'waiting' || state === 'running'

/** Items that a retry takes up again. */
export const retriable: readonly JobItemState[] = ['failed', 'timed_out', 'cancelled']

/** Phones or environments of one job at most. */
export const maxItemsOfJob = 10_000

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The value that was given for a parameter; what every object has by that name is none. */
export const givenValue = (values: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(values, name) ? (values[name] ?? '') : ''

/** A script with its parameters as variables in front. Nothing in a value is ever read as shell. */
export function scriptWith(
  body: string,
  parameters: readonly ScriptParameter[],
  values: Readonly<Record<string, string>>,
): string {
  const lines = parameters.map(
    ({ name, default: usual }) => `export ${name}=${quoted(givenValue(values, name) || usual)}\n`,
  )
  return `${lines.join('')}${body.replaceAll('\r\n', '\n')}`
}

/** A parameter in front of a script, as `scriptWith` writes it. */
const written = /export (\w+)='((?:[^']|'\\'')*)'\n/y

/** What `scriptWith` put together, apart again. */
export function partsOfScript(text: string): { parameters: { name: string; value: string }[]; body: string } {
  const parameters: { name: string; value: string }[] = []
  let end = 0
  for (;;) {
    written.lastIndex = end
    const [whole, name, value] = written.exec(text) ?? []
    if (whole === undefined || name === undefined || value === undefined) return { parameters, body: text.slice(end) }
    parameters.push({ name, value: value.replaceAll(String.raw`'\''`, "'") })
    end += whole.length
  }
}
