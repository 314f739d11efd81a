import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { Plus, SmallCross } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import {
  clockText,
  hourSteps,
  minuteSteps,
  maxTimes,
  type DayTimes,
  type SaidSchedule,
} from '../../../domain/said-schedules.ts'
import { Field } from '../../ui/Field.tsx'
import styles from './ScheduleFields.module.css'
import { isSameDays, weekdayNames, workdays } from './schedule-words.ts'

interface ChangedProps<Value> {
  onChange: (value: Value) => void
}

/** Days of the week. */
export function WeekdayField({
  weekdays,
  onChange,
}: ChangedProps<readonly number[]> & { weekdays: readonly number[] }) {
  const { t } = useTranslation()
  const toggled = (day: number) => (weekdays.includes(day) ? weekdays.filter((one) => one !== day) : [...weekdays, day])
  return (
    <Field label={t('schedules.weekdays')} problem={undefined}>
      {() => (
        <div className={styles.buttons}>
          {weekdayNames.map(({ day, name }) => (
            <Button
              key={day}
              size="small"
              variant="outlined"
              active={weekdays.includes(day)}
              aria-pressed={weekdays.includes(day)}
              text={t(`schedules.weekday.${name}`)}
              onClick={() => onChange(toggled(day))}
            />
          ))}
          <Button
            size="small"
            variant="minimal"
            intent="primary"
            disabled={isSameDays(weekdays, workdays)}
            text={t('schedules.workdays')}
            onClick={() => onChange(workdays)}
          />
        </div>
      )}
    </Field>
  )
}

/** What a clock shows, as an input of times has it. */
const readClock = (text: string): { hour: number; minute: number } | undefined => {
  const [, hour, minute] = /^(\d{2}):(\d{2})/.exec(text) ?? []
  return hour === undefined ? undefined : { hour: Number(hour), minute: Number(minute) }
}

/** Times of day. They have their minute in common: it changes in all of them. */
export function TimeFields({ times: { hours, minute }, onChange }: ChangedProps<DayTimes> & { times: DayTimes }) {
  const { t } = useTranslation()
  const write = (place: number, text: string) => {
    const written = readClock(text)
    if (written === undefined) return
    onChange({ hours: hours.map((hour, at) => (at === place ? written.hour : hour)), minute: written.minute })
  }
  const added = (Math.max(...hours) + 1) % 24
  const free = hours.includes(added)
    ? Array.from({ length: 24 }, (_, hour) => hour).find((one) => !hours.includes(one))
    : added
  return (
    <Field
      label={t('schedules.times')}
      problem={undefined}
      hint={hours.length > 1 ? t('schedules.sameMinute') : undefined}
    >
      {() => (
        <div className={styles.buttons}>
          {hours.map((hour, place) => (
            // A line stays where it is while it is typed.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={place} className={styles.time}>
              <InputGroup
                type="time"
                required
                aria-label={t('schedules.time', { n: place + 1 })}
                value={clockText(hour, minute)}
                onValueChange={(text) => write(place, text)}
              />
              {hours.length > 1 && (
                <Button
                  size="small"
                  variant="minimal"
                  icon={<SmallCross />}
                  aria-label={t('schedules.removeTime', { time: clockText(hour, minute) })}
                  onClick={() => onChange({ hours: hours.filter((_, at) => at !== place), minute })}
                />
              )}
            </span>
          ))}
          {hours.length < maxTimes && (
            <Button
              size="small"
              variant="minimal"
              icon={<Plus />}
              text={t('schedules.addTime')}
              onClick={() => onChange({ hours: [...hours, free ?? 0], minute })}
            />
          )}
        </div>
      )}
    </Field>
  )
}

type Every = Extract<SaidSchedule, { kind: 'every' }>

const steps: readonly Every[] = [
  ...minuteSteps.map((every): Every => ({ kind: 'every', unit: 'minutes', every })),
  ...hourSteps.map((every): Every => ({ kind: 'every', unit: 'hours', every, minute: 0 })),
]

/** How far apart, and at which minute of an hour. */
export function StepFields({ every, onChange }: ChangedProps<Every> & { every: Every }) {
  const { t } = useTranslation()
  const minute = every.unit === 'hours' ? every.minute : 0
  return (
    <div className={styles.steps}>
      <Field label={t('schedules.every')} problem={undefined}>
        {({ className: _drawnByHand, ...a11y }) => (
          <HTMLSelect
            {...a11y}
            fill
            value={steps.findIndex((one) => one.unit === every.unit && one.every === every.every)}
            options={steps.map((one, value) => ({
              value,
              label: t(`schedules.${one.unit}`, { count: one.every }),
            }))}
            onChange={({ target }) => {
              const chosen = steps[Number(target.value)]
              if (chosen !== undefined) onChange(chosen.unit === 'hours' ? { ...chosen, minute } : chosen)
            }}
          />
        )}
      </Field>
      {every.unit === 'hours' && (
        <Field label={t('schedules.atMinute')} problem={undefined}>
          {({ className: _drawnByHand, ...a11y }) => (
            <HTMLSelect
              {...a11y}
              fill
              value={minute}
              options={Array.from({ length: 60 }, (_, value) => value)}
              onChange={({ target }) => onChange({ ...every, minute: Number(target.value) })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
