import { useState, type DragEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { largestFile } from '../../machines/files.ts'
import type { PhoneFile } from '../../machines/phone-file.ts'
import { useNotify } from '../session-context.tsx'
import styles from './DropTarget.module.css'

const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

interface DropTargetProps {
  className: string | undefined
  file: PhoneFile
  children: ReactNode
}

/** Takes a file that is dropped on the phone; one at a time. */
export function DropTarget({ className, file, children }: DropTargetProps) {
  const { t } = useTranslation()
  const notify = useNotify()
  const [isOver, setIsOver] = useState(false)
  const take = (dropped: File | undefined) => {
    if (dropped === undefined) return
    if (dropped.size === 0 || dropped.size > largestFile)
      return notify({ kind: 'warning', text: `${dropped.name}: ${t('apps.file.tooLarge')}` })
    file.send({ type: 'drop', file: dropped })
  }
  return (
    <div
      className={`${className ?? ''} ${styles.target}`}
      onDragOver={(event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        setIsOver(false)
        take(event.dataTransfer.files[0])
      }}
    >
      {children}
      {isOver && <div className={styles.invitation}>{t('apps.file.release')}</div>}
    </div>
  )
}
