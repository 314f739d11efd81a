import { Button, Classes, ProgressBar } from '@blueprintjs/core'
import { ArrowLeft, Code, Link as LinkIcon, Repeat, Reset, Stop, Time } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { mayCareForPhones, mayOpenEnvironments, type Role } from '../../../domain/roles.ts'
import { isGoing, isWithEnvironments } from '../../../domain/jobs.ts'
import type { ShownOfJob } from '../../machines/jobs/job-history.ts'
import { followedAnswerMachine } from '../../machines/lists/followed-answer.ts'
import { taskLike } from '../../api/job-forms.ts'
import { cancelJob, fetchWholeJob, retryJob, type Job, type JobDetail, type WholeJob } from '../../api/jobs.ts'
import { mayCall } from '../../permissions.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { momentText } from '../../ui/moment.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { askedRow } from '../lists/asked-row.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { useFront } from '../shell/use-front.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { actionText, progressText, shownJob } from './job-words.ts'
import { FailedAnswer } from './FailedAnswer.tsx'
import { JobFacts } from './JobFacts.tsx'
import { JobOutcomes } from './JobOutcomes.tsx'
import { JobPhones } from './JobPhones.tsx'
import { addressOf, majorityOf } from './shown-of-job.ts'
import { JobEnvironments } from './JobEnvironments.tsx'
import styles from './JobView.module.css'
import { useJobChanges } from './use-job-changes.ts'
import { useSingleCall } from '../forms/use-single-call.ts'
import { reasonText } from '../../../texts/reason.ts'

// Most who look at a job run nothing from there.
const ScriptRun = lazy(async () => ({ default: (await import('./ScriptRun.tsx')).ScriptRun }))

interface JobViewProps {
  id: number
  /** What of it is looked at. */
  shown: ShownOfJob
  onShow: (shown: ShownOfJob) => void
  /** Back to the list, where there is no room for both; left out where the job stands alone, at its address. */
  onBack?: () => void
  /** A retry has begun, as a new job. */
  onBegun: (job: number) => void
}

