import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { Button } from '@blueprintjs/core'
import { systemReportMachine } from '../../machines/reports/system-report.ts'
import type { ReportMeasure, ReportQuery, SystemReport } from '../../api/reports.ts'
import { momentText } from '../../ui/moment.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TimeChart } from '../../ui/TimeChart.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { seriesOf, tickText, unitOf } from './report-series.ts'
import { measures, measureText } from './report-words.ts'
import styles from './ReportPicture.module.css'
import type { ReportGroup } from './use-report-group.ts'

const chartHeight = 176

interface Props {
  query: ReportQuery
  group: ReportGroup
}

/** What the report comes to: its totals, and one of them by the day. */
export function ReportPicture({ query, group }: Props) {
  const { t } = useTranslation()
  const picture = useScreenActor(systemReportMachine, {
    key: query,
    input: { query, measure: 'use_ms' },
    after: ({ context }) => ({ query, measure: context.measure }),
  })
  const report = useSelector(picture, ({ context }) => context.report)
  const failure = useSelector(picture, (now) => (now.matches('failed') ? now.context.failure : ''))
  const measure = useSelector(picture, ({ context }) => context.measure)

  return (
    <section className={styles.picture} aria-label={t('reports.system.title')}>
      <div className={styles.measures} role="radiogroup" aria-label={t('reports.system.title')}>
        {measures.map((name) => (
          <button
            key={name}
            type="button"
            role="radio"
            aria-checked={name === measure}
            className={styles.measure}
            onClick={() => picture.send({ type: 'MEASURE', measure: name })}
          >
            <span className={styles.name}>{t(`reports.system.measure.${name}`)}</span>
            <b className={styles.total}>
              {report === undefined ? <Skeleton width={64} height={22} /> : measureText(t, name, report.totals[name])}
            </b>
          </button>
        ))}
      </div>
      <div className={styles.chart}>
        {report === undefined ? <Skeleton height={chartHeight} /> : <DaysChart {...{ report, group, measure }} />}
        {failure !== '' && (
          <p className={styles.failure} role="alert">
            {t('reports.system.failed', { message: failure })}
            <Button size="small" text={t('table.retry')} onClick={() => picture.send({ type: 'RETRY' })} />
          </p>
        )}
      </div>
      <Legend {...{ report, group, measure }} />
    </section>
  )
}

function DaysChart({ report, group, measure }: { report: SystemReport; group: ReportGroup; measure: ReportMeasure }) {
  const { t } = useTranslation()
  const series = seriesOf(t, report, group, measure)
  const { from, to } = report
  return (
    <TimeChart
      name={t('reports.system.picture', { measure: t(`reports.system.measure.${measure}`), from, to })}
      height={chartHeight}
      kind="bars"
      ticks={report.days.map(({ day }) => day.slice(5))}
      titles={report.days.map(({ day }) => day)}
      series={series}
      format={(value) => measureText(t, measure, value * unitOf(measure))}
      formatTick={(value) => tickText(measure, value)}
    />
  )
}

/** Which colour is who, and how fresh the figures are. */
function Legend({
  report,
  group,
  measure,
}: {
  report: SystemReport | undefined
  group: ReportGroup
  measure: ReportMeasure
}) {
  const { t } = useTranslation()
  const series = report === undefined ? [] : seriesOf(t, report, group, measure)
  return (
    <footer className={styles.legend}>
      {series.length > 1 &&
        series.map(({ label, tone }) => (
          <span key={tone} className={styles.key} style={{ color: `var(--${tone})` }}>
            <span>{label}</span>
          </span>
        ))}
      {report && report.rolled_at !== null && (
        <span className={styles.fresh}>
          {t('reports.system.rolledAt', { at: momentText(report.rolled_at).slice(5, 16), zone: report.time_zone })}
        </span>
      )}
    </footer>
  )
}
