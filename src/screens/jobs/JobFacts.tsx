import { useTranslation } from 'react-i18next'
import { isWithEnvironments } from '../../../domain/jobs.ts'
import type { JobDetail } from '../../api/jobs.ts'
import styles from './JobFacts.module.css'

/** What a job was begun with. */
export function JobFacts({ job, script }: Pick<JobDetail, 'job' | 'script'>) {
  const { t } = useTranslation()
  const { file_id, package: app } = job.arguments
  const isCommand = job.script_id === null && job.task_id === null
  const facts: { name: string; value: string }[] = []
  if (file_id !== undefined) facts.push({ name: t('outcomes.facts.file'), value: job.name })
  if (app !== undefined) facts.push({ name: t('outcomes.facts.package'), value: app })
  for (const { name, value } of script.parameters)
    facts.push({ name: t('outcomes.facts.parameter', { name }), value: value || t('outcomes.facts.empty') })
  if (!isWithEnvironments(job.action))
    facts.push({
      name: t('outcomes.facts.timeout'),
      value: t('outcomes.facts.seconds', { count: job.timeout_seconds }),
    })
  facts.push({ name: t('outcomes.facts.concurrency'), value: String(job.concurrency) })
  return (
    <details className={styles.facts}>
      <summary>{t('outcomes.facts.title')}</summary>
      <dl className={styles.list}>
        {facts.map(({ name, value }) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {script.text !== '' && (
        // Whoever reads with the keyboard scrolls it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre
          className={styles.script}
          tabIndex={0}
          aria-label={t(`outcomes.facts.${isCommand ? 'command' : 'script'}`)}
        >
          {script.text}
        </pre>
      )}
    </details>
  )
}
