import { Button } from '@blueprintjs/core'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Form.module.css'
import { FormBody } from './FormBody.tsx'
import type { FormBinding } from './form-binding.ts'
import { UnsavedChanges } from './UnsavedChanges.tsx'

interface FormPageProps {
  form: FormBinding
  submitText?: string
  /** What is said of saving and going on with another one, where that is offered. */
  goOnText?: string
  children: ReactNode
}

/** A form that is a screen of its own. Leaving the screen asks first where something would be lost. */
export function FormPage({ form, submitText, goOnText, children }: FormPageProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section className={styles.page}>
      <FormBody form={form} id={id}>
        {children}
      </FormBody>
      <footer className={styles.actions}>
        <Button text={t('form.cancel')} disabled={!form.mayLeave} onClick={form.leave} />
        {goOnText !== undefined && <Button text={goOnText} disabled={!form.maySubmit} onClick={form.submitAndGoOn} />}
        <Button
          type="submit"
          form={id}
          intent="primary"
          loading={form.busy}
          aria-label={form.busy ? t('form.saving') : undefined}
          text={submitText ?? t('form.save')}
        />
      </footer>
      <UnsavedChanges form={form} />
    </section>
  )
}
