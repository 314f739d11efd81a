import type { PhoneAction } from './phone-actions.ts'

/** What scripts and timed tasks are made of, and the states of their runs (DESIGN, phones, boxes, environments). */

/** A parameter of a script: the script reads its value from a variable of that name. */
export interface ScriptParameter {
  name: string
  label: string
  /** What is taken where no value is given. */
  default: string
  required: boolean
}

/** What is done on each phone. */
export type RunAction = 'script' | PhoneAction

/** Which phones, looked up anew for each run: one of these. */
export interface TaskTargets {
  device_ids?: number[]
  box_ids?: number[]
  owner_ids?: number[]
  filter?: { keyword?: string; region?: string }
}

/** `skipped`: its time came while the one before was still going, or while no server ran. */
export const runStates = ['waiting', 'running', 'done', 'cancelled', 'skipped'] as const
export type RunState = (typeof runStates)[number]

export const runPhoneStates = ['waiting', 'running', 'succeeded', 'failed', 'timed_out', 'cancelled'] as const
export type RunPhoneState = (typeof runPhoneStates)[number]

/** Whether it goes on. */
export const isGoing = (state: RunState): boolean => state === 'waiting' || state === 'running'

/** Whether there is nothing more to come from the phone. */
export const hasEnded = (state: RunPhoneState): boolean => state !== 'waiting' && state !== 'running'

/** Phones that a retry takes up again. */
export const retriable: readonly RunPhoneState[] = ['failed', 'timed_out', 'cancelled']

/** Phones of one run at most. */
export const mostPhonesOfRun = 10_000

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
