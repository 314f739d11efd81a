import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { largestFile } from '../../api/files.ts'
import type { PhoneFile } from '../../machines/remote/phone-file.ts'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { useNotify } from '../session/session-context.tsx'
import styles from './DropTarget.module.css'

interface DropTargetProps {
  className: string | undefined
  file: PhoneFile
  children: ReactNode
}

/** Takes a file that is dropped on the phone; one at a time. */
export function DropTarget({ className, file, children }: DropTargetProps) {
  const { t } = useTranslation()
  const notify = useNotify()
  const take = (dropped: File | undefined) => {
    if (dropped === undefined) return
    if (dropped.size === 0 || dropped.size > largestFile)
      return notify({ kind: 'warning', text: `${dropped.name}: ${t('apps.file.tooLarge')}` })
    file.send({ type: 'drop', file: dropped })
  }
  const drop = useFileDrop(([first]) => take(first))
  return (
    <div className={`${className ?? ''} ${styles.target}`} {...drop.handlers}>
      {children}
      {drop.isOver && <div className={styles.invitation}>{t('apps.file.release')}</div>}
    </div>
  )
}
