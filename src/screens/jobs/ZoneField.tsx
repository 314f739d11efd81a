import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { zoneFinder } from '../../api/time-zones.ts'
import { Field } from '../../ui/Field.tsx'
import type { FieldBinding } from '../../ui/form/form-binding.ts'
import { OptionPick } from '../lists/OptionPick.tsx'
import styles from './ScheduleFields.module.css'

/** Cities by the names of their zones. */
const citiesIn = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split('; ').map((one): [string, string] => [one.split('=')[0] ?? '', one.split('=')[1] ?? '']))

/** A time zone, found by its name, a city of it, or its offset. */
export function ZoneField({ field }: { field: FieldBinding<string> }) {
  const { t, i18n } = useTranslation()
  const find = useMemo(() => zoneFinder(i18n.language, citiesIn(t('schedules.cities'))), [t, i18n.language])
  return (
    <Field label={t('jobs.field.timezone')} required problem={field.problem} hint={t('schedules.findZone')}>
      {() => (
        <div className={styles.zone} role="group" aria-label={t('jobs.field.timezone')}>
          <OptionPick
            isNeeded
            label={t('jobs.field.timezone')}
            placeholder={t('schedules.findZone')}
            find={find}
            value={field.value}
            onChoose={(zone) => field.change(zone)}
          />
        </div>
      )}
    </Field>
  )
}
