import { Button } from '@blueprintjs/core'
import { Download, Duplicate } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { followedAnswerMachine } from '../../machines/lists/followed-answer.ts'
import { downloadFile } from '../../api/files.ts'
import { fetchOutput, type ItemOutput } from '../../api/jobs.ts'
import { FailedAnswer } from './FailedAnswer.tsx'
import { OutputDifference } from './OutputDifference.tsx'
import type { Majority } from './shown-of-job.ts'
import { useCopy } from '../lists/use-copy.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from './ItemOutputView.module.css'
import { useJobChanges } from './use-job-changes.ts'
import { useSingleCall } from '../forms/use-single-call.ts'
import { reasonText } from '../../../texts/reason.ts'

/** What one phone said in a job, as it says it. */
export function ItemOutputView({
  job,
  item: id,
  majority,
  isCompared,
  onCompare,
}: {
  job: number
  item: number
  /** What most items said; undefined where there is no such output. */
  majority: Majority | undefined
  /** What is different is shown, where it said something else. */
  isCompared: boolean
  onCompare: (isCompared: boolean) => void
}) {
  const { t } = useTranslation()
  const download = useSingleCall<void>()
  const copy = useCopy()
  const hear = useJobChanges(job)
  const output = useScreenActor(followedAnswerMachine<ItemOutput>, {
    key: [job, id],
    input: {
      ask: (known, signal) => fetchOutput({ job, item: id }, known, signal),
      hear,
    },
  })
  const answer = useSelector(output, ({ context }) => context.answer)
  const isAsking = useSelector(output, (snapshot) => snapshot.matches('asking'))
  if (answer === undefined)
    return (
      <div className={styles.pane} aria-busy={isAsking}>
        <FailedAnswer of={output} />
      </div>
    )
  const { item, output: text } = answer
  const { file_id } = item
  const isMinority = majority !== undefined && item.output_key !== null && item.output_key !== majority.output_key
  const silent = item.state === 'waiting' ? t('jobs.history.waiting') : t('jobs.history.silent')
  return (
    <div className={styles.pane}>
      <FailedAnswer of={output} />
      <div className={styles.head}>
        <span className={styles.said}>
          {item.exit_code !== null && t('jobs.history.exit', { code: item.exit_code })}
          {item.reason !== null && <em className={styles.reason}>{reasonText(t, item.reason)}</em>}
        </span>
        {isMinority && (
          <span role="group" className={styles.views} aria-label={t('outcomes.compare.title')}>
            {([false, true] as const).map((compares) => (
              <button
                key={String(compares)}
                type="button"
                className={styles.viewButton}
                aria-pressed={compares === isCompared}
                onClick={() => onCompare(compares)}
              >
                {t(compares ? 'outcomes.compare.difference' : 'outcomes.compare.output')}
              </button>
            ))}
          </span>
        )}
        {file_id !== null && (
          <Button
            size="small"
            intent="primary"
            icon={<Download />}
            text={t('jobs.action.download')}
            loading={download.busy}
            onClick={() => download.call('download', () => downloadFile(file_id))}
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
      {isMinority && isCompared ? (
        <OutputDifference job={job} text={text} majority={majority} />
      ) : (
        // Whoever reads with the keyboard scrolls it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={styles.output} tabIndex={0} aria-label={t('jobs.history.output')}>
          {text === '' ? <span className={styles.silent}>{silent}</span> : text}
        </pre>
      )}
      {item.truncated && <p className={styles.note}>{t('jobs.history.truncated')}</p>}
    </div>
  )
}
