import { EyeOpen, Pulse } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { mostChecked } from '../../machines/device-check.ts'
import type { Device } from '../../machines/device-list.ts'
import { mostWallPhones } from '../../machines/remote-wall.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { whyNoScreen } from './device-status.ts'

interface DeviceSelectionActionsProps {
  ids: readonly number[]
  /** The phone of an id, where it is loaded. */
  phoneOf: (id: number) => Device | undefined
  onObserve: (ids: readonly number[]) => void
  onCheck: (ids: readonly number[]) => void
}

/** What may be done with the selected phones. */
export function DeviceSelectionActions({ ids, phoneOf, onObserve, onCheck }: DeviceSelectionActionsProps) {
  const { t } = useTranslation()
  const visible = ids.filter((id) => {
    const phone = phoneOf(id)
    return phone === undefined || whyNoScreen(t, phone.status) === undefined
  })
  const whyNotObserve = () => {
    if (visible.length === 0) return t('devices.reason.noneLive')
    return visible.length > mostWallPhones ? t('devices.reason.wallIsFull', { n: mostWallPhones }) : undefined
  }
  return (
    <>
      <ActionButton
        size="small"
        icon={<EyeOpen />}
        text={t('devices.action.observeWall')}
        disabledReason={whyNotObserve()}
        onClick={() => onObserve(visible)}
      />
      <ActionButton
        size="small"
        icon={<Pulse />}
        text={t('devices.action.check')}
        disabledReason={ids.length > mostChecked ? t('devices.reason.checkIsFull', { n: mostChecked }) : undefined}
        onClick={() => onCheck(ids)}
      />
    </>
  )
}
