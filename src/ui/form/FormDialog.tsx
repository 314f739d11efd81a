import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Form.module.css'
import { FormBody } from './FormBody.tsx'
import type { FormBinding } from './form-binding.ts'
import { UnsavedChanges } from './UnsavedChanges.tsx'

interface FormDialogProps {
  form: FormBinding
  title: string
  /** What the button that saves says, where 保存 doesn't fit. */
  submitText?: string
  /** What is said of saving and going on with it, where that is offered. */
  goOnText?: string
  /** Where two columns are needed. */
  wide?: boolean
  children: ReactNode
}

/** A dialog around a form: Enter saves, Escape and the cross leave it, which asks first where something would be lost. */
export function FormDialog({ form, title, submitText, goOnText, wide = false, children }: FormDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Dialog
      isOpen
      title={title}
      className={`${styles.dialog} ${wide ? styles.wide : ''}`}
      canOutsideClickClose={false}
      isCloseButtonShown={form.mayLeave}
      onClose={form.leave}
    >
      <DialogBody className={styles.body}>
        <FormBody form={form} id={id}>
          {children}
        </FormBody>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('form.cancel')} disabled={!form.mayLeave} onClick={form.leave} />
            {goOnText !== undefined && (
              <Button text={goOnText} disabled={!form.maySubmit} onClick={form.submitAndGoOn} />
            )}
            <Button
              type="submit"
              form={id}
              intent="primary"
              loading={form.busy}
              aria-label={form.busy ? t('form.saving') : undefined}
              text={submitText ?? t('form.save')}
            />
          </>
        }
      />
      <UnsavedChanges form={form} />
    </Dialog>
  )
}
