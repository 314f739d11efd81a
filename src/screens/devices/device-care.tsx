import { Reset, Trash, Unlock, Wrench } from '@blueprintjs/icons'
import type { TFunction } from 'i18next'
import type { ReactElement } from 'react'
import type { DeviceEvent } from '../../../domain/device-lifecycle.ts'
import { actionRules, careActions, type CareAction } from '../../../domain/phone-actions.ts'
import type { Role } from '../../../domain/roles.ts'
import { mayCall } from '../../permissions.ts'
import type { BatchCall } from '../../api/list-calls.ts'
import {
  deleteDevice,
  freeDevice,
  maintainDevice,
  recoverDevice,
  type Device,
  type DeviceQuery,
} from '../../api/devices.ts'
import type { RowAction } from '../lists/RowMenu.tsx'
import type { Resource } from '../lists/use-resource.ts'
import { whyNot } from './device-status.ts'
import { wantedOf, whyNotOn, type Chosen, type Wanted } from './device-actions.tsx'

type Care = 'free' | CareAction

const icons: Record<Care, ReactElement> = {
  free: <Unlock />,
  maintain: <Wrench />,
  end_maintenance: <Wrench />,
  recover: <Reset />,
  delete: <Trash />,
}
const calls: Record<Care, BatchCall<DeviceQuery>> = {
  free: freeDevice,
  maintain: maintainDevice(true),
  end_maintenance: maintainDevice(false),
  recover: recoverDevice,
  delete: deleteDevice,
}

const shown = (t: TFunction, key: Care) => ({
  key,
  text: t(`devices.care.${key}`),
  icon: icons[key],
  ...(key === 'delete' && { intent: 'danger' as const }),
})

/** What can be done with one phone itself, by whom, in its state, and what is lost by it. */
export function careOfOne(
  t: TFunction,
  role: Role,
  phone: Device,
  perform: Resource<Device, DeviceQuery>['perform'],
): RowAction[] {
  const offered = (key: Care, event: DeviceEvent['type']): RowAction[] => {
    if (whyNot(t, phone, event) !== undefined) return []
    const item = shown(t, key)
    const loses = key === 'free' || key === 'delete' ? [phone.name, t(`devices.loses.${key}`)] : undefined
    const call = { title: item.text, target: { ids: [phone.id] }, call: calls[key] }
    return [
      { ...item, onPick: () => perform({ ...call, ...(loses && { loses: { what: loses, confirm: item.text } }) }) },
    ]
  }
  const mayFree = mayCall(role, 'deviceFreed') && phone.in_use_by !== null
  return [
    ...(mayFree ? offered('free', phone.environment ? 'closing' : 'freed') : []),
    ...(mayCall(role, 'deviceCare') ? careActions : []).flatMap((action) => offered(action, actionRules[action].event)),
  ]
}

/** What can be done with several phones themselves, as a job. */
export const careOfSeveral = (t: TFunction, role: Role, phones: Chosen, begin: (wanted: Wanted) => void) =>
  (mayCall(role, 'deviceCare') ? careActions : []).map((action) => ({
    ...shown(t, action),
    reason: whyNotOn(t, phones, action),
    onPick: () => begin(wantedOf(phones, action)),
  }))
