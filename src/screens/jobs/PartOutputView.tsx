import { Button } from '@blueprintjs/core'
import { Download, Duplicate } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { followedAnswerMachine } from '../../machines/lists/followed-answer.ts'
import { downloadFile } from '../../api/files.ts'
import { fetchOutput, type PartOutput } from '../../api/jobs.ts'
import { useCopy } from '../lists/use-copy.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from './PartOutputView.module.css'
import { useJobNews } from './use-job-news.ts'
import { useSingleCall } from '../forms/use-single-call.ts'
import { reasonText } from '../../../texts/reason.ts'

/** What one phone said in a job, as it says it. */
export function PartOutputView({ job, part: id }: { job: number; part: number }) {
  const { t } = useTranslation()
  const download = useSingleCall<void>(() => undefined)
  const copy = useCopy()
  const hearNews = useJobNews()
  const [machine] = useState(() => followedAnswerMachine<PartOutput>())
  const output = useScreenActor(machine, {
    key: [job, id],
    input: {
      ask: (known, signal) => fetchOutput({ job, part: id }, known, signal),
      hear: (listener) => hearNews((news) => (news === undefined || news === job ? listener() : undefined)),
    },
  })
  const answer = useSelector(output, ({ context }) => context.answer)
  if (answer === undefined) return <div className={styles.pane} aria-busy />
  const { part, output: text } = answer
  const { file_id } = part
  const silent = part.state === 'waiting' ? t('jobs.history.waiting') : t('jobs.history.silent')
  return (
    <div className={styles.pane}>
      <div className={styles.head}>
        <span className={styles.said}>
          {part.exit_code !== null && t('jobs.history.exit', { code: part.exit_code })}
          {part.reason !== null && <em className={styles.reason}>{reasonText(t, part.reason)}</em>}
        </span>
        {file_id !== null && (
          <Button
            size="small"
            intent="primary"
            icon={<Download />}
            text={t('jobs.action.download')}
            loading={download.busy}
            onClick={() => download.call(() => downloadFile(file_id))}
          />
        )}
        <Button
          size="small"
          variant="minimal"
          icon={<Duplicate />}
          aria-label={t('jobs.action.copy')}
          title={t('jobs.action.copy')}
          disabled={text === ''}
          onClick={() => void copy(text)}
        />
      </div>
      {/* Whoever reads with the keyboard scrolls it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.output} tabIndex={0} aria-label={t('jobs.history.output')}>
        {text === '' ? <span className={styles.silent}>{silent}</span> : text}
      </pre>
      {part.truncated && <p className={styles.note}>{t('jobs.history.truncated')}</p>}
    </div>
  )
}
