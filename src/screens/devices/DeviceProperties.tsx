import { Button, ButtonGroup, Spinner } from '@blueprintjs/core'
import { Lightning } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device, DeviceQuery, Region } from '../../api/devices.ts'
import type { ResourceList } from '../../machines/lists/resource-list.ts'
import { LatePopover } from '../../ui/LatePopover.tsx'
import { PropertyTable, type Property } from '../../ui/PropertyTable.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { Timeline } from '../events/late-timeline.ts'
import { AddressSources } from './AddressSources.tsx'
import { RowMenu, type RowAction } from '../lists/RowMenu.tsx'
import { useFront } from '../shell/use-front.ts'
import { deviceFacts } from './device-facts.ts'
import styles from './DeviceProperties.module.css'

interface DevicePropertiesProps {
  list: ResourceList<Device, DeviceQuery>
  id: number
  regions: readonly Region[]
  /** What may be done with the phone, as its row says. */
  actionsOf: (device: Device) => readonly (readonly RowAction[])[]
  onClose: () => void
}

const sameFacts = (a: readonly Property[], b: readonly Property[]): boolean =>
  a.length === b.length && a.every(({ value }, index) => value === b[index]?.value)

/** Everything known of a phone, current for as long as it is looked at. */
export function DeviceProperties({ list, id, regions, actionsOf, onClose }: DevicePropertiesProps) {
  const words = useTranslation()
  const { t } = words
  const facts = useSelector(
    list,
    ({ context }) => {
      const device = context.rows.byId(id)
      return device === undefined ? [] : deviceFacts(words, device, regions)
    },
    sameFacts,
  )
  const { front, open, close } = useFront<'timeline'>()
  const isTimeline = front === 'timeline'
  const device = useSelector(list, ({ context }) => context.rows.byId(id))
  /** All but what shows this. */
  const others = (device: Device) => actionsOf(device).map((group) => group.filter(({ key }) => key !== 'properties'))
  return (
    <SidePanel width={460} title={t('devices.properties', { name: facts[0]?.value ?? '' })} onClose={onClose}>
      {device && (
        <div className={styles.actions}>
          <ButtonGroup>
            {[false, true].map((one) => (
              <Button
                key={String(one)}
                size="small"
                active={one === isTimeline}
                aria-pressed={one === isTimeline}
                text={t(one ? 'routes.timeline' : 'devices.action.properties')}
                onClick={() => (one ? open('timeline') : close('timeline'))}
              />
            ))}
          </ButtonGroup>
          <LatePopover content={<RowMenu label={device.name} groups={others(device)} />}>
            <Button size="small" icon={<Lightning />} text={t('devices.act.menu')} />
          </LatePopover>
        </div>
      )}
      {isTimeline ? (
        <div className={styles.timeline}>
          <Suspense fallback={<Spinner size={24} />}>
            <Timeline key={id} of={{ device_id: id }} />
          </Suspense>
        </div>
      ) : (
        <>
          <PropertyTable properties={facts} />
          <AddressSources inset />
        </>
      )}
    </SidePanel>
  )
}
