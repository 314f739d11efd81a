import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { WarningSign } from '@blueprintjs/icons'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './ConfirmDialog.module.css'
import { isCountTyped, isMeant } from './typed-count.ts'

interface ConfirmDialogProps {
  title: string
  /** What will be lost, each in a sentence. */
  loses: readonly string[]
  /** What the button says that does it: `删除 3 个环境`, never `确定`. */
  confirm: string
  /** How many rows it is about: of many, the number is typed. */
  count: number
  /** Whether all that is named can be had again: then no red button warns. */
  isKept?: boolean
  /** What else is to be known before it is done. */
  children?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something is lost, and names what. The focus is on the way back. */
export function ConfirmDialog({
  title,
  loses,
  confirm,
  count,
  isKept = false,
  children,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={title}
      className={styles.dialog}
      onClose={onCancel}
      isCloseButtonShown={false}
    >
      <DialogBody className={styles.body}>
        <WarningSign size={20} className={styles.icon} />
        <div>
          {loses.map((what) => (
            <p key={what}>{what}</p>
          ))}
          {children}
          {isCountTyped(count) && (
            <FormGroup label={t('table.confirm.count', { n: count })} labelFor={id}>
              <InputGroup id={id} inputMode="numeric" autoComplete="off" value={typed} onValueChange={setTyped} />
            </FormGroup>
          )}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button autoFocus text={t('table.confirm.cancel')} onClick={onCancel} />
            <Button
              intent={isKept ? 'none' : 'danger'}
              disabled={!isMeant(count, typed)}
              text={confirm}
              onClick={onConfirm}
            />
          </>
        }
      />
    </Dialog>
  )
}