/** A job: how far it is, and how each phone or environment fared. */
export function JobView({ id, shown, onShow, onBack, onBegun }: JobViewProps) {
  const { t } = useTranslation()
  const hear = useJobChanges(id)
  const detail = useScreenActor(followedAnswerMachine<WholeJob>, {
    key: id,
    input: {
      ask: (known, signal) => fetchWholeJob(id, known, signal),
      hear,
    },
  })
  const answer = useSelector(detail, ({ context }) => context.answer)
  const isAsking = useSelector(detail, (snapshot) => snapshot.matches('asking'))
  const { role } = useCurrentUser()
  const dialog = useFront<'script'>()
  const change = useSingleCall<number | undefined>((job) => (job === undefined ? undefined : onBegun(job)))
  if (answer === undefined)
    return (
      <div className={styles.view} aria-busy={isAsking}>
        <FailedAnswer of={detail} />
      </div>
    )
  const { job, items, recoverable, came } = answer
  const noRetry = whyNoRetry(job, role)
  // Whoever tried again what failed means all of it.
  const again = taskLike(answer.first)
  const phones = phonesOf(answer.first)
  return (
    <section className={styles.view} aria-label={`#${job.id}`}>
      <header className={styles.head}>
        {onBack && (
          <Button
            className={styles.back}
            variant="minimal"
            icon={<ArrowLeft />}
            aria-label={t('jobs.history.back')}
            onClick={onBack}
          />
        )}
        <StatusTag {...shownJob(t, job)} />
        <span className={styles.facts}>
          <strong>{actionText(t, job)}</strong> {momentText(job.created_at)}{' '}
          {t('jobs.history.by', { name: job.created_by_name })}
          {job.retry_of !== null && (
            <>
              {' · '}
              <Link to={addressOf(job.retry_of, {})}>{t('jobs.history.retryOf', { id: job.retry_of })}</Link>
            </>
          )}
        </span>
        <span className={styles.buttons}>
          {onBack && (
            <Link
              to={addressOf(id, shown)}
              className={`${Classes.BUTTON} ${Classes.SMALL} ${Classes.MINIMAL}`}
              aria-label={t('outcomes.link')}
              title={t('outcomes.link')}
            >
              <LinkIcon />
            </Link>
          )}
          <ActionButton
            size="small"
            icon={<Stop />}
            text={t('jobs.action.cancel')}
            loading={change.busy}
            disabledReason={isGoing(job.state) ? undefined : t('jobs.reason.notGoing')}
            onClick={() => change.call('cancel', (signal) => cancelJob(id, signal))}
          />
          <ActionButton
            size="small"
            icon={<Repeat />}
            text={t('jobs.action.retry')}
            disabledReason={noRetry && t(`jobs.reason.${noRetry}`)}
            onClick={() => change.call('retry', (signal) => retryJob(id, {}, signal))}
          />
          {again !== undefined && mayCall(role, 'taskAdd') && (
            <Link
              to="/services/timedtasks"
              state={askedRow(again)}
              className={`${Classes.BUTTON} ${Classes.SMALL} ${Classes.OUTLINED}`}
            >
              <Time size={14} />
              <span>{t('outcomes.schedule')}</span>
            </Link>
          )}
          {phones.length > 0 && !isGoing(job.state) && mayCall(role, 'scriptRun') && (
            <Button
              size="small"
              variant="outlined"
              icon={<Code />}
              text={t('jobs.act.script')}
              onClick={() => dialog.open('script')}
            />
          )}
          {noRetry === undefined && mayCareForPhones(role) && recoverable > 0 && (
            <Button
              size="small"
              intent="primary"
              icon={<Reset />}
              text={t('jobs.action.recoverAndRetry')}
              onClick={() => change.call('recover', (signal) => retryJob(id, { recover: true }, signal))}
            />
          )}
        </span>
      </header>
      <FailedAnswer of={detail} />
      <Progress job={job} />
      <JobFacts {...answer} />
      {job.total > 1 && (
        <JobOutcomes
          job={job}
          came={came}
          like={shown.like}
          onLike={(like, isCompared) => onShow({ ...(like !== undefined && { like, item: like }), isCompared })}
          noRetry={noRetry}
          onRetry={(like) => change.call(`retry ${like}`, (signal) => retryJob(id, { like }, signal))}
        />
      )}
      {isWithEnvironments(job.action) ? (
        <JobEnvironments job={job} items={items.items} like={shown.like} />
      ) : (
        <JobPhones job={job} items={items.items} majority={majorityOf(came.outcomes)} shown={shown} onShow={onShow} />
      )}
      {shown.like === undefined && items.total > items.items.length && (
        <p className={styles.more}>{t('jobs.history.more', { n: items.items.length, total: items.total })}</p>
      )}
      {dialog.front === 'script' && (
        <Suspense>
          <ScriptRun phones={phones} onBegun={onBegun} onLeft={() => dialog.close('script')} />
        </Suspense>
      )}
    </section>
  )
}

/** All phones of a job; none where it has more than are known, or is with environments. */
const phonesOf = ({ items: { items, total } }: JobDetail): readonly number[] =>
  items.length < total ? [] : items.flatMap(({ device_id }) => device_id ?? [])

const whyNoRetry = (
  { action, ended_at, failed, cancelled }: Job,
  role: Role,
): 'going' | 'noFailure' | 'notYours' | undefined => {
  if (ended_at === null) return 'going'
  if (failed + cancelled === 0) return 'noFailure'
  return isWithEnvironments(action) && !mayOpenEnvironments(role) ? 'notYours' : undefined
}

function Progress({ job }: { job: Job }) {
  const { t } = useTranslation()
  const done = job.succeeded + job.failed + job.cancelled
  return (
    <div className={styles.progress}>
      <ProgressBar
        aria-label={progressText(t, job)}
        animate={isGoing(job.state)}
        stripes={isGoing(job.state)}
        intent={job.failed > 0 ? 'danger' : isGoing(job.state) ? 'primary' : 'success'}
        value={job.total === 0 ? 0 : done / job.total}
      />
      <span>
        {progressText(t, job)}
        {job.failed > 0 && <em>{t('jobs.history.failed', { n: job.failed })}</em>}
        {job.reason !== null && ` · ${reasonText(t, job.reason)}`}
      </span>
    </div>
  )
}
