import { Button, ProgressBar } from '@blueprintjs/core'
import { Cross, Pause, Play, Refresh } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { SnapshotFrom } from 'xstate'
import type { FileUpload, fileUploadMachine } from '../../machines/files/file-upload.ts'
import { byteText } from '../../ui/byte-text.ts'
import styles from './UploadPanel.module.css'

type Now = SnapshotFrom<typeof fileUploadMachine>

function wordsFor(t: TFunction, now: Now): string {
  const { sent, failure, file } = now.context
  switch (now.value) {
    case 'waiting':
      return t('files.queue.waiting')
    case 'paused':
      return t('files.queue.paused')
    case 'failed':
      return t('files.queue.failed', { message: failure })
    case 'done':
      return t('files.queue.done')
    case 'cancelled':
      return t('files.queue.cancelled')
    default:
      return t('files.queue.progress', { sent: byteText(sent), size: byteText(file.size) })
  }
}

/** One file on its way, and what may be done about it. */
export function UploadRow({ upload }: { upload: FileUpload }) {
  const { t } = useTranslation()
  const now = useSelector(upload, (snapshot) => snapshot)
  const { file, sent } = now.context
  const button = (type: 'pause' | 'resume' | 'retry' | 'cancel', icon: React.JSX.Element) =>
    now.can({ type }) && (
      <Button
        size="small"
        variant="minimal"
        icon={icon}
        aria-label={`${t(`files.queue.${type}`)} ${file.name}`}
        title={t(`files.queue.${type}`)}
        onClick={() => upload.send({ type })}
      />
    )
  const intent = now.matches('failed') ? 'danger' : now.matches('done') ? 'success' : 'primary'
  return (
    <li className={styles.upload} data-state={now.value}>
      <span className={styles.name} title={file.name}>
        {file.name}
      </span>
      <ProgressBar
        className={styles.progress}
        aria-label={file.name}
        value={file.size === 0 ? 1 : sent / file.size}
        intent={intent}
        animate={now.matches('sending')}
        stripes={now.matches('sending')}
      />
      <span className={styles.state} title={wordsFor(t, now)}>
        {wordsFor(t, now)}
      </span>
      <span className={styles.buttons}>
        {button('pause', <Pause />)}
        {button('resume', <Play />)}
        {button('retry', <Refresh />)}
        {button('cancel', <Cross />)}
      </span>
    </li>
  )
}
