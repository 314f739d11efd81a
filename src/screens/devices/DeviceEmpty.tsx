import { Button } from '@blueprintjs/core'
import { MobilePhone, Search } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Why no phone is to be seen, and what to do next. Without `onClear` nothing narrows the list. */
export function DeviceEmpty({ onClear }: { onClear?: () => void }) {
  const { t } = useTranslation()
  if (onClear === undefined) {
    return (
      <EmptyState
        icon={<MobilePhone size={40} />}
        title={t('devices.empty.none')}
        description={t('devices.empty.noneHint')}
      />
    )
  }
  return (
    <EmptyState
      icon={<Search size={40} />}
      title={t('devices.empty.noMatch')}
      description={t('devices.empty.noMatchHint')}
      action={<Button text={t('devices.empty.clear')} onClick={onClear} />}
    />
  )
}
