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

/** Takes files that are dropped on the phone; they go there one after the other. */
export function DropTarget({ className, file, children }: DropTargetProps) {
  const { t } = useTranslation()
  const notify = useNotify()
  const take = (dropped: File) => {
    if (dropped.size === 0 || dropped.size > largestFile)
      return notify({ kind: 'warning', text: `${dropped.name}: ${t('apps.file.tooLarge')}` })
    file.send({ type: 'drop', file: dropped })
  }
  const drop = useFileDrop((files) => files.forEach(take))
  return (
    <div className={`${className ?? ''} ${styles.target}`} {...drop.handlers}>
      {children}
      {drop.isOver && <div className={styles.invitation}>{t('apps.file.release')}</div>}
    </div>
  )
}
