import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import { Duplicate, EyeOpen, Hand, Properties } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../machines/device-list.ts'
import { whyNoScreen } from './device-status.ts'

interface DeviceMenuProps {
  device: Device
  mayControl: boolean
  onControl: () => void
  onObserve: () => void
  onProperties: () => void
  onCopySerial: () => void
}

/** What may be done with one phone. What may not now says why beneath its name. */
export function DeviceMenu({ device, mayControl, ...on }: DeviceMenuProps) {
  const { t } = useTranslation()
  const noScreen = whyNoScreen(t, device.status)
  const noControl = mayControl ? noScreen : t('devices.reason.mayNotControl')
  return (
    <Menu aria-label={device.name}>
      <MenuItem
        icon={<Hand />}
        text={t('devices.action.control')}
        disabled={noControl !== undefined}
        title={noControl}
        onClick={on.onControl}
      />
      <MenuItem
        icon={<EyeOpen />}
        text={t('devices.action.observe')}
        disabled={noScreen !== undefined}
        title={noScreen}
        onClick={on.onObserve}
      />
      <MenuDivider />
      <MenuItem icon={<Properties />} text={t('devices.action.properties')} onClick={on.onProperties} />
      <MenuItem icon={<Duplicate />} text={t('devices.action.copySerial')} onClick={on.onCopySerial} />
    </Menu>
  )
}
