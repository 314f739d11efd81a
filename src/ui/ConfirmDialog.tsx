import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { WarningSign } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import styles from './ConfirmDialog.module.css'

interface ConfirmDialogProps {
  title: string
  /** What will be lost, each in a sentence. */
  loses: readonly string[]
  /** What the button says that does it: `删除 3 个环境`, never `确定`. */
  confirm: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something is lost, and names what. The focus is on the way back. */
export function ConfirmDialog({ title, loses, confirm, onConfirm, onCancel }: ConfirmDialogProps) {
  const { t } = useTranslation()
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
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button autoFocus text={t('table.confirm.cancel')} onClick={onCancel} />
            <Button intent="danger" text={confirm} onClick={onConfirm} />
          </>
        }
      />
    </Dialog>
  )
}
