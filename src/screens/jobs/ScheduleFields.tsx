import { Button, ButtonGroup } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { scheduleFormMachine, scheduleKinds } from '../../machines/jobs/schedule-form.ts'
import { schedulePreviewMachine } from '../../machines/jobs/schedule-preview.ts'
import { Field } from '../../ui/Field.tsx'
import type { FieldBinding } from '../../ui/form/form-binding.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { NextTimes } from './NextTimes.tsx'
import { StepFields, TimeFields, WeekdayField } from './SaidFields.tsx'
import styles from './ScheduleFields.module.css'
import { ZoneField } from './ZoneField.tsx'

interface ScheduleFieldsProps {
  cron: FieldBinding<string>
  timezone: FieldBinding<string>
}

/** When a task runs, in words or as a cron expression, by the clock of a time zone; with the next five times below. */
export function ScheduleFields({ cron, timezone }: ScheduleFieldsProps) {
  const { t } = useTranslation()
  const preview = useScreenActor(schedulePreviewMachine, {
    key: cron.name,
    input: { cron: cron.value, timezone: timezone.value },
  })
  const ask = (text: string, zone: string) => preview.send({ type: 'TYPE', cron: text, timezone: zone })
  const form = useScreenActor(scheduleFormMachine, { key: cron.name, input: { cron: cron.value } }, ({ context }) => {
    cron.change(context.cron)
    ask(context.cron, timezone.value)
  })
  const said = useSelector(form, (snapshot) => snapshot)
  const { times, reason, flaw } = useSelector(preview, ({ context }) => context)
  const { times: dayTimes, weekdays, every } = said.context
  const doubt = flaw === undefined ? reason || undefined : t(`schedules.${flaw === 'never' ? 'never' : 'badCron'}`)
  const isAdvanced = said.matches('advanced')
  return (
    <>
      <ZoneField
        field={{
          ...timezone,
          change: (zone) => {
            timezone.change(zone)
            ask(cron.value, zone)
          },
        }}
      />
      <div data-whole className={styles.schedule} role="group" aria-label={t('schedules.kind')}>
        <Field label={t('schedules.kind')} problem={undefined}>
          {() => (
            <ButtonGroup>
              {scheduleKinds.map((kind) => (
                <Button
                  key={kind}
                  active={said.matches(kind)}
                  aria-pressed={said.matches(kind)}
                  text={t(`schedules.kinds.${kind}`)}
                  onClick={() => form.send({ type: 'KIND', kind })}
                />
              ))}
            </ButtonGroup>
          )}
        </Field>
        {said.matches('weekly') && (
          <WeekdayField weekdays={weekdays} onChange={(chosen) => form.send({ type: 'WEEKDAYS', weekdays: chosen })} />
        )}
        {(said.matches('daily') || said.matches('weekly')) && (
          <TimeFields times={dayTimes} onChange={(changed) => form.send({ type: 'TIMES', ...changed })} />
        )}
        {said.matches('every') && (
          <StepFields every={every} onChange={(changed) => form.send({ type: 'EVERY', every: changed })} />
        )}
        {isAdvanced && (
          <TextField
            field={{
              ...cron,
              required: true,
              problem: cron.problem ?? doubt,
              change: (text) => form.send({ type: 'WRITE', cron: text }),
            }}
            label={t('jobs.field.cron')}
            hint={t('schedules.cronHint')}
          />
        )}
        <NextTimes times={times} timezone={timezone.value} doubt={isAdvanced ? undefined : (cron.problem ?? doubt)} />
      </div>
    </>
  )
}
