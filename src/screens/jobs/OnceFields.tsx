import { useTranslation } from 'react-i18next'
import { momentOf, shownAt } from '../../../domain/cron-times.ts'
import { ownTimezone } from '../../api/time-zones.ts'
import { DateTimeField } from '../../ui/form/DateTimeField.tsx'
import type { FieldBinding } from '../../ui/form/form-binding.ts'
import { zonedText } from './schedule-words.ts'
import { ZoneField } from './ZoneField.tsx'

interface OnceFieldsProps {
  at: FieldBinding<number | null>
  timezone: FieldBinding<string>
}

/** The one time of a task by the clock of a time zone, and by the operator's own where that shows another. */
export function OnceFields({ at, timezone }: OnceFieldsProps) {
  const { t, i18n } = useTranslation()
  const [zone, moment] = [timezone.value, at.value]
  const textIn = (one: string) => (moment === null ? '' : zonedText(moment, one, i18n.language))
  const own = textIn(ownTimezone())
  return (
    <>
      <ZoneField
        field={{
          ...timezone,
          change: (next) => {
            timezone.change(next)
            if (moment !== null) at.change(momentOf(next, shownAt(zone, moment))) // What was typed is meant there.
          },
        }}
      />
      <DateTimeField
        field={at}
        zone={zone}
        label={t('jobs.field.onceAt')}
        hint={own === textIn(zone) ? undefined : t('schedules.local', { time: own })}
      />
    </>
  )
}
