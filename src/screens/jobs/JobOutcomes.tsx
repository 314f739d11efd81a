import { Repeat } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { retriable } from '../../../domain/jobs.ts'
import { reasonText } from '../../../texts/reason.ts'
import type { Job, JobOutcome, JobOutcomes as Outcomes } from '../../api/jobs.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { shownItem } from './job-words.ts'
import styles from './JobOutcomes.module.css'

/** Outputs of one outcome that stand beside it; the others are reached through its items. */
const maxChips = 5

interface JobOutcomesProps {
  job: Job
  came: Outcomes
  /** The item of those that are shown alone. */
  like: number | undefined
  /** Shows only those like this one, compared with what most said or not; undefined: all. */
  onLike: (like: number | undefined, isCompared: boolean) => void
  /** Why nothing of it can be tried again. */
  noRetry: 'going' | 'noFailure' | 'notYours' | undefined
  onRetry: (like: number) => void
}

/** What a job came to, alike together: each can be shown alone, and what failed for one reason tried again by itself. */
export function JobOutcomes({ job, came: { outcomes, total }, like, onLike, noRetry, onRetry }: JobOutcomesProps) {
  const { t } = useTranslation()
  return (
    <section className={styles.outcomes} aria-label={t('outcomes.title')}>
      <button
        type="button"
        className={styles.chip}
        aria-pressed={like === undefined}
        onClick={() => onLike(undefined, false)}
      >
        {t('outcomes.all', { n: job.total })}
      </button>
      <ul className={styles.list}>
        {outcomes.map((outcome) => (
          <li key={outcome.item_id} className={styles.outcome}>
            <span className={styles.what}>
              <StatusTag {...shownItem(t, outcome.state)} />
              <span className={styles.why}>{whyText(t, outcome)}</span>
            </span>
            <span className={styles.chips}>
              {outcome.outputs.slice(0, maxChips).map((output, at) => (
                <button
                  key={output.item_id}
                  type="button"
                  className={styles.chip}
                  data-minority={at > 0}
                  aria-pressed={like === output.item_id}
                  onClick={() => onLike(output.item_id, at > 0 && output.output_key !== null)}
                >
                  {t(`outcomes.${kindOf(outcome, at)}`, { n: output.count })}
                </button>
              ))}
              {outcome.distinct_outputs > maxChips && (
                <span className={styles.rest}>
                  {t('outcomes.moreOutputs', { count: outcome.distinct_outputs - maxChips })}
                </span>
              )}
            </span>
            {retriable.includes(outcome.state) && (
              <ActionButton
                size="small"
                variant="minimal"
                className={styles.retry}
                icon={<Repeat />}
                text={t('outcomes.retry', { n: outcome.count })}
                disabledReason={noRetry && t(`jobs.reason.${noRetry}`)}
                onClick={() => onRetry(outcome.item_id)}
              />
            )}
          </li>
        ))}
      </ul>
      {total > outcomes.length && (
        <p className={styles.rest}>{t('outcomes.more', { count: total - outcomes.length })}</p>
      )}
    </section>
  )
}

/** How an output stands to the others of its outcome. */
function kindOf({ outputs }: JobOutcome, at: number): 'items' | 'silent' | 'same' | 'different' {
  const { output_key, count } = outputs[at] ?? { output_key: null, count: 0 }
  const isAlone = outputs.length === 1
  if (output_key === null) return isAlone ? 'items' : 'silent'
  if (at === 0 && count > 1) return 'same'
  return isAlone ? 'items' : 'different'
}

type Translate = Parameters<typeof reasonText>[0]

const whyText = (t: Translate, { reason, exit_code }: JobOutcome): string =>
  [
    exit_code !== null && exit_code !== 0 ? t('jobs.history.exit', { code: exit_code }) : '',
    reason === null ? '' : reasonText(t, reason),
  ]
    .filter((part) => part !== '')
    .join(' · ')
