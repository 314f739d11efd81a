import type { TFunction } from 'i18next'
import type { ReportMeasure, SystemReport } from '../../api/reports.ts'
import type { ChartSeries, ChartTone } from '../../ui/time-chart/plotted-chart.ts'
import { rowName } from './report-words.ts'
import type { ReportGroup } from './use-report-group.ts'

const hour = 60 * 60_000

/** Time is drawn in hours, which is what its axis counts in. */
export const unitOf = (measure: ReportMeasure): number => (measure === 'use_ms' ? hour : 1)

const palette: readonly ChartTone[] = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6']

/** What is drawn of the report: the first rows, where they have days of their own, and what is left of the total. */
export function seriesOf(
  t: TFunction,
  report: SystemReport,
  group: ReportGroup,
  measure: ReportMeasure,
): readonly ChartSeries[] {
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

/** A value of a chart's axis. */
export const tickText = (measure: ReportMeasure, value: number): string =>
  measure === 'use_ms' ? `${value} h` : value.toLocaleString('en')
