import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { VideoRecording } from '../../machines/remote/video-recording.ts'
import styles from './RecordingMark.module.css'

const twoDigits = (count: number): string => String(count).padStart(2, '0')

/** For how long the video has been recorded. */
export function RecordingMark({ recording }: { recording: VideoRecording }) {
  const { t } = useTranslation()
  const seconds = useSelector(recording, ({ context }) => context.seconds)

  return (
    <span className={styles.mark} role="timer" aria-label={t('remote.button.recording')}>
      {`${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`}
    </span>
  )
}
