import type { DeviceEvent } from './device-lifecycle.ts'

/** What can be done on phones beside scripts. Each is one word of the contract, of the database and of both languages. */
export const phoneActions = [
  'reboot',
  'change_ip',
  'free',
  'install',
  'uninstall',
  'launch',
  'stop',
  'push',
  'screenshot',
  'screen_on',
  'screen_off',
] as const
export type PhoneAction = (typeof phoneActions)[number]

/** What is done with phones themselves, by whom they belong to: nothing that a clock should do. */
export const careActions = ['maintain', 'end_maintenance', 'recover', 'delete'] as const
export type CareAction = (typeof careActions)[number]

/** What can be done on phones or with them. */
export type DeviceAction = PhoneAction | CareAction

export const isCare = (action: string): action is CareAction => careActions.some((care) => care === action)

/** What an action is about: an uploaded file, or an app by the name of its package. */
export interface ActionArguments {
  file_id?: number
  package?: string
}

interface ActionRules {
  /** The argument that it needs; it takes no other. */
  argument?: keyof ActionArguments
  /** What the phone's lifecycle has to allow. */
  event: DeviceEvent['type']
  /** How long a phone may take where nothing else is said, in seconds. */
  timeout: number
}

/** What each action needs. */
export const actionRules: Readonly<Record<DeviceAction, ActionRules>> = {
  reboot: { event: 'looked after', timeout: 60 },
  change_ip: { event: 'changing ip', timeout: 120 },
  free: { event: 'freed', timeout: 900 },
  install: { argument: 'file_id', event: 'worked on', timeout: 600 },
  uninstall: { argument: 'package', event: 'worked on', timeout: 120 },
  launch: { argument: 'package', event: 'worked on', timeout: 60 },
  stop: { argument: 'package', event: 'worked on', timeout: 60 },
  push: { argument: 'file_id', event: 'worked on', timeout: 600 },
  screenshot: { event: 'looked after', timeout: 60 },
  screen_on: { event: 'looked after', timeout: 60 },
  screen_off: { event: 'looked after', timeout: 60 },
  maintain: { event: 'maintaining', timeout: 60 },
  end_maintenance: { event: 'maintained', timeout: 60 },
  recover: { event: 'recovered', timeout: 900 },
  delete: { event: 'deleted', timeout: 60 },
}

/** The argument that an action lacks, or has and does not take; undefined where it has what it needs. */
export function wrongArgument(
  action: PhoneAction,
  given: ActionArguments,
): { name: keyof ActionArguments; isMissing: boolean } | undefined {
  const { argument } = actionRules[action]
  if (argument !== undefined && given[argument] === undefined) return { name: argument, isMissing: true }
  const extra = (['file_id', 'package'] as const).find((name) => name !== argument && given[name] !== undefined)
  return extra && { name: extra, isMissing: false }
}
