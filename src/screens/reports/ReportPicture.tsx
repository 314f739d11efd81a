import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@blueprintjs/core'
import { systemReportMachine } from '../../machines/reports/system-report.ts'
import type { ReportMeasure, ReportQuery, SystemReport } from '../../api/reports.ts'
import { momentText } from '../../ui/moment.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { ChartSeries, ChartTone } from '../../ui/time-chart/plotted-chart.ts'
import { TimeChart } from '../../ui/TimeChart.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { measures, measureText, rowName } from './report-words.ts'
import styles from './ReportPicture.module.css'
import type { ReportGroup } from './use-report-group.ts'

const chartHeight = 176
const hour = 60 * 60_000

/** Time is drawn in hours, which is what its axis counts in. */
const unitOf = (measure: ReportMeasure): number => (measure === 'use_ms' ? hour : 1)

const palette: readonly ChartTone[] = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6']

interface Props {
  query: ReportQuery
  group: ReportGroup
}

/** What the report comes to: its totals, and one of them by the day. */
export function ReportPicture({ query, group }: Props) {
  const { t } = useTranslation()
  const picture = useScreenActor(systemReportMachine, { input: { query } })
  const report = useSelector(picture, ({ context }) => context.report)
  const failure = useSelector(picture, (now) => (now.matches('failed') ? now.context.failure : ''))
  const [measure, setMeasure] = useState<ReportMeasure>('use_ms')

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
            onClick={() => setMeasure(name)}
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

/** What is drawn of the report: the first rows, where they have days of their own, and what is left of the total. */
function useSeries(report: SystemReport | undefined, group: ReportGroup, measure: ReportMeasure): ChartSeries[] {
  const { t } = useTranslation()
  if (report === undefined) return []
  const whole = report.days.map((day) => day[measure] / unitOf(measure))
  if (measure !== 'use_ms' || report.lines.length < 2)
    return [
      {
        label: t(`reports.system.measure.${measure}`),
        tone: measure === 'failures' ? 'danger' : 'chart-1',
        values: whole,
      },
    ]
  const series = report.lines.map(({ id, use_ms }, index): ChartSeries => {
    const row = report.items.find((item) => item.id === id)
    return {
      label: row ? rowName(t, group, row) : '',
      tone: palette[index] ?? 'chart-1',
      values: use_ms.map((value) => value / hour),
    }
  })
  const rest = whole.map((all, index) =>
    Math.max(0, all - series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)),
  )
  const others: ChartSeries = { label: t('reports.system.others'), tone: 'idle', values: rest }
  return rest.some((value) => value > 0.01) ? [...series, others] : series
}

function DaysChart({ report, group, measure }: { report: SystemReport; group: ReportGroup; measure: ReportMeasure }) {
  const { t } = useTranslation()
  const series = useSeries(report, group, measure)
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
      formatTick={(value) => (measure === 'use_ms' ? `${value} h` : value.toLocaleString('en'))}
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
  const series = useSeries(report, group, measure)
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
