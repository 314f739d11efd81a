import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { Device, DeviceQuery } from '../../machines/device-list.ts'
import type { Region } from '../../machines/device-options.ts'
import type { ResourceList } from '../../machines/resource-list.ts'
import { PropertyTable, type Property } from '../../ui/PropertyTable.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { AddressSources } from '../AddressSources.tsx'
import { deviceFacts } from './device-facts.ts'

interface DevicePropertiesProps {
  list: ResourceList<Device, DeviceQuery>
  id: number
  regions: readonly Region[]
  onClose: () => void
}

const sameFacts = (a: readonly Property[], b: readonly Property[]): boolean =>
  a.length === b.length && a.every(({ value }, index) => value === b[index]?.value)

/** Everything known of a phone, current for as long as it is looked at. */
export function DeviceProperties({ list, id, regions, onClose }: DevicePropertiesProps) {
  const { t, i18n } = useTranslation()
  const facts = useSelector(
    list,
    ({ context }) => {
      const device = context.rows.byId(id)
      return device === undefined ? [] : deviceFacts(i18n, device, regions)
    },
    sameFacts,
  )
  return (
    <SidePanel width={460} title={t('devices.properties', { name: facts[0]?.value ?? '' })} onClose={onClose}>
      <PropertyTable properties={facts} />
      <AddressSources inset />
    </SidePanel>
  )
}
