import { Alert } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { FormBinding } from './form-binding.ts'

/** Asks before unsaved changes are lost; Escape stays. */
export function UnsavedChanges({ form }: { form: FormBinding }) {
  const { t } = useTranslation()
  if (!form.asking) return null
  return (
    <Alert
      isOpen
      intent="danger"
      canEscapeKeyCancel
      confirmButtonText={t('form.discard')}
      cancelButtonText={t('form.stay')}
      onConfirm={form.discard}
      onCancel={form.stay}
    >
      {t('form.unsaved')}
    </Alert>
  )
}
