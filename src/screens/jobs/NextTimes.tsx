import { useTranslation } from 'react-i18next'
import { ownTimezone } from '../../api/time-zones.ts'
import { Moment } from '../../ui/Moment.tsx'
import styles from './ScheduleFields.module.css'
import { zonedText } from './schedule-words.ts'

interface NextTimesProps {
  times: readonly number[]
  timezone: string
  /** Why there are none, where no field says so. */
  doubt: string | undefined
}

/** The next times of a schedule by the clock of its zone, and by the operator's own where that shows another. */
export function NextTimes({ times, timezone, doubt }: NextTimesProps) {
  const { t, i18n } = useTranslation()
  const textIn = (zone: string, at: number) => zonedText(at, zone, i18n.language)
  return (
    <div>
      <p className={styles.label}>{t('schedules.next')}</p>
      <ol className={styles.times} aria-live="polite" aria-label={t('schedules.next')}>
        {times.map((at) => {
          const own = textIn(ownTimezone(), at)
          const zoned = textIn(timezone, at)
          return (
            <li key={at}>
              <Moment at={at}>{zoned}</Moment>
              {own !== zoned && <span className={styles.local}>{t('schedules.local', { time: own })}</span>}
            </li>
          )
        })}
        {times.length === 0 && <li className={styles.none}>{doubt ?? t('schedules.noNext')}</li>}
      </ol>
    </div>
  )
}
