import { Button } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { compareWithOutput, type OutputComparison } from '../../api/job-comparison.ts'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from './OutputDifference.module.css'
import type { Majority } from './shown-of-job.ts'

const marks = { both: ' ', majority: '−', this: '+' } as const

interface OutputDifferenceProps {
  job: number
  /** All that the item said. */
  text: string
  majority: Majority
}

/** What an item said otherwise than most did. Both have ended, and say nothing more. */
export function OutputDifference({ job, text, majority: { item_id: item, count } }: OutputDifferenceProps) {
  const { t } = useTranslation()
  const comparison = useScreenActor(oneAnswerMachine<OutputComparison | 'nothing in common'>, {
    key: [job, item],
    input: {
      ask: async (signal) => (await compareWithOutput({ job, item }, text, signal)) ?? 'nothing in common',
    },
  })
  const { answer, failure } = useSelector(comparison, ({ context }) => context)
  if (answer === undefined && failure !== '')
    return (
      <p role="alert" className={styles.note}>
        {t('outcomes.compare.failed', { message: failure })}{' '}
        <Button size="small" text={t('outcomes.compare.again')} onClick={() => comparison.send({ type: 'AGAIN' })} />
      </p>
    )
  if (answer === undefined)
    return <div className={styles.difference} aria-busy aria-label={t('outcomes.compare.asking')} />
  if (answer === 'nothing in common') return <p className={styles.note}>{t('outcomes.compare.tooDifferent')}</p>
  return (
    <>
      <p className={styles.legend}>
        <span data-of="majority">− {t('outcomes.compare.legend', { n: count })}</span>
        <span data-of="this">+ {t('outcomes.compare.own')}</span>
      </p>
      {/* Whoever reads with the keyboard scrolls it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.difference} tabIndex={0} role="region" aria-label={t('outcomes.compare.title')}>
        {answer.parts.length === 0 && t('outcomes.compare.none')}
        {answer.parts.map(({ line, lines }) => (
          <div key={line}>
            <p className={styles.from}>{t('outcomes.compare.from', { line })}</p>
            {lines.map((said, at) => (
              // Lines have nothing else to be told apart by, and stay where they are.
              // oxlint-disable-next-line react/no-array-index-key
              <div key={at} className={styles.line} data-of={said.of}>
                <span className={styles.mark}>{marks[said.of]}</span>
                <span>{said.text}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      {answer.isCut && <p className={styles.note}>{t('outcomes.compare.cut')}</p>}
    </>
  )
}
