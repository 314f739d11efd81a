import { Button } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { schedulePreviewMachine } from '../../machines/jobs/schedule-preview.ts'
import type { FieldBinding } from '../../ui/form/form-binding.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { momentText, weekdayText } from '../../ui/moment.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from './CronFields.module.css'

const examples = {
  hourly: '0 * * * *',
  daily: '0 4 * * *',
  weekdays: '30 9 * * 1-5',
  weekly: '0 8 * * 1',
  monthly: '0 3 1 * *',
} as const
const exampleNames = ['hourly', 'daily', 'weekdays', 'weekly', 'monthly'] as const

const zones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

interface CronFieldsProps {
  cron: FieldBinding<string>
  timezone: FieldBinding<string>
}

/** A cron expression by the clock of a time zone, with the next three times as it is written. */
export function CronFields({ cron, timezone }: CronFieldsProps) {
  const { t, i18n } = useTranslation()
  const preview = useScreenActor(schedulePreviewMachine, {
    key: cron.name,
    input: { cron: cron.value, timezone: timezone.value },
  })
  const { times, reason, isNone } = useSelector(preview, ({ context }) => context)
  const doubt = isNone ? t('jobs.schedule.badCron') : reason || undefined
  const writeCron = (text: string) => {
    cron.change(text)
    preview.send({ type: 'TYPE', cron: text, timezone: timezone.value })
  }
  const known = zones.includes(timezone.value) ? zones : [timezone.value, ...zones]
  return (
    <>
      <SelectField
        field={{
          ...timezone,
          change: (zone) => {
            timezone.change(zone)
            preview.send({ type: 'TYPE', cron: cron.value, timezone: zone })
          },
        }}
        label={t('jobs.field.timezone')}
        options={known.map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') }))}
      />
      <TextField
        field={{ ...cron, required: true, problem: cron.problem ?? doubt, change: writeCron }}
        label={t('jobs.field.cron')}
        hint={t('jobs.schedule.cronHint')}
      />
      <div data-whole className={styles.helper}>
        <div className={styles.examples}>
          {exampleNames.map((name) => (
            <Button
              key={name}
              size="small"
              variant="outlined"
              active={cron.value.trim() === examples[name]}
              text={t(`jobs.schedule.${name}`)}
              onClick={() => writeCron(examples[name])}
            />
          ))}
        </div>
        <p className={styles.label}>{t('jobs.schedule.next')}</p>
        <ol className={styles.times} aria-live="polite" aria-label={t('jobs.schedule.next')}>
          {times.map((at) => (
            <li key={at}>
              <Moment at={at}>{zonedText(at, timezone.value, i18n.language)}</Moment>
              <span className={styles.local}>
                {t('jobs.schedule.local', { time: momentText(at) })}
                {i18n.language === 'zh-CN' && ` ${weekdayText(at)}`}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}

/** A time as the clock of its zone shows it; in English as 2026-11-22 04:00, which is how Swedes write it. */
const zonedText = (at: number, timeZone: string, language: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'sv-SE' : 'zh-CN', {
    timeZone,
    dateStyle: language === 'en' ? 'short' : 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(at)
