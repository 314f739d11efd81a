import {
  Application,
  Camera,
  Console,
  Download,
  Exchange,
  Flash,
  Import,
  Moon,
  Play,
  Refresh,
  Stop,
  Trash,
  Unlock,
} from '@blueprintjs/icons'
import type { TFunction } from 'i18next'
import type { ReactElement } from 'react'
import { actionRules, type DeviceAction, type PhoneAction } from '../../../domain/phone-actions.ts'
import { mayControlPhones, type Role } from '../../../domain/roles.ts'
import { eventOf, maxItemsOfJob } from '../../../domain/jobs.ts'
import type { Device, DeviceQuery } from '../../api/devices.ts'
import type { BatchTarget } from '../../api/list-calls.ts'
import type { RowAction } from '../lists/RowMenu.tsx'
import { whyNot } from './device-status.ts'

/** What can be done: `shell` runs a command that is yet to be told. */
export type ActionOrCommand = DeviceAction | 'shell'

/** Something that is to be done on phones, or with them. */
export interface Wanted {
  action: ActionOrCommand
  target: BatchTarget<DeviceQuery>
  /** How many phones it is. */
  count: number
  /** One of them, which tells its apps. */
  sample: number | undefined
  /** The phone, where it is one. */
  name: string | undefined
}

/** Phones that something is to be done with. */
export interface Chosen {
  target: BatchTarget<DeviceQuery>
  count: number
  /** Those of them that are loaded. */
  loaded: readonly Device[]
  /** The phone, where it is one. */
  name?: string
}

/** What may be lost by it, which is asked before. */
export const costs = {
  reboot: 'devices.act.rebootLoses',
  free: 'devices.loses.free',
  delete: 'devices.loses.delete',
} as const

/** What ends what somebody is doing on a phone. */
export const interrupts: readonly ActionOrCommand[] = ['reboot', 'free']

export const isCostly = (action: ActionOrCommand): action is keyof typeof costs => action in costs

export const wantedOf = ({ target, count, loaded, name }: Chosen, action: ActionOrCommand): Wanted => ({
  action,
  target,
  count,
  sample: loaded[0]?.id,
  name,
})

/**
 * Why something can't be done with any of them. Phones that are not loaded are not asked about beforehand; each says in its job
 * what kept it.
 */
export function whyNotOn(t: TFunction, { count, loaded }: Chosen, action: ActionOrCommand): string | undefined {
  if (count > maxItemsOfJob) return t('devices.act.tooMany', { n: maxItemsOfJob })
  if (loaded.length < count) return undefined
  const reasons = loaded.map((phone) => whyNot(t, phone, eventOf(action === 'shell' ? 'script' : action)))
  return reasons.includes(undefined) ? undefined : reasons[0]
}

/** Whether something is asked before it is done on phones. */
export const asksFirst = ({ action }: Wanted): boolean =>
  isCostly(action) || action === 'shell' || actionRules[action].argument !== undefined

const icons: Record<'shell' | PhoneAction, ReactElement> = {
  shell: <Console />,
  install: <Download />,
  uninstall: <Trash />,
  launch: <Play />,
  stop: <Stop />,
  push: <Import />,
  screen_on: <Flash />,
  screen_off: <Moon />,
  screenshot: <Camera />,
  reboot: <Refresh />,
  change_ip: <Exchange />,
  free: <Unlock />,
}

const ofApps = ['install', 'uninstall', 'launch', 'stop'] as const
const ofScreens = ['screenshot', 'screen_on', 'screen_off'] as const

/** What can be done on phones, in groups: for a row or for a selection. */
export const deviceActions =
  (t: TFunction, role: Role, begin: (wanted: Wanted) => void) =>
  (phones: Chosen): RowAction[] => {
    if (!mayControlPhones(role)) return []
    const item = (action: 'shell' | PhoneAction): RowAction => ({
      key: action,
      text: t(`jobs.act.${action}`),
      icon: icons[action],
      reason: whyNotOn(t, phones, action),
      onPick: () => begin(wantedOf(phones, action)),
    })
    const group = (key: 'apps' | 'screen', icon: ReactElement, actions: readonly PhoneAction[]): RowAction => {
      const items = actions.map(item)
      const isOpen = items.some(({ reason }) => reason === undefined)
      return { key, text: t(`devices.act.${key}`), icon, ...(isOpen ? { items } : { reason: items[0]?.reason }) }
    }
    return [
      group('apps', <Application />, ofApps),
      item('push'),
      item('shell'),
      group('screen', <Camera />, ofScreens),
      item('reboot'),
      item('change_ip'),
      // One alone is freed among what is done with a phone itself; several are freed as a job.
      ...(phones.name === undefined ? [item('free')] : []),
    ]
  }
