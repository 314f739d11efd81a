import { lightFormat } from 'date-fns'
import { useTranslation } from 'react-i18next'
import type { Summary } from '../../api/dashboard-summary.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TimeChart } from '../../ui/TimeChart.tsx'
import styles from './Card.module.css'

const chartHeight = 208

/** The most phones in use at once, for each of the last 24 hours. */
export function UseCard({ summary }: { summary: Summary | undefined }) {
  const { t, i18n } = useTranslation()
  const number = (amount: number) => amount.toLocaleString(i18n.language)
  const use = summary?.use ?? []
  const highest = Math.max(0, ...use.map(({ peak }) => peak))
  return (
    <section className={`${styles.card} ${styles.use}`} aria-labelledby="use">
      <h2 id="use">
        {t('dashboard.use')}
        {summary && <span className={styles.number}>{t('dashboard.usePeak', { peak: number(highest) })}</span>}
      </h2>
      <div className={styles.chart}>
        {summary === undefined ? (
          <Skeleton height={chartHeight} />
        ) : (
          <TimeChart
            name={t('dashboard.use')}
            height={chartHeight}
            kind="area"
            ticks={use.map(({ hour }) => lightFormat(hour, 'HH:mm'))}
            titles={use.map(({ hour }) => lightFormat(hour, 'MM-dd HH:mm'))}
            series={[{ label: t('dashboard.usedPhones'), tone: 'chart-1', values: use.map(({ peak }) => peak) }]}
            format={number}
            formatTick={number}
          />
        )}
      </div>
    </section>
  )
}
