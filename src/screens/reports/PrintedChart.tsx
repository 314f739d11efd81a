import { useTranslation } from 'react-i18next'
import type { ReportMeasure, SystemReport } from '../../api/reports.ts'
import styles from './Paper.module.css'
import { seriesOf, tickText, unitOf } from './report-series.ts'
import { measureText } from './report-words.ts'
import type { ReportGroup } from './use-report-group.ts'

interface PrintedChartProps {
  report: SystemReport
  group: ReportGroup
  measure: ReportMeasure
}

/** In units of the drawing, which are pixels where it is as wide as its place. Time is drawn over the whole width, the others by twos. */
const sizes = { wide: { width: 680, height: 180 }, half: { width: 330, height: 118 } }
const left = 34
const right = 14
const bottom = 18
const top = 6
/** What a day below the axis wants for itself. */
const dayWidth = 44
/** Lines of the axis, the one at zero left out. */
const maxTicks = 4

/** How far the ticks of an axis are from each other that goes up to so much: 1, 2, 5, 10 … */
function stepOf(highest: number): number {
  const least = Math.max(1, highest / maxTicks)
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((digit) => digit * power >= least) ?? 10) * power
}

/** One measure by the day, in bars: drawn in lines and areas, which paper shows as sharp as its letters. */
export function PrintedChart({ report, group, measure }: PrintedChartProps) {
  const { t } = useTranslation()
  const { width, height } = measure === 'use_ms' ? sizes.wide : sizes.half
  const { days } = report
  const series = seriesOf(t, report, group, measure)
  const highest = Math.max(...days.map((day) => day[measure] / unitOf(measure)))
  const step = stepOf(highest)
  const limit = Math.ceil(highest / step) * step
  const plot = height - top - bottom
  const yOf = (value: number) => top + plot * (1 - value / limit)
  const slot = (width - left - right) / days.length
  const bar = Math.min(26, slot * 0.66)
  const every = Math.ceil(dayWidth / slot)
  const ticks = Array.from({ length: Math.round(limit / step) + 1 }, (_, index) => index * step)
  const name = t(`reports.system.measure.${measure}`)
  return (
    <figure className={styles.chart} data-wide={measure === 'use_ms'}>
      <figcaption>
        <span>{name}</span>
        {series.length > 1 &&
          series.map(({ label, tone }) => (
            <span key={tone} className={styles.key} style={{ color: `var(--${tone})` }}>
              <span>{label}</span>
            </span>
          ))}
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${name} ${measureText(t, measure, report.totals[measure])}`}
      >
        {ticks.map((value) => (
          <g key={value}>
            <line className={styles.line} x1={left} x2={width - right} y1={yOf(value)} y2={yOf(value)} />
            <text className={styles.tick} x={left - 5} y={yOf(value) + 3} textAnchor="end">
              {tickText(measure, value)}
            </text>
          </g>
        ))}
        {days.map(({ day }, index) => {
          const x = left + slot * (index + 0.5)
          let below = 0
          return (
            <g key={day}>
              {series.map(({ tone, values }) => {
                const value = values[index] ?? 0
                below += value
                return (
                  value > 0 && (
                    <rect
                      key={tone}
                      x={x - bar / 2}
                      width={bar}
                      y={yOf(below)}
                      height={(plot * value) / limit}
                      style={{ fill: `var(--${tone})` }}
                    />
                  )
                )
              })}
              {(days.length - 1 - index) % every === 0 && (
                <text className={styles.tick} x={x} y={height - 4} textAnchor="middle">
                  {day.slice(5)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
