import { Button, ProgressBar } from '@blueprintjs/core'
import { ArrowLeft, Repeat, Stop } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isGoing } from '../../../domain/runs.ts'
import { followedAnswerMachine } from '../../machines/followed-answer.ts'
import { cancelJob, fetchJob, retryJob, type Job, type JobDetail } from '../../machines/jobs.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { momentText } from '../../ui/moment.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { reasonText } from '../reason-text.ts'
import { useScreenActor } from '../use-screen-actor.ts'
import { actionText, shownJob, shownPhone } from './job-words.ts'
import styles from './JobView.module.css'
import { PhoneOutputView } from './PhoneOutputView.tsx'
import { useJobNews } from './use-job-news.ts'
import { useSingleCall } from './use-single-call.ts'

interface JobViewProps {
  id: number
  /** Back to the list, where there is no room for both. */
  onBack: () => void
  /** A retry has begun, as a new job. */
  onBegun: (job: number) => void
}

/** A job: how far it is, how each phone fared, and what the chosen one said. */
export function JobView({ id, onBack, onBegun }: JobViewProps) {
  const { t, i18n } = useTranslation()
  const hearNews = useJobNews()
  const [machine] = useState(() => followedAnswerMachine<JobDetail>())
  const detail = useScreenActor(machine, {
    input: {
      ask: (_known, signal) => fetchJob(id, signal),
      hear: (listener) => hearNews((job) => (job === undefined || job === id ? listener() : undefined)),
    },
  })
  const answer = useSelector(detail, ({ context }) => context.answer)
  const failure = useSelector(detail, ({ context }) => context.failure)
  const [chosen, choose] = useState<number>()
  const change = useSingleCall<number | undefined>((job) => (job === undefined ? undefined : onBegun(job)))
  if (answer === undefined)
    return failure === '' ? (
      <div className={styles.view} aria-busy />
    ) : (
      <div className={styles.lost} role="alert">
        {failure}
        <Button text={t('services.history.reload')} onClick={() => detail.send({ type: 'RETRY' })} />
      </div>
    )
  const { job, phones } = answer
  const shown = chosen ?? phones.items[0]?.device_id
  return (
    <section className={styles.view} aria-label={`#${job.id}`}>
      <header className={styles.head}>
        <Button
          className={styles.back}
          variant="minimal"
          icon={<ArrowLeft />}
          aria-label={t('services.history.back')}
          onClick={onBack}
        />
        <StatusTag {...shownJob(t, job)} />
        <span className={styles.facts}>
          <strong>{actionText(t, job)}</strong> {momentText(job.created_at)}{' '}
          {t('services.history.by', { name: job.created_by_name })}
          {job.retry_of !== null && ` · ${t('services.history.retryOf', { id: job.retry_of })}`}
        </span>
        <span className={styles.buttons}>
          <ActionButton
            size="small"
            icon={<Stop />}
            text={t('services.action.cancel')}
            loading={change.busy}
            disabledReason={isGoing(job.state) ? undefined : t('services.reason.notGoing')}
            onClick={() => change.call((signal) => cancelJob(id, signal))}
          />
          <ActionButton
            size="small"
            icon={<Repeat />}
            text={t('services.action.retry')}
            disabledReason={whyNoRetry(job) && t(`services.reason.${whyNoRetry(job) ?? 'going'}`)}
            onClick={() => change.call((signal) => retryJob(id, signal))}
          />
        </span>
      </header>
      <Progress job={job} />
      <div className={styles.panes}>
        <ul className={styles.phones} aria-label={t('services.history.phones')}>
          {phones.items.map((phone) => (
            <li key={phone.device_id}>
              <button
                type="button"
                className={styles.phone}
                aria-current={phone.device_id === shown}
                onClick={() => choose(phone.device_id)}
              >
                <span className={styles.name}>
                  {phone.device_name}
                  {phone.reason !== '' && <small>{reasonText(i18n, phone.reason)}</small>}
                </span>
                <StatusTag {...shownPhone(t, phone.state)} />
              </button>
            </li>
          ))}
          {phones.total > phones.items.length && (
            <li className={styles.more}>
              {t('services.history.more', { n: phones.items.length, total: phones.total })}
            </li>
          )}
        </ul>
        {shown !== undefined && <PhoneOutputView key={shown} job={id} phone={shown} />}
      </div>
    </section>
  )
}

const whyNoRetry = ({ ended_at, failed, cancelled }: Job): 'going' | 'noFailure' | undefined => {
  if (ended_at === null) return 'going'
  return failed + cancelled === 0 ? 'noFailure' : undefined
}

function Progress({ job }: { job: Job }) {
  const { t, i18n } = useTranslation()
  const done = job.succeeded + job.failed + job.cancelled
  return (
    <div className={styles.progress}>
      <ProgressBar
        animate={isGoing(job.state)}
        stripes={isGoing(job.state)}
        intent={job.failed > 0 ? 'danger' : isGoing(job.state) ? 'primary' : 'success'}
        value={job.total === 0 ? 0 : done / job.total}
      />
      <span>
        {t('services.history.progress', { done, total: job.total })}
        {job.failed > 0 && <em>{t('services.history.failed', { n: job.failed })}</em>}
        {job.reason !== '' && ` · ${reasonText(i18n, job.reason)}`}
      </span>
    </div>
  )
}
