import { Reset, Trash, Unlock, Wrench } from '@blueprintjs/icons'
import type { TFunction } from 'i18next'
import type { ReactElement } from 'react'
import type { DeviceEvent } from '../../../domain/device-lifecycle.ts'
import type { Role } from '../../../domain/roles.ts'
import { mayCall, type GuardedCall } from '../../api/permissions.ts'
import type { BatchCall } from '../../machines/batch-action.ts'
import { deleteDevices, freeDevices, maintainDevices, recoverDevices } from '../../machines/device-actions.ts'
import type { Device, DeviceQuery } from '../../machines/device-list.ts'
import type { Resource } from '../lists/use-resource.ts'
import { whyNot } from './device-status.ts'

interface Care {
  key: 'free' | 'maintain' | 'maintained' | 'recover' | 'delete'
  icon: ReactElement
  /** What has to be allowed by the phone's lifecycle. */
  event: (device: Device) => DeviceEvent['type']
  call: BatchCall<DeviceQuery>
  by: GuardedCall
  loses?: 'free' | 'delete'
}

const cares: readonly Care[] = [
  {
    key: 'free',
    icon: <Unlock />,
    event: ({ environment }) => (environment ? 'closing' : 'freed'),
    call: freeDevices,
    by: 'deviceFreed',
    loses: 'free',
  },
  { key: 'maintain', icon: <Wrench />, event: () => 'maintaining', call: maintainDevices(true), by: 'deviceMaintain' },
  {
    key: 'maintained',
    icon: <Wrench />,
    event: () => 'maintained',
    call: maintainDevices(false),
    by: 'deviceMaintain',
  },
  { key: 'recover', icon: <Reset />, event: () => 'recovered', call: recoverDevices, by: 'deviceRecover' },
  { key: 'delete', icon: <Trash />, event: () => 'deleted', call: deleteDevices, by: 'deviceDel', loses: 'delete' },
]

/** What can be done with phones themselves, by whom, in which states, and what is lost by it: for a row or for a selection. */
export const deviceCare =
  (t: TFunction, role: Role, perform: Resource<Device, DeviceQuery>['perform']) =>
  (phones: readonly Device[], named: string) =>
    cares
      .filter(({ by }) => mayCall(role, by))
      .map(({ key, icon, event, call, loses }) => {
        const reasons = phones.map((phone) => {
          if (key === 'free' && phone.in_use_by === null) return t('devices.reason.nobody')
          return whyNot(t, phone, event(phone))
        })
        const text = t(`devices.care.${key}`)
        return {
          key,
          text,
          icon,
          ...(key === 'delete' && { intent: 'danger' as const }),
          // Of several, those that it can be done with; the others say why not in their results.
          reason: reasons.includes(undefined) ? undefined : (reasons[0] ?? t('devices.reason.noneChosen')),
          onPick: () =>
            perform({
              title: text,
              target: { ids: phones.map(({ id }) => id) },
              call,
              ...(loses && { loses: { what: [named, t(`devices.loses.${loses}`)], confirm: text } }),
            }),
        }
      })
