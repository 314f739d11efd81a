import '@blueprintjs/datetime/lib/css/blueprint-datetime.css'
import { DateRangePicker } from '@blueprintjs/datetime'
import { addYears, endOfDay, startOfDay, subDays } from 'date-fns'
import { enUS, zhCN } from 'date-fns/locale'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './DayRange.module.css'

interface DayRangeProps {
  from: number | undefined
  until: number | undefined
  onChoose: (from: number | undefined, until: number | undefined) => void
}

const dateOf = (at: number | undefined) => (at === undefined ? null : new Date(at))
const beginOf = (day: Date | null) => (day === null ? undefined : startOfDay(day).getTime())
const endOf = (day: Date | null) => (day === null ? undefined : endOfDay(day).getTime())

/** Two months to choose a range of days from, with the ranges that are asked for most. */
export function DayRange({ from, until, onChoose }: DayRangeProps) {
  const { t, i18n } = useTranslation()
  const [now] = useState(() => new Date())
  const lastDays = (days: number): [Date, Date] => [subDays(now, days - 1), now]
  return (
    <DateRangePicker
      className={styles.range}
      locale={i18n.language === 'en' ? enUS : zhCN}
      allowSingleDayRange
      singleMonthOnly={window.innerWidth < 768}
      value={[dateOf(from), dateOf(until)]}
      maxDate={addYears(now, 5)}
      shortcuts={[
        { label: t('table.time.today'), dateRange: lastDays(1) },
        { label: t('table.time.lastDays', { n: 7 }), dateRange: lastDays(7) },
        { label: t('table.time.lastDays', { n: 30 }), dateRange: lastDays(30) },
        { label: t('table.time.lastDays', { n: 90 }), dateRange: lastDays(90) },
      ]}
      onChange={([first, last]) => onChoose(beginOf(first), endOf(last))}
    />
  )
}
