import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { PhoneChange } from '../../machines/remote/phone-change.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** Says what is lost when the environment of a lost phone is opened on another. */
export function PhoneChangeDialog({ change }: { change: PhoneChange }) {
  const { t } = useTranslation()
  const isConfirming = useSelector(change, (snapshot) => snapshot.matches('confirming'))
  const environment = useSelector(change, ({ context }) => context.environment)
  if (!isConfirming || environment === null) return null
  return (
    <ConfirmDialog
      title={t('remote.elsewhere.title', { name: environment.name })}
      loses={[t('remote.elsewhere.unsaved'), t('remote.elsewhere.wiped')]}
      confirm={t('remote.elsewhere.confirm')}
      count={1}
      onConfirm={() => change.send({ type: 'confirm' })}
      onCancel={() => change.send({ type: 'cancel' })}
    />
  )
}
