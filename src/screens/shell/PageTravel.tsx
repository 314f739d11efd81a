import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Recording } from '../../../packages/machines-inspector/src/recording/recording.ts'
import { TimeTravel } from '../../../packages/machines-inspector/src/view/TimeTravel.tsx'
import { keepRecording } from '../../inspector/kept-recording.ts'
import { pageRecording } from '../../inspector/page-recorder.ts'
import { beginRecording, endRecording, isRecorded } from '../../inspector/recording-wish.ts'
import { drawings } from './drawings.ts'
import styles from './PageTravel.module.css'
import { travelWords } from './travel-words.ts'

const keep = (recording: Recording) => keepRecording(recording)

/** What this page's machines do now, or did before: recorded here, or in a file. */
export function PageTravel({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const words = useMemo(() => travelWords(t), [t])
  const recorded = isRecorded()
  const now = import.meta.env.DEV
    ? { mode: t('recordings.live'), hint: t('recordings.liveHint') }
    : recorded
      ? { mode: t('recordings.on'), hint: t('recordings.recorded') }
      : { mode: t('recordings.off'), hint: t('recordings.notRecorded') }
  return (
    <div className={styles.travel}>
      <TimeTravel
        record={pageRecording}
        keep={keep}
        isRecorded={recorded}
        now={now}
        drawings={drawings}
        words={words}
        tools={
          !import.meta.env.DEV && (
            <button type="button" onClick={recorded ? endRecording : beginRecording}>
              {t(recorded ? 'recordings.end' : 'recordings.begin')}
            </button>
          )
        }
      >
        {children}
      </TimeTravel>
    </div>
  )
}
