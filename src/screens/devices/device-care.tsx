import { Reset, Trash, Unlock, Wrench } from '@blueprintjs/icons'
import type { ReactElement } from 'react'
import { actionRules, type CareAction } from '../../../domain/phone-actions.ts'
import type { BatchCall } from '../../api/list-calls.ts'
import { deleteDevice, freeDevice, maintainDevice, recoverDevice, type DeviceQuery } from '../../api/devices.ts'
import type { ActionGroup, ListAction, Stage } from '../lists/list-definition.ts'
import { whyNot } from './device-status.ts'
import { asJob, costs, type ChosenDevices } from './device-actions.tsx'
import type { OfDevices } from './device-columns.ts'

/** What is done with one phone itself, where its state allows it, and with several as a job. */
const care = (action: CareAction, icon: ReactElement, call: BatchCall<DeviceQuery>): ListAction<OfDevices> => ({
  key: action,
  text: `devices.care.${action}`,
  icon,
  operation: 'deviceCare',
  when: (phone, { t }) => whyNot(t, phone, actionRules[action].event) === undefined,
  batch: { call },
  several: asJob(action),
})

const losing =
  (what: 'free' | 'delete') =>
  ({ rows }: ChosenDevices, { t }: Stage<OfDevices>) => [...rows.map(({ name }) => name), t(costs[what])]

/** What can be done with phones themselves, by whom, and what is lost by it. */
export const careOfDevices: ActionGroup<OfDevices> = [
  {
    key: 'free',
    text: 'devices.care.free',
    icon: <Unlock />,
    operation: 'deviceFreed',
    when: (phone, { t }) =>
      phone.in_use_by !== null && whyNot(t, phone, phone.environment ? 'closing' : 'freed') === undefined,
    batch: { call: freeDevice, loses: losing('free') },
  },
  care('maintain', <Wrench />, maintainDevice(true)),
  care('end_maintenance', <Wrench />, maintainDevice(false)),
  care('recover', <Reset />, recoverDevice),
  {
    ...care('delete', <Trash />, deleteDevice),
    danger: true,
    batch: { call: deleteDevice, loses: losing('delete') },
  },
]
