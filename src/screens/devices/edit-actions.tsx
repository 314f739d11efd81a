import { NewPerson } from '@blueprintjs/icons'
import { lazy } from 'react'
import { changeDevices, type DeviceChange } from '../../api/devices.ts'
import type { ListAction, Stage } from '../lists/list-definition.ts'
import type { ChosenDevices } from './device-actions.tsx'
import type { OfDevices } from './device-columns.ts'

const dialogs = () => import('./DeviceEdit.tsx')
const DeviceEdit = lazy(async () => ({ default: (await dialogs()).DeviceEdit }))
const DevicesEdit = lazy(async () => ({ default: (await dialogs()).DevicesEdit }))
const DevicesAssign = lazy(async () => ({ default: (await dialogs()).DevicesAssign }))

const changing = (chosen: ChosenDevices, { asking, t }: Stage<OfDevices>) =>
  asking(chosen, (change: DeviceChange) => ({ title: t('devices.edit.title'), call: changeDevices(change) }))

export const editing: ListAction<OfDevices> = {
  key: 'edit',
  shows: (device, { close }) => <DeviceEdit device={device} onClose={close} />,
  several: { shows: (chosen, stage) => <DevicesEdit {...changing(chosen, stage)} /> },
}

export const assigning: ListAction<OfDevices> = {
  key: 'assign',
  icon: <NewPerson />,
  operation: 'userList',
  asks: (chosen, stage) => <DevicesAssign {...changing(chosen, stage)} />,
}
