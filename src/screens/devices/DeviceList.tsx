import { Add, Duplicate, MobilePhone, Properties } from '@blueprintjs/icons'
import { lazy } from 'react'
import { mayControlPhones } from '../../../domain/roles.ts'
import { fetchDevices, opening } from '../../api/device-pages.ts'
import { defineList } from '../lists/define-list.tsx'
import { jobsOfDevices, workOnDevices } from './device-actions.tsx'
import { careOfDevices } from './device-care.tsx'
import { deviceColumns, deviceFilters, type OfDevices } from './device-columns.ts'
import { whyNoScreen } from './device-status.ts'
import { assigning, editing } from './edit-actions.tsx'
import { checking, controlling, observing, operatingTogether } from './remote-actions.tsx'
import { useRegions } from './use-regions.ts'

const DeviceProperties = lazy(async () => ({ default: (await import('./DeviceProperties.tsx')).DeviceProperties }))

/** The list of phones (SPEC §2, /device/list): who controls and who observes is decided by role (SPEC §6). */
export const DeviceList = defineList<OfDevices>({
  uses: () => ({ regions: useRegions() }),
  texts: 'devices',
  name: 'devices',
  pages: () => fetchDevices,
  firstSort: opening.query.sort,
  live: 'device',
  columns: deviceColumns,
  filters: deviceFilters,
  nameOf: ({ name }) => name,
  // Where there is no picture to be had, nobody can observe it, and why is what is told.
  opens: (device, { role, t }) =>
    mayControlPhones(role) && whyNoScreen(t, device) === undefined ? 'control' : 'observe',
  actions: [
    [controlling, observing, operatingTogether, checking],
    [
      editing,
      assigning,
      { key: 'properties', icon: <Properties />, does: (device, { look }) => look(device) },
      { key: 'copySerial', icon: <Duplicate />, does: ({ serial }, { copy }) => copy(serial) },
    ],
    workOnDevices,
    careOfDevices,
  ],
  takesMatching: true,
  exportCall: '/api/restful/v2/device/export',
  tools: [jobsOfDevices.tool],
  empty: {
    icon: <MobilePhone size={40} />,
    next: [{ text: 'devices.action.addBox', icon: <Add />, operation: 'boxAdd', to: () => '/box/' }],
  },
  details: ({ id }, { list, regions, lookAway }, actionsOf) => (
    <DeviceProperties list={list.list} id={id} regions={regions} actionsOf={actionsOf} onClose={lookAway} />
  ),
})
